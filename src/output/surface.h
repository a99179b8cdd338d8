// The terrain's surface as the mesh formats write it: every vertex of the grid and two triangles a cell, or, where the
// spec sets an error, a triangulation within it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesh/adaptive_mesh.h"
#include "mesh/terrain_mesh.h"
#include "output/formats.h"
#include "output/q16_text.h"
#include "terrain/height_bands.h"

namespace orograph::output {

class Surface {
 public:
  /// Reads the whole field where it is to be triangulated.
  explicit Surface(const Scene& scene);

  const Scene& scene() const { return scene_; }
  const field::Grid& grid() const { return scene_.meshGrid; }
  /// The triangulation, or null where every grid point is a vertex.
  const mesh::AdaptiveMesh* adaptive() const { return adaptive_ ? &*adaptive_ : nullptr; }
  std::int64_t vertices() const;
  std::int64_t triangles() const;
  /// The columns of row z that hold vertices, rising. `room` may hold them.
  std::span<const std::int32_t> columns(std::int64_t z, std::vector<std::int32_t>& room) const;
  /// The least and the greatest height of the vertices: a pass over the field.
  std::array<std::int64_t, 2> heightRangeQ16() const;
  /// What the report says of the terrain and `spheres` in one mesh.
  Facts facts(std::span<const mesh::Sphere> spheres) const;

  /// How many samples the making of it passes over.
  static std::int64_t samples(const Scene& scene) { return scene.mesh.maxErrorQ16 < 0 ? 0 : scene.meshGrid.samples(); }

 private:
  const Scene& scene_;
  std::optional<mesh::AdaptiveMesh> adaptive_;
  std::vector<std::int32_t> everyColumn_;
};

/// Lines and records take some forty bytes a sample, so their bands are smaller than those of figures.
inline field::Schedule meshSchedule(const Scene& scene) {
  return {scene.schedule.threads, std::max<std::int64_t>(1, (1 << 15) / scene.meshGrid.columns)};
}

/// Bytes that need the rows' numbers alone, through the ordered pipeline: writeRow(first, last, block).
template <class WriteRows>
void writeRows(const Scene& scene, std::int64_t rows, ByteSink& sink, WriteRows&& write) {
  const std::int64_t columns = scene.meshGrid.columns;
  const field::Schedule schedule = meshSchedule(scene);
  const std::int64_t height = field::bandRows(schedule, columns, rows);
  std::vector<TextBlock> blocks(static_cast<std::size_t>(field::bandSlots(schedule)));
  field::forEachBand((rows + height - 1) / height, schedule,
                     [&](std::int64_t slot, std::int64_t band) {
                       TextBlock& block = blocks[static_cast<std::size_t>(slot)];
                       block.clear();
                       write(band * height, std::min((band + 1) * height, rows), block);
                     },
                     [&](std::int64_t slot, std::int64_t) {
                       sink.write(blocks[static_cast<std::size_t>(slot)].text());
                       scene.afterSamples(columns * height);
                     });
}

/// Bytes made of a source's heights, of a band with the given margin: write(band, block).
template <class WriteBand>
void writeHeightRows(const Scene& scene, const terrain::HeightSource& source, std::int64_t margin, ByteSink& sink,
                     WriteBand&& write) {
  terrain::forEachBand<TextBlock>(
      source, scene.meshGrid, meshSchedule(scene), margin,
      [&](const terrain::HeightBand& band, TextBlock& block) {
        block.clear();
        write(band, block);
      },
      [&](const terrain::HeightBand& band, const TextBlock& block) {
        sink.write(block.text());
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
}

/// The triangles of a triangulation, each of at most `room` bytes: write(out, triangle) returns the end.
template <class Write>
void writeTriangles(const mesh::AdaptiveMesh& mesh, std::size_t room, ByteSink& sink, Write&& write) {
  TextBlock block;
  mesh.forEachTriangle([&](const mesh::AdaptiveMesh::Triangle& triangle) {
    block.advance(write(block.room(room), triangle));
    if (block.text().size() < (1 << 18)) return;
    sink.write(block.text());
    block.clear();
  });
  sink.write(block.text());
}

/// The normals of a row of a band that has a margin.
inline void normalsOfRow(const field::Grid& grid, const terrain::HeightBand& band, std::int64_t z,
                         std::vector<std::array<std::int64_t, 3>>& normalsQ16) {
  const std::int64_t north = std::max<std::int64_t>(z - 1, 0), south = std::min(z + 1, grid.rows - 1);
  mesh::rowNormals(grid, {band.row(north), band.row(z), band.row(south), south - north}, normalsQ16);
}

}  // namespace orograph::output
