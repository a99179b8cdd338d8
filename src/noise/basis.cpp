#include "noise/basis.h"

namespace orograph::noise {
namespace {

using fixed::multiplyQ16;

constexpr std::int64_t lerp(std::int64_t a, std::int64_t b, std::int64_t weightQ15) {
  return a + multiplyQ15(b - a, weightQ15);
}

constexpr std::int64_t lerpQ16(std::int64_t a, std::int64_t b, std::int64_t weightQ16) {
  return a + multiplyQ16(b - a, weightQ16);
}

/// The ramps of two corners on one lattice line, interpolated along x: ramp + slope * dz is the noise at a distance dz.
struct Ramp {
  std::int64_t rampQ14, slopeQ14;
};

constexpr Ramp rampAlong(std::int64_t a, std::int64_t b, std::int64_t tx, std::int64_t weightQ15) {
  const Gradient ga = gradient(a), gb = gradient(b);
  const std::int64_t offset = tx >> 1;
  const std::int64_t left = multiplyQ15(ga.xQ15 >> 1, offset), right = multiplyQ15(gb.xQ15 >> 1, offset - 32768);
  return {lerp(left, right, weightQ15), lerp(ga.zQ15 >> 1, gb.zQ15 >> 1, weightQ15)};
}

}  // namespace

NoiseSample valueNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const auto [a, b, c, d] = corners;
  const std::int64_t u = weightQ16(interpolation, tx), v = weightQ16(interpolation, tz);
  const std::int64_t twist = a - b - c + d;
  return {valueNoise(corners, tx, tz, interpolation),
          multiplyQ16(weightSlopeQ16(interpolation, tx), b - a + multiplyQ16(twist, v)),
          multiplyQ16(weightSlopeQ16(interpolation, tz), c - a + multiplyQ16(twist, u))};
}

std::int64_t perlinNoise(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const std::int64_t u = weightQ16(interpolation, tx) >> 1, v = weightQ16(interpolation, tz) >> 1;
  const Ramp nearLine = rampAlong(corners.a, corners.b, tx, u), farLine = rampAlong(corners.c, corners.d, tx, u);
  const std::int64_t offset = tz >> 1;
  const std::int64_t nearZ = nearLine.rampQ14 + multiplyQ15(nearLine.slopeQ14, offset);
  const std::int64_t farZ = farLine.rampQ14 + multiplyQ15(farLine.slopeQ14, offset - 32768);
  return perlinValueQ16(lerp(nearZ, farZ, v));
}

NoiseSample perlinNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const std::int64_t u = weightQ16(interpolation, tx), v = weightQ16(interpolation, tz);
  const std::int64_t us = weightSlopeQ16(interpolation, tx), vs = weightSlopeQ16(interpolation, tz);
  const std::int64_t farX = tx - fixed::kOneQ16, farZ = tz - fixed::kOneQ16;
  const auto ramp = [](const Gradient& g, std::int64_t x, std::int64_t z) { return (g.xQ15 * x + g.zQ15 * z) >> 15; };
  const Gradient ga = gradient(corners.a), gb = gradient(corners.b), gc = gradient(corners.c), gd = gradient(corners.d);
  const std::int64_t a = ramp(ga, tx, tz), b = ramp(gb, farX, tz), c = ramp(gc, tx, farZ), d = ramp(gd, farX, farZ);
  const std::int64_t nearSlope = lerpQ16(2 * ga.xQ15, 2 * gb.xQ15, u) + multiplyQ16(us, b - a);
  const std::int64_t farSlope = lerpQ16(2 * gc.xQ15, 2 * gd.xQ15, u) + multiplyQ16(us, d - c);
  const std::int64_t slopeX = lerpQ16(nearSlope, farSlope, v);
  const std::int64_t slopeZ = lerpQ16(lerpQ16(2 * ga.zQ15, 2 * gb.zQ15, u), lerpQ16(2 * gc.zQ15, 2 * gd.zQ15, u), v) +
                              multiplyQ16(vs, lerpQ16(c, d, u) - lerpQ16(a, b, u));
  constexpr std::int64_t kMapQ16 = 46296;  // 0.70642, as in perlinValueQ16
  return {perlinNoise(corners, tx, tz, interpolation), multiplyQ16(slopeX, kMapQ16), multiplyQ16(slopeZ, kMapQ16)};
}

std::int64_t simplexNoise(const Corners& corners, std::int64_t tx, std::int64_t tz) {
  const SimplexCorners at = simplexCorners(tx, tz);
  const std::array<std::int64_t, 3> values = {corners.a, at.i1 ? corners.b : corners.c, corners.d};
  std::int64_t sumQ30 = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t falloff = simplexFalloffQ15(at.x[i], at.z[i]), square = multiplyQ15(falloff, falloff);
    const Gradient g = gradient(values[i]);
    const std::int64_t ramp = (g.xQ15 * at.x[i] + g.zQ15 * at.z[i] + (1 << 14)) >> 15;
    sumQ30 += multiplyQ15(square, square) * ramp;
  }
  return simplexValueQ16(sumQ30);
}

NoiseSample simplexNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz) {
  const SimplexCorners at = simplexCorners(tx, tz);
  const std::array<std::int64_t, 3> values = {corners.a, at.i1 ? corners.b : corners.c, corners.d};
  std::int64_t slopeX = 0, slopeZ = 0;  // of 16 times the sum, Q16
  for (std::size_t i = 0; i < 3; ++i) {
    // With f = 1 - 2 r^2: d/dx (f^4 g.d) = f^4 gx - 16 f^3 x g.d
    const std::int64_t f = 2 * simplexFalloffQ15(at.x[i], at.z[i]), cube = multiplyQ16(multiplyQ16(f, f), f);
    const Gradient g = gradient(values[i]);
    const std::int64_t ramp = (g.xQ15 * at.x[i] + g.zQ15 * at.z[i]) >> 14;
    const std::int64_t whole = multiplyQ16(cube, f), turn = 16 * multiplyQ16(cube, ramp);
    slopeX += multiplyQ16(whole, 2 * g.xQ15) - multiplyQ16(turn, 2 * at.x[i]);
    slopeZ += multiplyQ16(whole, 2 * g.zQ15) - multiplyQ16(turn, 2 * at.z[i]);
  }
  constexpr std::int64_t kMapQ16 = 202752;  // 49.5 / 16
  return {simplexNoise(corners, tx, tz), multiplyQ16(slopeX, kMapQ16), multiplyQ16(slopeZ, kMapQ16)};
}

}  // namespace orograph::noise
