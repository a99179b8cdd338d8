// IEEE 754 binary32 made by integer arithmetic: the same bits whatever the processor's rounding mode or compiler flags.
#pragma once

#include <bit>
#include <cstdint>

namespace orograph::codec {

/// The bits of the binary32 nearest to value / 2^fractionBits, ties to even (IEEE 754-2019, 4.3.1). Any value;
/// fractionBits from 0 to 62, so that the result is neither subnormal nor infinite. 0 is +0.
constexpr std::uint32_t nearestBinary32(std::int64_t value, int fractionBits = 16) {
  if (value == 0) return 0;
  const std::uint32_t sign = value < 0 ? 0x80000000u : 0u;
  const std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const int width = static_cast<int>(std::bit_width(magnitude));
  const int dropped = width - 24;  // bits beyond the 24 of the significand
  std::uint64_t significand;       // 2^23 to 2^24
  if (dropped <= 0) {
    significand = magnitude << -dropped;
  } else {
    const std::uint64_t rest = magnitude & ((std::uint64_t{1} << dropped) - 1), half = std::uint64_t{1} << (dropped - 1);
    significand = magnitude >> dropped;
    if (rest > half || (rest == half && (significand & 1) != 0)) ++significand;
  }
  // A significand rounded up to 2^24 carries into the exponent, as it should.
  const auto exponent = static_cast<std::uint32_t>(width - 1 - fractionBits + 127);
  return sign | ((exponent << 23) + static_cast<std::uint32_t>(significand - (std::uint64_t{1} << 23)));
}

}  // namespace orograph::codec
