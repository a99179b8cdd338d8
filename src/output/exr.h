// OpenEXR, one part of scan lines, uncompressed (https://openexr.com/en/latest/OpenEXRFileLayout.html): its table of
// offsets is known before the lines are, so it is written front to back.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// height.exr: heights as binary32 in the one channel Y.
std::vector<File> exrFiles(const Scene& scene);

}  // namespace orograph::output
