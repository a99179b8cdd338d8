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

/// The slope of the weight over t, Q16: at most 1.5 (smooth) or 1.875 (quintic), rounded down.
constexpr std::int64_t weightSlopeQ16(Interpolation interpolation, std::int64_t t) {
  const std::int64_t hump = fixed::multiplyQ16(t, fixed::kOneQ16 - t);  // t (1 - t)
  switch (interpolation) {
    case Interpolation::kStep: return 0;
    case Interpolation::kLinear: return fixed::kOneQ16;
    case Interpolation::kSmooth: return 6 * hump;
    case Interpolation::kQuintic: return 30 * fixed::multiplyQ16(hump, hump);
  }
  return 0;
}

}  // namespace orograph::noise
