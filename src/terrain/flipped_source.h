// A height source with the rows of every grid in the opposite order.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "terrain/height_source.h"

namespace orograph::terrain {

/// Row z is the source's row rows - 1 - z of the same grid. The source must outlive it.
class FlippedSource : public HeightSource {
 public:
  explicit FlippedSource(const HeightSource& source) : source_(source) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(source_.over(grid, x0, x1), grid.rows, x1 - x0);
  }

 private:
  class Rows : public HeightRows {
   public:
    Rows(std::unique_ptr<HeightRows> rows, std::int64_t count, std::int64_t columns)
        : rows_(std::move(rows)), count_(count), columns_(columns) {}

    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      rows_->rows(count_ - z - count, count, out);
      for (std::int64_t top = 0, bottom = count - 1; top < bottom; ++top, --bottom) {
        std::swap_ranges(out + top * columns_, out + (top + 1) * columns_, out + bottom * columns_);
      }
    }

   private:
    std::unique_ptr<HeightRows> rows_;
    std::int64_t count_, columns_;
  };

  const HeightSource& source_;
};

}  // namespace orograph::terrain
