// Sampling grids: affine in both axes, x_i = x0 + i * dx and z_j = z0 + j * dz, in 64-bit Q16 world units.
#pragma once

#include <array>
#include <cstdint>

#include "fixed/q16.h"

namespace orograph::field {

/// Samples that may be read beyond each side of a grid: 0 or 1 of each.
struct Sides {
  std::int64_t west = 0, east = 0, north = 0, south = 0;
  friend bool operator==(const Sides&, const Sides&) = default;
};
inline constexpr Sides kAllSides = {1, 1, 1, 1};

struct Grid {
  std::int64_t x0Q16 = 0, z0Q16 = 0;
  std::int64_t dxQ16 = 0, dzQ16 = 0;
  std::int64_t columns = 0, rows = 0;
  std::int64_t firstColumn = 0, firstRow = 0;  // of the whole grid that this is a part of
  Sides beyond{};                              // where that one, or the source, goes on

  constexpr std::int64_t xQ16(std::int64_t column) const { return x0Q16 + column * dxQ16; }
  constexpr std::int64_t zQ16(std::int64_t row) const { return z0Q16 + row * dzQ16; }
  constexpr std::int64_t samples() const { return columns * rows; }

  /// The rectangle of `partColumns` x `partRows` samples from (column, row) on: of the same heights, and beyond its sides
  /// those of this grid.
  constexpr Grid part(std::int64_t column, std::int64_t row, std::int64_t partColumns, std::int64_t partRows) const {
    const auto inside = [](bool goesOn, std::int64_t otherwise) { return goesOn ? 1 : otherwise; };
    return {xQ16(column), zQ16(row), dxQ16, dzQ16, partColumns, partRows, firstColumn + column, firstRow + row,
            {inside(column > 0, beyond.west), inside(column + partColumns < columns, beyond.east),
             inside(row > 0, beyond.north), inside(row + partRows < rows, beyond.south)}};
  }
  friend bool operator==(const Grid&, const Grid&) = default;

  /// Every `step`-th sample along each axis, from the first on. The numbers of the first count in such steps too.
  constexpr Grid every(std::int64_t step) const {
    return {x0Q16, z0Q16, dxQ16 * step, dzQ16 * step, (columns + step - 1) / step, (rows + step - 1) / step,
            firstColumn / step, firstRow / step, beyond};
  }
};

/// Where part `index` of `parts` of `count` samples or cells starts: the parts differ by one at most. Both at most 2^31.
constexpr std::int64_t cut(std::int64_t count, std::int64_t parts, std::int64_t index) { return count * index / parts; }

/// A rectangle of the world by its centre and half sides, [x, z], in Q16.
struct Window {
  std::array<std::int64_t, 2> originQ16{};
  std::array<std::int64_t, 2> extentQ16{};
};

/// The vertices of a mesh of `cells` [x, z] cells over the window: one more vertex than cells along each axis.
constexpr Grid meshGrid(const Window& window, std::array<std::int64_t, 2> cells) {
  return {window.originQ16[0] - window.extentQ16[0], window.originQ16[1] - window.extentQ16[1],
          fixed::floorDiv(2 * window.extentQ16[0], cells[0]), fixed::floorDiv(2 * window.extentQ16[1], cells[1]),
          cells[0] + 1, cells[1] + 1};
}

/// The pixels of a width x height image: each sampled at its least corner, so neighbouring images join without a seam.
constexpr Grid imageGrid(const Window& window, std::int64_t width, std::int64_t height) {
  return {window.originQ16[0] - window.extentQ16[0], window.originQ16[1] - window.extentQ16[1],
          fixed::floorDiv(2 * window.extentQ16[0], width), fixed::floorDiv(2 * window.extentQ16[1], height),
          width, height};
}

/// `samples` points along z = 0 from the world's origin.
constexpr Grid profileGrid(std::int64_t samples, std::int64_t stepQ16) { return {0, 0, stepQ16, 0, samples, 1}; }

}  // namespace orograph::field
