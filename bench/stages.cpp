// Where the time of a run goes, stage by stage, on one thread.
#include <array>
#include <string>

#include "analysis/statistics.h"
#include "bench.h"
#include "codec/sha256.h"
#include "fields.h"
#include "mesh/terrain_mesh.h"
#include "output/obj.h"
#include "output/png.h"
#include "terrain/height_bands.h"

namespace orograph::bench {

void stages(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  const std::int64_t side = options.quick ? 512 : 2048;
  const field::Grid grid = fbmGrid(64, side, side);
  const auto source = fbmSource(8);
  const MemorySource memory(*source, grid);
  const std::vector<std::int32_t>& heights = memory.heights();
  output::Scene scene;
  scene.source = &memory;
  scene.imageGrid = scene.meshGrid = grid;
  const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
  scene.image = {16, *least, *greatest};
  output::Scene positions = scene;
  positions.mesh = {false, false, {}};
  output::Scene withNormals = scene;
  withNormals.mesh.uvs = false;

  const auto pixels = static_cast<double>(grid.samples());
  std::vector<std::int32_t> band(static_cast<std::size_t>(side * kBandRows));
  std::vector<std::uint16_t> quantised(band.size());
  Contest contest("stages, fBm " + std::to_string(side) + "^2, 8 octaves, cells of 64 px, one thread", "ns/px");
  contest.add("rows of heights", pixels, [&] {
    const auto reader = source->over(grid, 0, side);
    for (std::int64_t z = 0; z < side; z += kBandRows) {
      reader->rows(z, kBandRows, band.data());
      consume(band.data(), band.size() * sizeof(std::int32_t));
    }
  });
  contest.add("statistics", pixels, [&] {
    analysis::Statistics statistics;
    statistics.add(heights);
    const std::int64_t mean = statistics.meanQ16();
    consume(&mean, sizeof mean);
  });
  contest.add("digest of heights", pixels, [&] {
    codec::Sha256 digest;
    codec::updateInt32(digest, heights);
    consume(digest.hex().data(), 1);
  });
  contest.add("quantisation to 16 bits", pixels, [&] {
    std::int64_t clipped = 0;
    for (std::size_t at = 0; at < heights.size(); at += band.size()) {
      output::quantise(std::span(heights).subspan(at, band.size()), scene.image, quantised, clipped);
      consume(quantised.data(), quantised.size() * sizeof(std::uint16_t));
    }
  });
  contest.add("PNG: pixels and their digest", pixels, [&] {
    output::forEachPixelRow(scene, [](std::span<const unsigned char> row) { consume(row.data(), row.size()); });
  });
  contest.add("PNG: the whole file", pixels, [&] {
    CountingSink sink;
    output::writePng16(scene, sink);
  });
  contest.add("normals", pixels, [&] {
    std::vector<std::array<std::int64_t, 3>> normals;
    const auto row = [&](std::int64_t z) {
      return std::span(heights).subspan(static_cast<std::size_t>(z * side), static_cast<std::size_t>(side));
    };
    for (std::int64_t z = 0; z < side; ++z) {
      const std::int64_t north = std::max<std::int64_t>(z - 1, 0), south = std::min(z + 1, side - 1);
      mesh::rowNormals(grid, {row(north), row(z), row(south), south - north}, normals);
      consume(normals.data(), normals.size() * sizeof(normals[0]));
    }
  });
  contest.add("OBJ: positions and faces", pixels, [&] {
    CountingSink sink;
    output::writeObj(positions, sink);
  });
  contest.add("OBJ: normals too", pixels, [&] {
    CountingSink sink;
    output::writeObj(withNormals, sink);
  });
  contest.add("OBJ: the whole file", pixels, [&] {
    CountingSink sink;
    output::writeObj(scene, sink);
  });
  contest.run(options.quick ? 3 : 9);
  report.add(contest, "rows of heights");
}

}  // namespace orograph::bench
