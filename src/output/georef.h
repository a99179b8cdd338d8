// Where a raster lies on a map, and what its numbers mean, as GIS programs are told.
#pragma once

#include <string>

#include "output/formats.h"
#include "output/samples.h"

namespace orograph::output {

/// GDAL's six numbers, exactly: of the corner of the first pixel, which is centred on its sample.
std::string geoTransformText(const Georef& georef);

/// Of the part of an image that begins that many columns and rows further: to the nearest 10^-9, half up. Throws
/// codec::InputError where the origin would leave 10^9 units, as far as a spec's own may lie.
Georef movedBy(const Georef& georef, std::int64_t columns, std::int64_t rows);

/// height = offset + scale * sample, in metres, as decimals.
struct HeightScale {
  std::string offset, scale;
};
HeightScale heightScale(const Scene& scene, SampleType type);

}  // namespace orograph::output
