// GDAL's description of a raw file beside it: https://gdal.org/drivers/raster/vrt.html, VRTRawRasterBand.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// NAME.vrt for every raw file of the same run. Throws codec::InputError where there is none.
std::vector<File> vrtFiles(const Scene& scene);

}  // namespace orograph::output
