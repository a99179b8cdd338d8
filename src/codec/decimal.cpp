#include "codec/decimal.h"

#include <algorithm>
#include <string>

#include "codec/text.h"

namespace orograph::codec {

namespace {

/// 0.DIGITS * 10^point, as a JSON number says it. Leading zeros are dropped: 0 has no digits.
struct Decimal {
  bool negative;
  std::string digits;
  std::int64_t point;

  explicit Decimal(std::string_view text) : negative(text.starts_with('-')) {
    if (negative) text.remove_prefix(1);
    const std::size_t e = text.find_first_of("eE");
    std::string_view exponentText = e == std::string_view::npos ? "0" : text.substr(e + 1);
    if (exponentText.starts_with('+')) exponentText.remove_prefix(1);
    digits = text.substr(0, e);
    point = static_cast<std::int64_t>(digits.size());
    if (const std::size_t dot = digits.find('.'); dot != std::string::npos) {
      point = static_cast<std::int64_t>(dot);
      digits.erase(dot, 1);
    }
    // An exponent past int64, or beyond any digits given, decides alone.
    const std::int64_t exponent = parseInt64(exponentText).value_or(exponentText.starts_with('-') ? INT64_MIN / 2 : INT64_MAX / 2);
    const std::size_t leadingZeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, leadingZeros);
    point += std::clamp<std::int64_t>(exponent, INT64_MIN / 2, INT64_MAX / 2) - static_cast<std::int64_t>(leadingZeros);
  }
};

}  // namespace

std::optional<std::int64_t> decimalToQ16(std::string_view text, std::int64_t maximumQ16) {
  const auto [negative, digits, point] = Decimal(text);
  if (digits.empty()) return 0;
  if (negative) return std::nullopt;
  if (point > 19) return std::nullopt;  // at least 10^19, above every maximum
  if (point < -18) return 0;            // below 10^-18

  std::string fraction;
  std::int64_t whole = 0;
  for (std::int64_t i = 0; i < point; ++i) {
    const int digit = static_cast<std::size_t>(i) < digits.size() ? digits[static_cast<std::size_t>(i)] - '0' : 0;
    if (whole > (maximumQ16 >> 16)) return std::nullopt;
    whole = whole * 10 + digit;
  }
  if (point < 0) fraction.assign(static_cast<std::size_t>(-point), '0');
  if (point < static_cast<std::int64_t>(digits.size())) fraction += digits.substr(static_cast<std::size_t>(std::max<std::int64_t>(point, 0)));
  if (whole > (maximumQ16 >> 16)) return std::nullopt;

  // Long multiplication of the fraction's digits by 2^17: the carry out is floor(fraction * 2^17).
  std::int64_t carry = 0;
  bool exact = true;
  for (std::size_t i = fraction.size(); i-- > 0;) {
    const std::int64_t product = (fraction[i] - '0') * (std::int64_t{1} << 17) + carry;
    exact = exact && product % 10 == 0;
    carry = product / 10;
  }
  const std::int64_t halves = (whole << 17) + carry;
  if (halves > 2 * maximumQ16 || (halves == 2 * maximumQ16 && !exact)) return std::nullopt;
  return (halves + 1) >> 1;
}

std::optional<std::int64_t> exactDecimal(std::string_view text, int places) {
  Decimal decimal(text);
  while (decimal.digits.ends_with('0')) decimal.digits.pop_back();
  if (decimal.digits.empty()) return 0;
  const std::int64_t length = static_cast<std::int64_t>(decimal.digits.size());
  if (decimal.point > 19 - places || decimal.point < length - places) return std::nullopt;
  decimal.digits.append(static_cast<std::size_t>(decimal.point + places - length), '0');
  const auto value = parseInt64(decimal.digits);
  return decimal.negative && value ? -*value : value;
}

}  // namespace orograph::codec
