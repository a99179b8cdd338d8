// A height source known at grid points alone, seen at every so many of them.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "terrain/height_source.h"

namespace orograph::terrain {

/// Over Grid::every(step) of a grid, or a part of that: the source's heights at those points. Other sources need none of
/// this: they go by coordinates.
class EverySource final : public HeightSource {
 public:
  EverySource(std::unique_ptr<HeightSource> source, std::int64_t step) : source_(std::move(source)), step_(step) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    const field::Grid fine = {grid.x0Q16, grid.z0Q16, grid.dxQ16 / step_, grid.dzQ16 / step_, grid.columns * step_,
                              grid.rows * step_, grid.firstColumn * step_, grid.firstRow * step_, {}};
    return std::make_unique<Rows>(source_->over(fine, x0 * step_, (x1 - 1) * step_ + 1), step_, x1 - x0);
  }

 private:
  class Rows final : public HeightRows {
   public:
    Rows(std::unique_ptr<HeightRows> rows, std::int64_t step, std::int64_t columns)
        : rows_(std::move(rows)), step_(step), columns_(columns), fine_(static_cast<std::size_t>((columns - 1) * step + 1)) {}

    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      for (const std::int64_t end = z + count; z < end; ++z) {
        rows_->row(z * step_, fine_.data());
        for (std::int64_t x = 0; x < columns_; ++x) *out++ = fine_[static_cast<std::size_t>(x * step_)];
      }
    }

   private:
    std::unique_ptr<HeightRows> rows_;
    std::int64_t step_, columns_;
    std::vector<std::int32_t> fine_;
  };

  std::unique_ptr<HeightSource> source_;
  std::int64_t step_;
};

}  // namespace orograph::terrain
