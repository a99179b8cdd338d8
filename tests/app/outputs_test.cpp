#include <sys/stat.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "codec/sha256.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/program.h"
#include "support/whole_field.h"

using namespace orograph;
using test::contains;
using Json = nlohmann::json;
using Vector = std::array<double, 3>;

namespace {

/// What the program writes for a spec, and the spec as the program reads it.
struct Made {
  test::TemporaryFolder folder;
  scene::Spec spec;
  std::string path;

  explicit Made(const std::string& text) : spec(scene::readSpec(text, "spec.json", {})), path(folder / spec.name) {
    const test::Outcome outcome =
        test::runProgram({"generate", "-", "-q", "-o", folder.path().string()}, {text, {}, {}});
    CAPTURE(outcome.err);
    REQUIRE(outcome.exitCode == 0);
  }
  std::string read(const std::string& name) const { return test::readFile(path + "/" + name); }
  Json report() const { return Json::parse(read("report.json")); }
  test::Heights field(const field::Grid& grid) const {
    return test::wholeField(*spec.generatorEntry().make(spec.parameters(spec.octaves)), grid);
  }
  Json fileEntry(const std::string& name) const {
    const Json all = report();
    for (const Json& file : all["files"]) {
      if (file["name"] == name) return file;
    }
    return {};
  }
};

std::string config(const std::string& name) { return test::readFile(test::projectPath("config/" + name + ".json")); }

const std::string kPlain =
    R"({"octaves": 3, "latticeShift": 19, "gridN": [5, 3],
 "originQ16": [700001, -123457], "extentQ16": [900001, 500001]})";
const std::string kSquare =
    R"({"generator": "diamond-square", "gridN": 8, "hurstQ16": 40000, "cornersQ16": [0, 70000, -50000, 20000]})";

std::string with(const std::string& spec, const std::string& members) {
  return spec.substr(0, spec.rfind('}')) + ", " + members + "}";
}

struct Obj {
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;

  explicit Obj(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string warning, error;
    REQUIRE(tinyobj::LoadObj(&attributes, &shapes, nullptr, &warning, &error, &file, nullptr, false, false));
    CHECK(warning.empty());
    CHECK(error.empty());
  }
  static Vector triple(const std::vector<tinyobj::real_t>& values, int index) {
    const auto at = 3 * static_cast<std::size_t>(index);
    return {values.at(at), values.at(at + 1), values.at(at + 2)};
  }
  Vector position(int index) const { return triple(attributes.vertices, index); }
  Vector normal(int index) const { return triple(attributes.normals, index); }
  std::int64_t vertices() const { return static_cast<std::int64_t>(attributes.vertices.size() / 3); }
  /// The vertices of the triangles of an object.
  std::vector<std::array<int, 3>> triangles(std::size_t shape) const {
    std::vector<std::array<int, 3>> result;
    const auto& indices = shapes.at(shape).mesh.indices;
    for (const auto corners : shapes[shape].mesh.num_face_vertices) REQUIRE(corners == 3);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      result.push_back({indices[i].vertex_index, indices[i + 1].vertex_index, indices[i + 2].vertex_index});
    }
    return result;
  }
};

std::int64_t toQ16(double value) { return std::llround(value * 65536); }
Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector faceNormal(const Obj& obj, const std::array<int, 3>& t) {
  const Vector a = obj.position(t[0]);
  return cross(minus(obj.position(t[1]), a), minus(obj.position(t[2]), a));
}

/// How many triangles use each edge; no edge may be walked twice in one direction.
std::map<std::pair<int, int>, int> edgesOf(const std::vector<std::array<int, 3>>& triangles) {
  std::map<std::pair<int, int>, int> edges;
  std::set<std::pair<int, int>> walked;
  for (const auto& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = t[i], b = t[(i + 1) % 3];
      CHECK(a != b);
      CHECK(walked.emplace(a, b).second);
      ++edges[std::minmax(a, b)];
    }
  }
  return edges;
}

