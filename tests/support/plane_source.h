// A plane over the world, for slopes that are known.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>

#include "fixed/q16.h"
#include "terrain/height_source.h"

namespace orograph::test {

/// Heights slopeX * x + slopeZ * z at any point, in Q16 and rounded down.
class PlaneSource final : public terrain::HeightSource {
 public:
  PlaneSource(std::int64_t slopeXQ16, std::int64_t slopeZQ16) : slopeXQ16_(slopeXQ16), slopeZQ16_(slopeZQ16) {}

  /// The most rows that were asked for at once.
  std::int64_t mostRows() const { return mostRows_; }

  std::unique_ptr<terrain::HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(*this, grid, x0, x1);
  }

 private:
  class Rows final : public terrain::HeightRows {
   public:
    Rows(const PlaneSource& plane, const field::Grid& grid, std::int64_t x0, std::int64_t x1)
        : plane_(plane), grid_(grid), x0_(x0), x1_(x1) {}
    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      std::int64_t seen = plane_.mostRows_;
      while (seen < count && !plane_.mostRows_.compare_exchange_weak(seen, count)) {
      }
      for (const std::int64_t end = z + count; z < end; ++z) {
        for (std::int64_t x = x0_; x < x1_; ++x) {
          *out++ =
              static_cast<std::int32_t>((plane_.slopeXQ16_ * grid_.xQ16(x) + plane_.slopeZQ16_ * grid_.zQ16(z)) >> 16);
        }
      }
    }

   private:
    const PlaneSource& plane_;
    field::Grid grid_;
    std::int64_t x0_, x1_;
  };

  std::int64_t slopeXQ16_, slopeZQ16_;
  mutable std::atomic<std::int64_t> mostRows_ = 0;
};

}  // namespace orograph::test
