// Value noise on a square lattice: the plain scalar definition, the authority for every faster path.
#pragma once

#include <cstdint>

#include "fixed/lattice_hash.h"
#include "fixed/q16.h"

namespace orograph::noise {

/// A coordinate split at a lattice whose cells are 2^latticeShift Q16 units wide.
struct LatticePosition {
  std::int64_t index;        // floor(coordinate / cell), modulo 2^32 where it counts
  std::int64_t fractionQ16;  // [0, 65535]
};

/// Octave k samples the coordinate shifted left by lacunarityShift * k. Shifting the lattice right instead gives the
/// same index and fraction and never leaves 64 bits, so latticeShift may be anything, below zero included: then
/// every sample is a lattice point, 2^-latticeShift apart.
constexpr LatticePosition latticePosition(std::int64_t coordinateQ16, int latticeShift) {
  if (latticeShift <= 0) {
    const int up = -latticeShift;  // only 32 bits of an index are ever used
    return {up >= 32 ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(coordinateQ16) << up), 0};
  }
  const std::int64_t low = coordinateQ16 & ((std::int64_t{1} << latticeShift) - 1);
  const std::int64_t fraction = latticeShift >= 16 ? low >> (latticeShift - 16) : low << (16 - latticeShift);
  return {coordinateQ16 >> latticeShift, fraction};
}

/// a + (b - a) * weight with a, b in [0, 65535] and weight in [0, 65536]: in [0, 65535], rounded down.
/// Equal to (a * (65536 - weight) + b * weight) >> 16 in unsigned 32 bits: that sum is at most 65535 * 65536 < 2^32.
constexpr std::int64_t interpolate(std::int64_t a, std::int64_t b, std::int64_t weightQ16) {
  return a + fixed::multiplyQ16(b - a, weightQ16);
}

/// The lattice values at a cell's corners: (0, 0), (1, 0), (0, 1), (1, 1).
struct Corners {
  std::int64_t a, b, c, d;
};

/// Value noise of the core, in [0, 1) as Q16, at a world point: `smooth` on an unturned lattice.
constexpr std::int64_t valueNoiseQ16(std::int64_t xQ16, std::int64_t zQ16, std::uint32_t seed, int latticeShift,
                                     fixed::Lattice lattice) {
  const auto [ix, tx] = latticePosition(xQ16, latticeShift);
  const auto [iz, tz] = latticePosition(zQ16, latticeShift);
  const std::int64_t u = fixed::smoothstepQ16(tx), v = fixed::smoothstepQ16(tz);
  const auto at = [&](std::int64_t x, std::int64_t z) {
    return std::int64_t{fixed::latticeValue(lattice, x, z, seed)};
  };
  const std::int64_t nearZ = interpolate(at(ix, iz), at(ix + 1, iz), u);
  const std::int64_t farZ = interpolate(at(ix, iz + 1), at(ix + 1, iz + 1), u);
  return interpolate(nearZ, farZ, v);
}

}  // namespace orograph::noise
