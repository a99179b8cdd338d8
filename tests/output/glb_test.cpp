#include "output/glb.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "codec/errors.h"
#include "output/ply.h"
#include "support/catch.h"
#include "support/mesh_bytes.h"
#include "support/message_of.h"
#include "support/random_scene.h"

using namespace orograph;
using Json = nlohmann::json;

namespace {

/// The two chunks of a .glb, as section 4.4 of the specification has them.
struct Glb {
  Json json;
  std::string binary;

  explicit Glb(const std::string& bytes) {
    REQUIRE(bytes.starts_with("glTF"));
    CHECK(test::uint32At(bytes, 4) == 2);
    REQUIRE(test::uint32At(bytes, 8) == bytes.size());
    const std::size_t length = test::uint32At(bytes, 12);
    CHECK(bytes.substr(16, 4) == "JSON");
    REQUIRE(length % 4 == 0);
    json = Json::parse(bytes.substr(20, length));
    const std::size_t start = 20 + length;
    CHECK(bytes.substr(start + 4, 4) == std::string("BIN\0", 4));
    binary = bytes.substr(start + 8);
    REQUIRE(test::uint32At(bytes, start) == binary.size());
    CHECK(binary.size() % 4 == 0);
    CHECK(json["buffers"][0]["byteLength"] == binary.size());
  }

  /// Element i of an accessor.
  std::size_t place(const Json& accessor, std::size_t i, std::size_t tight) const {
    const Json& view = json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t within = accessor["byteOffset"].get<std::size_t>() + i * view.value("byteStride", tight);
    REQUIRE(within + tight <= view["byteLength"].get<std::size_t>());
    return view["byteOffset"].get<std::size_t>() + within;
  }
};

}  // namespace

