#include "output/obj.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mesh/terrain_mesh.h"
#include "output/q16_text.h"
#include "output/surface.h"

namespace orograph::output {
namespace {

/// A piece of text that many lines share. Copied whole, whatever its length: a copy of constant size is one instruction
/// or two.
struct Token {
  std::array<char, 64> text;
  std::size_t size = 0;

  char* copyTo(char* out) const {
    std::memcpy(out, text.data(), text.size());
    return out + size;
  }
};

/// Room for a line: a keyword and three tokens or numbers.
constexpr std::size_t kLineRoom = 3 * sizeof(Token::text) + 8;

template <class Write>
Token makeToken(Write&& write) {
  Token token;
  token.size = static_cast<std::size_t>(write(token.text.data()) - token.text.data());
  return token;
}

char* writeText(char* out, std::string_view text) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* writeVector(char* out, std::string_view keyword, const std::array<std::int64_t, 3>& valuesQ16) {
  out = writeText(out, keyword);
  for (const std::int64_t value : valuesQ16) {
    *out++ = ' ';
    out = writeQ16(out, value);
  }
  *out++ = '\n';
  return out;
}

/// How faces name a vertex: its number in each list, from that of the object's first.
struct FaceStyle {
  bool uvs, normals;
  std::int64_t position, uv, normal;

  /// " 7/7/7"
  char* writeVertex(char* out, std::int64_t vertex) const {
    *out++ = ' ';
    out = writeCount(out, vertex + position);
    if (uvs || normals) *out++ = '/';
    if (uvs) out = writeCount(out, vertex + uv);
    if (normals) {
      *out++ = '/';
      out = writeCount(out, vertex + normal);
    }
    return out;
  }
};

void writePositions(const Surface& surface, ByteSink& sink) {
  const Scene& scene = surface.scene();
  const field::Grid& grid = surface.grid();
  std::vector<Token> starts;  // "v x "
  for (std::int64_t x = 0; x < grid.columns; ++x) {
    starts.push_back(makeToken([&](char* out) {
      out = writeQ16(writeText(out, "v "), grid.xQ16(x));
      *out++ = ' ';
      return out;
    }));
  }
  writeHeightRows(scene, *scene.source, 0, sink, [&](const terrain::HeightBand& band, TextBlock& block) {
    std::vector<std::int32_t> room;
    for (std::int64_t z = band.first(); z < band.last(); ++z) {
      const Token end = makeToken([&](char* out) {
        *out++ = ' ';
        out = writeQ16(out, grid.zQ16(z));
        *out++ = '\n';
        return out;
      });
      const std::span<const std::int32_t> heights = band.row(z);
      char* out = block.room(starts.size() * kLineRoom);
      for (const std::int32_t column : surface.columns(z, room)) {
        const auto x = static_cast<std::size_t>(column);
        out = end.copyTo(writeQ16(starts[x].copyTo(out), heights[x]));
      }
      block.advance(out);
    }
  });
}

/// Texture row 0 is at the top, and v grows upward: the pixel (0, 0) of height.png lies at (0, 1).
void writeUvs(const Surface& surface, ByteSink& sink) {
  const field::Grid& grid = surface.grid();
  std::vector<Token> starts;  // "vt u "
  for (std::int64_t x = 0; x < grid.columns; ++x) {
    starts.push_back(makeToken([&](char* out) {
      out = writeUnitRatio(writeText(out, "vt "), x, grid.columns - 1);
      *out++ = ' ';
      return out;
    }));
  }
  writeRows(surface.scene(), grid.rows, sink, [&](std::int64_t first, std::int64_t last, TextBlock& block) {
    std::vector<std::int32_t> room;
    for (std::int64_t z = first; z < last; ++z) {
      const Token end = makeToken([&](char* out) {
        out = writeUnitRatio(out, grid.rows - 1 - z, grid.rows - 1);
        *out++ = '\n';
        return out;
      });
      char* out = block.room(starts.size() * kLineRoom);
      for (const std::int32_t x : surface.columns(z, room)) {
        out = end.copyTo(starts[static_cast<std::size_t>(x)].copyTo(out));
      }
      block.advance(out);
    }
  });
}

void writeNormals(const Surface& surface, ByteSink& sink) {
  const Scene& scene = surface.scene();
  const field::Grid& grid = surface.grid();
  writeHeightRows(scene, scene.normals(), 1, sink, [&](const terrain::HeightBand& band, TextBlock& block) {
    std::vector<std::array<std::int64_t, 3>> normals;
    std::vector<std::int32_t> room;
    for (std::int64_t z = band.first(); z < band.last(); ++z) {
      normalsOfRow(grid, band, z, normals);
      char* out = block.room(normals.size() * kLineRoom);
      for (const std::int32_t x : surface.columns(z, room)) {
        out = writeVector(out, "vn", normals[static_cast<std::size_t>(x)]);
      }
      block.advance(out);
    }
  });
}

void writeTerrainFaces(const Surface& surface, const FaceStyle& style, ByteSink& sink) {
  if (const mesh::AdaptiveMesh* adaptive = surface.adaptive()) {
    return writeTriangles(*adaptive, kLineRoom, sink, [&](char* out, const mesh::AdaptiveMesh::Triangle& triangle) {
      *out++ = 'f';
      for (const auto& vertex : triangle) out = style.writeVertex(out, adaptive->number(vertex));
      *out++ = '\n';
      return out;
    });
  }
  const field::Grid& grid = surface.grid();
  const auto writeTokens = [&](std::int64_t row, std::vector<Token>& tokens) {
    tokens.clear();
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      tokens.push_back(makeToken([&](char* out) { return style.writeVertex(out, row * grid.columns + x); }));
    }
  };
  writeRows(surface.scene(), grid.rows - 1, sink, [&](std::int64_t first, std::int64_t last, TextBlock& block) {
    std::vector<Token> north, south;
    writeTokens(first, south);
    for (std::int64_t z = first; z < last; ++z) {
      std::swap(north, south);
      writeTokens(z + 1, south);
      const auto token = [&](std::int64_t vertex) -> const Token& {
        const std::int64_t place = vertex - z * grid.columns;
        return place < grid.columns ? north[static_cast<std::size_t>(place)]
                                    : south[static_cast<std::size_t>(place - grid.columns)];
      };
      char* out = block.room(2 * north.size() * kLineRoom);
      for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
        for (const auto& triangle : mesh::cellTriangles(grid, x, z)) {
          *out++ = 'f';
          for (const std::int64_t vertex : triangle) out = token(vertex).copyTo(out);
          *out++ = '\n';
        }
      }
      block.advance(out);
    }
  });
}

