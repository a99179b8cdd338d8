// normal.png: a tangent-space normal map of three 8-bit channels. Red grows toward greater x, green toward row 0 (least
// z) or away from it, blue upward; a component c of the unit normal is round((c + 1) / 2 * 255), half up: flat is 128,
// 128, 255.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

std::vector<File> normalMapFiles(const Scene& scene);

}  // namespace orograph::output
