#include "output/ply.h"

#include <cmath>

#include "codec/errors.h"
#include "mesh/terrain_mesh.h"
#include "support/catch.h"
#include "support/mesh_bytes.h"
#include "support/message_of.h"
#include "support/random_scene.h"

using namespace orograph;

TEST_CASE("a small scene as PLY") {
  const test::TableSource source({{0, 65536}, {0, 65536}});
  output::Scene scene;
  scene.source = &source;
  scene.meshGrid = {-32768, -65536, 65536, 131072, 2, 2};
  scene.mesh.normals = false;
  test::StringSink sink;
  output::plyFiles(scene).at(0).write(scene, sink);
  CHECK(
      sink.text.starts_with("ply\nformat binary_little_endian 1.0\ncomment y is up, right-handed\n"
                            "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
                            "property float s\nproperty float t\n"
                            "element face 2\nproperty list uchar int vertex_indices\nend_header\n"));
  const test::Ply ply(sink.text);
  CHECK(ply.vertices == std::vector<std::vector<float>>{
                            {-0.5f, 0, -1, 0, 1}, {0.5f, 1, -1, 1, 1}, {-0.5f, 0, 1, 0, 0}, {0.5f, 1, 1, 1, 0}});
  CHECK(ply.faces == std::vector<std::array<std::uint32_t, 3>>{{0, 2, 1}, {1, 2, 3}});
}

TEST_CASE("a PLY holds the nearest float to every coordinate, and the triangles of the grid and the spheres") {
  test::Random random(41);
  for (int round = 0; round < 40; ++round) {
    const std::int64_t columns = random.within(2, 30), rows = random.within(2, 30);
    test::RandomScene made(random, columns, rows, INT32_MAX);
    made.scene.mesh.normals = round % 2 == 0;
    made.scene.mesh.uvs = round % 3 != 0;
    if (round % 4 != 0)
      made.scene.mesh.spheres = {{{random.ofAnySize(40), 5, -5}, random.within(1, 1 << 24), 1}, {{0, 0, 0}, 9, 0}};
    output::Facts facts;
    const test::Ply ply(made.write(output::plyFiles, &facts));
    const std::size_t terrain = static_cast<std::size_t>(columns * rows);
    std::size_t vertices = terrain, faces = 2 * static_cast<std::size_t>((columns - 1) * (rows - 1));
    if (!made.scene.mesh.spheres.empty()) vertices += 18 + 6, faces += 32 + 8;
    CAPTURE(round);
    REQUIRE(ply.vertices.size() == vertices);
    REQUIRE(ply.faces.size() == faces);
    CHECK(facts == output::Facts{{"vertices", std::to_string(vertices)}, {"triangles", std::to_string(faces)}});
    bool positions = true, uvs = true, normals = true;
    for (std::size_t i = 0; i < terrain; ++i) {
      const auto x = static_cast<std::int64_t>(i) % columns, z = static_cast<std::int64_t>(i) / columns;
      const std::vector<float>& v = ply.vertices[i];
      positions = positions && v[0] == test::asFloat(made.scene.meshGrid.xQ16(x)) &&
                  v[2] == test::asFloat(made.scene.meshGrid.zQ16(z)) &&
                  v[1] == test::asFloat(made.heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)]);
      const std::size_t uv = made.scene.mesh.normals ? 6 : 3;
      if (made.scene.mesh.uvs) {
        uvs = uvs && std::abs(v[uv] - static_cast<float>(x) / static_cast<float>(columns - 1)) < 1e-6f &&
              std::abs(v[uv + 1] - (1 - static_cast<float>(z) / static_cast<float>(rows - 1))) < 1e-6f;
      }
    }
    for (const auto& v : ply.vertices) {
      if (made.scene.mesh.normals) normals = normals && std::abs(std::hypot(v[3], v[4], v[5]) - 1) < 1e-4f;
    }
    CHECK(positions);
    CHECK(uvs);
    CHECK(normals);
    const auto cell = mesh::cellTriangles(made.scene.meshGrid, columns - 2, rows - 2);
    const std::size_t last = 2 * static_cast<std::size_t>((columns - 1) * (rows - 1)) - 1;
    for (std::size_t i = 0; i < 3; ++i) CHECK(ply.faces[last][i] == cell[1][i]);
    for (const auto& face : ply.faces) {
      for (const std::uint32_t vertex : face) REQUIRE(vertex < vertices);
    }
    if (faces > last + 1) CHECK(*std::min_element(ply.faces[last + 1].begin(), ply.faces[last + 1].end()) >= terrain);
  }
}

