#include "output/q16_text.h"

#include <array>
#include <charconv>

namespace orograph::output {
namespace {

void appendDecimal(std::string& text, std::int64_t whole, std::int64_t fraction, int places) {
  std::array<char, 24> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), whole);
  text.append(buffer.data(), end);
  text += '.';
  for (int i = places; i-- > 0; fraction /= 10) buffer[static_cast<std::size_t>(i)] = static_cast<char>('0' + fraction % 10);
  text.append(buffer.data(), static_cast<std::size_t>(places));
}

}  // namespace

void appendQ16(std::string& text, std::int64_t valueQ16) {
  // Rounded as a magnitude, so half a unit goes up only where it is positive; an exact half never occurs: 10^5 / 2^16
  // times an odd multiple of 2^-1 would need a 2^11 in the denominator to cancel.
  const std::int64_t magnitude = valueQ16 < 0 ? -valueQ16 : valueQ16;
  std::int64_t whole = magnitude >> 16;
  std::int64_t fraction = ((magnitude & 0xFFFF) * 100000 + 32768) >> 16;
  if (fraction == 100000) fraction = 0, ++whole;
  if (valueQ16 < 0) text += '-';
  appendDecimal(text, whole, fraction, 5);
}

void appendUnitRatio(std::string& text, std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t millionths = (2 * numerator * 1000000 + denominator) / (2 * denominator);
  appendDecimal(text, millionths / 1000000, millionths % 1000000, 6);
}

}  // namespace orograph::output
