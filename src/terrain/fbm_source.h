// fBm as a height source: fBm times the height scale.
#pragma once

#include <cstdint>
#include <memory>

#include "terrain/height_source.h"

namespace orograph::terrain {

struct Parameters;

std::unique_ptr<HeightSource> makeFbmSource(const Parameters& parameters);

/// No fBm is above it; 1.0 for a plain mean of octaves.
std::int64_t fbmBoundQ16(const Parameters& parameters);

}  // namespace orograph::terrain
