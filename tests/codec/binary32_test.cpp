#include "codec/binary32.h"

#include <bit>
#include <cmath>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using codec::nearestBinary32;

TEST_CASE("a float is the nearest binary32 to a Q16 number and ties go to the even one") {
  static_assert(nearestBinary32(0) == 0);
  static_assert(nearestBinary32(65536) == 0x3F800000);
  static_assert(nearestBinary32(-65536) == 0xBF800000);
  static_assert(nearestBinary32(1) == 0x37800000);
  static_assert(nearestBinary32((1 << 24) + 1, 0) == 0x4B800000);  // half way: the even one lies below
  static_assert(nearestBinary32((1 << 24) + 3, 0) == 0x4B800002);  // half way: the even one lies above
  static_assert(nearestBinary32((1 << 25) - 1, 0) == 0x4C000000);  // rounded up into the next power of two
  static_assert(nearestBinary32(INT64_MIN, 0) == 0xDF000000);
  static_assert(nearestBinary32(INT64_MAX, 62) == 0x40000000);
  test::Random random(3);
  for (int round = 0; round < 200000; ++round) {
    // A double holds 53 bits, so that the processor rounds once, in the conversion to float.
    const std::int64_t value = random.ofAnySize(53);
    const int fractionBits = static_cast<int>(random.within(0, 62));
    const auto expected = static_cast<float>(std::ldexp(static_cast<double>(value), -fractionBits));
    REQUIRE(nearestBinary32(value, fractionBits) == std::bit_cast<std::uint32_t>(expected));
  }
}
