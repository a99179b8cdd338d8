#include "codec/binary64.h"

#include <bit>
#include <charconv>
#include <string>

#include "codec/text.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;

TEST_CASE("a binary64 is the one that the C++ library reads from the same decimal") {
  test::Random random(1);
  for (int round = 0; round < 20000; ++round) {
    const int places = static_cast<int>(random.within(0, 12));
    std::int64_t denominator = 1;
    for (int i = 0; i < places; ++i) denominator *= 10;
    const std::int64_t value = random.ofAnySize(round % 2 == 0 ? 62 : 54);
    const std::string text = codec::decimalText(value, places);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    CAPTURE(text);
    CHECK(codec::nearestBinary64(value, denominator) == (value == 0 ? 0 : std::bit_cast<std::uint64_t>(read)));
  }
}

TEST_CASE("a binary64 half way between two is the even one") {
  constexpr std::int64_t kPast = std::int64_t{1} << 53;
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  CHECK(codec::nearestBinary64(kPast + 1, 1) == bits(0x1p53));
  CHECK(codec::nearestBinary64(kPast + 3, 1) == bits(0x1.0000000000002p53));
  CHECK(codec::nearestBinary64(INT64_MAX, 1) == bits(0x1p63));
  CHECK(codec::nearestBinary64(INT64_MIN, 1) == bits(-0x1p63));
  CHECK(codec::nearestBinary64(1, std::int64_t{1} << 62) == bits(0x1p-62));
  CHECK(codec::nearestBinary64(-1, 3) == bits(-1.0 / 3));
}
