// From the weighted sum of the octaves to the height: fmul(fdiv(sum, total), scale) by multiplications alone.
#pragma once

#include <algorithm>
#include <cstdint>

namespace orograph::noise {

/// The quotient floor(S * 65536 / T) of sums 0 <= S < T is floor(S * M / 2^p) with M = ceil(2^p * 65536 / T), that is
/// M = (2^p * 65536 + e) / T for an e in [0, T). The product exceeds the true quotient by S * e / (2^p * T), while the
/// true quotient is a multiple of g / T, g being the common divisor of T and 65536. So the floor is the same as long as
/// S * e < 2^p * g.
///   kNone   T = 65536: the sum is the quotient.
///   kShort  p = 32, where the condition happens to hold, as it does for a gain of 1/2 up to 15 octaves. M < 2^32
///           because T > 65536.
///   kLong   p = 42, where it always does: S * e < T^2 <= 2^42 for T <= 32 * 65536. M < 2^42 is split into halves:
///           floor(S * M / 2^32) = S * high + floor(S * low / 2^32) < 2^27, so nothing overflows 32 bits.
/// The height is mean * scaleHigh + (mean * scaleLow >> 16) with a mean of 16 bits: below 2^31, and so are both parts,
/// for a scale below 2^31.
struct HeightScaling {
  enum class Division { kNone, kShort, kLong };

  Division division = Division::kNone;
  std::uint32_t reciprocalLow = 0, reciprocalHigh = 0;
  std::uint32_t scaleLow = 0, scaleHigh = 0;  // the scale is scaleHigh * 65536 + scaleLow
};

inline constexpr int kLongDivisionShift = 42 - 32;

/// For totals of [1, 32] times 65536 and scales of [0, 2^31 - 1].
constexpr HeightScaling heightScaling(std::int64_t totalQ16, std::int64_t heightScaleQ16) {
  using Division = HeightScaling::Division;
  const auto total = static_cast<std::uint64_t>(totalQ16), scale = static_cast<std::uint64_t>(heightScaleQ16);
  constexpr std::uint64_t kOne = 65536;
  const std::uint64_t shortReciprocal = ((kOne << 32) + total - 1) / total;
  const std::uint64_t excess = shortReciprocal * total - (kOne << 32);
  const std::uint64_t commonDivisor = std::min(total & (~total + 1), kOne);
  HeightScaling scaling;
  scaling.division = total == kOne                                ? Division::kNone
                     : (total - 1) * excess < commonDivisor << 32 ? Division::kShort
                                                                  : Division::kLong;
  const std::uint64_t reciprocal =
      scaling.division == Division::kLong ? ((kOne << 42) + total - 1) / total : shortReciprocal;
  scaling.reciprocalLow = static_cast<std::uint32_t>(reciprocal);
  scaling.reciprocalHigh = static_cast<std::uint32_t>(reciprocal >> 32);
  scaling.scaleLow = static_cast<std::uint32_t>(scale & 0xFFFF);
  scaling.scaleHigh = static_cast<std::uint32_t>(scale >> 16);
  return scaling;
}

/// The height for a sum below the total, in 32-bit steps that a vector can follow.
constexpr std::int32_t scaledHeight(std::uint32_t sum, const HeightScaling& scaling) {
  std::uint32_t mean = sum;
  if (scaling.division != HeightScaling::Division::kNone) {
    mean = static_cast<std::uint32_t>((std::uint64_t{sum} * scaling.reciprocalLow) >> 32);
  }
  if (scaling.division == HeightScaling::Division::kLong) {
    mean = (mean + sum * scaling.reciprocalHigh) >> kLongDivisionShift;
  }
  return static_cast<std::int32_t>(mean * scaling.scaleHigh + ((mean * scaling.scaleLow) >> 16));
}

}  // namespace orograph::noise
