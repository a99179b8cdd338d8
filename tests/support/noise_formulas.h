// The systems' formulas in double precision, written from their publications: what integers are held against.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "fixed/lattice_hash.h"
#include "noise/fbm.h"

namespace orograph::test {

struct Formula {
  struct Sample {
    double value = 0, slopeX = 0, slopeZ = 0;
  };
  noise::FbmParameters p;

  static double fract(double t) { return t - std::floor(t); }

  double lattice(double x, double z, std::uint32_t seed) const {
    const double offsetX = seed % 10000, offsetZ = seed / 10000;
    if (p.lattice == fixed::Lattice::kFract) {
      // In long double, as the product's fraction loses ten digits.
      const auto part = [](long double t) { return t - std::floor(t); };
      const std::array<long double, 3> v = {part((x + offsetX) * 0.1031L), part((z + offsetZ) * 0.1031L),
                                            part((x + offsetX) * 0.1031L)};
      const long double s = v[0] * v[1] + v[1] * v[2] + v[2] * v[0] + 33.33L * (v[0] + v[1] + v[2]);
      return static_cast<double>(part((v[0] + s + v[1] + s) * (v[2] + s)));
    }
    if (p.lattice == fixed::Lattice::kSine) {
      const double sine = 1000 * std::sin(x + offsetX);
      return std::abs(sine - std::trunc(sine));
    }
    return fixed::latticeValue(p.lattice, static_cast<std::int64_t>(x), static_cast<std::int64_t>(z), seed) / 65536.0;
  }

  double weight(double t) const {
    switch (p.interpolation) {
      case noise::Interpolation::kStep: return 0;
      case noise::Interpolation::kLinear: return t;
      case noise::Interpolation::kSmooth: return t * t * (3 - 2 * t);
      case noise::Interpolation::kQuintic: return t * t * t * (t * (6 * t - 15) + 10);
    }
    return 0;
  }

  double weightSlope(double t) const {
    switch (p.interpolation) {
      case noise::Interpolation::kStep: return 0;
      case noise::Interpolation::kLinear: return 1;
      case noise::Interpolation::kSmooth: return 6 * t - 6 * t * t;
      case noise::Interpolation::kQuintic: return 30 * t * t * (t - 1) * (t - 1);
    }
    return 0;
  }

  /// A unit vector at 22.5 degrees, or its mirror images.
  std::array<double, 2> gradient(double x, double z, std::uint32_t seed) const {
    const auto bits = static_cast<int>(lattice(x, z, seed) * 65536);
    const double angle = std::acos(-1.0) / 8;
    std::array<double, 2> g = {std::cos(angle), std::sin(angle)};
    if ((bits & 0x2000) != 0) std::swap(g[0], g[1]);
    if ((bits & 0x4000) != 0) g[0] = -g[0];
    if ((bits & 0x8000) != 0) g[1] = -g[1];
    return g;
  }

  Sample value(double x, double z, std::uint32_t seed) const {
    const double ix = std::floor(x), iz = std::floor(z), tx = x - ix, tz = z - iz;
    const double a = lattice(ix, iz, seed), b = lattice(ix + 1, iz, seed), c = lattice(ix, iz + 1, seed),
                 d = lattice(ix + 1, iz + 1, seed);
    const double u = weight(tx), v = weight(tz);
    return {a + (b - a) * u * (1 - v) + (c - a) * v * (1 - u) + (d - a) * u * v,
            weightSlope(tx) * ((b - a) + (a - b - c + d) * v), weightSlope(tz) * ((c - a) + (a - b - c + d) * u)};
  }

  double perlin(double x, double z, std::uint32_t seed) const {
    const double ix = std::floor(x), iz = std::floor(z), u = weight(x - ix), v = weight(z - iz);
    double sum = 0;
    for (const int i : {0, 1}) {
      for (const int j : {0, 1}) {
        const auto g = gradient(ix + i, iz + j, seed);
        sum += (i == 1 ? u : 1 - u) * (j == 1 ? v : 1 - v) * (g[0] * (x - ix - i) + g[1] * (z - iz - j));
      }
    }
    return 0.5 + 0.70642 * sum;
  }

