// GDAL virtual rasters (VRT): one image of many files, without a copy. https://gdal.org/drivers/raster/vrt.html
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "output/byte_sink.h"

namespace orograph::output {

struct Mosaic {
  struct Tile {
    std::string path;  // relative to the mosaic
    std::int64_t x, y, width, height;
  };
  std::int64_t width, height, channels, bits;  // bits 8 or 16 of unsigned integers
  std::function<Tile(std::int64_t index)> tile;
  std::int64_t count;
};

void writeMosaic(const Mosaic& mosaic, ByteSink& sink);

}  // namespace orograph::output