void writeSphere(const mesh::SphereMesh& sphere, const FaceStyle& style, TextBlock& block) {
  for (const auto& vertex : sphere.verticesQ16) block.advance(writeVector(block.room(kLineRoom), "v", vertex));
  if (style.normals) {
    for (const auto& normal : sphere.normalsQ16) block.advance(writeVector(block.room(kLineRoom), "vn", normal));
  }
  for (const auto& triangle : sphere.triangles) {
    char* out = block.room(kLineRoom);
    *out++ = 'f';
    for (const std::int64_t vertex : triangle) out = style.writeVertex(out, vertex);
    *out++ = '\n';
    block.advance(out);
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
  const Surface surface(scene);
  const bool material = scene.mesh.texture != "none";
  const auto use = [&](const std::string& name) { return material ? "usemtl " + name + "\n" : std::string(); };
  sink.write((material ? "mtllib scene.mtl\no terrain\n" : "o terrain\n") + use("terrain"));
  writePositions(surface, sink);
  if (scene.mesh.uvs) writeUvs(surface, sink);
  if (scene.mesh.normals) writeNormals(surface, sink);
  writeTerrainFaces(surface, {scene.mesh.uvs, scene.mesh.normals, 1, 1, 1}, sink);

  std::int64_t vertices = surface.vertices();
  TextBlock block;
  for (std::size_t i = 0; i < scene.mesh.spheres.size(); ++i) {
    const mesh::SphereMesh sphere = mesh::makeSphere(scene.mesh.spheres[i]);
    block.clear();
    block.append("o sphere" + std::to_string(i + 1) + "\n" + use("sphere"));
    // Every vertex has a normal, here and in the terrain, so the two lists count alike.
    writeSphere(sphere, {false, scene.mesh.normals, vertices + 1, 0, vertices + 1}, block);
    sink.write(block.text());
    vertices += static_cast<std::int64_t>(sphere.verticesQ16.size());
  }
  return surface.facts(scene.mesh.spheres);
}

std::vector<File> objFiles(const Scene& scene) {
  const std::int64_t passes = 2 + (scene.mesh.normals ? 1 : 0) + (scene.mesh.uvs ? 1 : 0);
  std::vector<File> files = {
      {"scene.obj", mostObjBytes(scene), passes * scene.meshGrid.samples() + Surface::samples(scene), writeObj}};
  if (scene.mesh.texture != "none") {
    const std::string text = "newmtl terrain\nKa 1 1 1\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd " + scene.mesh.texture +
                             ".png\nnewmtl sphere\nKa 1 1 1\nKd 0.8 0.8 0.8\nKs 0 0 0\nillum 1\n";
    files.push_back({"scene.mtl", static_cast<std::int64_t>(text.size()), 0, [text](const Scene&, ByteSink& sink) {
                       sink.write(text);
                       return Facts{};
                     }});
  }
  return files;
}

}  // namespace orograph::output
