// Int256 values from text, for vectors computed elsewhere.
#pragma once

#include <string_view>

#include "fixed/int256.h"

namespace orograph::test {

/// The number in hexadecimal digits, with '-' in front where negative.
inline fixed::Int256 big(std::string_view hex) {
  const bool negative = hex.starts_with('-');
  if (negative) hex.remove_prefix(1);
  fixed::Int256 value;
  for (const char digit : hex) {
    value = value * fixed::Int256(16) + fixed::Int256(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return negative ? -value : value;
}

inline fixed::Int256 powerOfTwo(int exponent) {
  fixed::Int256 value = 1;
  for (int i = 0; i < exponent; ++i) value += value;
  return value;
}

}  // namespace orograph::test
