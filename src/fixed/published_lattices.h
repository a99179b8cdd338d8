// Two lattice functions that shader writers publish, made exact: no rounding is left to a processor's libm. Neither
// knows a seed; here a seed moves the lattice, and the seed 0 leaves it where it was published.
#pragma once

#include <cstdint>

#include "fixed/wide_product.h"

namespace orograph::fixed {

/// How far a seed moves the lattices: x in [0, 9999] and z in [0, 9999], as x + 10000 * z. `fract` repeats after 10000.
inline constexpr std::uint32_t kOffsets = 10000;

/// The "hash without sine" of Dave Hoskins for two axes, with fract(t) = t - floor(t):
///   v = fract((x, z, x) * 0.1031), s = v.v' + 33.33 * (v1 + v2 + v3) with v' = (v2, v3, v1), v += s,
///   value = fract((v1 + v2) * v3), floored to 16 bits.
/// Exact in decimal: v in units of 10^-4, s and v + s of 10^-8 and below 1.04 * 10^10, the product of 10^-16.
constexpr std::uint32_t fractLattice(std::int32_t ix, std::int32_t iz, std::uint32_t offsets) {
  constexpr std::int64_t kTenThousand = kOffsets, kHundredMillion = kTenThousand * kTenThousand;
  const auto fract = [](std::int64_t index, std::uint32_t offset) {
    const std::int64_t residue = (index + offset) % kTenThousand;
    return (residue + kTenThousand) * 1031 % kTenThousand;
  };
  const std::int64_t x = fract(ix, offsets % kOffsets), z = fract(iz, offsets / kOffsets % kOffsets);
  const std::int64_t s = 2 * x * z + x * x + 333300 * (2 * x + z);
  const std::int64_t both = (x + z) * kTenThousand + 2 * s, third = x * kTenThousand + s;
  // both * third passes 64 bits; its whole hundred millions times `third` count only modulo 10^8.
  const std::int64_t whole = both / kHundredMillion, rest = both % kHundredMillion;
  const std::int64_t product = whole * third % kHundredMillion * kHundredMillion + rest * third;  // < 1.1 * 10^18
  constexpr std::int64_t kFiveTo16 = 152587890625;  // 10^16 = 2^16 * 5^16
  return static_cast<std::uint32_t>(product % (kHundredMillion * kHundredMillion) / kFiveTo16);
}

/// sin(x) in Q61 for an integer x, in radians; the error is below 2^-58. The angle is reduced with 1 / (2 pi) to 128 bits;
/// the Taylor series over a quarter turn ends at the power 23, whose term is below 2^-59.
constexpr std::int64_t sineQ61(std::int64_t x) {
  constexpr std::uint64_t kTurnHigh = 0x28BE60DB9391054A, kTurnLow = 0x7F09D5F47D4D3770;  // 2^128 / (2 pi)
  constexpr std::int64_t kHalfPiQ61 = 0x3243F6A8885A308D, kOneQ61 = std::int64_t{1} << 61;
  const auto ux = static_cast<std::uint64_t>(x);
  const std::uint64_t turns = ux * kTurnHigh + highProduct(ux, kTurnLow) - (x < 0 ? kTurnLow : 0);  // Q64, modulo 1
  const auto quarter = static_cast<std::int64_t>(turns & ((std::uint64_t{1} << 62) - 1));
  const bool falling = (turns >> 62 & 1) != 0, negative = turns >> 63 != 0;
  const std::int64_t within = falling ? (std::int64_t{1} << 62) - quarter : quarter;  // [0, 2^62]
  const std::int64_t angle = scaledProductInt64(within, kHalfPiQ61, 62);              // [0, 1.58) in Q61
  const std::int64_t square = scaledProductInt64(angle, angle, 61);
  std::int64_t series = kOneQ61;
  for (std::int64_t n = 23; n >= 3; n -= 2) series = kOneQ61 - scaledProductInt64(square, series, 61) / (n * (n - 1));
  const std::int64_t sine = scaledProductInt64(angle, series, 61);
  return negative ? -sine : sine;
}

/// abs(frac(1000 * sin(x))), frac keeping the sign, floored to 16 bits. One-dimensional: the same at every z, and the
/// same at x and -x.
constexpr std::uint32_t sineLattice(std::int32_t ix, std::uint32_t offsets) {
  const std::int64_t sine = sineQ61(std::int64_t{ix} + offsets % kOffsets);
  const std::int64_t thousandQ50 = ((sine < 0 ? -sine : sine) >> 11) * 1000;
  return static_cast<std::uint32_t>((thousandQ50 >> 34) & 0xFFFF);
}

}  // namespace orograph::fixed
