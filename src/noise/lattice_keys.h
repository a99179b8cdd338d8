// The lattice hashes of fixed/lattice_hash.h taken apart: a key of the column, a key of the line, and the value of
// both. A row shares its line key and a grid its column keys, so a point costs only `value`.
#pragma once

#include <cstdint>

#include "fixed/lattice_hash.h"

namespace orograph::noise {

struct SpatialKeys {
  static constexpr std::uint32_t kMix = 1274126177u;
  // h xor (h >> 13) distributes over the xor that joins the keys, so each key brings its own.
  static constexpr std::uint32_t folded(std::uint32_t h) { return h ^ (h >> 13); }
  static constexpr std::uint32_t column(std::uint32_t ix) { return folded(ix * 73856093u); }
  static constexpr std::uint32_t line(std::uint32_t iz, std::uint32_t seed) {
    return folded((iz * 19349663u) ^ (seed * 83492791u));
  }
  static constexpr std::uint32_t value(std::uint32_t columnKey, std::uint32_t lineKey) {
    const std::uint32_t h = (columnKey ^ lineKey) * kMix;
    return (h ^ (h >> 16)) & 0xFFFFu;
  }
};

struct MixedKeys {
  static constexpr std::uint32_t kMix = 0x21F0AAADu, kSecondMix = 0x735A2D97u;
  static constexpr std::uint32_t column(std::uint32_t ix) { return ix * 0x9E3779B1u; }
  static constexpr std::uint32_t line(std::uint32_t iz, std::uint32_t seed) { return iz * 0x85EBCA77u + seed; }
  static constexpr std::uint32_t value(std::uint32_t columnKey, std::uint32_t lineKey) {
    std::uint32_t h = columnKey + lineKey;
    h = (h ^ (h >> 16)) * kMix;
    h = (h ^ (h >> 15)) * kSecondMix;
    return (h ^ (h >> 15)) >> 16;
  }
};

static_assert(SpatialKeys::value(SpatialKeys::column(7), SpatialKeys::line(11, 13)) ==
              fixed::spatialLattice(7, 11, 13));
static_assert(MixedKeys::value(MixedKeys::column(7), MixedKeys::line(11, 13)) == fixed::mixedLattice(7, 11, 13));

/// Whether a lattice has keys: the published ones are computed point by point.
constexpr bool hasKeys(fixed::Lattice lattice) {
  return lattice == fixed::Lattice::kSpatial || lattice == fixed::Lattice::kMixed;
}

/// Calls `use` with the keys of `lattice`, which has some.
template <typename Use>
constexpr auto withKeys(fixed::Lattice lattice, Use use) {
  return lattice == fixed::Lattice::kSpatial ? use(SpatialKeys{}) : use(MixedKeys{});
}

}  // namespace orograph::noise
