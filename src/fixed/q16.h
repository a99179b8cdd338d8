// Q16.16 fixed point: 65536 is 1.0. Heights are 32-bit Q16, world coordinates 64-bit Q16.
// Every shift of a negative number here is arithmetic, that is a floor (C++20 guarantees it).
#pragma once

#include <cstdint>

namespace orograph::fixed {

inline constexpr std::int64_t kOneQ16 = 65536;

/// floor(a / b) for b > 0.
constexpr std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return quotient - (a % b < 0 ? 1 : 0);
}

/// a * b in Q16, rounded down. No overflow while |a * b| < 2^63: heights by heights and heights by weights both fit.
constexpr std::int64_t multiplyQ16(std::int64_t a, std::int64_t b) { return (a * b) >> 16; }

/// a / b in Q16 for b > 0, rounded down. No overflow while |a| < 2^47.
constexpr std::int64_t divideQ16(std::int64_t a, std::int64_t b) { return floorDiv(a * kOneQ16, b); }

/// 3t^2 - 2t^3 for t in [0, 1]; both in Q16. The largest product is 65536 * 196608 < 2^34.
constexpr std::int64_t smoothstepQ16(std::int64_t t) {
  return multiplyQ16(multiplyQ16(t, t), 3 * kOneQ16 - 2 * t);
}

}  // namespace orograph::fixed
