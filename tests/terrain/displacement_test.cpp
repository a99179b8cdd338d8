#include "terrain/displacement.h"

#include <vector>

#include "fixed/splitmix64.h"
#include "noise/kernel.h"
#include "support/catch.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  std::int64_t in(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(generator_.next() % static_cast<std::uint64_t>(most - least + 1));
  }
  std::vector<std::int32_t> heights(std::int64_t count) {
    std::vector<std::int32_t> values;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(static_cast<std::int32_t>(in(-(1 << 29) + 1, (1 << 29) - 1)));
    }
    return values;
  }

 private:
  fixed::SplitMix64 generator_;
};

}  // namespace

TEST_CASE("every kernel displaces rows of every length as the plain loop does") {
  Random random(1);
  for (const noise::Kernel& kernel : noise::kernels()) {
    const DisplacementKernel fast = displacementKernel(kernel.name);
    for (std::int64_t count = 1; count <= 257; ++count) {
      const std::int64_t period = random.in(0, 1) == 0 ? 0 : std::int64_t{1} << random.in(1, 16);
      // Amplitudes on both sides of 2^15, where the product leaves 32 bits.
      const std::int64_t amplitude = random.in(0, 2) == 0 ? random.in(32767, 32769) : random.in(0, std::int64_t{1} << random.in(0, 30));
      const DisplacedPoints points{random.in(0, 1) == 0 ? fixed::Lattice::kSpatial : fixed::Lattice::kMixed,
                                   static_cast<std::uint32_t>(random.in(0, 0x7FFFFFFF)), amplitude,
                                   random.in(-70000, 70000), random.in(-70000, 70000), period};
      const auto a = random.heights(count), b = random.heights(count), c = random.heights(count), d = random.heights(count);
      std::vector<std::int32_t> expected(a.size() + 1, 7), found(a.size() + 1, 7);  // one more, which must stay
      displaceRow(points, a.data(), b.data(), c.data(), d.data(), count, expected.data());
      fast.displace(points, a.data(), b.data(), c.data(), d.data(), count, found.data());
      INFO(kernel.name << ", " << count << " points, amplitude " << amplitude << ", period " << period);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("every kernel scales rows of every length as the plain loop does") {
  Random random(2);
  for (const noise::Kernel& kernel : noise::kernels()) {
    const DisplacementKernel fast = displacementKernel(kernel.name);
    for (std::int64_t count = 1; count <= 257; ++count) {
      const std::int64_t scale = random.in(0, 4 * fixed::kOneQ16 - 1);  // 2^29 times it stays in 32 bits
      const auto heights = random.heights(count);
      std::vector<std::int32_t> expected(heights.size() + 1, 7), found(heights.size() + 1, 7);
      scaleRow(heights.data(), scale, count, expected.data());
      fast.scale(heights.data(), scale, count, found.data());
      INFO(kernel.name << ", " << count << " heights, scale " << scale);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("diamond-square is the same with every kernel, in 32 and in 64 bits") {
  for (const std::int64_t amplitude : {65536, 1 << 30}) {  // the second leaves the bound of 32-bit rows
    for (const bool wrap : {false, true}) {
      std::vector<std::int32_t> expected;
      for (const noise::Kernel& kernel : noise::kernels()) {
        Parameters parameters;
        parameters.diamondSquare.cells = 64;
        parameters.diamondSquare.amplitudeQ16 = amplitude;
        parameters.diamondSquare.wrap = wrap;
        parameters.heightScaleQ16 = 4096;
        parameters.kernel = &kernel;
        std::vector<std::int32_t> found(65 * 65);
        makeDiamondSquareSource(parameters)->over({}, 0, 65)->rows(0, 65, found.data());
        if (expected.empty()) expected = found;
        CHECK(found == expected);
      }
    }
  }
}

}  // namespace orograph::terrain
