// How a cell passes from one corner to the next: the weight of the far corner at a fraction t of the way, and its slope.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fixed/q16.h"

namespace orograph::noise {

enum class Interpolation { kStep, kLinear, kSmooth, kQuintic };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 4> kInterpolationNames = {"step", "linear", "smooth", "quintic"};

/// 6t^5 - 15t^4 + 10t^3 (Perlin, "Improving noise", SIGGRAPH 2002) for t in [0, 65535], rounded down: in [0, 65535].
/// Powers in Q32, the last product of two Q24: t^3 < 2^24 by less than 11 * 2^24.
constexpr std::int64_t quinticQ16(std::int64_t t) {
  const std::int64_t square = t * t, cube = (square * t) >> 16;
  const std::int64_t rest = 6 * square - 15 * (t << 16) + (std::int64_t{10} << 32);
  return ((cube >> 8) * (rest >> 8)) >> 32;
}

/// The weight in [0, 65535] for t in [0, 65535]; both Q16.
constexpr std::int64_t weightQ16(Interpolation interpolation, std::int64_t t) {
  switch (interpolation) {
    case Interpolation::kStep: return 0;
    case Interpolation::kLinear: return t;
    case Interpolation::kSmooth: return fixed::smoothstepQ16(t);
    case Interpolation::kQuintic: return quinticQ16(t);
  }
  return 0;
}

/// The weight and its slope over t in Q32, for what needs more than 16 bits; t in [0, 65535] as Q16. Errors below 2^-26.
struct FineWeight {
  std::int64_t weightQ32;  // [0, 1]
  std::int64_t slopeQ32;   // at most 1.875
};

constexpr FineWeight fineWeight(Interpolation interpolation, std::int64_t t) {
  const std::int64_t square = t * t, hump = t * (fixed::kOneQ16 - t);  // t^2 and t (1 - t), Q32
  switch (interpolation) {
    case Interpolation::kStep: return {0, 0};
    case Interpolation::kLinear: return {t << 16, std::int64_t{1} << 32};
    case Interpolation::kSmooth: return {(square * (3 * fixed::kOneQ16 - 2 * t)) >> 16, 6 * hump};  // below 2^50
    case Interpolation::kQuintic: {
      const std::int64_t rest = 6 * square - 15 * (t << 16) + (std::int64_t{10} << 32);
      const std::int64_t cube = (square * t) >> 16;
      return {((cube >> 4) * (rest >> 4)) >> 24, (30 * (hump >> 2) * (hump >> 2)) >> 28};  // below 2^60, 2^61
    }
  }
  return {0, 0};
}

}  // namespace orograph::noise
