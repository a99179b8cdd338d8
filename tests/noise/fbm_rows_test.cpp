#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "fixed/q16.h"
#include "fixed/splitmix64.h"
#include "noise/fbm_rows.h"
#include "noise/height_scaling.h"

namespace orograph::noise {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}
  std::int64_t within(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits_.next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool oneIn(std::int64_t n) { return within(1, n) == 1; }
  /// Magnitudes of every size below 2^bits.
  std::int64_t scaled(std::int64_t bits) { return within(0, (std::int64_t{1} << within(0, bits)) - 1); }

 private:
  fixed::SplitMix64 bits_;
};

struct Case {
  FbmParameters fbm;
  field::Grid grid;
  std::int64_t x0, x1;
  std::int64_t heightScaleQ16;
  std::vector<std::int64_t> rows;
};

/// Of either sign or zero, for cells of 2^-10 to 2^20 pixels.
std::int64_t randomStep(Random& random, std::int64_t latticeShift) {
  if (random.oneIn(12)) return 0;
  if (random.oneIn(12)) return -random.scaled(20);
  const std::int64_t perCellLog2 = random.within(-10, 20);  // pixels of a cell
  const std::int64_t stepLog2 = std::clamp<std::int64_t>(latticeShift - perCellLog2, 0, 34);
  const std::int64_t step = std::int64_t{1} << stepLog2;
  return random.oneIn(3) ? step : step + random.within(0, step / 2);
}

Case randomCase(Random& random, std::int64_t width) {
  Case made;
  FbmParameters& fbm = made.fbm;
  fbm.seed = static_cast<std::uint64_t>(random.within(0, INT64_MAX - 1));
  fbm.octaves = random.oneIn(4) ? random.within(1, 32) : random.within(1, 9);
  const std::int64_t usualGains[] = {32768, 65536, 0, 65535, 16384};
  fbm.gainQ16 = random.oneIn(2) ? usualGains[random.within(0, 4)] : random.within(0, 65536);
  fbm.lacunarityShift = random.oneIn(3) ? random.within(0, 8) : 1;
  fbm.latticeShift = random.oneIn(6) ? random.within(-4, 40) : random.within(8, 24);
  fbm.lattice = random.oneIn(2) ? fixed::Lattice::kSpatial : fixed::Lattice::kMixed;
  if (random.oneIn(12)) fbm.lattice = random.oneIn(2) ? fixed::Lattice::kFract : fixed::Lattice::kSine;
  if (random.oneIn(2)) fbm.basis = random.oneIn(2) ? Basis::kPerlin : Basis::kSimplex;
  if (random.oneIn(2)) fbm.interpolation = static_cast<Interpolation>(random.within(0, 3));
  const bool cliffs = fbm.basis == Basis::kPerlin && fbm.interpolation == Interpolation::kStep;  // no spec has them
  if (cliffs) fbm.interpolation = Interpolation::kSmooth;
  if (random.oneIn(4)) fbm.lacunarityQ16 = random.within(65536, 4 * 65536);
  if (random.oneIn(6)) fbm.rotation = random.oneIn(2) ? Rotation::kForward : Rotation::kInverse;
  if (random.oneIn(3)) fbm.attenuation = random.oneIn(3) ? static_cast<Attenuation>(random.within(2, 3)) : Attenuation::kIndex;
  if (random.oneIn(12)) fbm.octaveScaleQ16 = random.within(1, 1 << 20);
  if (random.oneIn(12)) fbm.warp = {random.within(0, 1 << 17), random.within(1, 3)};
  const bool fewCells = fbm.octaves * (fbm.lacunarityQ16 != 0 ? 2 : fbm.lacunarityShift) < 30;
  if (random.oneIn(4) && fewCells) fbm.period = {random.within(0, 100), random.within(0, 100)};
  made.heightScaleQ16 = random.oneIn(8) ? INT32_MAX : random.oneIn(2) ? 196608 : random.scaled(31);
  fbm.normalise = !random.oneIn(4);
  if (!fbm.normalise || fbm.octaveScaleQ16 > 65536) {
    const std::int64_t greatest = std::max<std::int64_t>(Fbm(fbm).greatestQ16(), 1);
    made.heightScaleQ16 = std::min(made.heightScaleQ16, ((std::int64_t{1} << 47) - 1) / greatest);
  }
  made.x0 = random.within(-300, 300);
  made.x1 = made.x0 + width;
  const auto origin = [&] { return random.scaled(47) * (random.oneIn(2) ? 1 : -1); };
  made.grid = {origin(), origin(), randomStep(random, fbm.latticeShift), randomStep(random, fbm.latticeShift), 0, 0};
  std::int64_t z = random.within(-1000, 1000);
  for (int i = 0; i < 5; ++i) {
    made.rows.push_back(z);
    z += random.oneIn(8) ? random.within(-20, 20) : random.oneIn(8) ? -1 : 1;
  }
  return made;
}

