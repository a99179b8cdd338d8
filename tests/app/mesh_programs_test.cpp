// The mesh files before programs that no one here wrote, and on a disk that fails.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/mesh_bytes.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;
using test::contains;
using Json = nlohmann::json;

namespace {

const std::string kOutputs = R"("outputs": ["png", "obj", "ply", "glb", "stl"])";
const std::string kSphere = R"("spheres": [{"centerQ16": [65536, 1310720, 0], "radiusQ16": 131072, "subdiv": 2}])";

/// Grids of one cell, of odd shape, triangulated, flat.
const std::vector<std::string> kScenes = {
    R"({"gridN": 1, )" + kOutputs + "}",
    R"({"gridN": [3, 5], )" + kOutputs + ", " + kSphere + "}",
    R"({"gridN": [5, 1], "mesh": {"normals": false, "uvs": false}, )" + kOutputs + "}",
    R"({"gridN": 64, "latticeShift": 20, "mesh": {"maxError": 0.05, "texture": "height"}, )" + kOutputs + ", " +
        kSphere + "}",
    R"({"gridN": 64, "heightScale": 0, "mesh": {"maxErrorQ16": 0}, )" + kOutputs + "}",
    R"({"generator": "diamond-square", "gridN": 16, "hurstQ16": 30000, )" + kOutputs + "}",
};

struct Made {
  test::TemporaryFolder folder;
  Json report;

  explicit Made(const std::string& spec) {
    const test::Outcome outcome =
        test::runProgram({"generate", "-", "-q", "-o", folder.path().string()}, {spec, {}, {}});
    CAPTURE(spec, outcome.err);
    REQUIRE(outcome.exitCode == 0);
    report = Json::parse(test::readFile(path("report.json")));
  }
  std::string path(const std::string& name) const { return folder / ("terrain/" + name); }
  Json entry(const std::string& name) const {
    for (const Json& file : report["files"]) {
      if (file["name"] == name) return file;
    }
    return {};
  }
};

/// What follows a label in a program's output, without blanks before it.
std::string after(const std::string& text, const std::string& label) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(label);
    if (at == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" :", at + label.size());
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::vector<double> numbersAfter(const std::string& text, const std::string& label) {
  std::string line = after(text, label);
  for (char& c : line) {
    if (c == '(' || c == ')') c = ' ';
  }
  std::istringstream words(line);
  std::vector<double> numbers;
  for (double number; words >> number;) numbers.push_back(number);
  return numbers;
}

}  // namespace

TEST_CASE("assimp reads every mesh file: one count of triangles and one box for OBJ, PLY and glTF") {
  if (!test::haveProgram("assimp")) {
    WARN("skipped: assimp is not installed");
    return;
  }
  for (const std::string& spec : kScenes) {
    const Made made(spec);
    std::vector<std::vector<double>> least, greatest;
    for (const std::string name : {"scene.obj", "scene.ply", "scene.glb", "terrain.stl"}) {
      const test::Outcome outcome = test::runCommand({"assimp", "info", made.path(name), "--raw"});
      CAPTURE(spec, name, outcome.out, outcome.err);
      CHECK(outcome.exitCode == 0);
      CHECK(after(outcome.out, "Faces:") == made.entry(name)["triangles"].dump());
      if (name == "terrain.stl") continue;
      least.push_back(numbersAfter(outcome.out, "Minimum point"));
      greatest.push_back(numbersAfter(outcome.out, "Maximum point"));
      REQUIRE(least.back().size() == 3);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        CHECK(std::abs(least.back()[axis] - least[0][axis]) < 1e-4);
        CHECK(std::abs(greatest.back()[axis] - greatest[0][axis]) < 1e-4);
      }
    }
    const test::Outcome ply = test::runCommand({"assimp", "info", made.path("scene.ply"), "--raw"});
    CHECK(after(ply.out, "Vertices:") == made.entry("scene.ply")["vertices"].dump());
    const test::Outcome glb = test::runCommand({"assimp", "info", made.path("scene.glb"), "--raw"});
    CHECK(after(glb.out, "Vertices:") == made.entry("scene.glb")["vertices"].dump());
  }
}

