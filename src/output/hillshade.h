// hillshade.png: 8-bit gray, lit from one side after Lambert: round(255 * max(0, n.l)), half up, with n the upward
// normal of the heights times the exaggeration, and l the direction toward the light, both unit vectors to the nearest
// 1/65536.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

std::vector<File> hillshadeFiles(const Scene& scene);

}  // namespace orograph::output