/// Compares every kernel with Fbm::valueQ16; returns the number of samples compared.
std::int64_t compare(const Case& tried) {
  const Fbm fbm(tried.fbm);
  const auto width = static_cast<std::size_t>(tried.x1 - tried.x0);
  std::vector<FbmRows> readers;
  for (const Kernel& kernel : kernels()) {
    readers.emplace_back(fbm, tried.grid, tried.x0, tried.x1, tried.heightScaleQ16, kernel);
  }
  constexpr std::int32_t kSentinel = -77;
  std::vector<std::int32_t> expected(width + 1, kSentinel), actual(width + 1);
  std::int64_t compared = 0;
  for (const std::int64_t z : tried.rows) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::int64_t x = tried.x0 + static_cast<std::int64_t>(i);
      const std::int64_t value = fbm.valueQ16(tried.grid.xQ16(x), tried.grid.zQ16(z));
      expected[i] = static_cast<std::int32_t>(fixed::multiplyQ16(value, tried.heightScaleQ16));
    }
    for (std::size_t k = 0; k < readers.size(); ++k) {
      actual.assign(width + 1, kSentinel);
      readers[k].row(z, actual.data());
      if (actual != expected) {
        INFO("kernel " << kernels()[k].name << ", width " << width << ", row " << z << ", seed " << tried.fbm.seed
                       << ", octaves " << tried.fbm.octaves << ", gain " << tried.fbm.gainQ16 << ", lattice shift "
                       << tried.fbm.latticeShift << ", lacunarity shift " << tried.fbm.lacunarityShift << ", origin "
                       << tried.grid.x0Q16 << " " << tried.grid.z0Q16 << ", steps " << tried.grid.dxQ16 << " "
                       << tried.grid.dzQ16 << ", scale " << tried.heightScaleQ16 << ", basis "
                       << kBasisNames[static_cast<std::size_t>(tried.fbm.basis)] << ", interpolation "
                       << kInterpolationNames[static_cast<std::size_t>(tried.fbm.interpolation)] << ", lattice "
                       << fixed::kLatticeNames[static_cast<std::size_t>(tried.fbm.lattice)] << ", rotation "
                       << kRotationNames[static_cast<std::size_t>(tried.fbm.rotation)] << ", attenuation "
                       << kAttenuationNames[static_cast<std::size_t>(tried.fbm.attenuation)] << ", lacunarity "
                       << tried.fbm.lacunarityQ16 << ", period " << tried.fbm.period[0] << " " << tried.fbm.period[1]
                       << ", warp " << tried.fbm.warp.strengthQ16 << ", normalise " << tried.fbm.normalise);
        FAIL("a kernel differs from the scalar definition");
      }
      compared += static_cast<std::int64_t>(width);
    }
  }
  return compared;
}

const std::int64_t kRepeats = std::getenv("OROGRAPH_LONG_TESTS") != nullptr ? 200 : 16;

TEST_CASE("every kernel equals the scalar definition at every width, for random fields, grids and rows") {
  Random random(20250303);
  std::int64_t compared = 0;
  for (std::int64_t repeat = 0; repeat < kRepeats; ++repeat) {
    for (std::int64_t width = 1; width <= 257; ++width) compared += compare(randomCase(random, width));
  }
  INFO(compared << " samples compared");
  CHECK(compared >= 600'000 * kRepeats);
}

TEST_CASE("every kernel equals the scalar definition across the segments of wide rows") {
  Random random(4711);
  for (std::int64_t repeat = 0; repeat < kRepeats; ++repeat) {
    for (const std::int64_t width : {511, 513, 4095, 4096, 4097, 9000}) compare(randomCase(random, width));
  }
}

TEST_CASE("octaves far finer than a pixel and far below the lattice equal the scalar definition") {
  Random random(99);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Case tried = randomCase(random, random.within(1, 200));
    tried.fbm.octaves = 32;
    tried.fbm.gainQ16 = 65536;
    tried.fbm.latticeShift = random.within(0, 40);
    tried.fbm.lacunarityShift = random.within(1, 9);  // the last octave's shift falls to -279
    compare(tried);
  }
}

TEST_CASE("the rows of a segment do not depend on the rows asked for before, nor on the segment") {
  const Fbm fbm({.octaves = 7});
  const field::Grid grid = {-123456, 98765, 5241, 5241, 300, 300};
  for (const Kernel& kernel : kernels()) {
    FbmRows whole(fbm, grid, 0, 300, 65536, kernel), again(fbm, grid, 0, 300, 65536, kernel);
    FbmRows part(fbm, grid, 77, 210, 65536, kernel);
    std::vector<std::int32_t> expected(300), actual(300), segment(133);
    Random random(5);
    for (int i = 0; i < 200; ++i) {
      const std::int64_t z = random.within(0, 299);
      FbmRows(fbm, grid, 0, 300, 65536, kernel).row(z, expected.data());
      again.row(z, actual.data());
      REQUIRE(actual == expected);
      whole.row(i, actual.data());
      part.row(z, segment.data());
      REQUIRE(std::equal(segment.begin(), segment.end(), expected.begin() + 77));
    }
  }
}

