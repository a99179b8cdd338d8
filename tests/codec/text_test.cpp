#include "codec/text.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;

namespace {

/// Whether a terminal could obey anything in the text: C0 controls, DEL, or C1 controls.
bool hasControls(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    if (byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next >= 0x80 && next < 0xA0)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a JSON literal escapes every control that a terminal obeys and reads back as it was") {
  for (unsigned code = 0; code < 0x100; ++code) {
    std::string text = "a";
    if (code < 0x80)
      text += static_cast<char>(code);
    else
      text += {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
    text += "z";
    const std::string quoted = codec::jsonQuoted(text);
    CAPTURE(code, quoted);
    CHECK_FALSE(hasControls(quoted));
    CHECK(nlohmann::json::parse(quoted).get<std::string>() == text);
  }
  CHECK(codec::jsonQuoted("\x7F") == "\"\\u007f\"");
  CHECK(codec::jsonQuoted("\xC2\x85") == "\"\\u0085\"");
  CHECK(codec::jsonQuoted("\xC2\x9B") == "\"\\u009b\"");
  CHECK(codec::jsonQuoted("\xC2\xA0") == "\"\xC2\xA0\"");
  CHECK(codec::jsonQuoted("\x1B[31m\"\\\n") == "\"\\u001b[31m\\\"\\\\\\n\"");
  CHECK(codec::jsonQuoted("H\xC3\xB6he") == "\"H\xC3\xB6he\"");
}

TEST_CASE("a JSON literal of any bytes is valid JSON without controls") {
  CHECK(codec::jsonQuoted("a\xFFz") == "\"a\xEF\xBF\xBDz\"");
  CHECK(codec::jsonQuoted("\xC2") == "\"\xEF\xBF\xBD\"");
  CHECK(codec::jsonQuoted("\xC2\x7F") == "\"\xEF\xBF\xBD\\u007f\"");
  test::Random random(6);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::int64_t i = random.within(0, 12); i > 0; --i) text += static_cast<char>(random.within(-128, 127));
    const std::string quoted = codec::jsonQuoted(text);
    if (hasControls(quoted) || !nlohmann::json::accept(quoted)) FAIL("round " << round);
  }
}

TEST_CASE("text for messages is escaped and cut") {
  CHECK(codec::forMessage("plain") == "plain");
  CHECK(codec::forMessage("\x1B]0;title\x07") == "\\u001b]0;title\\u0007");
  CHECK(codec::forMessage(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(codec::forMessage(std::string(81, 'x')) == std::string(80, 'x') + "...");
  CHECK(codec::forMessage("abcdef", 3) == "abc...");
}

TEST_CASE("an integer is read only if it is the whole text and fits") {
  CHECK(codec::parseInt64("0") == 0);
  CHECK(codec::parseInt64("-9223372036854775808") == INT64_MIN);
  CHECK(codec::parseInt64("9223372036854775807") == INT64_MAX);
  for (const char* text :
       {"", "-", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "9223372036854775808", "-9223372036854775809"}) {
    CAPTURE(text);
    CHECK_FALSE(codec::parseInt64(text).has_value());
  }
  CHECK(codec::parseUint64("18446744073709551615") == UINT64_MAX);
  CHECK(codec::parseUint64("0xFFFFffffFFFFffff") == UINT64_MAX);
  CHECK(codec::parseUint64("0x0") == 0);
  for (const char* text : {"", "-1", "+1", "0x", "0x-1", "0x 1", "0x1g", "1337h", "ff", "0x10000000000000000", "0X10",
                           "18446744073709551616"}) {
    CAPTURE(text);
    CHECK_FALSE(codec::parseUint64(text).has_value());
  }
}

TEST_CASE("decimals keep one digit after the point and lose the other trailing zeros") {
  CHECK(codec::decimalText(1424, 4) == "0.1424");
  CHECK(codec::decimalText(142400, 6) == "0.1424");
  CHECK(codec::decimalText(0, 6) == "0.0");
  CHECK(codec::decimalText(-485427, 6) == "-0.485427");
  CHECK(codec::decimalText(-10000, 4) == "-1.0");
  CHECK(codec::decimalText(181089654, 4) == "18108.9654");
  CHECK(codec::decimalText(-1, 6) == "-0.000001");
}

TEST_CASE("hexadecimal text has lower-case digits and no leading zeros") {
  CHECK(codec::hexText(0) == "0x0");
  CHECK(codec::hexText(0xABCu) == "0xabc");
  CHECK(codec::hexText(UINT64_MAX) == "0xffffffffffffffff");
}

TEST_CASE("the nearest word is the one that a slip of the hand comes from") {
  constexpr std::array<std::string_view, 7> kKeys = {"seed",  "octaves",   "gain",   "gainQ16",
                                                     "gridN", "extentQ16", "spheres"};
  CHECK(codec::nearest("octave", kKeys) == "octaves");
  CHECK(codec::nearest("sede", kKeys) == "seed");
  CHECK(codec::nearest("gaim", kKeys) == "gain");
  CHECK(codec::nearest("gainq16", kKeys) == "gainQ16");
  CHECK(codec::nearest("extendQ16", kKeys) == "extentQ16");
  CHECK(codec::nearest("gridN", kKeys) == "gridN");
  CHECK(codec::nearest("extent", kKeys) == "extentQ16");
  CHECK(codec::nearest("extnet", kKeys) == "extentQ16");
  for (const std::string& word :
       {std::string(), std::string("colourProfile"), std::string("z"), std::string(5000, 's')}) {
    CHECK_FALSE(codec::nearest(word, kKeys).has_value());
  }
  CHECK_FALSE(codec::nearest("seed", std::span<const std::string_view>()).has_value());
  constexpr std::array<std::string_view, 2> kEquals = {"lagA", "lagB"};
  CHECK(codec::nearest("lagC", kEquals) == "lagA");
}

TEST_CASE("a quotient has as many decimals as asked for, rounded, without zeros at the end") {
  CHECK(codec::quotientText(1, 3, 2) == "0.33");
  CHECK(codec::quotientText(2, 3, 2) == "0.67");
  CHECK(codec::quotientText(-2, 3, 0) == "-1");
  CHECK(codec::quotientText(4, 2, 9) == "2");
  CHECK(codec::quotientText(1, 8, 2) == "0.13");
  CHECK(codec::quotientText(-1, 8, 2) == "-0.13");
  CHECK(codec::quotientText(-1, 1000, 2) == "0");
  CHECK(codec::quotientText(0, 7, 3) == "0");
  CHECK(codec::quotientText(9995, 10000, 3) == "1");
  CHECK(codec::quotientText(99995, 10000, 3) == "10");
  CHECK(codec::quotientText(100, 1, 0) == "100");
  CHECK(codec::quotientText(INT64_MIN, 1, 3) == "-9223372036854775808");
  CHECK(codec::quotientText(1, 65536, 16) == "0.0000152587890625");
  CHECK(codec::quotientText(-98304, 65536, 16) == "-1.5");
  CHECK(codec::quotientText(1, std::int64_t{1} << 59, 20) == "0.00000000000000000173");
}
