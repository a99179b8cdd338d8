// The noises that octaves are made of: each gives a value in [0, 1) and its slope from the lattice values at the corners
// of a cell. The plain scalar definitions, the authority for every faster path.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "noise/interpolation.h"
#include "noise/value_noise.h"

namespace orograph::noise {

enum class Basis { kValue, kPerlin, kSimplex };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> kBasisNames = {"value", "perlin", "simplex"};

/// Noise and how it changes along the cell's axes, per cell width; for simplex along the axes before the skew. Each to the nearest,
/// within two units: finer than the noise alone, whose roundings are those of 16-bit arithmetic.
struct NoiseSample {
  std::int64_t valueQ16 = 0;  // [0, 65535]
  std::int64_t slopeXQ16 = 0, slopeZQ16 = 0;
};

/// (a * b) / 2^15 to the nearest, halves up: what vector units offer for 16-bit lanes.
constexpr std::int64_t multiplyQ15(std::int64_t a, std::int64_t b) { return (a * b + (1 << 14)) >> 15; }

/// A unit vector of eight, 45 degrees apart from 22.5 on, by the top three bits of a lattice value. None lies along an
/// axis or a diagonal, where gradient noise would show it.
struct Gradient {
  static constexpr std::int64_t kLongQ15 = 30274, kShortQ15 = 12540;  // cos and sin of 22.5 degrees
  std::int64_t xQ15, zQ15;
};

constexpr Gradient gradient(std::int64_t latticeValue) {
  const bool steep = (latticeValue & 0x2000) != 0;
  const std::int64_t x = steep ? Gradient::kShortQ15 : Gradient::kLongQ15;
  const std::int64_t z = steep ? Gradient::kLongQ15 : Gradient::kShortQ15;
  return {(latticeValue & 0x4000) != 0 ? -x : x, (latticeValue & 0x8000) != 0 ? -z : z};
}

constexpr std::int64_t valueNoise(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const std::int64_t u = weightQ16(interpolation, tx), v = weightQ16(interpolation, tz);
  const std::int64_t nearZ = interpolate(corners.a, corners.b, u), farZ = interpolate(corners.c, corners.d, u);
  return interpolate(nearZ, farZ, v);
}

/// product / 2^shift to the nearest, halves up.
constexpr std::int64_t rounded(std::int64_t product, int shift) {
  return (product + (std::int64_t{1} << (shift - 1))) >> shift;
}

// Here, so that a caller without need of slopes has none computed.
constexpr NoiseSample valueNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const auto [a, b, c, d] = corners;
  const auto [u, us] = fineWeight(interpolation, tx);
  const auto [v, vs] = fineWeight(interpolation, tz);
  // Differences have 17 bits, the twist 18: every sum in Q48 stays below 2^52, every product of two Q24 below 2^52.
  const std::int64_t twist = a - b - c + d;
  const std::int64_t value = (a << 32) + (b - a) * u + (c - a) * v + twist * (((u >> 8) * (v >> 8)) >> 16);
  const std::int64_t alongX = ((b - a) << 32) + twist * v, alongZ = ((c - a) << 32) + twist * u;
  return {rounded(value, 32), rounded((us >> 8) * (alongX >> 24), 32), rounded((vs >> 8) * (alongZ >> 24), 32)};
}

/// Gradient noise: Perlin, "An image synthesizer", SIGGRAPH 1985. At a corner the noise is 0 and its slope the gradient g of
/// that corner; between them the ramps g.d are interpolated.
///
/// The noise n is mapped to 1/2 + 0.70642 n. It never leaves [0, 1): |n| <= sum w |d| <= sqrt(sum w d^2), the sum over corners
/// with weights w, distances d (unit gradients; Jensen), and sum w d^2 = h(tx) + h(tz) with
/// h(t) = (1 - u) t^2 + u (1 - t)^2 = t^2 + u (1 - 2t), which is at most 1/4, at t = 1/2: it is t (1 - t) for linear,
/// 4 t^2 (1 - t)^2 for smooth, less for quintic. So |n| <= sqrt(1/2), 0.49952 after the map, which leaves 31 units of 2^-16
/// for the roundings (each is at most one half, seven of them count).
///
/// Ramps are Q14, so that differences fit 16 bits: a ramp is at most sqrt(1/4 + 1) between two corners, and the difference
/// of two such at most 1.62.
std::int64_t perlinNoise(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation);
NoiseSample perlinNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation);

/// The map of a Perlin noise n in Q14, |n| <= 11600: 32768 + 2.826 n, in steps that 16-bit lanes can follow.
constexpr std::int64_t perlinValueQ16(std::int64_t nQ14) { return 32768 + 4 * nQ14 + multiplyQ15(2 * nQ14, -19240); }

/// Simplex noise over triangles: Perlin, "Noise hardware", SIGGRAPH 2001 course notes; Gustavson, "Simplex noise demystified",
/// 2005. tx and tz are fractions in the skewed lattice, (x, z) + F (x + z) with F = (sqrt(3) - 1) / 2, where triangles become
/// halves of squares.
///
/// Three corners give (1/2 - r^2)^4 g.d each, nothing beyond r^2 = 1/2; unit gradients make the sum at most
/// sum (1/2 - r^2)^4 r, whose greatest value over a triangle, 0.0100803 = 2 (1/3)^4 / sqrt(6), is in the middle of an edge. It is
/// mapped to 1/2 + 49.5 sum, which is at most 0.49898 away from 1/2.
std::int64_t simplexNoise(const Corners& corners, std::int64_t tx, std::int64_t tz);
NoiseSample simplexNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz);

/// Where a simplex's corners are seen from a point, Q15. i1 says that the middle corner is (1, 0), else (0, 1).
struct SimplexCorners {
  static constexpr std::int64_t kUnskewQ17 = 27699, kUnskewQ15 = 6925, kTwoUnskewQ15 = 13849;  // G = (3 - sqrt(3)) / 6
  std::array<std::int64_t, 3> x, z;
  bool i1;
};

constexpr SimplexCorners simplexCorners(std::int64_t tx, std::int64_t tz) {
  using S = SimplexCorners;
  // Below 2^32 in unsigned lanes: 131070 * 27699 + 2^16.
  const std::int64_t unskew = ((tx + tz) * S::kUnskewQ17 + (1 << 16)) >> 17;
  const std::int64_t x = (tx - unskew + 1) >> 1, z = (tz - unskew + 1) >> 1;
  const bool i1 = tx > tz;
  return {{x, x + S::kUnskewQ15 - (i1 ? 32768 : 0), x + S::kTwoUnskewQ15 - 32768},
          {z, z + S::kUnskewQ15 - (i1 ? 0 : 32768), z + S::kTwoUnskewQ15 - 32768},
          i1};
}

/// 1 - 2 r^2, or 0 where that is less, in [0, 32767] as Q15.
constexpr std::int64_t simplexFalloffQ15(std::int64_t xQ15, std::int64_t zQ15) {
  const std::int64_t rest = (1 << 29) - (xQ15 * xQ15 + zQ15 * zQ15);
  return rest < 0 ? 0 : std::min<std::int64_t>((rest + (1 << 13)) >> 14, 32767);
}

/// From 16 times the sum over the corners in Q30, |sum| <= 0.1614, to the noise.
constexpr std::int64_t simplexValueQ16(std::int64_t sumQ30) { return 32768 + (((sumQ30 >> 10) * 99) >> 9); }

}  // namespace orograph::noise