void checkTerrain(const Obj& obj, const scene::Spec& spec, const test::Heights& heights) {
  const field::Grid grid = spec.meshGrid();
  CHECK(obj.shapes.at(0).name == "terrain");
  // Row by row: z outer, x inner, both rising.
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      const int index = static_cast<int>(z * grid.columns + x);
      const Vector at = obj.position(index);
      CHECK(toQ16(at[0]) == grid.xQ16(x));
      CHECK(toQ16(at[1]) == heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)]);
      CHECK(toQ16(at[2]) == grid.zQ16(z));
      if (spec.mesh.normals) {
        const Vector normal = obj.normal(index);
        CHECK(normal[1] > 0);
        CHECK(std::abs(dot(normal, normal) - 1) < 1e-4);
      }
      if (spec.mesh.uvs) {
        const auto uv = 2 * static_cast<std::size_t>(index);
        CHECK(std::abs(obj.attributes.texcoords.at(uv) -
                       static_cast<double>(x) / static_cast<double>(grid.columns - 1)) < 1e-6);
        CHECK(std::abs(obj.attributes.texcoords.at(uv + 1) -
                       (1 - static_cast<double>(z) / static_cast<double>(grid.rows - 1))) < 1e-6);
      }
    }
  }
  const auto triangles = obj.triangles(0);
  CHECK(static_cast<std::int64_t>(triangles.size()) == 2 * (grid.columns - 1) * (grid.rows - 1));
  for (const auto& triangle : triangles) CHECK(faceNormal(obj, triangle)[1] > 0);  // counter-clockwise from above
  for (const auto& entry : edgesOf(triangles)) {
    const std::pair<int, int> edge = entry.first;
    const auto column = [&](int vertex) { return vertex % grid.columns; };
    const auto row = [&](int vertex) { return vertex / grid.columns; };
    const auto both = [&](auto&& of, std::int64_t value) {
      return of(edge.first) == value && of(edge.second) == value;
    };
    const bool border = both(column, 0) || both(column, grid.columns - 1) || both(row, 0) || both(row, grid.rows - 1);
    CHECK(entry.second == (border ? 1 : 2));
  }
}

void checkSphere(const Obj& obj, std::size_t number, const mesh::Sphere& sphere) {
  CHECK(obj.shapes.at(number).name == "sphere" + std::to_string(number));
  const Vector center = {static_cast<double>(sphere.centerQ16[0]) / 65536,
                         static_cast<double>(sphere.centerQ16[1]) / 65536,
                         static_cast<double>(sphere.centerQ16[2]) / 65536};
  const double radius = static_cast<double>(sphere.radiusQ16) / 65536;
  const auto triangles = obj.triangles(number);
  std::set<int> vertices;
  for (const auto& triangle : triangles) {
    vertices.insert(triangle.begin(), triangle.end());
    CHECK(dot(faceNormal(obj, triangle), minus(obj.position(triangle[0]), center)) > 0);
  }
  for (const tinyobj::index_t& index : obj.shapes[number].mesh.indices) {
    const Vector out = minus(obj.position(index.vertex_index), center);
    CHECK(std::abs(std::sqrt(dot(out, out)) - radius) < 3.0 / 65536);
    CHECK(index.texcoord_index == -1);
    if (index.normal_index >= 0) {
      const Vector normal = obj.normal(index.normal_index);
      CHECK(dot(normal, out) > 0.999 * radius);
      CHECK(std::abs(dot(normal, normal) - 1) < 1e-4);
    }
  }
  const auto edges = edgesOf(triangles);
  for (const auto& [edge, uses] : edges) CHECK(uses == 2);  // closed
  CHECK(static_cast<std::int64_t>(vertices.size()) == mesh::sphereVertices(sphere.subdiv));
  CHECK(static_cast<std::int64_t>(triangles.size()) == mesh::sphereTriangles(sphere.subdiv));
  CHECK(vertices.size() + triangles.size() == edges.size() + 2);  // Euler: one closed surface without holes
}

