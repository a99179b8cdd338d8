#include "output/obj.h"

#include <tiny_obj_loader.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "mesh/terrain_mesh.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/random.h"
#include "support/table_source.h"

using namespace orograph;
using output::Scene;

namespace {

/// Ground that rises by one unit for each to the east, with an octahedron above it.
struct SmallScene {
  test::TableSource source{{{0, 65536}, {0, 65536}}};
  Scene scene;

  SmallScene() {
    scene.source = &source;
    scene.meshGrid = {-32768, -65536, 65536, 131072, 2, 2};
    scene.mesh.spheres = {{{0, 131072, 0}, 65536, 0}};
  }
  std::string text() const {
    test::StringSink sink;
    output::writeObj(scene, sink);
    return sink.text;
  }
};

}  // namespace

TEST_CASE("a small scene as OBJ") {
  const SmallScene small;
  CHECK(small.text() ==
        "o terrain\n"
        "v -0.50000 0.00000 -1.00000\n"
        "v 0.50000 1.00000 -1.00000\n"
        "v -0.50000 0.00000 1.00000\n"
        "v 0.50000 1.00000 1.00000\n"
        "vt 0.000000 1.000000\n"
        "vt 1.000000 1.000000\n"
        "vt 0.000000 0.000000\n"
        "vt 1.000000 0.000000\n"
        "vn -0.70711 0.70711 0.00000\n"
        "vn -0.70711 0.70711 0.00000\n"
        "vn -0.70711 0.70711 0.00000\n"
        "vn -0.70711 0.70711 0.00000\n"
        "f 1/1/1 3/3/3 2/2/2\n"
        "f 2/2/2 3/3/3 4/4/4\n"
        "o sphere1\n"
        "v 0.00000 3.00000 0.00000\n"
        "v 1.00000 2.00000 0.00000\n"
        "v 0.00000 2.00000 1.00000\n"
        "v -1.00000 2.00000 0.00000\n"
        "v 0.00000 2.00000 -1.00000\n"
        "v 0.00000 1.00000 0.00000\n"
        "vn 0.00000 1.00000 0.00000\n"
        "vn 1.00000 0.00000 0.00000\n"
        "vn 0.00000 0.00000 1.00000\n"
        "vn -1.00000 0.00000 0.00000\n"
        "vn 0.00000 0.00000 -1.00000\n"
        "vn 0.00000 -1.00000 0.00000\n"
        "f 6//6 5//5 7//7\n"
        "f 7//7 5//5 8//8\n"
        "f 8//8 5//5 9//9\n"
        "f 9//9 5//5 6//6\n"
        "f 6//6 7//7 10//10\n"
        "f 7//7 8//8 10//10\n"
        "f 8//8 9//9 10//10\n"
        "f 9//9 6//6 10//10\n");
}

TEST_CASE("faces name only what the file holds") {
  SmallScene small;
  small.scene.mesh = {true, false, {}};
  CHECK(test::contains(small.text(), "\nf 1//1 3//3 2//2\n"));
  CHECK_FALSE(test::contains(small.text(), "vt "));
  small.scene.mesh = {false, true, {}};
  CHECK(test::contains(small.text(), "\nf 1/1 3/3 2/2\n"));
  CHECK_FALSE(test::contains(small.text(), "vn "));
  small.scene.mesh = {false, false, {{{0, 0, 0}, 65536, 0}}};
  CHECK(test::contains(small.text(), "\nf 1 3 2\n"));
  CHECK(test::contains(small.text(), "\nf 6 5 7\n"));
}

