// The one interface that carries everything: heights of any row segment of any sampling grid.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "field/grid.h"

namespace orograph::terrain {

/// Heights over the columns [x0, x1) of one grid. It may keep what the next row can use, so each worker has its own.
class HeightRows {
 public:
  virtual ~HeightRows() = default;
  /// Writes the x1 - x0 heights of row z, int32 Q16. Rows come in any order; ascending is quickest.
  virtual void row(std::int64_t z, std::int32_t* out) = 0;
};

/// A generator with its parameters. Immutable, so any thread may use it at any time.
class HeightSource {
 public:
  virtual ~HeightSource() = default;

  /// A reader of columns x0 <= x < x1. The grid is copied, the source must outlive the reader.
  virtual std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const = 0;

  /// One row segment alone: the same heights, whatever was asked before.
  void rows(const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t z, std::int32_t* out) const {
    over(grid, x0, x1)->row(z, out);
  }
};

/// Calls consume(z, heights) for every row of the grid from the first to the last, all columns wide.
template <class Consume>
void forEachRow(const HeightSource& source, const field::Grid& grid, Consume&& consume) {
  const std::unique_ptr<HeightRows> reader = source.over(grid, 0, grid.columns);
  std::vector<std::int32_t> heights(static_cast<std::size_t>(grid.columns));
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    reader->row(z, heights.data());
    consume(z, std::span<const std::int32_t>(heights));
  }
}

}  // namespace orograph::terrain
