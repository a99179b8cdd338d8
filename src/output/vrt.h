// GDAL's description of a raw file beside it: https://gdal.org/drivers/raster/vrt.html, VRTRawRasterBand.
#pragma once

#include <string>

#include "output/raw.h"

namespace orograph::output {

/// The text of NAME.vrt: below 2048 bytes.
std::string vrtText(const Scene& scene, const RawFile& raw);

}  // namespace orograph::output
