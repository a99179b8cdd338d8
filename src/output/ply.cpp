#include "output/ply.h"

#include "codec/errors.h"
#include "output/binary_mesh.h"

namespace orograph::output {
namespace {

constexpr std::int64_t kFaceBytes = 1 + 3 * 4, kHeaderBytes = 512;

char* putFace(char* out, const std::array<std::int64_t, 3>& vertices, std::int64_t first) {
  *out++ = 3;
  for (const std::int64_t vertex : vertices) out = putUint32(out, static_cast<std::uint32_t>(first + vertex));
  return out;
}

Facts writePly(const Scene& scene, ByteSink& sink) {
  const Surface surface(scene);
  const VertexLayout layout = {scene.mesh.normals, scene.mesh.uvs, false};
  Facts facts = surface.facts(scene.mesh.spheres);
  std::string header = "ply\nformat binary_little_endian 1.0\ncomment y is up, right-handed\nelement vertex ";
  header += facts[0].second + "\nproperty float x\nproperty float y\nproperty float z\n";
  if (layout.normals) header += "property float nx\nproperty float ny\nproperty float nz\n";
  if (layout.uvs) header += "property float s\nproperty float t\n";
  header += "element face " + facts[1].second + "\nproperty list uchar int vertex_indices\nend_header\n";
  sink.write(header);

  writeTerrainVertices(surface, layout, sink);
  TextBlock block;
  for (const mesh::Sphere& sphere : scene.mesh.spheres) {
    block.clear();
    appendSphereVertices(mesh::makeSphere(sphere), layout, block);
    sink.write(block.text());
  }
  writeTerrainTriangles(surface, kFaceBytes, sink,
                        [](char* out, const auto& triangle) { return putFace(out, triangle, 0); });
  std::int64_t first = surface.vertices();
  for (const mesh::Sphere& one : scene.mesh.spheres) {
    const mesh::SphereMesh sphere = mesh::makeSphere(one);
    block.clear();
    for (const auto& triangle : sphere.triangles) block.advance(putFace(block.room(kFaceBytes), triangle, first));
    sink.write(block.text());
    first += static_cast<std::int64_t>(sphere.verticesQ16.size());
  }
  return facts;
}

}  // namespace

std::vector<File> plyFiles(const Scene& scene) {
  requireDistinctPositions(scene);
  std::int64_t vertices = mesh::terrainVertices(scene.meshGrid), triangles = mesh::terrainTriangles(scene.meshGrid);
  for (const mesh::Sphere& sphere : scene.mesh.spheres) {
    vertices += mesh::sphereVertices(sphere.subdiv);
    triangles += mesh::sphereTriangles(sphere.subdiv);
  }
  if (vertices > INT32_MAX) {
    throw codec::InputError(std::to_string(vertices) +
                            " vertices are not allowed: faces name them by 32-bit integers, up to " +
                            std::to_string(INT32_MAX));
  }
  const VertexLayout layout = {scene.mesh.normals, scene.mesh.uvs, false};
  return {{"scene.ply", kHeaderBytes + vertices * layout.bytes() + triangles * kFaceBytes,
           2 * scene.meshGrid.samples() + Surface::samples(scene), writePly}};
}

}  // namespace orograph::output
