#include "terrain/fbm_source.h"

#include "fixed/q16.h"
#include "noise/fbm.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

class FbmSource final : public HeightSource {
 public:
  FbmSource(const noise::FbmParameters& parameters, std::int64_t heightScaleQ16)
      : fbm_(parameters), heightScaleQ16_(heightScaleQ16) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(*this, grid, x0, x1);
  }

 private:
  class Rows final : public HeightRows {
   public:
    Rows(const FbmSource& source, const field::Grid& grid, std::int64_t x0, std::int64_t x1)
        : source_(source), grid_(grid), x0_(x0), x1_(x1) {}

    void row(std::int64_t z, std::int32_t* out) override {
      for (std::int64_t x = x0_; x < x1_; ++x) {
        const std::int64_t value = source_.fbm_.valueQ16(grid_.xQ16(x), grid_.zQ16(z));
        *out++ = static_cast<std::int32_t>(fixed::multiplyQ16(value, source_.heightScaleQ16_));
      }
    }

   private:
    const FbmSource& source_;
    field::Grid grid_;
    std::int64_t x0_, x1_;
  };

  noise::Fbm fbm_;
  std::int64_t heightScaleQ16_;  // [0, 2^31 - 1]: a value below 1.0 times it stays an int32
};

}  // namespace

std::unique_ptr<HeightSource> makeFbmSource(const Parameters& parameters) {
  return std::make_unique<FbmSource>(parameters.fbm, parameters.heightScaleQ16);
}

}  // namespace orograph::terrain
