// One-dimensional midpoint displacement (Fournier, Fussell, Carpenter, "Computer rendering of stochastic models", CACM
// 25(6), 1982): the skyline of a ridge. Each displacement is read from the lattice hash of level and position, so any
// part of the line can be computed alone, and doubling the cells keeps every coarser point.
#pragma once

#include <cstdint>
#include <memory>

#include "terrain/diamond_square.h"
#include "terrain/height_source.h"

namespace orograph::terrain {

struct Parameters;

/// A bound on |height| before the height scale: the sum of every level's amplitude.
std::int64_t midpointBoundQ16(const DiamondSquareParameters& parameters);

/// Heights by column of the cells + 1 points along x, the same in every row; the ends are 0. Of diamond-square's
/// parameters it reads seed, lattice, cells, hurst and amplitude.
std::unique_ptr<HeightSource> makeMidpointSource(const Parameters& parameters);

}  // namespace orograph::terrain
