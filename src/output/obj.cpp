#include "output/obj.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "mesh/terrain_mesh.h"
#include "output/q16_text.h"

namespace orograph::output {
namespace {

/// How faces name a vertex: all three numbers of a vertex are equal but for the offsets of earlier objects.
struct FaceStyle {
  bool uvs, normals;
  std::int64_t position, uv, normal;  // the numbers of the object's first vertex

  void append(std::string& text, std::int64_t vertex) const {
    const auto number = [&](std::int64_t value) {
      char digits[20];
      const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
      text.append(digits, end);
    };
    text += ' ';
    number(vertex + position);
    if (uvs || normals) text += '/';
    if (uvs) number(vertex + uv);
    if (normals) text += '/', number(vertex + normal);
  }

  void appendFace(std::string& text, const std::array<std::int64_t, 3>& triangle) const {
    text += 'f';
    for (const std::int64_t vertex : triangle) append(text, vertex);
    text += '\n';
  }
};

void appendVector(std::string& text, std::string_view keyword, const std::array<std::int64_t, 3>& valuesQ16) {
  text += keyword;
  for (const std::int64_t value : valuesQ16) {
    text += ' ';
    appendQ16(text, value);
  }
  text += '\n';
}

void writeTerrainNormals(const Scene& scene, TextBuffer& buffer) {
  const field::Grid& grid = scene.meshGrid;
  const auto reader = scene.source->over(grid, 0, grid.columns);
  std::vector<std::int32_t> north, row(static_cast<std::size_t>(grid.columns)), south(row.size());
  std::vector<std::array<std::int64_t, 3>> normals;
  reader->row(0, row.data());
  north = row;
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    const bool lastRow = z + 1 == grid.rows;
    if (lastRow) south = row;
    else reader->row(z + 1, south.data());
    mesh::rowNormals(grid, north, row, south, (z > 0 ? 1 : 0) + (lastRow ? 0 : 1), normals);
    for (const auto& normal : normals) {
      appendVector(buffer.text(), "vn", normal);
      buffer.flushIfFull();
    }
    std::swap(north, row);
    std::swap(row, south);
    scene.afterSamples(grid.columns);
  }
}

void writeTerrain(const Scene& scene, TextBuffer& buffer) {
  const field::Grid& grid = scene.meshGrid;
  std::string& text = buffer.text();
  text += "o terrain\n";
  terrain::forEachRow(*scene.source, grid, [&](std::int64_t z, std::span<const std::int32_t> heights) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      appendVector(text, "v", {grid.xQ16(x), heights[static_cast<std::size_t>(x)], grid.zQ16(z)});
      buffer.flushIfFull();
    }
    scene.afterSamples(grid.columns);
  });
  // Texture row 0 is at the top, and v grows upward: the pixel (0, 0) of height.png lies at (0, 1).
  for (std::int64_t z = 0; scene.mesh.uvs && z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      text += "vt ";
      appendUnitRatio(text, x, grid.columns - 1);
      text += ' ';
      appendUnitRatio(text, grid.rows - 1 - z, grid.rows - 1);
      text += '\n';
      buffer.flushIfFull();
    }
    scene.afterSamples(grid.columns);
  }
  if (scene.mesh.normals) writeTerrainNormals(scene, buffer);
  const FaceStyle style{scene.mesh.uvs, scene.mesh.normals, 1, 1, 1};
  for (std::int64_t z = 0; z + 1 < grid.rows; ++z) {
    for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
      for (const auto& triangle : mesh::cellTriangles(grid, x, z)) style.appendFace(text, triangle);
      buffer.flushIfFull();
    }
    scene.afterSamples(grid.columns);
  }
}

std::int64_t digitsOf(std::int64_t value) { return static_cast<std::int64_t>(std::to_string(value).size()); }

}  // namespace

std::int64_t mostObjBytes(const Scene& scene) {
  const field::Grid& grid = scene.meshGrid;
  std::int64_t vertices = mesh::terrainVertices(grid), triangles = mesh::terrainTriangles(grid), spheres = 0;
  std::int64_t widest = 0;  // of a coordinate's whole part, with its sign
  for (const std::int64_t end : {grid.xQ16(0), grid.xQ16(grid.columns - 1), grid.zQ16(0), grid.zQ16(grid.rows - 1)}) {
    widest = std::max(widest, digitsOf(end >> 16));
  }
  const std::int64_t perNormal = scene.mesh.normals ? 3 + 3 * 9 : 0;
  const std::int64_t terrain = vertices * (2 + 2 * (widest + 7) + 13 + perNormal + (scene.mesh.uvs ? 3 + 2 * 9 : 0));
  for (const mesh::Sphere& sphere : scene.mesh.spheres) {
    spheres += mesh::sphereVertices(sphere.subdiv) * (3 + 3 * 18 + 3 + 3 * 9);
    vertices += mesh::sphereVertices(sphere.subdiv);
    triangles += mesh::sphereTriangles(sphere.subdiv);
  }
  const std::int64_t numbers = 1 + (scene.mesh.normals ? 1 : 0) + (scene.mesh.uvs ? 1 : 0);
  return 1024 + terrain + spheres + triangles * (2 + 3 * numbers * (digitsOf(vertices) + 1));
}

Facts writeObj(const Scene& scene, ByteSink& sink) {
  TextBuffer buffer(sink);
  writeTerrain(scene, buffer);
  std::int64_t vertices = mesh::terrainVertices(scene.meshGrid), triangles = mesh::terrainTriangles(scene.meshGrid);
  std::int64_t normals = scene.mesh.normals ? vertices : 0;
  for (std::size_t i = 0; i < scene.mesh.spheres.size(); ++i) {
    const mesh::SphereMesh sphere = mesh::makeSphere(scene.mesh.spheres[i]);
    buffer.text() += "o sphere" + std::to_string(i + 1) + "\n";
    for (const auto& vertex : sphere.verticesQ16) appendVector(buffer.text(), "v", vertex), buffer.flushIfFull();
    if (scene.mesh.normals) {
      for (const auto& normal : sphere.normalsQ16) appendVector(buffer.text(), "vn", normal), buffer.flushIfFull();
    }
    const FaceStyle style{false, scene.mesh.normals, vertices + 1, 0, normals + 1};
    for (const auto& triangle : sphere.triangles) style.appendFace(buffer.text(), triangle), buffer.flushIfFull();
    vertices += static_cast<std::int64_t>(sphere.verticesQ16.size());
    normals += static_cast<std::int64_t>(scene.mesh.normals ? sphere.normalsQ16.size() : 0);
    triangles += static_cast<std::int64_t>(sphere.triangles.size());
  }
  buffer.flush();
  return {{"vertices", std::to_string(vertices)}, {"triangles", std::to_string(triangles)}};
}

}  // namespace orograph::output
