// IEEE 754 binary64 of a quotient made by integer arithmetic: the same bits whatever the processor or the C library.
#pragma once

#include <bit>
#include <cstdint>

namespace orograph::codec {

/// The bits of the binary64 nearest to numerator / denominator, ties to even (IEEE 754-2019, 4.3.1), for a denominator
/// from 1 to 2^62. 0 is +0. Long division bit by bit: the remainder stays below the denominator, so twice it fits.
constexpr std::uint64_t nearestBinary64(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return 0;
  const std::uint64_t sign = numerator < 0 ? std::uint64_t{1} << 63 : 0;
  const std::uint64_t magnitude =
      numerator < 0 ? 0 - static_cast<std::uint64_t>(numerator) : static_cast<std::uint64_t>(numerator);
  const auto divisor = static_cast<std::uint64_t>(denominator);
  std::uint64_t bits = magnitude / divisor, rest = magnitude % divisor;
  std::uint64_t exponent = 1023 + 52;      // of the last bit of 53, biased
  while (bits < std::uint64_t{1} << 54) {  // 53 bits, and two that decide how they are rounded
    rest <<= 1;
    bits = bits << 1 | (rest >= divisor ? 1 : 0);
    if (rest >= divisor) rest -= divisor;
    --exponent;
  }
  const int dropped = static_cast<int>(std::bit_width(bits)) - 53;
  exponent += static_cast<std::uint64_t>(dropped);
  const std::uint64_t cut = bits & ((std::uint64_t{1} << dropped) - 1), half = std::uint64_t{1} << (dropped - 1);
  bits >>= dropped;
  const bool above = cut > half || (cut == half && rest != 0);
  if (above || (cut == half && (bits & 1) != 0)) ++bits;
  // Bits rounded up to 2^53 carry into the exponent, as they should.
  return sign | ((exponent << 52) + (bits - (std::uint64_t{1} << 52)));
}

}  // namespace orograph::codec
