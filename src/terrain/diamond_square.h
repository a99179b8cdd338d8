// Diamond-square midpoint displacement (Fournier, Fussell, Carpenter, "Computer rendering of stochastic models",
// CACM 25(6), 1982), with each displacement read from the lattice hash: any part of the field can be computed alone,
// and doubling the grid keeps every coarser point.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "fixed/lattice_hash.h"
#include "terrain/height_source.h"

namespace orograph::terrain {

struct Parameters;

/// A grid point that keeps its height; its neighbours build on it.
struct Pin {
  std::int64_t x = 0, z = 0;
  std::int64_t heightQ16 = 0;  // before the height scale
};

struct DiamondSquareParameters {
  std::uint64_t seed = 1337;
  fixed::Lattice lattice = fixed::Lattice::kSpatial;
  std::int64_t cells = 16;  // per side, a power of two >= 2
  std::int64_t hurstQ16 = 65536;
  std::int64_t amplitudeQ16 = 65536;
  std::vector<std::int64_t> cornersQ16 = {0, 0, 0, 0};  // north-west, north-east, south-west, south-east
  bool wrap = false;                                     // a torus of period `cells`; the four corners are then one
  std::vector<Pin> pins;
};

/// The displacement amplitude of each level: `amplitudeQ16`, then times 2^-hurst per level.
std::vector<std::int64_t> levelAmplitudesQ16(const DiamondSquareParameters& parameters);

/// A bound on |height| before the height scale: the largest corner or pin plus every level's amplitude.
std::int64_t diamondSquareBoundQ16(const DiamondSquareParameters& parameters);

/// Heights by column and row of the (cells + 1)^2 grid; the grid's coordinates play no part.
std::unique_ptr<HeightSource> makeDiamondSquareSource(const Parameters& parameters);

}  // namespace orograph::terrain
