#include "output/q16_text.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;

namespace {

/// What a writer writes, and that it keeps within the room it may use.
template <class Write>
std::string written(Write&& write) {
  std::array<char, output::kNumberWidth + 1> buffer;
  buffer.fill('#');
  const char* end = write(buffer.data());
  REQUIRE(end <= buffer.data() + output::kNumberWidth);
  REQUIRE(buffer.back() == '#');
  return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

std::string textOf(std::int64_t valueQ16) {
  return written([&](char* out) { return output::writeQ16(out, valueQ16); });
}

std::string ratio(std::int64_t numerator, std::int64_t denominator) {
  return written([&](char* out) { return output::writeUnitRatio(out, numerator, denominator); });
}

}  // namespace

TEST_CASE("Q16 numbers have five decimals") {
  CHECK(textOf(0) == "0.00000");
  CHECK(textOf(1) == "0.00002");
  CHECK(textOf(-1) == "-0.00002");
  CHECK(textOf(65535) == "0.99998");
  CHECK(textOf(65536) == "1.00000");
  CHECK(textOf(-98304) == "-1.50000");
  CHECK(textOf(INT32_MAX) == "32767.99998");
  CHECK(textOf(INT32_MIN) == "-32768.00000");
  CHECK(textOf(std::int64_t{1} << 48) == "4294967296.00000");
}

TEST_CASE("the decimals of a Q16 number read back to it in double precision") {
  const auto check = [](std::int64_t value) {
    const std::string text = textOf(value);
    if (std::llround(std::strtod(text.c_str(), nullptr) * 65536) != value) FAIL(value << " as " << text);
  };
  for (std::int64_t value = -140000; value <= 140000; ++value) check(value);
  constexpr std::int64_t kMost = std::int64_t{1} << 50;  // further than any coordinate of a scene
  for (const std::int64_t value : {kMost, kMost - 1, std::int64_t{INT32_MAX}, std::int64_t{INT32_MIN}})
    check(value), check(-value);
  test::Random random(32);
  for (int i = 0; i < 300000; ++i) check(random.ofAnySize(50));
}

TEST_CASE("ratios have six decimals, rounded half up") {
  CHECK(ratio(0, 16) == "0.000000");
  CHECK(ratio(16, 16) == "1.000000");
  CHECK(ratio(1, 3) == "0.333333");
  CHECK(ratio(2, 3) == "0.666667");
  CHECK(ratio(1, 2000000) == "0.000001");
  CHECK(ratio(1, 2000001) == "0.000000");
  CHECK(ratio(65535, 65536) == "0.999985");
}

TEST_CASE("counts are written in full") {
  const auto count = [](std::int64_t value) {
    return written([&](char* out) { return output::writeCount(out, value); });
  };
  CHECK(count(0) == "0");
  CHECK(count(INT64_MAX) == "9223372036854775807");
  for (std::int64_t value = 1; value < INT64_MAX / 10; value = value * 10 - value / 3)
    CHECK(count(value) == std::to_string(value));
}

TEST_CASE("a block of text keeps what was written when it grows and starts again when cleared") {
  output::TextBlock block;
  CHECK(block.text().empty());
  for (int round = 0; round < 2; ++round) {
    std::string expected;
    for (std::int64_t i = 0; i < 5000; ++i) {
      block.append("v ");
      block.advance(output::writeQ16(block.room(output::kNumberWidth), i * 1000003));
      block.append(std::string(static_cast<std::size_t>(i % 70), 'x'));
      expected += "v " + textOf(i * 1000003) + std::string(static_cast<std::size_t>(i % 70), 'x');
    }
    CHECK((block.text() == expected));
    block.clear();
    CHECK(block.text().empty());
  }
}