TEST_CASE("an independent reader gets every vertex of a scene back to the unit, and its triangles") {
  test::Random random(35);
  for (int round = 0; round < 20; ++round) {
    const std::int64_t columns = random.within(2, 40), rows = random.within(2, 40);
    std::vector<std::vector<std::int32_t>> heights(static_cast<std::size_t>(rows));
    for (auto& row : heights) {
      for (std::int64_t x = 0; x < columns; ++x) row.push_back(random.height());
    }
    const test::TableSource source(heights);
    Scene scene;
    scene.source = &source;
    scene.meshGrid = {random.ofAnySize(46),
                      random.ofAnySize(46),
                      random.within(1, 1 << 20),
                      random.within(1, 1 << 20),
                      columns,
                      rows};
    scene.mesh.normals = round % 2 == 0;
    scene.mesh.uvs = round % 3 == 0;
    scene.mesh.spheres = {{{random.ofAnySize(40), 5, -5}, random.within(1, 1 << 24), random.within(0, 3)}};
    test::StringSink sink;
    const output::Facts facts = output::writeObj(scene, sink);
    const mesh::SphereMesh sphere = mesh::makeSphere(scene.mesh.spheres[0]);

    tinyobj::ObjReader reader;
    CAPTURE(round);
    REQUIRE(reader.ParseFromString(sink.text, ""));
    CHECK(reader.Warning().empty());
    const auto& read = reader.GetAttrib().vertices;
    std::vector<std::int64_t> expected;
    for (std::int64_t z = 0; z < rows; ++z) {
      for (std::int64_t x = 0; x < columns; ++x) {
        expected.push_back(scene.meshGrid.xQ16(x));
        expected.push_back(heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)]);
        expected.push_back(scene.meshGrid.zQ16(z));
      }
    }
    for (const auto& vertex : sphere.verticesQ16) expected.insert(expected.end(), vertex.begin(), vertex.end());
    REQUIRE(read.size() == expected.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (std::llround(read[i] * 65536) != expected[i]) FAIL("coordinate " << i << " of round " << round);
    }

    const auto& shapes = reader.GetShapes();
    REQUIRE(shapes.size() == 2);
    CHECK(shapes[0].name == "terrain");
    CHECK(shapes[1].name == "sphere1");
    const std::int64_t triangles =
        mesh::terrainTriangles(scene.meshGrid) + static_cast<std::int64_t>(sphere.triangles.size());
    CHECK(shapes[0].mesh.num_face_vertices.size() + shapes[1].mesh.num_face_vertices.size() ==
          static_cast<std::size_t>(triangles));
    CHECK(shapes[1].mesh.indices[0].vertex_index == columns * rows + sphere.triangles[0][0]);
    CHECK(shapes[0].mesh.indices[0].normal_index == (scene.mesh.normals ? 0 : -1));
    CHECK(shapes[0].mesh.indices[0].texcoord_index == (scene.mesh.uvs ? 0 : -1));
    CHECK(shapes[1].mesh.indices[0].texcoord_index == -1);
    CHECK(facts ==
          output::Facts{{"vertices", std::to_string(expected.size() / 3)}, {"triangles", std::to_string(triangles)}});
    CHECK(static_cast<std::int64_t>(sink.text.size()) <= output::mostObjBytes(scene));
  }
}

TEST_CASE("an OBJ is the same for any number of threads and any height of bands, normals at their seams included") {
  test::Random random(37);
  std::vector<std::vector<std::int32_t>> heights(23, std::vector<std::int32_t>(9));
  for (auto& row : heights) {
    for (std::int32_t& height : row) height = static_cast<std::int32_t>(random.within(-200000, 200000));
  }
  const test::TableSource source(heights);
  Scene scene;
  scene.source = &source;
  scene.meshGrid = {0, 0, 65536, 65536, 9, 23};
  test::StringSink whole;
  output::writeObj(scene, whole);
  for (const std::int64_t threads : {1, 2, 5}) {
    for (const std::int64_t bandRows : {1, 2, 3, 22, 23, 100}) {
      scene.schedule = {threads, bandRows};
      test::StringSink sink;
      output::writeObj(scene, sink);
      CAPTURE(threads, bandRows);
      CHECK((sink.text == whole.text));
    }
  }
}

TEST_CASE("an OBJ stays within its bound at the widest coordinates") {
  const std::vector<std::vector<std::int32_t>> deep(60, std::vector<std::int32_t>(60, INT32_MIN));
  const test::TableSource source(deep);
  Scene scene;
  scene.source = &source;
  scene.mesh.spheres = {{{-(std::int64_t{1} << 46), -(std::int64_t{1} << 46), -(std::int64_t{1} << 46)}, 1, 4}};
  for (const std::int64_t start : {-(std::int64_t{1} << 46), std::int64_t{-1}, std::int64_t{9} * 65536 + 65535}) {
    scene.meshGrid = {start, start, 1, 1, 60, 60};
    test::StringSink sink;
    output::writeObj(scene, sink);
    CHECK(static_cast<std::int64_t>(sink.text.size()) <= output::mostObjBytes(scene));
  }
}

