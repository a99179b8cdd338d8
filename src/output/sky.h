// sky.png: heights as clouds in a blue sky. Black's height is the sky (0.3, 0.5, 0.85), white's the cloud (1, 0.95, 1),
// and between them each 8-bit channel goes evenly with the 16-bit pixel of height.png, rounded half up.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

std::vector<File> skyFiles(const Scene& scene);

}  // namespace orograph::output
