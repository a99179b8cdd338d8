#include "codec/text.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

namespace orograph::codec {
namespace {

template <class Integer>
std::optional<Integer> parseAll(std::string_view text, int base) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Levenshtein distance where swapping two neighbours counts one (optimal string alignment).
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

/// Whether a UTF-8 character breaks lines or turns the direction of text: U+200E, U+200F, U+2028 ... U+202E,
/// U+2066 ... U+2069. It could make a message read as something else.
bool isSteering(std::string_view character) {
  if (character.size() < 3) return false;
  const auto second = static_cast<unsigned char>(character[1]), third = static_cast<unsigned char>(character[2]);
  if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
  return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

}  // namespace

std::string jsonQuoted(std::string_view text) {
  const std::string literal =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const auto byte = static_cast<unsigned char>(literal[i]);
    const auto following = i + 1 < literal.size() ? static_cast<unsigned char>(literal[i + 1]) : 0u;
    if (byte == 0x7F) {
      safe += "\\u007f";
    } else if (byte == 0xC2 && following < 0xA0) {  // U+0080 ... U+009F
      constexpr std::string_view kDigits = "0123456789abcdef";
      safe += "\\u00";
      safe += kDigits[following >> 4];
      safe += kDigits[following & 15];
      ++i;
    } else if (byte == 0xE2 && isSteering(literal.substr(i, 3))) {
      const unsigned code = (following & 0x3F) << 6 | (static_cast<unsigned char>(literal[i + 2]) & 0x3F);
      safe += "\\u2" + hexText(0x1000 + code).substr(3);
      i += 2;
    } else {
      safe += literal[i];
    }
  }
  return safe;
}

std::string forMessage(std::string_view text, std::size_t most) {
  std::size_t end = std::min(most, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  const std::string quoted = jsonQuoted(text.substr(0, end));
  std::string inner = quoted.substr(1, quoted.size() - 2);
  if (end < text.size()) inner += "...";
  return inner;
}

std::optional<std::int64_t> parseInt64(std::string_view text) { return parseAll<std::int64_t>(text, 10); }

std::optional<std::uint64_t> parseUint64(std::string_view text) {
  if (text.starts_with("0x")) return parseAll<std::uint64_t>(text.substr(2), 16);
  return parseAll<std::uint64_t>(text, 10);
}

std::string decimalText(std::int64_t value, int places) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  const auto minimum = static_cast<std::size_t>(places) + 1;
  if (digits.size() < minimum) digits.insert(0, minimum - digits.size(), '0');
  digits.insert(digits.size() - static_cast<std::size_t>(places), 1, '.');
  while (digits.back() == '0' && digits[digits.size() - 2] != '.') digits.pop_back();
  return value < 0 ? "-" + digits : digits;
}

std::string quotientText(std::int64_t numerator, std::int64_t denominator, int places) {
  const auto divisor = static_cast<std::uint64_t>(denominator);
  const std::uint64_t magnitude =
      numerator < 0 ? 0 - static_cast<std::uint64_t>(numerator) : static_cast<std::uint64_t>(numerator);
  std::string digits = std::to_string(magnitude / divisor);
  std::uint64_t rest = magnitude % divisor;
  for (int i = 0; i < places; ++i) {
    rest *= 10;
    digits += static_cast<char>('0' + rest / divisor);
    rest %= divisor;
  }
  if (2 * rest >= divisor) {
    std::size_t at = digits.size();
    while (at > 0 && digits[at - 1] == '9') digits[--at] = '0';
    if (at > 0) ++digits[at - 1];
    else digits.insert(0, 1, '1');
  }
  if (places > 0) {
    digits.insert(digits.size() - static_cast<std::size_t>(places), 1, '.');
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
  }
  return numerator < 0 && digits != "0" ? "-" + digits : digits;
}

std::string q16Text(std::int64_t valueQ16) {
  std::string text = std::to_string(valueQ16 >> 16);
  if ((valueQ16 & 0xFFFF) != 0) text += '.';
  for (std::int64_t rest = valueQ16 & 0xFFFF; rest != 0; rest &= 0xFFFF) {
    rest *= 10;
    text += static_cast<char>('0' + (rest >> 16));
  }
  return text;
}

std::string hexText(std::uint64_t value) {
  char buffer[16];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, 16);
  return "0x" + std::string(buffer, end);
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > 64) return std::nullopt;
  std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
  std::optional<std::string_view> found;
  for (const std::string_view candidate : candidates) {
    std::string_view bare = candidate;  // a unit at the end is easily left out
    if (bare.ends_with("Q16")) bare.remove_suffix(3);
    const std::size_t distance = std::min(editDistance(word, candidate), editDistance(word, bare));
    if (distance < best && distance < candidate.size()) best = distance, found = candidate;
  }
  return found;
}

}  // namespace orograph::codec