TEST_CASE("a PLY is the same for any number of threads and any height of bands, triangulated or not") {
  test::Random random(43);
  for (const std::int64_t most : {-1, 0, 3000}) {
    test::RandomScene made(random, 33, 33, 9000);
    made.scene.mesh.maxErrorQ16 = most;
    const std::string whole = made.write(output::plyFiles);
    for (const std::int64_t threads : {1, 2, 5}) {
      for (const std::int64_t bandRows : {1, 7, 100}) {
        made.scene.schedule = {threads, bandRows};
        CHECK((made.write(output::plyFiles) == whole));
      }
    }
  }
}

TEST_CASE("a triangulated PLY holds the same surface for fewer triangles, and says its error") {
  test::Random random(45);
  test::RandomScene made(random, 65, 65, 1000);
  made.scene.mesh.maxErrorQ16 = 700;
  output::Facts facts;
  const test::Ply ply(made.write(output::plyFiles, &facts));
  CHECK(ply.faces.size() < 2 * 64 * 64);
  REQUIRE(facts.size() == 3);
  CHECK(facts[2].first == "greatestErrorQ16");
  CHECK(std::stoll(facts[2].second) <= 700);
  // Every vertex is one of the grid's; row by row.
  std::pair<float, float> before = {-INFINITY, -INFINITY};
  for (const auto& v : ply.vertices) {
    const auto x = std::llround((static_cast<double>(v[0]) * 65536 - static_cast<double>(made.scene.meshGrid.x0Q16)) /
                                static_cast<double>(made.scene.meshGrid.dxQ16));
    const auto z = std::llround((static_cast<double>(v[2]) * 65536 - static_cast<double>(made.scene.meshGrid.z0Q16)) /
                                static_cast<double>(made.scene.meshGrid.dzQ16));
    REQUIRE(v[1] == test::asFloat(made.heights.at(static_cast<std::size_t>(z)).at(static_cast<std::size_t>(x))));
    REQUIRE(before < std::pair{v[2], v[0]});
    before = {v[2], v[0]};
  }
}

TEST_CASE("normals are of their own source where there is one, and heights are not") {
  test::Random random(47);
  test::RandomScene made(random, 19, 23, 90000), other(random, 19, 23, 90000);
  const test::Ply plain(made.write(output::plyFiles));
  made.scene.normalSource = &other.source;
  made.scene.schedule = {3, 2};
  other.scene.meshGrid = made.scene.meshGrid;
  const test::Ply mixed(made.write(output::plyFiles)), expected(other.write(output::plyFiles));
  bool agree = true;
  for (std::size_t i = 0; i < mixed.vertices.size(); ++i) {
    for (std::size_t k = 0; k < 8; ++k) {
      agree = agree && mixed.vertices[i][k] == (k >= 3 && k < 6 ? expected : plain).vertices[i][k];
    }
  }
  CHECK(agree);
}

TEST_CASE("PLY refuses what 32 bits cannot count and what floats cannot tell apart") {
  const test::TableSource source({{0, 0}, {0, 0}});
  output::Scene scene;
  scene.source = &source;
  const auto refusal = [&] { return test::messageOf<codec::InputError>([&] { output::plyFiles(scene); }); };
  scene.meshGrid = {0, 0, 65536, 65536, 46341, 46341};
  CHECK(test::contains(refusal(), "2147488281 vertices are not allowed"));
  scene.meshGrid = {0, 0, 65536, 65536, 46340, 46340};
  CHECK(output::plyFiles(scene).size() == 1);
  // 2^24 units of 1/65536 need 25 bits from 2^24 on: steps of 2 and more are told apart there, if they are above 2.
  scene.meshGrid = {std::int64_t{1} << 24, 0, 2, 65536, 2, 2};
  CHECK(test::contains(refusal(), "neighbouring vertices would become one along x"));
  scene.meshGrid = {0, -(std::int64_t{1} << 40), 65536, 65536, 2, 2};
  CHECK(test::contains(refusal(), "neighbouring vertices would become one along z"));
  scene.meshGrid = {std::int64_t{1} << 24, 0, 3, 65536, 2, 2};
  CHECK(output::plyFiles(scene).size() == 1);
  scene.meshGrid = {std::int64_t{1} << 40, 0, 0, 0, 2, 2};  // coincide in the scene itself, which warns
  CHECK(output::plyFiles(scene).size() == 1);
}
