// ridge.png: the profile as a skyline, 8-bit gray: ground 0 below the line, sky 255 above it. The least height of the
// profile lies at the lower edge and the greatest at the upper one; a flat profile lies half way. The pixel that the
// line crosses is as light as the part of it above the line, rounded. Columns divide the profile evenly, its ends at
// the first and the last; between points the line is straight.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// Where a spec does not say: as wide as the profile has points, 4096 pixels at most, and 256 high.
std::vector<File> ridgeFiles(const Scene& scene);

}  // namespace orograph::output
