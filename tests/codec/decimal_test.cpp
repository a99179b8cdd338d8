#include "codec/decimal.h"

#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <locale>
#include <string>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using codec::decimalToQ16;

namespace {

constexpr std::int64_t kExtentMaximum = std::int64_t{1} << 46;

/// value / 2^bits with all its digits: a fraction of 2^bits has as many decimals as bits.
std::string exactDecimal(std::int64_t value, int bits) {
  std::int64_t fives = 1;
  for (int i = 0; i < bits; ++i) fives *= 5;
  std::string digits = std::to_string((value & ((std::int64_t{1} << bits) - 1)) * fives);
  digits.insert(0, static_cast<std::size_t>(bits) - digits.size(), '0');
  return std::to_string(value >> bits) + "." + digits;
}

struct CommaForPoint final : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("decimals that Q16 holds convert exactly, however they are written") {
  for (const char* text :
       {"0.5", "0.50", "5e-1", "5E-1", "0.05e1", "0.05e+1", "500000e-6", "0.5e0", "0.5e-0", "50e-002"}) {
    CAPTURE(text);
    CHECK(decimalToQ16(text, 65536) == 32768);
  }
  CHECK(decimalToQ16("22.0", kExtentMaximum) == 1441792);
  CHECK(decimalToQ16("3", INT32_MAX) == 196608);
  CHECK(decimalToQ16("0", 65536) == 0);
  test::Random random(7);
  for (int i = 0; i < 5000; ++i) {
    const std::int64_t value = std::abs(random.ofAnySize(46));
    if (decimalToQ16(exactDecimal(value, 16), kExtentMaximum) != value) FAIL(value);
  }
}

TEST_CASE("a decimal half-way between two Q16 goes up, and one just below it goes down") {
  CHECK(decimalToQ16("0.00000762939453125", 65536) == 1);
  CHECK(decimalToQ16("0.000007629394531249999", 65536) == 0);
  test::Random random(8);
  for (int i = 0; i < 5000; ++i) {
    const std::int64_t value = std::abs(random.ofAnySize(45));
    std::string half = exactDecimal(2 * value + 1, 17);
    if (decimalToQ16(half, kExtentMaximum) != value + 1) FAIL("half above " << value);
    half.back() = '4';  // an odd numerator's last digit is 5
    if (decimalToQ16(half + "99999", kExtentMaximum) != value) FAIL("less than half above " << value);
  }
}

TEST_CASE("ten thousand digits are as exact as ten") {
  const std::string nines(10000, '9'), zeros(10000, '0');
  CHECK(decimalToQ16("0.00000762939453124" + nines, 65536) == 0);
  CHECK(decimalToQ16("0.00000762939453125" + zeros, 65536) == 1);
  CHECK(decimalToQ16("0." + nines, 65536) == 65536);
  CHECK(decimalToQ16("1." + zeros, 65536) == 65536);
  CHECK_FALSE(decimalToQ16("1." + zeros + "1", 65536).has_value());
  CHECK(decimalToQ16("0." + zeros + "1e10001", 65536) == 65536);
  CHECK(decimalToQ16("1" + zeros + "e-10000", 65536) == 65536);
  CHECK_FALSE(decimalToQ16("1" + zeros, kExtentMaximum).has_value());
}

TEST_CASE("exponents of any size decide as their value does") {
  for (const char* text : {"1e-20", "9e-999", "1e-99999999999999999999999", "0e99999999999999999999999", "0.000e5",
                           "123456789e-9223372036854775808"}) {
    CAPTURE(text);
    CHECK(decimalToQ16(text, kExtentMaximum) == 0);
  }
  for (const char* text : {"1e20", "1e999", "1e99999999999999999999999", "0.001e+9223372036854775807"}) {
    CAPTURE(text);
    CHECK_FALSE(decimalToQ16(text, kExtentMaximum).has_value());
  }
  CHECK(decimalToQ16("1e9", kExtentMaximum) == 65536000000000);
  CHECK(decimalToQ16("1.073741824e9", kExtentMaximum) == kExtentMaximum);
}

TEST_CASE("the bounds of a decimal are those of its exact value, not of its rounded one") {
  CHECK(decimalToQ16("1", 65536) == 65536);
  CHECK_FALSE(decimalToQ16("1.0000000001", 65536).has_value());
  CHECK(decimalToQ16("32767.9999847412109375", INT32_MAX) == INT32_MAX);
  CHECK_FALSE(decimalToQ16("32767.99998474121093751", INT32_MAX).has_value());
  CHECK_FALSE(decimalToQ16("32768", INT32_MAX).has_value());
  CHECK_FALSE(decimalToQ16("1073741824.00001", kExtentMaximum).has_value());
}

TEST_CASE("no negative decimal is taken but zero") {
  CHECK(decimalToQ16("-0", 65536) == 0);
  CHECK(decimalToQ16("-0.000e7", 65536) == 0);
  for (const char* text : {"-1", "-0.5", "-0.0000001", "-1e-9999"}) {
    CAPTURE(text);
    CHECK_FALSE(decimalToQ16(text, 65536).has_value());
  }
}

TEST_CASE("decimals mean the same in a locale with a comma for the point") {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  const char* found = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "German"}) {
    if (found == nullptr) found = std::setlocale(LC_ALL, name);
  }
  const auto half = decimalToQ16("0.5", 65536);
  const auto comma = std::string(std::to_string(1441792));
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  CHECK(half == 32768);
  CHECK(comma == "1441792");
  if (found == nullptr) WARN("skipped: no C locale with a comma is installed, only the C++ locale was changed");
}

TEST_CASE("an exact decimal is a whole number of its last place, or nothing") {
  const auto exact = [](const char* text, int places) { return codec::exactDecimal(text, places); };
  CHECK(exact("0", 3) == 0);
  CHECK(exact("-0.000", 3) == 0);
  CHECK(exact("1", 3) == 1000);
  CHECK(exact("-1.5", 3) == -1500);
  CHECK(exact("1.500000000000000000000000000", 1) == 15);
  CHECK(exact("0.001", 3) == 1);
  CHECK(exact("1e-3", 3) == 1);
  CHECK(exact("0.0015e1", 3) == 15);
  CHECK(exact("1E+3", 0) == 1000);
  CHECK(exact("9223372036854775807", 0) == INT64_MAX);
  CHECK(exact("922337203685477580.7", 1) == INT64_MAX);
  for (const char* text : {"0.0001", "1e-4", "-1.0001", "9223372036854775808", "9223372036854775.8071", "1e17", "1e999",
                           "1e99999999999999999999", "1e-99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(exact(text, 3));
  }
}
