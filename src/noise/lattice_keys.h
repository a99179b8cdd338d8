// The lattice hashes of fixed/lattice_hash.h taken apart: a key of the column, a key of the line, and the value of
// both. A row shares its line key and a grid its column keys, so a point costs only `value`.
#pragma once

#include <cstdint>

#include "fixed/lattice_hash.h"

namespace orograph::noise {

struct SpatialKeys {
  static constexpr std::uint32_t kColumn = 73856093u, kMix = 1274126177u;
  static constexpr std::uint32_t line(std::uint32_t iz, std::uint32_t seed) {
    return (iz * 19349663u) ^ (seed * 83492791u);
  }
  static constexpr std::uint32_t value(std::uint32_t columnKey, std::uint32_t lineKey) {
    std::uint32_t h = columnKey ^ lineKey;
    h = (h ^ (h >> 13)) * kMix;
    return (h ^ (h >> 16)) & 0xFFFFu;
  }
};

struct MixedKeys {
  static constexpr std::uint32_t kColumn = 0x9E3779B1u, kMix = 0x21F0AAADu, kSecondMix = 0x735A2D97u;
  static constexpr std::uint32_t line(std::uint32_t iz, std::uint32_t seed) { return iz * 0x85EBCA77u + seed; }
  static constexpr std::uint32_t value(std::uint32_t columnKey, std::uint32_t lineKey) {
    std::uint32_t h = columnKey + lineKey;
    h = (h ^ (h >> 16)) * kMix;
    h = (h ^ (h >> 15)) * kSecondMix;
    return (h ^ (h >> 15)) >> 16;
  }
};

static_assert(SpatialKeys::value(7u * SpatialKeys::kColumn, SpatialKeys::line(11u, 13u)) ==
              fixed::spatialLattice(7u, 11u, 13u));
static_assert(MixedKeys::value(7u * MixedKeys::kColumn, MixedKeys::line(11u, 13u)) ==
              fixed::mixedLattice(7u, 11u, 13u));

/// Calls `use` with the keys of `lattice`.
template <typename Use>
constexpr auto withKeys(fixed::Lattice lattice, Use use) {
  return lattice == fixed::Lattice::kSpatial ? use(SpatialKeys{}) : use(MixedKeys{});
}

}  // namespace orograph::noise
