#include "output/surface.h"

#include <numeric>

namespace orograph::output {

Surface::Surface(const Scene& scene) : scene_(scene) {
  const field::Grid& grid = scene.meshGrid;
  if (scene.mesh.maxErrorQ16 < 0) {
    everyColumn_.resize(static_cast<std::size_t>(grid.columns));
    std::iota(everyColumn_.begin(), everyColumn_.end(), 0);
    return;
  }
  std::vector<std::int32_t> heightsQ16;
  heightsQ16.reserve(static_cast<std::size_t>(grid.samples()));
  terrain::forEachBand<int>(
      *scene.source, grid, scene.schedule, 0, [](const terrain::HeightBand&, int&) {},
      [&](const terrain::HeightBand& band, int) {
        heightsQ16.insert(heightsQ16.end(), band.rows().begin(), band.rows().end());
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  adaptive_.emplace(std::move(heightsQ16), grid.columns - 1, scene.mesh.maxErrorQ16);
}

std::int64_t Surface::vertices() const { return adaptive_ ? adaptive_->vertices() : mesh::terrainVertices(grid()); }

std::int64_t Surface::triangles() const { return adaptive_ ? adaptive_->triangles() : mesh::terrainTriangles(grid()); }

std::span<const std::int32_t> Surface::columns(std::int64_t z, std::vector<std::int32_t>& room) const {
  if (!adaptive_) return everyColumn_;
  adaptive_->columnsOf(z, room);
  return room;
}

std::array<std::int64_t, 2> Surface::heightRangeQ16() const {
  struct Range {
    std::vector<std::int32_t> columns;
    std::int32_t least = INT32_MAX, greatest = INT32_MIN;
  } all;
  terrain::forEachBand<Range>(
      *scene_.source, grid(), scene_.schedule, 0,
      [&](const terrain::HeightBand& band, Range& range) {
        range.least = INT32_MAX, range.greatest = INT32_MIN;
        for (std::int64_t z = band.first(); z < band.last(); ++z) {
          for (const std::int32_t x : columns(z, range.columns)) {
            const std::int32_t height = band.row(z)[static_cast<std::size_t>(x)];
            range.least = std::min(range.least, height);
            range.greatest = std::max(range.greatest, height);
          }
        }
      },
      [&](const terrain::HeightBand& band, const Range& range) {
        all.least = std::min(all.least, range.least);
        all.greatest = std::max(all.greatest, range.greatest);
        scene_.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  return {all.least, all.greatest};
}

Facts Surface::facts(std::span<const mesh::Sphere> spheres) const {
  std::int64_t allVertices = vertices(), allTriangles = triangles();
  for (const mesh::Sphere& sphere : spheres) {
    allVertices += mesh::sphereVertices(sphere.subdiv);
    allTriangles += mesh::sphereTriangles(sphere.subdiv);
  }
  Facts facts = {{"vertices", std::to_string(allVertices)}, {"triangles", std::to_string(allTriangles)}};
  if (adaptive_) facts.emplace_back("greatestErrorQ16", std::to_string(adaptive_->greatestErrorQ16()));
  return facts;
}

}  // namespace orograph::output
