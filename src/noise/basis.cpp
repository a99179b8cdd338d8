#include "noise/basis.h"

#include <utility>

namespace orograph::noise {
namespace {

constexpr std::int64_t lerp(std::int64_t a, std::int64_t b, std::int64_t weightQ15) {
  return a + multiplyQ15(b - a, weightQ15);
}

/// a + (b - a) * weight for |a|, |b| below 2^33: the product stays below 2^58.
constexpr std::int64_t fineLerp(std::int64_t a, std::int64_t b, std::int64_t weightQ32) {
  return a + (((b - a) * (weightQ32 >> 8)) >> 24);
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

std::int64_t perlinNoise(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const std::int64_t u = weightQ16(interpolation, tx) >> 1, v = weightQ16(interpolation, tz) >> 1;
  const Ramp nearLine = rampAlong(corners.a, corners.b, tx, u), farLine = rampAlong(corners.c, corners.d, tx, u);
  const std::int64_t offset = tz >> 1;
  const std::int64_t nearZ = nearLine.rampQ14 + multiplyQ15(nearLine.slopeQ14, offset);
  const std::int64_t farZ = farLine.rampQ14 + multiplyQ15(farLine.slopeQ14, offset - 32768);
  return perlinValueQ16(lerp(nearZ, farZ, v));
}

NoiseSample perlinNoiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz, Interpolation interpolation) {
  const auto [u, us] = fineWeight(interpolation, tx);
  const auto [v, vs] = fineWeight(interpolation, tz);
  const std::int64_t farX = tx - fixed::kOneQ16, farZ = tz - fixed::kOneQ16;
  const Gradient ga = gradient(corners.a), gb = gradient(corners.b), gc = gradient(corners.c), gd = gradient(corners.d);
  // Q31, below 2^32.
  const auto ramp = [](const Gradient& g, std::int64_t x, std::int64_t z) { return g.xQ15 * x + g.zQ15 * z; };
  const std::int64_t a = ramp(ga, tx, tz), b = ramp(gb, farX, tz), c = ramp(gc, tx, farZ), d = ramp(gd, farX, farZ);
  const std::int64_t nearZ = fineLerp(a, b, u), farLine = fineLerp(c, d, u);
  const auto along = [](std::int64_t slopeQ32, std::int64_t rise) { return ((slopeQ32 >> 8) * rise) >> 24; };
  const auto component = [=](auto member, std::int64_t weight) {
    return std::pair{fineLerp((ga.*member) << 16, (gb.*member) << 16, weight), fineLerp((gc.*member) << 16, (gd.*member) << 16, weight)};
  };
  const auto [nearX, farSlopeX] = component(&Gradient::xQ15, u);
  const auto [nearSlopeZ, farSlopeZ] = component(&Gradient::zQ15, u);
  const std::int64_t slopeX = fineLerp(nearX + along(us, b - a), farSlopeX + along(us, d - c), v);
  const std::int64_t slopeZ = fineLerp(nearSlopeZ, farSlopeZ, v) + along(vs, farLine - nearZ);
  constexpr std::int64_t kMapQ16 = 46296;  // 0.70642, as in perlinValueQ16
  const auto mapped = [](std::int64_t q31) { return rounded(q31 * kMapQ16, 31); };
  return {32768 + mapped(fineLerp(nearZ, farLine, v)), mapped(slopeX), mapped(slopeZ)};
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
  constexpr std::int64_t kUnskewQ40 = 232354146751, kOneQ30 = 1 << 30;  // (3 - sqrt(3)) / 6
  const std::int64_t unskew = ((tx + tz) * kUnskewQ40) >> 26;
  const std::array<std::int64_t, 3> values = {corners.a, tx > tz ? corners.b : corners.c, corners.d};
  const std::array<std::array<std::int64_t, 2>, 3> steps = {{{0, 0}, {tx > tz, tx <= tz}, {1, 1}}};
  std::int64_t sum = 0, slopeX = 0, slopeZ = 0;  // 16 times the sum, Q30
  const auto multiply = [](std::int64_t a, std::int64_t b) { return (a * b) >> 30; };
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [di, dj] = steps[i];
    const std::int64_t back = (di + dj) * (kUnskewQ40 >> 10);
    const std::int64_t x = (tx << 14) - unskew - di * kOneQ30 + back, z = (tz << 14) - unskew - dj * kOneQ30 + back;
    const std::int64_t f = kOneQ30 - 2 * (multiply(x, x) + multiply(z, z));
    if (f <= 0) continue;
    // d/dx (f^4 g.d) = f^4 gx - 16 f^3 x g.d
    const std::int64_t cube = multiply(multiply(f, f), f), whole = multiply(cube, f);
    const Gradient g = gradient(values[i]);
    const std::int64_t ramp = (g.xQ15 * x + g.zQ15 * z) >> 15, turn = 16 * multiply(cube, ramp);
    sum += multiply(whole, ramp);
    slopeX += multiply(whole, g.xQ15 << 15) - multiply(turn, x);
    slopeZ += multiply(whole, g.zQ15 << 15) - multiply(turn, z);
  }
  const auto mapped = [](std::int64_t q30) { return rounded(q30 * 99, 19); };  // times 49.5 / 16
  return {32768 + mapped(sum), mapped(slopeX), mapped(slopeZ)};
}

}  // namespace orograph::noise
