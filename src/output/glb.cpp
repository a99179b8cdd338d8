#include "output/glb.h"

#include <bit>

#include "codec/errors.h"
#include "codec/json_writer.h"
#include "codec/text.h"
#include "output/binary_mesh.h"

namespace orograph::output {
namespace {

// Names of section 5 and 4.4 of the specification.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementArrayBuffer = 34963;
constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr std::int64_t kJsonBytesAMesh = 2048;  // at most

using Corner = std::array<std::int64_t, 3>;

/// One mesh of the file: how its vertices lie, how many there are of each, and the corners of its box.
struct Part {
  std::string name;
  VertexLayout layout;
  std::int64_t vertices, triangles;
  Corner leastQ16, greatestQ16;

  std::int64_t vertexBytes() const { return vertices * layout.bytes(); }
  std::int64_t bytes() const { return vertexBytes() + triangles * 12; }
};

/// A Q16 as a reader of its binary32 sees it, in full. The nearest binary32 to a Q16 is itself a Q16.
std::string asBinary32(std::int64_t valueQ16) {
  const std::uint32_t bits = codec::nearestBinary32(valueQ16);
  if (bits == 0) return "0";
  const std::uint64_t significand = (bits & 0x7FFFFF) | 0x800000;
  const int shift = static_cast<int>(bits >> 23 & 0xFF) - 127 - 23 + 16;
  const std::uint64_t magnitude = shift < 0 ? significand >> -shift : significand << shift;
  return (valueQ16 < 0 ? "-" : "") + codec::q16Text(static_cast<std::int64_t>(magnitude));
}

Part spherePart(const mesh::SphereMesh& sphere, std::size_t number, bool normals) {
  Part part = {"sphere" + std::to_string(number + 1),
               {normals, false, true},
               static_cast<std::int64_t>(sphere.verticesQ16.size()),
               static_cast<std::int64_t>(sphere.triangles.size()),
               sphere.verticesQ16.front(),
               sphere.verticesQ16.front()};
  for (const Corner& vertex : sphere.verticesQ16) {
    for (std::size_t i = 0; i < 3; ++i) {
      part.leastQ16[i] = std::min(part.leastQ16[i], vertex[i]);
      part.greatestQ16[i] = std::max(part.greatestQ16[i], vertex[i]);
    }
  }
  return part;
}

void writeAccessors(const std::vector<Part>& parts, codec::JsonWriter& json) {
  const auto begin = [&](std::size_t view, std::int64_t offset, int type, std::int64_t count, std::string_view shape) {
    json.beginObject().key("bufferView").integer(view).key("byteOffset").integer(offset);
    json.key("componentType").integer(type).key("count").integer(count).key("type").string(shape);
  };
  json.key("accessors").beginArray();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    begin(2 * i, 0, kFloat, part.vertices, "VEC3");
    for (const auto& [name, corner] : {std::pair{"min", &part.leastQ16}, std::pair{"max", &part.greatestQ16}}) {
      json.key(name).beginArray(true);
      for (const std::int64_t value : *corner) json.raw(asBinary32(value));
      json.endArray();
    }
    json.endObject();
    if (part.layout.normals) begin(2 * i, 12, kFloat, part.vertices, "VEC3"), json.endObject();
    if (part.layout.uvs) begin(2 * i, part.layout.normals ? 24 : 12, kFloat, part.vertices, "VEC2"), json.endObject();
    begin(2 * i + 1, 0, kUnsignedInt, 3 * part.triangles, "SCALAR");
    json.endObject();
  }
  json.endArray();
}

std::string jsonText(const std::vector<Part>& parts) {
  codec::JsonWriter json(true);
  json.beginObject();
  json.key("asset").beginObject().key("version").string("2.0").key("generator").string("orograph").endObject();
  json.key("scene").integer(0).key("scenes").beginArray().beginObject().key("nodes").beginArray();
  for (std::size_t i = 0; i < parts.size(); ++i) json.integer(i);
  json.endArray().endObject().endArray();
  json.key("nodes").beginArray();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    json.beginObject().key("name").string(parts[i].name).key("mesh").integer(i).endObject();
  }
  json.endArray();
  // Without a material of its own a mesh is of polished metal, which is black where there is nothing to mirror.
  json.key("materials").beginArray().beginObject().key("name").string("matt").key("pbrMetallicRoughness").beginObject();
  json.key("metallicFactor").integer(0).key("roughnessFactor").integer(1).endObject().endObject().endArray();
  json.key("meshes").beginArray();
  int accessor = 0;
  for (const Part& part : parts) {
    json.beginObject().key("name").string(part.name).key("primitives").beginArray().beginObject();
    json.key("attributes").beginObject().key("POSITION").integer(accessor++);
    if (part.layout.normals) json.key("NORMAL").integer(accessor++);
    if (part.layout.uvs) json.key("TEXCOORD_0").integer(accessor++);
    json.endObject().key("indices").integer(accessor++).key("material").integer(0).endObject().endArray().endObject();
  }
  json.endArray();
  writeAccessors(parts, json);
  json.key("bufferViews").beginArray();
  std::int64_t offset = 0;
  for (const Part& part : parts) {
    json.beginObject().key("buffer").integer(0).key("byteOffset").integer(offset);
    json.key("byteLength").integer(part.vertexBytes()).key("byteStride").integer(part.layout.bytes());
    json.key("target").integer(kArrayBuffer).endObject();
    offset += part.vertexBytes();
    json.beginObject().key("buffer").integer(0).key("byteOffset").integer(offset);
    json.key("byteLength").integer(12 * part.triangles).key("target").integer(kElementArrayBuffer).endObject();
    offset += 12 * part.triangles;
  }
  json.endArray();
  json.key("buffers").beginArray().beginObject().key("byteLength").integer(offset).endObject().endArray();
  json.endObject();
  std::string text = json.take();
  text.append((4 - text.size() % 4) % 4, ' ');  // chunks end on whole words
  return text;
}