std::vector<std::vector<std::string>> readCsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

/// The formula for a pixel, in fractions: floor(place / range * most + 1/2).
std::int64_t pixelOf(std::int64_t height, std::int64_t black, std::int64_t white, std::int64_t most) {
  if (black == white) return 0;
  const std::int64_t place = std::clamp(height, black, white) - black;
  return (place * most * 2 + (white - black)) / ((white - black) * 2);
}

void checkPng(const Made& made, std::int64_t black, std::int64_t white) {
  const scene::Spec& spec = made.spec;
  const test::PngFile png(made.read("height.png"));
  CHECK(static_cast<std::int64_t>(png.width()) == spec.image.width);
  CHECK(static_cast<std::int64_t>(png.height()) == spec.image.height);
  CHECK(static_cast<std::int64_t>(png.header(8, 1)) == spec.image.bits);
  CHECK(png.header(9, 1) == 0);   // grayscale
  CHECK(png.header(12, 1) == 0);  // not interlaced
  for (const auto& chunk : png.chunks()) CHECK((chunk.type == "IHDR" || chunk.type == "IDAT" || chunk.type == "IEND"));
  const std::int64_t most = (std::int64_t{1} << spec.image.bits) - 1;
  std::int64_t clipped = 0;
  std::vector<std::uint16_t> expected;
  std::string bytes;
  for (const auto& row : made.field(spec.imageGrid())) {
    for (const std::int32_t height : row) {
      clipped += height < black || height > white ? 1 : 0;
      const std::int64_t pixel = pixelOf(height, black, white, most);
      expected.push_back(static_cast<std::uint16_t>(pixel));
      if (spec.image.bits == 16) bytes += static_cast<char>(pixel >> 8);
      bytes += static_cast<char>(pixel & 0xFF);
    }
  }
  CHECK((png.pixels() == expected));
  const Json entry = made.fileEntry("height.png");
  CAPTURE(entry.dump());
  CHECK(entry["width"] == spec.image.width);
  CHECK(entry["height"] == spec.image.height);
  CHECK(entry["bits"] == spec.image.bits);
  CHECK(entry["blackQ16"] == black);
  CHECK(entry["whiteQ16"] == white);
  CHECK(entry["clippedSamples"] == clipped);
  CHECK(entry["pixelDigest"] == codec::sha256Hex(bytes));
}

std::pair<std::int64_t, std::int64_t> rangeOf(const test::Heights& heights) {
  std::pair<std::int64_t, std::int64_t> range = {INT32_MAX, INT32_MIN};
  for (const auto& row : heights) {
    for (const std::int64_t height : row) range = {std::min(range.first, height), std::max(range.second, height)};
  }
  return range;
}

}  // namespace