TEST_CASE("a band of rows is the rows one by one, and nothing between them") {
  const Fbm fbm({.octaves = 5, .lattice = fixed::Lattice::kMixed});
  const field::Grid grid = {-1234567, 7654321, 5241, 9999, 5000, 20};
  for (const Kernel& kernel : kernels()) {
    constexpr std::int64_t kColumns = 4900, kStride = 4907, kRows = 7;
    std::vector<std::int32_t> expected(kStride * kRows, -77), actual(kStride * kRows, -77);
    FbmRows oneByOne(fbm, grid, 100, 5000, 65536, kernel), band(fbm, grid, 100, 5000, 65536, kernel);
    for (std::int64_t row = 0; row < kRows; ++row) oneByOne.row(3 + row, expected.data() + row * kStride);
    band.rows(3, kRows, actual.data(), kStride);
    REQUIRE(actual == expected);
    REQUIRE(actual[kColumns] == -77);
  }
}

TEST_CASE("a segment without columns writes nothing") {
  for (const Kernel& kernel : kernels()) {
    std::int32_t sentinel = -77;
    FbmRows(Fbm({}), {0, 0, 4096, 4096, 8, 8}, 3, 3, 65536, kernel).row(2, &sentinel);
    CHECK(sentinel == -77);
  }
}

TEST_CASE("the multiplications of a height equal its divisions at every sum where the quotient steps") {
  Random random(31);
  std::vector<std::int64_t> totals = {65536, 65537, 98304, 131071, 131072, 2097151, 2097152};
  for (std::int64_t octaves = 1; octaves <= 32; ++octaves) {
    for (const std::int64_t gain : {32768, 36045, 45875, 65535}) {
      totals.push_back(Fbm({.octaves = octaves, .gainQ16 = gain}).totalAmplitudeQ16());
    }
  }
  for (int i = 0; i < 20 * kRepeats; ++i) totals.push_back(random.within(65536, 2097152));
  for (const std::int64_t total : totals) {
    const std::int64_t scale = random.oneIn(2) ? 65536 : random.scaled(31);
    const HeightScaling scaling = heightScaling(total, scale);
    const auto check = [&](std::int64_t sum) {
      const std::int64_t height = fixed::multiplyQ16(fixed::divideQ16(sum, total), scale);
      if (scaledHeight(static_cast<std::uint32_t>(sum), scaling) != height) {
        FAIL("total " << total << ", scale " << scale << ", sum " << sum);
      }
    };
    // The quotient is monotone in the sum, so it is right everywhere if it is right on both sides of every step.
    for (std::int64_t quotient = 1; quotient < 65536; ++quotient) {
      const std::int64_t step = (quotient * total + 65535) / 65536;
      check(step - 1);
      if (step < total) check(step);
    }
    check(total - 1);
  }
}

TEST_CASE("a gain of one half divides by one short multiplication up to fifteen octaves") {
  using Division = HeightScaling::Division;
  for (std::int64_t octaves = 2; octaves <= 15; ++octaves) {
    CHECK(heightScaling(Fbm({.octaves = octaves}).totalAmplitudeQ16(), 65536).division == Division::kShort);
  }
  CHECK(heightScaling(Fbm({.octaves = 1}).totalAmplitudeQ16(), 65536).division == Division::kNone);
}

TEST_CASE("a kernel is chosen by name, else by the environment, else the best") {
  REQUIRE(kernels().size() >= 2);
  CHECK(kernels().front().name == "scalar");
  for (const Kernel& kernel : kernels()) CHECK(chosenKernel(kernel.name).name == kernel.name);
  CHECK_THROWS_AS(chosenKernel("abacus"), std::invalid_argument);
  try {
    chosenKernel("abacus");
  } catch (const std::invalid_argument& error) {
    for (const Kernel& kernel : kernels()) {
      CHECK(std::string(error.what()).find(kernel.name) != std::string::npos);
    }
  }
  const char* before = std::getenv("OROGRAPH_KERNEL");
  const std::string kept = before == nullptr ? "" : before;
  setenv("OROGRAPH_KERNEL", "portable", 1);
  CHECK(chosenKernel().name == "portable");
  CHECK(chosenKernel("scalar").name == "scalar");
  setenv("OROGRAPH_KERNEL", "abacus", 1);
  CHECK_THROWS_AS(chosenKernel(), std::invalid_argument);
  unsetenv("OROGRAPH_KERNEL");
  CHECK(chosenKernel().name == kernels().back().name);
  if (before != nullptr) setenv("OROGRAPH_KERNEL", kept.c_str(), 1);
}

}  // namespace
}  // namespace orograph::noise
