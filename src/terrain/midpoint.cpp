#include "terrain/midpoint.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "fixed/q16.h"
#include "fixed/lattice_hash.h"
#include "terrain/displacement.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

class MidpointSource final : public HeightSource {
 public:
  explicit MidpointSource(std::vector<std::int32_t> line) : line_(std::move(line)) {}

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(std::span(line_).subspan(static_cast<std::size_t>(grid.firstColumn + x0),
                                                           static_cast<std::size_t>(x1 - x0)));
  }

 private:
  class Rows final : public HeightRows {
   public:
    explicit Rows(std::span<const std::int32_t> line) : line_(line) {}
    void rows(std::int64_t, std::int64_t count, std::int32_t* out) override {
      for (std::int64_t i = 0; i < count; ++i) out = std::copy(line_.begin(), line_.end(), out);
    }

   private:
    std::span<const std::int32_t> line_;
  };

  std::vector<std::int32_t> line_;  // at most 65537 points
};

}  // namespace

std::int64_t midpointBoundQ16(const DiamondSquareParameters& parameters) {
  const std::vector<std::int64_t> amplitudes = levelAmplitudesQ16(parameters);
  return std::accumulate(amplitudes.begin(), amplitudes.end(), std::int64_t{0});
}

std::unique_ptr<HeightSource> makeMidpointSource(const Parameters& parameters) {
  const DiamondSquareParameters& p = parameters.diamondSquare;
  const std::vector<std::int64_t> amplitudesQ16 = levelAmplitudesQ16(p);
  const std::vector<std::uint32_t> seeds = fixed::latticeSeeds(p.lattice, p.seed, static_cast<int>(amplitudesQ16.size()));
  // At most 16 levels of 2^30: heights stay below 2^35 before the scale, and the spec's rules keep them in 32 bits
  // after.
  std::vector<std::int64_t> heights(static_cast<std::size_t>(p.cells) + 1);
  for (std::size_t level = 0; level < seeds.size(); ++level) {
    const std::size_t half = static_cast<std::size_t>(p.cells) >> (level + 1);
    const DisplacedPoints odd{p.lattice, seeds[level], amplitudesQ16[level], 1, 0, 0};
    for (std::size_t x = half, i = 0; x < heights.size(); x += 2 * half, ++i) {
      heights[x] =
          fixed::floorDiv(heights[x - half] + heights[x + half], 2) + odd.displacement(static_cast<std::int64_t>(i));
    }
  }
  std::vector<std::int32_t> line(heights.size());
  scaleRow(heights.data(), parameters.heightScaleQ16, static_cast<std::int64_t>(heights.size()), line.data());
  return std::make_unique<MidpointSource>(std::move(line));
}

}  // namespace orograph::terrain