TEST_CASE("the OBJ of fbm, diamond-square and the lantern holds the exact heights in a sound mesh") {
  const std::string torus =
      R"({"generator": "diamond-square", "gridN": 8, "wrap": true, "pins": [{"x": 3, "z": 5, "heightQ16": 99999}]})";
  for (const std::string& text : {kPlain, kSquare, config("lantern"), torus}) {
    for (const std::string mesh : {R"("normals": true, "uvs": true)", R"("normals": false, "uvs": true)",
                                   R"("normals": true, "uvs": false)", R"("normals": false, "uvs": false)"}) {
      const Made made(with(text, "\"mesh\": {" + mesh + "}"));
      CAPTURE(text.substr(0, 80), mesh);
      const Obj obj(made.path + "/scene.obj");
      const app::Counts counts = app::countScene(made.spec);
      REQUIRE(obj.vertices() == counts.sceneVertices);
      REQUIRE(obj.shapes.size() == made.spec.spheres.size() + 1);
      std::int64_t triangles = 0;
      for (const auto& shape : obj.shapes) triangles += static_cast<std::int64_t>(shape.mesh.num_face_vertices.size());
      CHECK(triangles == counts.sceneTriangles);
      CHECK(static_cast<std::int64_t>(obj.attributes.normals.size()) ==
            (made.spec.mesh.normals ? 3 * counts.sceneVertices : 0));
      CHECK(static_cast<std::int64_t>(obj.attributes.texcoords.size()) ==
            (made.spec.mesh.uvs ? 2 * counts.terrainVertices : 0));
      for (const tinyobj::index_t& index : obj.shapes[0].mesh.indices) {
        CHECK(index.normal_index == (made.spec.mesh.normals ? index.vertex_index : -1));
        CHECK(index.texcoord_index == (made.spec.mesh.uvs ? index.vertex_index : -1));
      }
      checkTerrain(obj, made.spec, made.field(made.spec.meshGrid()));
      for (std::size_t i = 0; i < made.spec.spheres.size(); ++i) checkSphere(obj, i + 1, made.spec.spheres[i]);
      const Json entry = made.fileEntry("scene.obj");
      CHECK(entry["vertices"] == counts.sceneVertices);
      CHECK(entry["triangles"] == counts.sceneTriangles);
    }
  }
}

TEST_CASE("the lantern has 289, 512, 487 and 896 vertices and triangles in its files") {
  const Made made(config("lantern"));
  const Obj obj(made.path + "/scene.obj");
  CHECK(obj.vertices() == 487);
  CHECK(obj.triangles(0).size() == 512);
  CHECK(obj.triangles(0).size() + obj.triangles(1).size() + obj.triangles(2).size() + obj.triangles(3).size() == 896);
}

TEST_CASE("spheres of every subdivision are closed and round") {
  for (int subdiv = 0; subdiv <= 4; ++subdiv) {
    const Made made(
        R"({"gridN": 1, "spheres": [{"centerQ16": [-70000, 12345, 999999], "radiusQ16": 300001, "subdiv": )" +
        std::to_string(subdiv) + "}]}");
    checkSphere(Obj(made.path + "/scene.obj"), 1, made.spec.spheres[0]);
  }
}

TEST_CASE("text files are plain ASCII with LF line ends") {
  const Made made(config("lantern"));
  for (const std::string name : {"profile.csv", "scene.obj", "SHA256SUMS", "report.json"}) {
    const std::string text = made.read(name);
    CHECK(text.ends_with('\n'));
    CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  }
}

TEST_CASE("assimp reads every OBJ, with the triangles that the report counts") {
  if (!test::haveProgram("assimp")) {
    WARN("skipped: assimp is not installed");
    return;
  }
  for (const std::string& text :
       {kPlain, kSquare, config("lantern"), with(kPlain, R"("mesh": {"normals": false, "uvs": false})")}) {
    const Made made(text);
    const test::Outcome outcome = test::runCommand({"assimp", "info", made.path + "/scene.obj", "--raw"});
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.exitCode == 0);
    std::istringstream lines(outcome.out);
    std::string faces;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("Faces:")) faces = line.substr(line.find_last_of(' ') + 1);
    }
    CHECK(faces == made.fileEntry("scene.obj")["triangles"].dump());
    CHECK(contains(outcome.out, "(terrain)"));
  }
}

TEST_CASE("pngcheck accepts every PNG") {
  if (!test::haveProgram("pngcheck")) {
    WARN("skipped: pngcheck is not installed");
    return;
  }
  for (const std::string bits : {"8", "16"}) {
    for (const std::string size : {R"("width": 1, "height": 1)", R"("width": 1, "height": 9)",
                                   R"("width": 300, "height": 2)", R"("width": 300, "height": 200)"}) {
      const Made made("{\"image\": {" + size + ", \"bits\": " + bits + "}}");
      const test::Outcome outcome = test::runCommand({"pngcheck", made.path + "/height.png"});
      CAPTURE(outcome.out);
      CHECK(outcome.exitCode == 0);
      CHECK(contains(outcome.out, "OK: "));
      CHECK(contains(outcome.out, bits + "-bit grayscale, non-interlaced"));
    }
  }
}

