#include "output/binary_mesh.h"

#include <bit>
#include <cstdlib>
#include <memory>

#include "codec/errors.h"

namespace orograph::output {
namespace {

/// The binary32 nearest to numerator / denominator to the nearest 2^-32; both below 2^30.
std::uint32_t ratio32(std::int64_t numerator, std::int64_t denominator) {
  return codec::nearestBinary32(((numerator << 33) + denominator) / (2 * denominator), 32);
}

}  // namespace

void requireDistinct(std::string_view what, std::int64_t greatest, std::int64_t step) {
  const int dropped = 64 - std::countl_zero(static_cast<std::uint64_t>(greatest)) - 24;
  // Numbers further apart than the last of 24 bits never round to the same.
  if (step == 0 || dropped <= 0 || step > std::int64_t{1} << dropped) return;
  throw codec::InputError("neighbouring vertices would become one along " + std::string(what) +
                          ": 32-bit floats do not tell them apart that far from 0");
}

void requireDistinctPositions(const Scene& scene) {
  const field::Grid& grid = scene.meshGrid;
  requireDistinct("x", std::max(std::abs(grid.xQ16(0)), std::abs(grid.xQ16(grid.columns - 1))), grid.dxQ16);
  requireDistinct("z", std::max(std::abs(grid.zQ16(0)), std::abs(grid.zQ16(grid.rows - 1))), grid.dzQ16);
}

void writeTerrainVertices(const Surface& surface, const VertexLayout& layout, ByteSink& sink) {
  const field::Grid& grid = surface.grid();
  struct Column {
    std::uint32_t x, u;
  };
  std::vector<Column> places;
  for (std::int64_t x = 0; x < grid.columns; ++x) {
    places.push_back({codec::nearestBinary32(grid.xQ16(x)), ratio32(x, grid.columns - 1)});
  }
  // Normals may be of another source than heights; then its bands are cut, and the heights read beside them.
  struct Product {
    TextBlock block;
    std::unique_ptr<terrain::HeightRows> heightRows;
    std::vector<std::int32_t> heights, room;
    std::vector<std::array<std::int64_t, 3>> normals;
  };
  const Scene& scene = surface.scene();
  const terrain::HeightSource& source = layout.normals ? scene.normals() : *scene.source;
  terrain::forEachBand<Product>(
      source, grid, meshSchedule(scene), layout.normals ? 1 : 0,
      [&](const terrain::HeightBand& band, Product& product) {
        product.block.clear();
        if (&source != scene.source) {
          if (product.heightRows == nullptr) product.heightRows = scene.source->over(grid, 0, grid.columns);
          product.heights.resize(band.rows().size());
          product.heightRows->rows(band.first(), band.last() - band.first(), product.heights.data());
        }
        for (std::int64_t z = band.first(); z < band.last(); ++z) {
          if (layout.normals) normalsOfRow(grid, band, z, product.normals);
          const std::int32_t* heights =
              &source == scene.source ? band.row(z).data()
                                      : &product.heights[static_cast<std::size_t>((z - band.first()) * grid.columns)];
          const std::span<const std::int32_t> columns = surface.columns(z, product.room);
          const std::uint32_t place = codec::nearestBinary32(grid.zQ16(z));
          const std::uint32_t v = ratio32(layout.vDown ? z : grid.rows - 1 - z, grid.rows - 1);
          char* out = product.block.room(columns.size() * static_cast<std::size_t>(layout.bytes()));
          for (const std::int32_t column : columns) {
            const auto x = static_cast<std::size_t>(column);
            out = putUint32(out, places[x].x);
            out = putUint32(out, codec::nearestBinary32(heights[x]));
            out = putUint32(out, place);
            if (layout.normals) out = putVector(out, product.normals[x]);
            if (layout.uvs) out = putUint32(putUint32(out, places[x].u), v);
          }
          product.block.advance(out);
        }
      },
      [&](const terrain::HeightBand& band, const Product& product) {
        sink.write(product.block.text());
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
}

void appendSphereVertices(const mesh::SphereMesh& sphere, const VertexLayout& layout, TextBlock& block) {
  for (std::size_t i = 0; i < sphere.verticesQ16.size(); ++i) {
    char* out = putVector(block.room(static_cast<std::size_t>(layout.bytes())), sphere.verticesQ16[i]);
    if (layout.normals) out = putVector(out, sphere.normalsQ16[i]);
    if (layout.uvs) out = putUint32(putUint32(out, 0), 0);
    block.advance(out);
  }
}

}  // namespace orograph::output
