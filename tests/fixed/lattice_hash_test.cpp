#include "fixed/lattice_hash.h"

#include <cmath>
#include <cstdint>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using fixed::Lattice;

namespace {

/// The correlation of the values at (x, z) and (-x, -z) over a square of points.
double pointSymmetry(Lattice lattice) {
  double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  for (int x = 1; x <= 300; ++x) {
    for (int z = 1; z <= 300; ++z) {
      const double p = fixed::latticeValue(lattice, x, z, 332046347),
                   q = fixed::latticeValue(lattice, -x, -z, 332046347);
      n += 1, a += p, b += q, aa += p * p, bb += q * q, ab += p * q;
    }
  }
  return (n * ab - a * b) / std::sqrt((n * aa - a * a) * (n * bb - b * b));
}

}  // namespace

TEST_CASE("lattice values agree with an independent Python implementation of docs/algorithms.md") {
  struct Row {
    std::int64_t x, z;
    std::uint32_t seed, spatial, mixed;
  };
  const Row rows[] = {
      {0, 0, 0u, 0u, 0u},
      {1, 0, 0u, 5798u, 8861u},
      {0, 1, 0u, 58224u, 18150u},
      {0, 0, 1u, 35949u, 34514u},
      {-1, -1, 1337u, 47352u, 584u},
      {2147483647, -2147483648, 2147483647u, 40156u, 21617u},
      {4294967295, 4294967295, 332046347u, 25508u, 37180u},
      {-147531839, 375314994, 396555068u, 16877u, 15073u},
      {-1347873755, -229380666, 304502734u, 5223u, 51247u},
      {2071004980, 1996119480, 1404287947u, 15265u, 25002u},
      {644549944, 528832678, 1786065640u, 65036u, 57520u},
      {121896630, -1891713581, 408469125u, 61448u, 42246u},
      {1630219151, 427856421, 1670975072u, 6873u, 59099u},
      {-154900306, 1470713325, 1114810544u, 65213u, 15532u},
  };
  for (const Row& row : rows) {
    CHECK(fixed::latticeValue(Lattice::kSpatial, row.x, row.z, row.seed) == row.spatial);
    CHECK(fixed::latticeValue(Lattice::kMixed, row.x, row.z, row.seed) == row.mixed);
  }
}

TEST_CASE("lattice indices count modulo 2^32 and values stay below 2^16") {
  test::Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t x = random.within(-(std::int64_t{1} << 40), std::int64_t{1} << 40), z = random.within(-9, 9);
    const auto seed = static_cast<std::uint32_t>(random.within(0, 0x7FFFFFFF));
    const std::int64_t turns = random.within(-1000, 1000) * (std::int64_t{1} << 32);
    for (const Lattice lattice : {Lattice::kSpatial, Lattice::kMixed}) {
      const std::uint32_t value = fixed::latticeValue(lattice, x, z, seed);
      if (value > 65535 || value != fixed::latticeValue(lattice, x + turns, z - turns, seed)) FAIL(x << ", " << z);
    }
  }
}

TEST_CASE("the spatial lattice is partly point-symmetric and the mixed one is not") {
  const double spatial = pointSymmetry(Lattice::kSpatial), mixed = pointSymmetry(Lattice::kMixed);
  CAPTURE(spatial, mixed);
  CHECK(spatial > 0.2);
  CHECK(spatial < 0.4);
  CHECK(std::abs(mixed) < 0.02);  // six standard errors of 90000 pairs
}

TEST_CASE("lattice names stand in the order of the enumeration") {
  CHECK(fixed::kLatticeNames[static_cast<std::size_t>(Lattice::kSpatial)] == "spatial");
  CHECK(fixed::kLatticeNames[static_cast<std::size_t>(Lattice::kMixed)] == "mixed");
  CHECK(fixed::kLatticeNames[static_cast<std::size_t>(Lattice::kFract)] == "fract");
  CHECK(fixed::kLatticeNames[static_cast<std::size_t>(Lattice::kSine)] == "sine");
}