TEST_CASE("the pixels are the formula's, for both depths, every range and odd sizes") {
  for (const std::string& spec : {kPlain, with(kPlain, R"("lattice": "mixed", "statsGridN": 33)"), kSquare}) {
    for (const std::string bits : {"8", "16"}) {
      const std::string size = spec == kSquare ? R"("width": 7, "height": 4)" : R"("width": 41, "height": 29)";
      const auto image = [&](const std::string& range) {
        return with(spec, "\"image\": {" + size + ", \"bits\": " + bits + ", \"range\": " + range + "}");
      };
      const Made data(image("\"data\""));
      const auto [least, greatest] = rangeOf(data.field(data.spec.imageGrid()));
      REQUIRE(least < greatest);
      checkPng(data, least, greatest);
      const test::PngFile png(data.read("height.png"));
      const auto [black, white] = std::minmax_element(png.pixels().begin(), png.pixels().end());
      CHECK(*black == 0);
      CHECK(*white == (bits == "8" ? 255 : 65535));
      checkPng(Made(image("\"full\"")), 0, data.spec.heightScaleQ16);
      const std::int64_t low = least + (greatest - least) / 4, high = greatest - (greatest - least) / 3;
      const Made given(image("[" + std::to_string(low) + ", " + std::to_string(high) + "]"));
      checkPng(given, low, high);
      CHECK(given.fileEntry("height.png")["clippedSamples"] > 0);
      checkPng(Made(image("[-2147483648, 2147483647]")), -2147483648LL, 2147483647);
    }
  }
}

TEST_CASE("a flat field is black, whatever its height") {
  for (const std::string bits : {"8", "16"}) {
    const Made made(
        R"({"generator": "diamond-square", "gridN": 4, "amplitudeQ16": 0, "heightScaleQ16": 65536,
 "cornersQ16": [777, 777, 777, 777], "image": {"bits": )" +
        bits + "}}");
    checkPng(made, 777, 777);
  }
}

TEST_CASE("row 0 is least z and column 0 least x, in image, mesh and profile") {
  // No displacements: the four corners alone shape the field, all different.
  const Made made(
      R"({"generator": "diamond-square", "gridN": 4, "amplitudeQ16": 0, "heightScaleQ16": 65536,
 "cornersQ16": [0, 100, 2000, 5000]})");
  const test::PngFile png(made.read("height.png"));
  REQUIRE(png.width() == 5);
  const auto shade = [](std::int64_t height) { return pixelOf(height, 0, 5000, 65535); };
  CHECK(png.pixels()[0] == shade(0));
  CHECK(png.pixels()[4] == shade(100));
  CHECK(png.pixels()[20] == shade(2000));
  CHECK(png.pixels()[24] == shade(5000));
  const Obj obj(made.path + "/scene.obj");
  const std::map<int, std::int64_t> corners = {{0, 0}, {4, 100}, {20, 2000}, {24, 5000}};
  for (const auto& [vertex, height] : corners) {
    CHECK(toQ16(obj.position(vertex)[1]) == height);
    CHECK((obj.position(vertex)[0] > 0) == (vertex % 5 == 4));
    CHECK((obj.position(vertex)[2] > 0) == (vertex >= 20));
  }
  const auto csv = readCsv(made.read("profile.csv"));
  const auto heights = made.field(made.spec.meshGrid());
  for (std::size_t x = 0; x < 5; ++x) CHECK(csv[x + 1][2] == std::to_string(heights[2][x]));
  CHECK(heights[2][0] < heights[2][4]);
}

TEST_CASE("an image wider than high has its width along x") {
  const Made made(with(kPlain, R"("image": {"width": 12, "height": 5, "range": "full"})"));
  const test::PngFile png(made.read("height.png"));
  CHECK(png.width() == 12);
  CHECK(png.height() == 5);
  checkPng(made, 0, made.spec.heightScaleQ16);
}