TEST_CASE("a glTF tells the true box, counts and places of everything, and holds what the PLY holds") {
  test::Random random(51);
  for (int round = 0; round < 24; ++round) {
    const std::int64_t side = std::int64_t{1} << random.within(0, 5);
    test::RandomScene made(random, side + 1, round % 2 == 0 ? side + 1 : random.within(2, 20), INT32_MAX);
    if (round % 4 == 0) made.scene.mesh.maxErrorQ16 = INT32_MAX / 2;
    made.scene.mesh.normals = round % 3 != 0;
    made.scene.mesh.uvs = round % 5 != 0;
    made.scene.mesh.spheres.resize(static_cast<std::size_t>(round % 3),
                                   {{-7, 1 << 20, random.ofAnySize(44)}, 77777, 2});
    output::Facts facts;
    const Glb glb(made.write(output::glbFiles, &facts));
    const test::Ply ply(made.write(output::plyFiles));
    CAPTURE(round, glb.json.dump());
    CHECK(glb.json["asset"]["version"] == "2.0");
    const std::size_t parts = 1 + made.scene.mesh.spheres.size();
    REQUIRE(glb.json["meshes"].size() == parts);
    CHECK(glb.json["scenes"][0]["nodes"].size() == parts);
    CHECK(glb.json["nodes"][parts - 1]["name"] == (parts == 1 ? "terrain" : "sphere" + std::to_string(parts - 1)));
    for (const Json& view : glb.json["bufferViews"]) CHECK(view["byteOffset"].get<std::size_t>() % 4 == 0);

    std::size_t vertex = 0, face = 0;
    for (const Json& mesh : glb.json["meshes"]) {
      const Json& primitive = mesh["primitives"][0];
      const Json& attributes = primitive["attributes"];
      const auto accessor = [&](const Json& number) { return glb.json["accessors"][number.get<std::size_t>()]; };
      const Json positions = accessor(attributes["POSITION"]), indices = accessor(primitive["indices"]);
      CHECK(attributes.contains("NORMAL") == made.scene.mesh.normals);
      CHECK(attributes.contains("TEXCOORD_0") == (made.scene.mesh.uvs && vertex == 0));
      CHECK(positions["componentType"] == 5126);
      CHECK(indices["componentType"] == 5125);
      const std::size_t count = positions["count"], first = vertex;
      std::vector<float> least(3, INFINITY), greatest(3, -INFINITY);
      bool same = true;
      for (std::size_t i = 0; i < count; ++i, ++vertex) {
        const std::vector<float> p = test::floatsAt(glb.binary, glb.place(positions, i, 12), 3);
        const std::vector<float>& expected = ply.vertices.at(vertex);
        same = same && std::equal(p.begin(), p.end(), expected.begin());
        for (std::size_t axis = 0; axis < 3; ++axis) {
          least[axis] = std::min(least[axis], p[axis]);
          greatest[axis] = std::max(greatest[axis], p[axis]);
        }
        if (made.scene.mesh.normals) {
          const auto n = test::floatsAt(glb.binary, glb.place(accessor(attributes["NORMAL"]), i, 12), 3);
          same = same && std::equal(n.begin(), n.end(), expected.begin() + 3);
        }
        if (attributes.contains("TEXCOORD_0")) {
          // v grows downward here, and upward there.
          const auto uv = test::floatsAt(glb.binary, glb.place(accessor(attributes["TEXCOORD_0"]), i, 8), 2);
          const std::size_t at = made.scene.mesh.normals ? 6 : 3;
          same = same && uv[0] == expected[at] && std::abs(uv[1] + expected[at + 1] - 1) < 1e-6f;
        }
      }
      CHECK(same);
      // The decimals of the box must name the very floats.
      for (std::size_t axis = 0; axis < 3; ++axis) {
        CHECK(positions["min"][axis].get<double>() == static_cast<double>(least[axis]));
        CHECK(positions["max"][axis].get<double>() == static_cast<double>(greatest[axis]));
      }
      bool sameFaces = indices["count"].get<std::size_t>() % 3 == 0;
      for (std::size_t i = 0; i < indices["count"].get<std::size_t>(); ++i) {
        const std::uint32_t index = test::uint32At(glb.binary, glb.place(indices, i, 4));
        sameFaces = sameFaces && index < count && index + first == ply.faces.at(face + i / 3)[i % 3];
      }
      CHECK(sameFaces);
      face += indices["count"].get<std::size_t>() / 3;
    }
    CHECK(vertex == ply.vertices.size());
    CHECK(face == ply.faces.size());
    CHECK(facts[0].second == std::to_string(vertex));
  }
}

TEST_CASE("a glTF is the same for any number of threads and any height of bands") {
  test::Random random(53);
  test::RandomScene made(random, 17, 40, 90000);
  made.scene.mesh.spheres = {{{0, 0, 0}, 70000, 2}};
  const std::string whole = made.write(output::glbFiles);
  for (const std::int64_t threads : {1, 2, 5}) {
    for (const std::int64_t bandRows : {1, 3, 100}) {
      made.scene.schedule = {threads, bandRows};
      CHECK((made.write(output::glbFiles) == whole));
    }
  }
}

TEST_CASE("a glTF that could pass 4 GiB is refused before any work") {
  const test::TableSource source({{0, 0}, {0, 0}});
  output::Scene scene;
  scene.source = &source;
  scene.meshGrid = {0, 0, 65536, 65536, 8193, 8193};
  CHECK(output::glbFiles(scene).at(0).mostBytes < std::int64_t{1} << 32);
  scene.meshGrid = {0, 0, 65536, 65536, 9001, 9001};
  CHECK(test::contains(test::messageOf<codec::InputError>([&] { output::glbFiles(scene); }),
                       "bytes are not allowed: glTF tells sizes in 32 bits, up to 4294967295"));
  scene.meshGrid = {std::int64_t{1} << 45, 0, 65536, 65536, 2, 2};
  CHECK(
      test::contains(test::messageOf<codec::InputError>([&] { output::glbFiles(scene); }), "would become one along x"));
}
