// Clouds: the density of a layer of them, from a sum of octaves.
#pragma once

#include <cstdint>
#include <memory>

#include "terrain/height_source.h"

namespace orograph::terrain {

struct Parameters;

/// Clouds see 3/100 of the coordinates, so their cells are 100/3 times as wide.
inline constexpr std::int64_t kCloudFrequencyNumerator = 3, kCloudFrequencyDenominator = 100;

/// Heights are the density in [0, 1] times the height scale. With a the sum of the octaves at 3/100 of the coordinates and m = 1
/// plus the sum of their amplitudes, the density is 2.2 * smoothstep(1/2, m, a), at most 1.
std::unique_ptr<HeightSource> makeCloudsSource(const Parameters& parameters);

/// 1.0
std::int64_t cloudsBoundQ16(const Parameters& parameters);

}  // namespace orograph::terrain
