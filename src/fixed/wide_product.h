// Products of two 64-bit numbers beyond 64 bits, for compilers without a 128-bit type.
#pragma once

#include <cstdint>

namespace orograph::fixed {

/// The upper 64 bits of a * b.
constexpr std::uint64_t highProduct(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t aLow = a & 0xFFFFFFFFu, aHigh = a >> 32, bLow = b & 0xFFFFFFFFu, bHigh = b >> 32;
  const std::uint64_t lowHigh = aLow * bHigh + ((aLow * bLow) >> 32);  // at most (2^32 - 1)^2 + 2^32 - 2 < 2^64
  const std::uint64_t highLow = aHigh * bLow + (lowHigh & 0xFFFFFFFFu);
  return aHigh * bHigh + (lowHigh >> 32) + (highLow >> 32);
}

/// The low 64 bits of floor(a * b / 2^shift), for any shift, negative ones included: exact modulo 2^64.
constexpr std::uint64_t scaledProduct(std::int64_t a, std::int64_t b, int shift) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  const std::uint64_t low = ua * ub;
  const std::uint64_t high = highProduct(ua, ub) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0);  // two's complement
  if (shift <= -64) return 0;
  if (shift <= 0) return low << -shift;
  if (shift < 64) return low >> shift | high << (64 - shift);
  const auto signedHigh = static_cast<std::int64_t>(high);
  return static_cast<std::uint64_t>(signedHigh >> (shift < 128 ? shift - 64 : 63));
}

/// The same as a signed number, for results that fit one.
constexpr std::int64_t scaledProductInt64(std::int64_t a, std::int64_t b, int shift) {
  return static_cast<std::int64_t>(scaledProduct(a, b, shift));
}

}  // namespace orograph::fixed