  double simplex(double x, double z, std::uint32_t seed) const {
    const double f = (std::sqrt(3.0) - 1) / 2, g = (3 - std::sqrt(3.0)) / 6;
    const double i = std::floor(x + (x + z) * f), j = std::floor(z + (x + z) * f);
    const double x0 = x - i + (i + j) * g, z0 = z - j + (i + j) * g;
    double sum = 0;
    const int di = x0 > z0 ? 1 : 0;
    for (const auto& [ci, cj] : {std::array{0, 0}, std::array{di, 1 - di}, std::array{1, 1}}) {
      const double dx = x0 - ci + (ci + cj) * g, dz = z0 - cj + (ci + cj) * g;
      const double t = std::max(0.0, 0.5 - dx * dx - dz * dz);
      const auto gradientAt = gradient(i + ci, j + cj, seed);
      sum += t * t * t * t * (gradientAt[0] * dx + gradientAt[1] * dz);
    }
    return 0.5 + 49.5 * sum;
  }

  /// The slope by central differences where no formula is at hand.
  Sample noise(double x, double z, std::uint32_t seed) const {
    if (p.basis == noise::Basis::kValue) return value(x, z, seed);
    const auto at = [&](double px, double pz) {
      return p.basis == noise::Basis::kPerlin ? perlin(px, pz, seed) : simplex(px, pz, seed);
    };
    constexpr double kStep = 1e-5;
    return {at(x, z), (at(x + kStep, z) - at(x - kStep, z)) / (2 * kStep), (at(x, z + kStep) - at(x, z - kStep)) / (2 * kStep)};
  }

  /// The sum of the octaves at a point of the world, units.
  double at(double x, double z) const {
    double cell = std::ldexp(1.0, static_cast<int>(p.latticeShift) - 16);
    x *= static_cast<double>(p.frequencyNumerator) / (cell * static_cast<double>(p.frequencyDenominator));
    z *= static_cast<double>(p.frequencyNumerator) / (cell * static_cast<double>(p.frequencyDenominator));
    if (p.warp.strengthQ16 != 0) {
      Formula still = *this;
      still.p.warp = {};
      still.p.octaves = p.warp.octaves;
      still.p.attenuation = noise::Attenuation::kNone;
      still.p.octaveScaleQ16 = 65536;
      still.p.normalise = true;
      const double strength = static_cast<double>(p.warp.strengthQ16) / 65536;
      const double dx = still.sum(x, z, p.seed ^ 0x5741525058000000u), dz = still.sum(x, z, p.seed ^ 0x574152505A000000u);
      x += strength * dx;
      z += strength * dz;
    }
    return sum(x, z, p.seed);
  }

 private:
  double sum(double x, double z, std::uint64_t seed) const {
    const double lacunarity = p.lacunarityQ16 != 0 ? static_cast<double>(p.lacunarityQ16) / 65536
                                                   : std::ldexp(1.0, static_cast<int>(p.lacunarityShift));
    const double scale = static_cast<double>(p.octaveScaleQ16) / 65536;
    double sum = 0, total = 0, amplitude = 1, slopeX = 0, slopeZ = 0;
    const auto seeds = fixed::latticeSeeds(p.lattice, seed, static_cast<int>(p.octaves));
    for (std::size_t k = 0; k < seeds.size(); ++k) {
      const Sample sample = noise(x, z, seeds[k]);
      double divisor = 1;
      if (p.attenuation == noise::Attenuation::kIndex) divisor = 1 + static_cast<double>(k);
      if (p.attenuation == noise::Attenuation::kSlope) divisor = 1 + slopeX * slopeX + slopeZ * slopeZ;
      if (p.attenuation == noise::Attenuation::kLocalSlope) {
        divisor = 1 + (sample.slopeX * sample.slopeX + sample.slopeZ * sample.slopeZ) * scale * scale;
      }
      sum += amplitude * scale * sample.value / divisor;
      total += p.attenuation == noise::Attenuation::kIndex ? amplitude / divisor : amplitude;
      slopeX += scale * sample.slopeX;
      slopeZ += scale * sample.slopeZ;
      amplitude *= static_cast<double>(p.gainQ16) / 65536;
      const double turn = p.rotation == noise::Rotation::kForward ? 0.8 : -0.8;
      if (p.rotation == noise::Rotation::kNone) {
        x *= lacunarity;
        z *= lacunarity;
      } else {
        const double turned = lacunarity * (0.6 * x - turn * z);
        z = lacunarity * (turn * x + 0.6 * z);
        x = turned;
      }
    }
    return p.normalise ? sum / total : sum;
  }
};

}  // namespace orograph::test
