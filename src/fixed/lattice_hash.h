// A 16-bit value for every integer lattice point and seed. All arithmetic is modulo 2^32, in unsigned types only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fixed/published_lattices.h"
#include "fixed/splitmix64.h"

namespace orograph::fixed {

enum class Lattice { kSpatial, kMixed, kFract, kSine };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 4> kLatticeNames = {"spatial", "mixed", "fract", "sine"};

/// The spatial hash of Teschner et al., "Optimized spatial hashing for collision detection of deformable objects",
/// VMV 2003, with the seed as third axis. Its xor of the axes leaves a trace: the values at (x, z) and (-x, -z)
/// correlate at about 0.30. Published figures depend on it, so it stays as it is.
constexpr std::uint32_t spatialLattice(std::uint32_t ix, std::uint32_t iz, std::uint32_t seed) {
  std::uint32_t h = (ix * 73856093u) ^ (iz * 19349663u) ^ (seed * 83492791u);
  h = (h ^ (h >> 13)) * 1274126177u;
  return (h ^ (h >> 16)) & 0xFFFFu;
}

/// A weighted sum of the axes through a two-round multiply-xorshift finaliser: without the trace of `spatialLattice`.
constexpr std::uint32_t mixedLattice(std::uint32_t ix, std::uint32_t iz, std::uint32_t seed) {
  std::uint32_t h = ix * 0x9E3779B1u + iz * 0x85EBCA77u + seed;
  h = (h ^ (h >> 16)) * 0x21F0AAADu;
  h = (h ^ (h >> 15)) * 0x735A2D97u;
  return (h ^ (h >> 15)) >> 16;
}

/// The value in [0, 65535] at an integer point; indices are taken modulo 2^32. `seed` is one of latticeSeeds.
constexpr std::uint32_t latticeValue(Lattice lattice, std::int64_t ix, std::int64_t iz, std::uint32_t seed) {
  const auto x = static_cast<std::uint32_t>(ix);
  const auto z = static_cast<std::uint32_t>(iz);
  switch (lattice) {
    case Lattice::kSpatial: return spatialLattice(x, z, seed);
    case Lattice::kMixed: return mixedLattice(x, z, seed);
    case Lattice::kFract: return fractLattice(static_cast<std::int32_t>(x), static_cast<std::int32_t>(z), seed);
    case Lattice::kSine: return sineLattice(static_cast<std::int32_t>(x), seed);
  }
  return 0;
}

/// What successive octaves or levels of a spec's seed give to latticeValue: derived seeds; for the published lattices
/// offsets, k + 1 times those of the first, all 0 for the seed 0.
inline std::vector<std::uint32_t> latticeSeeds(Lattice lattice, std::uint64_t seed, int count) {
  if (lattice == Lattice::kSpatial || lattice == Lattice::kMixed) return derivedSeeds(seed, count);
  const std::uint64_t bits = SplitMix64::mixed(seed);
  const std::uint64_t x = (bits & 0xFFFFFFFFu) % kOffsets, z = (bits >> 32) % kOffsets;
  std::vector<std::uint32_t> seeds;
  for (std::uint64_t k = 1; k <= static_cast<std::uint64_t>(count); ++k) {
    seeds.push_back(static_cast<std::uint32_t>(x * k % kOffsets + kOffsets * (z * k % kOffsets)));
  }
  return seeds;
}

}  // namespace orograph::fixed
