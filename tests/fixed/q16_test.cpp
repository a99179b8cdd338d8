#include "fixed/q16.h"

#include <cstdint>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;

TEST_CASE("floorDiv rounds towards minus infinity") {
  CHECK(fixed::floorDiv(7, 2) == 3);
  CHECK(fixed::floorDiv(-7, 2) == -4);
  CHECK(fixed::floorDiv(-8, 2) == -4);
  CHECK(fixed::floorDiv(0, 5) == 0);
  CHECK(fixed::floorDiv(INT64_MIN, 1) == INT64_MIN);
  CHECK(fixed::floorDiv(INT64_MIN, INT64_MAX) == -2);
  test::Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const std::int64_t a = random.ofAnySize(62), b = random.within(1, std::int64_t{1} << random.within(0, 61));
    const std::int64_t rest = a - fixed::floorDiv(a, b) * b;
    if (rest < 0 || rest >= b) FAIL(a << " / " << b);
  }
}

TEST_CASE("a Q16 product and a Q16 quotient are floors, below zero too") {
  CHECK(fixed::multiplyQ16(65536, -65536) == -65536);
  CHECK(fixed::multiplyQ16(1, 1) == 0);
  CHECK(fixed::multiplyQ16(-1, 1) == -1);
  CHECK(fixed::multiplyQ16(65535, 2147483647) == 2147450879);
  CHECK(fixed::divideQ16(1, 3) == 21845);
  CHECK(fixed::divideQ16(-1, 3) == -21846);
  CHECK(fixed::divideQ16(-3, 3) == -65536);
}

TEST_CASE("smoothstep goes from 0 to 1 and lies less than 4 units below 3t^2 - 2t^3") {
  CHECK(fixed::smoothstepQ16(0) == 0);
  CHECK(fixed::smoothstepQ16(32768) == 32768);
  CHECK(fixed::smoothstepQ16(65536) == 65536);
  for (std::int64_t t = 0; t <= 65536; ++t) {
    const std::int64_t step = fixed::smoothstepQ16(t);
    const std::int64_t exactQ48 = t * t * (3 * 65536 - 2 * t);
    const std::int64_t below = exactQ48 - step * (std::int64_t{1} << 32);
    if (step < 0 || step > 65536 || below < 0 || below >= std::int64_t{4} << 32) FAIL("t = " << t << ": " << step);
  }
}
