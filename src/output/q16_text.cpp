#include "output/q16_text.h"

#include <array>
#include <charconv>
#include <cstring>

namespace orograph::output {
namespace {

/// "00" ... "99"
constexpr std::array<char, 200> kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

char* writePair(char* out, std::uint32_t value) {
  std::memcpy(out, &kPairs[2 * std::size_t{value}], 2);
  return out + 2;
}

}  // namespace

char* writeCount(char* out, std::int64_t value) {
  if (value < 10) {
    *out = static_cast<char>('0' + value);
    return out + 1;
  }
  return std::to_chars(out, out + kNumberWidth, value).ptr;
}

char* writeQ16(char* out, std::int64_t valueQ16) {
  // Rounded as a magnitude, half up: so a negative number reads as its positive does.
  if (valueQ16 < 0) *out++ = '-';
  const std::int64_t magnitude = valueQ16 < 0 ? -valueQ16 : valueQ16;
  std::int64_t whole = magnitude >> 16;
  auto fraction = static_cast<std::uint32_t>(((magnitude & 0xFFFF) * 100000 + 32768) >> 16);
  if (fraction == 100000) fraction = 0, ++whole;
  out = writeCount(out, whole);
  *out++ = '.';
  *out++ = static_cast<char>('0' + fraction / 10000);
  out = writePair(out, fraction / 100 % 100);
  return writePair(out, fraction % 100);
}

char* writeUnitRatio(char* out, std::int64_t numerator, std::int64_t denominator) {
  const auto millionths = static_cast<std::uint32_t>((2 * numerator * 1000000 + denominator) / (2 * denominator));
  *out++ = static_cast<char>('0' + millionths / 1000000);
  *out++ = '.';
  out = writePair(out, millionths / 10000 % 100);
  out = writePair(out, millionths / 100 % 100);
  return writePair(out, millionths % 100);
}

void TextBlock::append(std::string_view text) {
  char* const out = room(text.size());
  std::memcpy(out, text.data(), text.size());
  advance(out + text.size());
}

}  // namespace orograph::output
