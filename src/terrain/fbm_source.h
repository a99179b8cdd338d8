// fBm as a height source: fBm times the height scale.
#pragma once

#include <memory>

#include "terrain/height_source.h"

namespace orograph::terrain {

struct Parameters;

std::unique_ptr<HeightSource> makeFbmSource(const Parameters& parameters);

}  // namespace orograph::terrain
