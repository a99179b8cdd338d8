// The one interface that carries everything: heights of any row segment of any sampling grid.
#pragma once

#include <cstdint>
#include <memory>

#include "field/grid.h"

namespace orograph::terrain {

/// Heights over the columns [x0, x1) of one grid. It may keep what the next row can use, so each worker has its own.
class HeightRows {
 public:
  virtual ~HeightRows() = default;
  /// Writes the x1 - x0 heights, int32 Q16, of each of the rows z ... z + count - 1, one row after the other. Rows come in
  /// any order; ascending is quickest.
  virtual void rows(std::int64_t z, std::int64_t count, std::int32_t* out) = 0;
  void row(std::int64_t z, std::int32_t* out) { rows(z, 1, out); }
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

}  // namespace orograph::terrain