TEST_CASE("the image of diamond-square is the mesh's own grid, or its top-left part") {
  const Made whole(kSquare);
  const test::Heights heights = whole.field(whole.spec.meshGrid());
  const auto [least, greatest] = rangeOf(heights);
  const test::PngFile png(whole.read("height.png"));
  REQUIRE(png.pixels().size() == 81);
  for (std::size_t i = 0; i < 81; ++i) CHECK(png.pixels()[i] == pixelOf(heights[i / 9][i % 9], least, greatest, 65535));
  const Made part(with(kSquare, R"("image": {"width": 3, "height": 2, "range": [-200000, 200000]})"));
  const test::PngFile small(part.read("height.png"));
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(small.pixels().at(i) == pixelOf(heights[i / 3][i % 3], -200000, 200000, 65535));
}

TEST_CASE("the CSV of fbm holds both profiles along x") {
  const Made made(
      R"({"octaves": 3, "referenceOctaves": 11, "profileSamples": 37, "profileStepQ16": 12345, "latticeShift": 19})");
  const auto rows = readCsv(made.read("profile.csv"));
  CHECK(made.read("profile.csv").starts_with("i,xQ16,fbm3Q16,fbm11Q16\n"));
  REQUIRE(rows.size() == 38);
  const field::Grid grid = field::profileGrid(37, 12345);
  const auto heights = made.field(grid)[0];
  const auto reference = test::wholeField(*made.spec.generatorEntry().make(made.spec.parameters(11)), grid)[0];
  for (std::size_t i = 0; i < 37; ++i) {
    CHECK(rows[i + 1] == std::vector<std::string>{std::to_string(i), std::to_string(12345 * i),
                                                  std::to_string(heights[i]), std::to_string(reference[i])});
  }
  CHECK(made.fileEntry("profile.csv")["samples"] == 37);
}

TEST_CASE("the CSV of diamond-square is the middle row") {
  const Made made(kSquare);
  const auto rows = readCsv(made.read("profile.csv"));
  CHECK(made.read("profile.csv").starts_with("i,xQ16,heightQ16\n"));
  REQUIRE(rows.size() == 10);
  const field::Grid grid = made.spec.meshGrid();
  const auto heights = made.field(grid)[4];
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(rows[i + 1] == std::vector<std::string>{std::to_string(i),
                                                  std::to_string(grid.xQ16(static_cast<std::int64_t>(i))),
                                                  std::to_string(heights[i])});
  }
}

TEST_CASE("the CSV of a profile line tells both coordinates and the distance") {
  const std::vector<std::array<std::int64_t, 4>> lines = {
      {-1000003, 500001, 2000005, -700007},
      {5, 5, 5, 5},
      {0, 0, 0, 1000000},
      {-70368744177664, -70368744177664, 70368744177664, 70368744177664}};
  for (const auto& line : lines) {
    std::ostringstream text;
    text << R"({"profileSamples": 12, "latticeShift": 19, "profileLineQ16": [)" << line[0] << "," << line[1] << ","
         << line[2] << "," << line[3] << "]}";
    const Made made(text.str());
    const auto rows = readCsv(made.read("profile.csv"));
    CHECK(made.read("profile.csv").starts_with("i,xQ16,zQ16,distanceQ16,fbm4Q16,fbm8Q16\n"));
    REQUIRE(rows.size() == 13);
    const auto source = made.spec.generatorEntry().make(made.spec.parameters(4)),
               reference = made.spec.generatorEntry().make(made.spec.parameters(8));
    for (std::int64_t i = 0; i < 12; ++i) {
      const auto along = [&](std::int64_t from, std::int64_t to) {
        const std::int64_t product = (to - from) * i;  // below 2^51
        return product / 11 - (product % 11 < 0 ? 1 : 0);
      };
      const std::int64_t dx = along(line[0], line[2]), dz = along(line[1], line[3]), x = line[0] + dx, z = line[1] + dz;
      std::int32_t height = 0, base = 0;
      source->rows({x, z, 0, 0, 1, 1}, 0, 1, 0, &height);
      reference->rows({x, z, 0, 0, 1, 1}, 0, 1, 0, &base);
      const auto& row = rows[static_cast<std::size_t>(i) + 1];
      CHECK(row.at(0) == std::to_string(i));
      CHECK(row.at(1) == std::to_string(x));
      CHECK(row.at(2) == std::to_string(z));
      CHECK(row.at(4) == std::to_string(height));
      CHECK(row.at(5) == std::to_string(base));
      // The integer square root of dx^2 + dz^2, checked where the squares fit; else to a millionth.
      const std::int64_t distance = std::stoll(row.at(3));
      if (std::abs(dx) < (1 << 30) && std::abs(dz) < (1 << 30)) {
        CHECK(distance * distance <= dx * dx + dz * dz);
        CHECK((distance + 1) * (distance + 1) > dx * dx + dz * dz);
      } else {
        CHECK(std::abs(static_cast<double>(distance) / std::hypot(static_cast<double>(dx), static_cast<double>(dz)) -
                       1) < 1e-6);
      }
    }
  }
}

