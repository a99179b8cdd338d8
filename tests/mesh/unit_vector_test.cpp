#include "mesh/unit_vector.h"

#include <array>
#include <cstdint>

#include "fixed/int256.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using fixed::Int256;
using mesh::unitVectorQ16;
using Vector = std::array<std::int64_t, 3>;

namespace {

Vector draw(test::Random& random, int most) {
  Vector v{random.ofAnySize(most), random.ofAnySize(most), random.ofAnySize(most)};
  if (v == Vector{0, 0, 0}) v[1] = 1;
  return v;
}

/// Whether |unit| lies within 1/2 + 1/512 of 65536 * |component| / sqrt(squares), compared as squares.
bool nearEnough(std::int64_t unit, std::int64_t component, const Int256& squares) {
  const Int256 exact = Int256(component) * Int256(component) * Int256(std::int64_t{1} << 50);  // at 512 times the scale
  const std::int64_t scaled = 512 * (unit < 0 ? -unit : unit);
  const Int256 low = scaled - 257, high = scaled + 257;
  return exact <= high * high * squares && (scaled < 257 || exact >= low * low * squares);
}

}  // namespace

TEST_CASE("unit vectors along the axes and diagonals are exact") {
  CHECK(unitVectorQ16({5, 0, 0}) == Vector{65536, 0, 0});
  CHECK(unitVectorQ16({0, -1, 0}) == Vector{0, -65536, 0});
  CHECK(unitVectorQ16({0, 0, std::int64_t{1} << 62}) == Vector{0, 0, 65536});
  CHECK(unitVectorQ16({3, 4, 0}) == Vector{39322, 52429, 0});          // 39321.6, 52428.8
  CHECK(unitVectorQ16({1, 1, 0}) == Vector{46341, 46341, 0});          // 46340.95
  CHECK(unitVectorQ16({-1, 1, -1}) == Vector{-37837, 37837, -37837});  // 37837.23
  CHECK(unitVectorQ16({std::int64_t{1} << 62, 1, 0}) == Vector{65536, 0, 0});
}

TEST_CASE("each component of a unit vector is the nearest Q16, for vectors of every size") {
  test::Random random(23);
  for (int i = 0; i < 20000; ++i) {
    const Vector v = draw(random, 62), unit = unitVectorQ16(v);
    Int256 squares;
    for (const std::int64_t c : v) squares += Int256(c) * Int256(c);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool sameSign = unit[axis] == 0 || (unit[axis] < 0) == (v[axis] < 0);
      if (!sameSign || !nearEnough(unit[axis], v[axis], squares)) {
        FAIL(v[0] << ", " << v[1] << ", " << v[2] << ": component " << axis << " is " << unit[axis]);
      }
    }
  }
}

TEST_CASE("a mirrored vector has the mirrored unit vector, and an axis swapped stays swapped") {
  test::Random random(24);
  for (int i = 0; i < 20000; ++i) {
    const Vector v = draw(random, 62), unit = unitVectorQ16(v);
    const Vector mirrored = unitVectorQ16({-v[0], v[1], -v[2]}), swapped = unitVectorQ16({v[2], v[1], v[0]});
    if (mirrored != Vector{-unit[0], unit[1], -unit[2]} || swapped != Vector{unit[2], unit[1], unit[0]})
      FAIL("case " << i);
  }
}
