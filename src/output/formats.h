// The table of output formats: one line each. A format turns a scene into one file or several, each into bytes for a
// sink; none touches the disk.
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
#include "output/options.h"
#include "output/page.h"
#include "terrain/height_source.h"

namespace orograph::output {

/// What the formats draw on.
struct Scene : FormatOptions {
  const terrain::HeightSource* source = nullptr;
  const terrain::HeightSource* normalSource = nullptr;  // of the heights that normals are taken from; null: the same
  const terrain::HeightSource& normals() const { return normalSource != nullptr ? *normalSource : *source; }
  field::Grid meshGrid, imageGrid;
  /// Coordinates of up to this size may be asked of the source, outside its grids too; 0 where it has nothing there.
  std::int64_t reachQ16 = 0;
  field::Schedule schedule;

  struct Image {
    std::int64_t bits = 16;                  // 8 or 16
    std::int64_t blackQ16 = 0, whiteQ16 = 0;  // the heights of the least and the greatest pixel
    std::int64_t minQ16 = 0, maxQ16 = 0;      // the least and the greatest height of the image's grid, where measured
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
    std::string texture = "none";   // of the OBJ: "none", "height" or "splat"
    std::int64_t maxErrorQ16 = -1;  // of the terrain's triangles; negative: every grid point is a vertex
  } mesh;

  Page page;  // where a format needs the figures

  /// Told the number of samples after every band, in one thread at a time; may throw to end the work.
  std::function<void(std::int64_t)> afterSamples = [](std::int64_t) {};
};

/// What a format says of its file in the report: a key and a JSON value's text.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// One file that a format makes of a scene.
struct File {
  std::string name;
  std::int64_t mostBytes;  // an upper bound of its size
  std::int64_t samples;    // about how many samples the writing passes over
  std::function<Facts(const Scene&, ByteSink&)> write;
  std::string_view encoder{};  // a library and its version where the bytes depend on them, else empty
};

/// What must be measured before a format can write.
struct Needs {
  bool imageRange = false;  // the heights of black and white
  bool extremes = false;    // the least and the greatest height of the image's grid
  bool profile = false;     // the heights of the profile
  bool figures = false;     // all that the report tells: the page
};

struct Format {
  std::string_view kind;  // as a spec's outputs and --only name it
  /// The names its files may have; a '*' stands for any text. No name fits two formats.
  std::vector<std::string_view> fileNames;
  Needs needs;
  /// The files in the order they are written, from the scene's grids, points and options alone: nothing is measured yet.
  /// Throws codec::InputError, saying why, where this scene has no such files.
  std::vector<File> (*files)(const Scene&);

  bool mayWrite(std::string_view fileName) const;
};

/// The formats in the order their files are written.
const std::vector<Format>& formats();

/// The kinds of the table, in its order.
std::vector<std::string_view> formatKinds();

}  // namespace orograph::output
