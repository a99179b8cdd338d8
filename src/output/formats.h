// The table of output formats: one line each. A format turns a scene into bytes for a sink; none touches the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "field/grid.h"
#include "field/ordered_bands.h"
#include "mesh/sphere.h"
#include "output/byte_sink.h"
#include "terrain/height_source.h"

namespace orograph::output {

/// What the formats draw on.
struct Scene {
  const terrain::HeightSource* source = nullptr;
  field::Grid meshGrid, imageGrid;
  field::Schedule schedule;

  struct Image {
    std::int64_t bits = 16;                  // 8 or 16
    std::int64_t blackQ16 = 0, whiteQ16 = 0;  // the heights of the least and the greatest pixel
  } image;

  struct Profile {
    struct Points {
      std::vector<std::int64_t> xQ16, zQ16, distanceQ16;  // the last two only for a line across the world
    } points;
    std::vector<std::pair<std::string, std::span<const std::int32_t>>> columns;
  } profile;

  struct Mesh {
    bool normals = true, uvs = true;
    std::vector<mesh::Sphere> spheres;
  } mesh;

  /// Told the number of samples after every band, in one thread at a time; may throw to end the work.
  std::function<void(std::int64_t)> afterSamples = [](std::int64_t) {};
};

/// What a format says of its file in the report: a key and a JSON value's text.
using Facts = std::vector<std::pair<std::string, std::string>>;

struct Format {
  std::string_view kind;  // as --only names it
  std::string_view fileName;
  std::string_view encoder;  // a library and its version where the bytes depend on them, else empty
  Facts (*write)(const Scene&, ByteSink&);
  /// An upper bound of the file's size.
  std::int64_t (*mostBytes)(const Scene&);
};

/// The formats in the order their files are written. `bits` decides which encoder an image needs.
std::vector<Format> formats(std::int64_t bits);

}  // namespace orograph::output
