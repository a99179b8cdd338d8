// Heights in the colours of a PNG, as web maps read them. A world unit is a metre.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// terrain-rgb.png, Mapbox's: height = -10000 + (red * 65536 + green * 256 + blue) / 10, rounded half up.
std::vector<File> terrainRgbFiles(const Scene& scene);

/// terrarium.png, Mapzen's: height = red * 256 + green + blue / 256 - 32768, rounded half up.
std::vector<File> terrariumFiles(const Scene& scene);

}  // namespace orograph::output
