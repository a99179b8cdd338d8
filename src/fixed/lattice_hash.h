// A 16-bit value for every integer lattice point and seed. All arithmetic is modulo 2^32, in unsigned types only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace orograph::fixed {

enum class Lattice { kSpatial, kMixed };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 2> kLatticeNames = {"spatial", "mixed"};

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

/// The value in [0, 65535] at an integer point; indices are taken modulo 2^32.
constexpr std::uint32_t latticeValue(Lattice lattice, std::int64_t ix, std::int64_t iz, std::uint32_t seed) {
  const auto x = static_cast<std::uint32_t>(ix);
  const auto z = static_cast<std::uint32_t>(iz);
  return lattice == Lattice::kSpatial ? spatialLattice(x, z, seed) : mixedLattice(x, z, seed);
}

}  // namespace orograph::fixed