char* putTriangle(char* out, const std::array<std::int64_t, 3>& vertices) {
  for (const std::int64_t vertex : vertices) out = putUint32(out, static_cast<std::uint32_t>(vertex));
  return out;
}

Facts writeGlb(const Scene& scene, ByteSink& sink) {
  const Surface surface(scene);
  const field::Grid& grid = scene.meshGrid;
  const auto [lowest, highest] = surface.heightRangeQ16();
  std::vector<Part> parts = {{"terrain",
                              {scene.mesh.normals, scene.mesh.uvs, true},
                              surface.vertices(),
                              surface.triangles(),
                              {grid.xQ16(0), lowest, grid.zQ16(0)},
                              {grid.xQ16(grid.columns - 1), highest, grid.zQ16(grid.rows - 1)}}};
  for (const mesh::Sphere& sphere : scene.mesh.spheres) {
    parts.push_back(spherePart(mesh::makeSphere(sphere), parts.size() - 1, scene.mesh.normals));
  }
  std::int64_t binary = 0;
  for (const Part& part : parts) binary += part.bytes();
  const std::string json = jsonText(parts);

  std::array<char, 20> header;
  const auto writeWords = [&](std::initializer_list<std::uint32_t> words) {
    char* end = header.data();
    for (const std::uint32_t word : words) end = putUint32(end, word);
    sink.write({header.data(), static_cast<std::size_t>(end - header.data())});
  };
  const auto jsonBytes = static_cast<std::uint32_t>(json.size()), binaryBytes = static_cast<std::uint32_t>(binary);
  writeWords({kMagic, 2, 12 + 8 + jsonBytes + 8 + binaryBytes, jsonBytes, kJsonChunk});
  sink.write(json);
  writeWords({binaryBytes, kBinaryChunk});
  writeTerrainVertices(surface, parts[0].layout, sink);
  writeTerrainTriangles(surface, 12, sink, [](char* out, const auto& triangle) { return putTriangle(out, triangle); });
  TextBlock block;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const mesh::SphereMesh sphere = mesh::makeSphere(scene.mesh.spheres[i - 1]);
    block.clear();
    appendSphereVertices(sphere, parts[i].layout, block);
    for (const auto& triangle : sphere.triangles) block.advance(putTriangle(block.room(12), triangle));
    sink.write(block.text());
  }
  return surface.facts(scene.mesh.spheres);
}

}  // namespace

std::vector<File> glbFiles(const Scene& scene) {
  requireDistinctPositions(scene);
  const VertexLayout layout = {scene.mesh.normals, scene.mesh.uvs, true};
  std::int64_t bytes = kJsonBytesAMesh + mesh::terrainVertices(scene.meshGrid) * layout.bytes() +
                       mesh::terrainTriangles(scene.meshGrid) * 12;
  for (const mesh::Sphere& sphere : scene.mesh.spheres) {
    bytes += kJsonBytesAMesh + mesh::sphereVertices(sphere.subdiv) * layout.bytes() +
             mesh::sphereTriangles(sphere.subdiv) * 12;
  }
  if (bytes > UINT32_MAX) {
    throw codec::InputError(std::to_string(bytes) + " bytes are not allowed: glTF tells sizes in 32 bits, up to " +
                            std::to_string(UINT32_MAX));
  }
  return {{"scene.glb", bytes, 3 * scene.meshGrid.samples() + Surface::samples(scene), writeGlb}};
}

}  // namespace orograph::output
