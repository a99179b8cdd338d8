// What the binary mesh formats share: little-endian numbers, coordinates as binary32, and interleaved vertices.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "codec/binary32.h"
#include "mesh/sphere.h"
#include "output/surface.h"

namespace orograph::output {

inline char* putUint32(char* out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) *out++ = static_cast<char>(value >> shift & 0xFF);
  return out;
}

inline char* putVector(char* out, const std::array<std::int64_t, 3>& valuesQ16) {
  for (const std::int64_t value : valuesQ16) out = putUint32(out, codec::nearestBinary32(value));
  return out;
}

/// Throws codec::InputError, naming what is asked of, where coordinates of up to `greatest` in size, in steps of `step`
/// of the same unit, are no longer told apart as binary32; a step of 0 is nobody's loss.
void requireDistinct(std::string_view what, std::int64_t greatest, std::int64_t step);

/// As above for the positions of the terrain.
void requireDistinctPositions(const Scene& scene);

/// A vertex: position, then the normal and the texture coordinates where there are any, all binary32.
struct VertexLayout {
  bool normals, uvs;
  bool vDown;  // whether v is 0 at row 0, where the pixel (0, 0) of height.png lies, or 1

  std::int64_t bytes() const { return 4 * (3 + (normals ? 3 : 0) + (uvs ? 2 : 0)); }
};

/// The terrain's vertices, row by row.
void writeTerrainVertices(const Surface& surface, const VertexLayout& layout, ByteSink& sink);

/// A sphere's vertices, whose texture coordinates, where the layout has any, are 0.
void appendSphereVertices(const mesh::SphereMesh& sphere, const VertexLayout& layout, TextBlock& block);

/// The terrain's triangles, of `bytes` each, by the places of their vertices: write(out, places) returns the end.
template <class Write>
void writeTerrainTriangles(const Surface& surface, std::size_t bytes, ByteSink& sink, Write&& write) {
  if (const mesh::AdaptiveMesh* adaptive = surface.adaptive()) {
    return writeTriangles(*adaptive, bytes, sink, [&](char* out, const mesh::AdaptiveMesh::Triangle& t) {
      return write(out, std::array{adaptive->number(t[0]), adaptive->number(t[1]), adaptive->number(t[2])});
    });
  }
  const field::Grid& grid = surface.grid();
  writeRows(surface.scene(), grid.rows - 1, sink, [&](std::int64_t first, std::int64_t last, TextBlock& block) {
    for (std::int64_t z = first; z < last; ++z) {
      char* out = block.room(2 * static_cast<std::size_t>(grid.columns) * bytes);
      for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
        for (const auto& triangle : mesh::cellTriangles(grid, x, z)) out = write(out, triangle);
      }
      block.advance(out);
    }
  });
}

}  // namespace orograph::output
