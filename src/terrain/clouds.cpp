#include "terrain/clouds.h"

#include <algorithm>

#include "fixed/q16.h"
#include "noise/fbm.h"
#include "noise/fbm_rows.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

using fixed::kOneQ16;

noise::FbmParameters cloudOctaves(noise::FbmParameters fbm) {
  fbm.normalise = false;
  fbm.frequencyNumerator = kCloudFrequencyNumerator;
  fbm.frequencyDenominator = kCloudFrequencyDenominator;
  fbm.finelyRounded = true;
  return fbm;
}

class CloudsSource final : public HeightSource {
 public:
  explicit CloudsSource(const Parameters& parameters)
      : fbm_(cloudOctaves(parameters.fbm)), heightScaleQ16_(parameters.heightScaleQ16), kernel_(parameters.kernel) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(*this, grid, x0, x1);
  }

 private:
  class Rows final : public HeightRows {
   public:
    Rows(const CloudsSource& source, const field::Grid& grid, std::int64_t x0, std::int64_t x1)
        : source_(source), sums_(source.fbm_, grid, x0, x1, kOneQ16, *source.kernel_), columns_(x1 - x0) {}

    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      sums_.rows(z, count, out, columns_);
      for (std::int64_t i = 0; i < count * columns_; ++i) out[i] = source_.height(out[i]);
    }

   private:
    const CloudsSource& source_;
    noise::FbmRows sums_;
    std::int64_t columns_;
  };

  /// Rounded down at each step; sums are below 2^25, see Fbm::greatestQ16.
  std::int32_t height(std::int64_t sumQ16) const {
    const std::int64_t low = kOneQ16 / 2, high = kOneQ16 + fbm_.totalAmplitudeQ16();
    const std::int64_t t = std::clamp<std::int64_t>(fixed::divideQ16(sumQ16 - low, high - low), 0, kOneQ16);
    const std::int64_t density = std::min(fixed::smoothstepQ16(t) * 22 / 10, kOneQ16);
    return static_cast<std::int32_t>(fixed::multiplyQ16(density, heightScaleQ16_));
  }

  noise::Fbm fbm_;
  std::int64_t heightScaleQ16_;
  const noise::Kernel* kernel_;
};

}  // namespace

std::unique_ptr<HeightSource> makeCloudsSource(const Parameters& parameters) {
  return std::make_unique<CloudsSource>(parameters);
}

std::int64_t cloudsBoundQ16(const Parameters&) { return kOneQ16; }

}  // namespace orograph::terrain