TEST_CASE("admesh finds nothing to mend in any STL, and the size that the report tells") {
  if (!test::haveProgram("admesh")) {
    WARN("skipped: admesh is not installed");
    return;
  }
  for (const std::string& spec : kScenes) {
    const Made made(spec);
    const test::Outcome outcome = test::runCommand({"admesh", made.path("terrain.stl")});
    CAPTURE(spec, outcome.out);
    CHECK(outcome.exitCode == 0);
    const std::string triangles = made.entry("terrain.stl")["triangles"].dump();
    const std::vector<double> facets = numbersAfter(outcome.out, "Number of facets");
    REQUIRE(facets.size() == 2);
    CHECK(facets[0] == std::stod(triangles));
    CHECK(facets[1] == std::stod(triangles));
    CHECK(numbersAfter(outcome.out, "Total disconnected facets") == std::vector<double>{0, 0});
    CHECK(after(outcome.out, "Number of parts").starts_with("1 "));
    for (const std::string fault : {"Degenerate facets", "Edges fixed", "Facets removed", "Facets added",
                                    "Facets reversed", "Backwards edges", "Normals fixed"}) {
      CHECK(after(outcome.out, fault) == "0");
    }
    std::size_t axis = 0;
    for (const std::string label : {"Max X =", "Max Y =", "Max Z ="}) {
      const double told = made.entry("terrain.stl")["sizeMmQ16"][axis++].get<double>() / 65536;
      CHECK(std::abs(std::stod(after(outcome.out, label)) - told) < 1e-4 * told);
    }
  }
}

TEST_CASE("Blender imports OBJ, PLY and glTF with every vertex and triangle, and y of OBJ and glTF as its z") {
  if (!test::haveProgram("blender")) {
    WARN("skipped: blender is not installed");
    return;
  }
  // Debian's importer of glTF asks numpy for a name that Debian's numpy has no more.
  constexpr std::string_view kImport = R"(
import json, sys, numpy
numpy.bool = bool
import bpy
for path in sys.argv[sys.argv.index("--") + 1:]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith("obj"): bpy.ops.wm.obj_import(filepath=path)
    elif path.endswith("ply"): bpy.ops.import_mesh.ply(filepath=path)
    else: bpy.ops.import_scene.gltf(filepath=path)
    vertices, triangles, points = 0, 0, []
    for one in bpy.data.objects:
        if one.type != "MESH": continue
        vertices += len(one.data.vertices)
        triangles += len(one.data.polygons)
        points += [one.matrix_world @ vertex.co for vertex in one.data.vertices]
    box = [[edge(point[axis] for point in points) for axis in range(3)] for edge in (min, max)]
    print("imported " + json.dumps({"vertices": vertices, "triangles": triangles, "box": box}))
)";
  for (const std::string& spec : kScenes) {
    const Made made(spec);
    const std::string script = made.folder.write("import.py", std::string(kImport));
    const test::Outcome outcome = test::runCommand({"blender", "-b", "--factory-startup", "--python", script, "--",
                                                    made.path("scene.obj"), made.path("scene.ply"), made.path("scene.glb")});
    CAPTURE(spec, outcome.out, outcome.err);
    std::vector<Json> imported;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("imported ")) imported.push_back(Json::parse(line.substr(9)));
    }
    REQUIRE(imported.size() == 3);
    const Json& obj = imported[0]["box"];
    const Json& ply = imported[1]["box"];
    for (std::size_t i = 0; i < 3; ++i) {
      const Json& told = made.entry(std::vector<std::string>{"scene.obj", "scene.ply", "scene.glb"}[i]);
      CHECK(imported[i]["vertices"] == told["vertices"]);
      CHECK(imported[i]["triangles"] == told["triangles"]);
    }
    // PLY knows no up axis, so its y stays y; Blender's y is our -z.
    const auto near = [](const Json& a, double b) { return std::abs(a.get<double>() - b) < 1e-4; };
    for (std::size_t edge = 0; edge < 2; ++edge) {
      CHECK(near(obj[edge][0], ply[edge][0].get<double>()));
      CHECK(near(obj[edge][1], -ply[1 - edge][2].get<double>()));
      CHECK(near(obj[edge][2], ply[edge][1].get<double>()));
      for (std::size_t axis = 0; axis < 3; ++axis) CHECK(near(imported[2]["box"][edge][axis], obj[edge][axis].get<double>()));
    }
  }
}

