// hillshade.png: 8-bit gray, lit from one side after Lambert: round(255 * max(0, n.l)), half up, with n the upward
// normal of the heights times the exaggeration, and l the direction toward the light, both unit vectors to the nearest
// 1/65536.
#pragma once

#include <vector>

#include "output/field_image.h"

namespace orograph::output {

/// Paints the rows of hillshade.png. Copies what it needs of the scene.
Paint hillshadePaint(const Scene& scene);

std::vector<File> hillshadeFiles(const Scene& scene);

}  // namespace orograph::output
