#include "render/sky.h"

namespace orograph::render {
namespace {

double fract(double t) { return t - std::floor(t); }

/// A hash without sine, published for shaders (Hoskins 2014): whole numbers to [0, 1).
double latticeValue(double x, double z) {
  Vector v{fract(x * 0.1031), fract(z * 0.1031), fract(x * 0.1031)};
  const double s = dot(v, {v.y, v.z, v.x}) + 33.33 * (v.x + v.y + v.z);
  v = v + Vector{s, s, s};
  return fract((v.x + v.y) * v.z);
}

}  // namespace

Vector skyColour(const Vector& direction) {
  const double dark = 0.8 * direction.y * direction.y, haze = 1 - std::max(direction.y, 0.0);
  return mix(kAir - Vector{dark, dark, dark}, kWhite, haze * haze * haze * haze);
}

double sunDisc(const Vector& direction, const Vector& sun) {
  return 0.5 * std::pow(std::max(dot(direction, sun), 0.0), 4096);
}

double cloudNoise(double x, double z) {
  const double cellX = std::floor(x), cellZ = std::floor(z);
  const double a = latticeValue(cellX, cellZ), b = latticeValue(cellX + 1, cellZ);
  const double c = latticeValue(cellX, cellZ + 1), d = latticeValue(cellX + 1, cellZ + 1);
  const double ux = smoothstep(0, 1, x - cellX), uz = smoothstep(0, 1, z - cellZ);
  return a + (b - a) * ux * (1 - uz) + (c - a) * uz * (1 - ux) + (d - a) * ux * uz;
}

double cloudDensity(double x, double z) {
  x *= 0.03;
  z *= 0.03;
  double sum = 0, most = 1, factor = 1;
  for (int octave = 0; octave < 4; ++octave) {
    sum += factor * cloudNoise(x, z);
    most += factor;
    factor /= 2;
    // Twice as fine, turned by the angle whose cosine and sine are 3/5 and 4/5.
    const double turned = 2 * (0.6 * x - 0.8 * z);
    z = 2 * (0.8 * x + 0.6 * z);
    x = turned;
  }
  return std::clamp(smoothstep(0.5, most, sum) * 2.2, 0.0, 1.0);
}

}  // namespace orograph::render
