#include "terrain/fbm_source.h"

#include <utility>

#include "fixed/q16.h"
#include "noise/fbm.h"
#include "noise/fbm_rows.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

/// Building the tables of a fast reader costs more than so few columns computed point by point.
constexpr std::int64_t kFewColumns = 8;

class FbmSource final : public HeightSource {
 public:
  explicit FbmSource(const Parameters& parameters)
      : fbm_(parameters.fbm), heightScaleQ16_(parameters.heightScaleQ16), kernel_(parameters.kernel) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    const noise::Kernel& kernel = x1 - x0 < kFewColumns ? noise::kernels().front() : *kernel_;
    return std::make_unique<Rows>(noise::FbmRows(fbm_, grid, x0, x1, heightScaleQ16_, kernel), x1 - x0);
  }

 private:
  class Rows final : public HeightRows {
   public:
    Rows(noise::FbmRows rows, std::int64_t columns) : rows_(std::move(rows)), columns_(columns) {}
    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override { rows_.rows(z, count, out, columns_); }

   private:
    noise::FbmRows rows_;
    std::int64_t columns_;
  };

  noise::Fbm fbm_;
  std::int64_t heightScaleQ16_;  // times fbmBoundQ16 an int32
  const noise::Kernel* kernel_;
};

}  // namespace

std::unique_ptr<HeightSource> makeFbmSource(const Parameters& parameters) {
  return std::make_unique<FbmSource>(parameters);
}

std::int64_t fbmBoundQ16(const Parameters& parameters) {
  const bool mean = parameters.fbm.normalise && parameters.fbm.octaveScaleQ16 == fixed::kOneQ16;
  return mean ? fixed::kOneQ16 : noise::Fbm(parameters.fbm).greatestQ16();
}

}  // namespace orograph::terrain