TEST_CASE("sha256sum -c accepts SHA256SUMS") {
  if (!test::haveProgram("sha256sum")) {
    WARN("skipped: sha256sum is not installed");
    return;
  }
  const Made made(config("lantern"));
  const test::Outcome outcome = test::runCommand({"sha256sum", "-c", "--strict", "SHA256SUMS"}, {"", {}, made.path});
  CHECK(outcome.exitCode == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out == "height.png: OK\nprofile.csv: OK\nscene.obj: OK\n");
}

TEST_CASE("the report is strict JSON, lists every other file, and is written last") {
  for (const std::string& text : {kPlain, kSquare, config("lantern")}) {
    const Made made(text);
    std::set<std::string> names;
    const Json report = made.report();  // throws where it is not strict
    for (const Json& file : report["files"]) {
      const std::string name = file["name"], content = made.read(name);
      CHECK(names.insert(name).second);
      CHECK(file["bytes"] == content.size());
      CHECK(file["sha256"] == codec::sha256Hex(content));
    }
    CHECK(names == std::set<std::string>{"height.png", "profile.csv", "scene.obj", "SHA256SUMS"});
    CHECK(test::listFolder(made.path).size() == 5);
    const auto writtenAt = [&](const std::string& name) {
      return std::filesystem::last_write_time(made.path + "/" + name);
    };
    for (const std::string& name : names) CHECK(writtenAt(name) <= writtenAt("report.json"));
  }
}

TEST_CASE("the report tells nothing of when, where and how long") {
  const Made made(kPlain);
  const std::string report = made.read("report.json");
  for (const std::string& word : {made.folder.path().string(), std::string("date"), std::string("duration"),
                                  std::string("host"), std::string("threads")}) {
    CHECK_FALSE(contains(report, word));
  }
}

TEST_CASE("the same spec gives the same bytes, from another folder and another time") {
  for (const std::string& text : {kSquare, config("wide"), config("cross-section"), config("islands")}) {
    const Made first(text), second(text);
    for (const std::string& name : test::listFolder(first.path)) CHECK((first.read(name) == second.read(name)));
  }
}

TEST_CASE("the files have the mode that the mask of the user leaves") {
  const test::TemporaryFolder folder;
  REQUIRE(test::runCommand({"sh", "-c", "umask 027; exec \"$@\"", "sh", OROGRAPH_PROGRAM, "generate", "-", "-q", "-o",
                            folder / "out"},
                           {kPlain, {}, {}})
              .exitCode == 0);
  struct stat status {};
  for (const std::string& name : test::listFolder(folder / "out/terrain")) {
    REQUIRE(::stat((folder / ("out/terrain/" + name)).c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0640);
  }
}
