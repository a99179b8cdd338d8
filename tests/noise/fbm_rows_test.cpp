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
  fbm.gainQ16 = random.oneIn(3) ? 32768 : random.oneIn(8) ? 65536 : random.oneIn(8) ? 0 : random.within(0, 65536);
  fbm.lacunarityShift = random.oneIn(3) ? random.within(0, 8) : 1;
  fbm.latticeShift = random.oneIn(6) ? random.within(-2, 40) : random.within(8, 24);
  fbm.lattice = random.oneIn(2) ? fixed::Lattice::kSpatial : fixed::Lattice::kMixed;
  made.heightScaleQ16 = random.oneIn(8) ? INT32_MAX : random.oneIn(2) ? 3 * 65536 : random.scaled(31);
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
                       << tried.grid.dzQ16 << ", scale " << tried.heightScaleQ16);
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
  WARN(compared << " samples compared, " << kernels().size() << " kernels");
}

TEST_CASE("every kernel equals the scalar definition across the strips of wide rows") {
  Random random(4711);
  for (std::int64_t repeat = 0; repeat < kRepeats; ++repeat) {
    for (const std::int64_t width : {1023, 1024, 1025, 2049, 5000}) compare(randomCase(random, width));
  }
}

}  // namespace
}  // namespace orograph::noise
