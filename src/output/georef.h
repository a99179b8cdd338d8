// Where a raster lies on a map, and what its numbers mean, as GIS programs are told.
#pragma once

#include <string>

#include "output/formats.h"
#include "output/samples.h"

namespace orograph::output {

/// GDAL's six numbers, exactly: of the corner of the first pixel, which is centred on its sample.
std::string geoTransformText(const Georef& georef);

/// height = offset + scale * sample, in metres, as decimals.
struct HeightScale {
  std::string offset, scale;
};
HeightScale heightScale(const Scene& scene, SampleType type);

}  // namespace orograph::output
