#include "terrain/fbm_source.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "fixed/q16.h"
#include "noise/fbm.h"
#include "support/catch.h"
#include "support/random.h"
#include "support/whole_field.h"
#include "terrain/generators.h"

using namespace orograph;

namespace {

terrain::Parameters draw(test::Random& random) {
  terrain::Parameters p;
  p.fbm.seed = random.bits();
  p.fbm.octaves = random.within(1, 12);
  p.fbm.gainQ16 = random.within(0, 65536);
  p.fbm.lacunarityShift = random.within(0, 8);
  p.fbm.latticeShift = random.within(1, 40);
  p.fbm.lattice = random.within(0, 1) == 0 ? fixed::Lattice::kSpatial : fixed::Lattice::kMixed;
  p.heightScaleQ16 = random.within(0, 3) == 0 ? INT32_MAX : random.within(0, INT32_MAX);
  return p;
}

field::Grid drawGrid(test::Random& random) {
  return {random.ofAnySize(46),           random.ofAnySize(46), std::abs(random.ofAnySize(40)),
          std::abs(random.ofAnySize(40)), random.within(1, 70), random.within(1, 12)};
}

}  // namespace

TEST_CASE("every fBm height is fBm at the grid's point times the height scale") {
  test::Random random(21);
  for (int round = 0; round < 200; ++round) {
    const terrain::Parameters p = draw(random);
    const field::Grid grid = drawGrid(random);
    const noise::Fbm fbm(p.fbm);
    const auto source = terrain::makeFbmSource(p);
    const test::Heights heights = test::wholeField(*source, grid);
    for (std::int64_t z = 0; z < grid.rows; ++z) {
      for (std::int64_t x = 0; x < grid.columns; ++x) {
        const std::int64_t value = fbm.valueQ16(grid.x0Q16 + x * grid.dxQ16, grid.z0Q16 + z * grid.dzQ16);
        const std::int64_t height = heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)];
        if (height != fixed::multiplyQ16(value, p.heightScaleQ16)) FAIL("round " << round << ": " << x << ", " << z);
      }
    }
  }
}

TEST_CASE("any segment of an fBm row, in any order, equals that part of the whole") {
  test::Random random(22);
  for (int round = 0; round < 100; ++round) {
    const terrain::Parameters p = draw(random);
    const field::Grid grid = drawGrid(random);
    const auto source = terrain::makeFbmSource(p);
    const test::Heights whole = test::wholeField(*source, grid);
    for (int segment = 0; segment < 5; ++segment) {
      const std::int64_t x0 = random.within(0, grid.columns - 1), x1 = random.within(x0 + 1, grid.columns);
      const auto reader = source->over(grid, x0, x1);
      std::vector<std::int32_t> part(static_cast<std::size_t>(x1 - x0));
      for (int i = 0; i < 6; ++i) {
        const std::int64_t z = random.within(0, grid.rows - 1);
        if (i % 2 == 0)
          reader->row(z, part.data());
        else
          source->rows(grid, x0, x1, z, part.data());
        if (!std::equal(part.begin(), part.end(), whole[static_cast<std::size_t>(z)].begin() + x0))
          FAIL("round " << round);
      }
    }
  }
}

TEST_CASE("the fBm heights of neighbouring windows join") {
  const auto source = terrain::makeFbmSource({});
  const field::Grid west = field::imageGrid({{0, 0}, {1 << 20, 1 << 20}}, 32, 4);
  const field::Grid both = field::imageGrid({{1 << 20, 0}, {2 << 20, 1 << 20}}, 64, 4);
  const field::Grid east = field::imageGrid({{2 << 20, 0}, {1 << 20, 1 << 20}}, 32, 4);
  std::vector<std::int32_t> left(32), right(32), all(64);
  for (std::int64_t z = 0; z < 4; ++z) {
    source->rows(west, 0, 32, z, left.data());
    source->rows(east, 0, 32, z, right.data());
    source->rows(both, 0, 64, z, all.data());
    left.insert(left.end(), right.begin(), right.end());
    CHECK(left == all);
    left.resize(32);
  }
}