TEST_CASE("POV-Ray renders the image as a height field of the same heights, first row farthest") {
  if (!test::haveProgram("povray")) {
    WARN("skipped: povray is not installed");
    return;
  }
  constexpr std::size_t kSide = 65;
  const Made made(R"({"latticeShift": 22, "octaves": 3, "outputs": ["png", "r16"],)"
                  R"("image": {"width": 65, "height": 65, "bits": 16, "range": "data"}})");
  const std::string samples = test::readFile(made.path("height.r16"));
  REQUIRE(samples.size() == 2 * kSide * kSide);
  // From straight above, each point as bright as it is high.
  const std::string scene = made.folder.write("above.pov", R"(#version 3.7;
global_settings { assumed_gamma 1 }
camera { orthographic location <0.5, 2, 0.5> direction -y right x up z }
height_field { png ")" + made.path("height.png") + R"(" gamma 1
  pigment { gradient y color_map { [0 rgb 0] [1 rgb 1] } } finish { ambient 0 diffuse 0 emission 1 } }
)");
  const std::string picture = made.folder / "above.ppm";
  const test::Outcome outcome = test::runCommand(
      {"povray", "+I" + scene, "+O" + picture, "+FP", "+W65", "+H65", "-D", "-A", "File_Gamma=1"});
  INFO(outcome.err);
  REQUIRE(outcome.exitCode == 0);
  const std::string pixels = test::readFile(picture);
  REQUIRE(pixels.size() > 3 * kSide * kSide);
  const std::string_view rgb = std::string_view(pixels).substr(pixels.size() - 3 * kSide * kSide);
  const auto byte = [](char c) { return static_cast<int>(static_cast<unsigned char>(c)); };
  int greatest = 0;
  for (std::size_t i = 0; i < kSide * kSide; ++i) {
    const int height = byte(samples[2 * i]) | byte(samples[2 * i + 1]) << 8;
    greatest = std::max(greatest, std::abs(byte(rgb[3 * i]) - height / 257));
  }
  CHECK(greatest <= 8);  // pixel centres lie up to half a cell from samples; turned upside down or mirrored it is above 200
}

TEST_CASE("triangulated windows side by side have the same vertices on their common border, to the bit") {
  const auto window = [](const std::string& origin) {
    return test::Ply(
        test::readFile(Made(R"({"gridN": 128, "extent": 64, "latticeShift": 20, "octaves": 5, "heightScale": 20,)"
                            R"("originQ16": )" +
                            origin +
                            R"(, "outputs": ["ply"],)"
                            R"("mesh": {"maxError": 0.2, "normals": false}})")
                           .path("scene.ply")));
  };
  const auto along = [](const test::Ply& ply, std::size_t axis, float place) {
    std::vector<std::vector<float>> points;
    for (const auto& vertex : ply.vertices) {
      if (vertex[axis] == place) points.push_back({vertex[0], vertex[1], vertex[2]});
    }
    return points;
  };
  const test::Ply middle = window("[0, 0]"), east = window("[8388608, 0]"), south = window("[0, 8388608]");
  CHECK(along(middle, 0, 64).size() > 4);
  CHECK(along(middle, 0, 64).size() < 129);
  CHECK(along(middle, 0, 64) == along(east, 0, 64));
  CHECK(along(middle, 2, 64).size() > 4);
  CHECK(along(middle, 2, 64) == along(south, 2, 64));
}

TEST_CASE("verify accepts the folder of a triangulated scene, and misses a triangle") {
  const Made made(kScenes[3]);
  CHECK(test::runProgram({"verify", made.folder / "terrain"}).exitCode == 0);
  const Json entry = made.entry("scene.obj");
  CHECK(entry["triangles"] < 2 * 64 * 64);
  CHECK(entry["greatestErrorQ16"] <= 3277);
  CHECK(made.report["spec"]["mesh"]["maxErrorQ16"] == 3277);
  std::string text = test::readFile(made.path("scene.obj"));
  text.erase(text.rfind('f'));
  made.folder.write("terrain/scene.obj", text);
  const test::Outcome outcome = test::runProgram({"verify", made.folder / "terrain"});
  CHECK(outcome.exitCode == 1);
}

TEST_CASE("a mesh file that the disk has no room for leaves nothing behind") {
  if (!test::haveProgram("strace") || test::runCommand({"strace", "-o", "/dev/null", "true"}).exitCode != 0) {
    WARN("skipped: strace is missing or may not trace here");
    return;
  }
  for (const std::string kind : {"obj", "ply", "glb", "stl"}) {
    for (const std::string members : {"", R"(, "mesh": {"maxErrorQ16": 0})"}) {
      const test::TemporaryFolder folder;
      const std::string spec = folder.write("spec.json", "{\"gridN\": 64" + members + "}");
      const test::Outcome outcome = test::runCommand(
          {"strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=ENOSPC:when=1",
           OROGRAPH_PROGRAM, "generate", spec, "-q", "--only", kind, "-o", folder / "out"},
          {"", {"ASAN_OPTIONS=detect_leaks=0"}, {}});
      CAPTURE(kind, outcome.err);
      CHECK(outcome.exitCode == 3);
      CHECK(contains(outcome.err, "No space left on device"));
      CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
    }
  }
}
