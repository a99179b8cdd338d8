// TIFF 6.0 (Adobe, 1992): one image, uncompressed, little-endian, its directory before its strips, so that it is
// written front to back; BigTIFF where offsets pass 32 bits. With a georef, GeoTIFF (OGC 19-008r4) whose samples are
// points.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// height.tif: the 16-bit pixels of height.png, and how heights follow from them as GDAL's scale and offset.
std::vector<File> tiffFiles(const Scene& scene);

/// height-float.tif: heights as binary32.
std::vector<File> tiffFloatFiles(const Scene& scene);

}  // namespace orograph::output