TEST_CASE("an OBJ names its material where it has one, and is the same but for that") {
  SmallScene small;
  const std::string plain = small.text();
  CHECK(output::objFiles(small.scene).size() == 1);
  small.scene.mesh.texture = "splat";
  std::string textured = small.text();
  CHECK(textured.starts_with("mtllib scene.mtl\no terrain\nusemtl terrain\nv "));
  CHECK(test::contains(textured, "\no sphere1\nusemtl sphere\nv "));
  for (const std::string line : {"mtllib scene.mtl\n", "usemtl terrain\n", "usemtl sphere\n"}) {
    textured.erase(textured.find(line), line.size());
  }
  CHECK(textured == plain);

  const std::vector<output::File> files = output::objFiles(small.scene);
  REQUIRE(files.size() == 2);
  CHECK(files[1].name == "scene.mtl");
  test::StringSink sink;
  files[1].write(small.scene, sink);
  CHECK(static_cast<std::int64_t>(sink.text.size()) <= files[1].mostBytes);
  std::istringstream text(sink.text);
  std::map<std::string, int> numbers;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  tinyobj::LoadMtl(&numbers, &materials, &text, &warning, &error);
  CHECK(warning + error == "");
  REQUIRE(materials.size() == 2);
  CHECK(materials[static_cast<std::size_t>(numbers.at("terrain"))].diffuse_texname == "splat.png");
  CHECK(materials[static_cast<std::size_t>(numbers.at("sphere"))].diffuse_texname.empty());
}

TEST_CASE("a triangulated OBJ has vertices of the grid alone, and its faces name them with their normals and uvs") {
  test::Random random(39);
  for (const std::int64_t cells : {1, 2, 32}) {
    std::vector<std::vector<std::int32_t>> heights(static_cast<std::size_t>(cells + 1));
    for (auto& row : heights) {
      for (std::int64_t x = 0; x <= cells; ++x) row.push_back(static_cast<std::int32_t>(random.within(-1000, 1000)));
    }
    const test::TableSource source(heights);
    Scene scene;
    scene.source = &source;
    scene.meshGrid = {-65536, 131072, 65536, 65536, cells + 1, cells + 1};
    scene.mesh.spheres = {{{0, 0, 0}, 65536, 0}};
    scene.mesh.maxErrorQ16 = 600;
    test::StringSink sink;
    const output::Facts facts = output::writeObj(scene, sink);
    tinyobj::ObjReader reader;
    REQUIRE(reader.ParseFromString(sink.text, ""));
    CHECK(reader.Warning().empty());
    const auto& attributes = reader.GetAttrib();
    const std::size_t vertices = attributes.vertices.size() / 3 - 6;
    REQUIRE(attributes.normals.size() == 3 * (vertices + 6));
    REQUIRE(attributes.texcoords.size() == 2 * vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
      const double x = attributes.vertices[3 * i] + 1, z = attributes.vertices[3 * i + 2] - 2;
      REQUIRE(std::llround(attributes.vertices[3 * i + 1] * 65536) ==
              heights.at(static_cast<std::size_t>(z)).at(static_cast<std::size_t>(x)));
      CHECK(std::abs(attributes.texcoords[2 * i] - x / static_cast<double>(cells)) < 1e-6);
      CHECK(std::abs(attributes.texcoords[2 * i + 1] - (1 - z / static_cast<double>(cells))) < 1e-6);
    }
    for (const tinyobj::index_t& index : reader.GetShapes()[0].mesh.indices) {
      REQUIRE(static_cast<std::size_t>(index.vertex_index) < vertices);
      CHECK(index.normal_index == index.vertex_index);
      CHECK(index.texcoord_index == index.vertex_index);
    }
    CHECK(facts[0].second == std::to_string(vertices + 6));
    const std::size_t triangles = reader.GetShapes()[0].mesh.num_face_vertices.size();
    CHECK(facts[1].second == std::to_string(triangles + 8));
    CHECK(triangles <= static_cast<std::size_t>(2 * cells * cells));
    CHECK(static_cast<std::int64_t>(sink.text.size()) <= output::mostObjBytes(scene));
  }
}
