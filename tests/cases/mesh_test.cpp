// Trouble cases of scene.obj.
#include <sys/resource.h>
#include <sys/wait.h>
#include <tiny_obj_loader.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <locale>
#include <sstream>
#include <string>

#include "cases/cases.h"
#include "output/obj.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/table_source.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Along the side from which the corners run counter-clockwise.
Vector faceNormal(const Obj& obj, const Obj::Face& face) {
  const auto at = [&](std::size_t i) { return obj.positions[face.positions[i]]; };
  return cross(minus(at(1), at(0)), minus(at(2), at(0)));
}

/// The least and the greatest coordinate along an axis.
std::pair<double, double> extent(const Obj& obj, std::size_t axis) {
  const auto [least, most] = std::minmax_element(obj.positions.begin(), obj.positions.end(),
                                                 [&](const Vector& a, const Vector& b) { return a[axis] < b[axis]; });
  return {(*least)[axis], (*most)[axis]};
}

std::string sphere(const std::string& center, const std::string& radius, int subdiv) {
  return R"({"centerQ16": )" + center + R"(, "radiusQ16": )" + radius + R"(, "subdiv": )" + std::to_string(subdiv) +
         "}";
}

}  // namespace

TEST_CASE("B039 a mesh spans its window exactly and the next tile starts where it ends") {
  for (const auto& [half, origin, size] : {std::tuple{"50", "6553600", 100.0}, std::tuple{"16", "2097152", 32.0}}) {
    const std::string common = std::string(R"({"gridN": 32, "extent": )") + half + R"(, "originQ16": [)";
    const Generated left(common + "0, 0]}", {"--only", "obj"}), right(common + origin + ", 0]}", {"--only", "obj"});
    REQUIRE(left.exitCode() == 0);
    REQUIRE(right.exitCode() == 0);
    const Obj a = parseObj(left.text("scene.obj")), b = parseObj(right.text("scene.obj"));
    REQUIRE(a.positions.size() == 33 * 33);
    CHECK(extent(a, 0) == std::pair{-size / 2, size / 2});
    CHECK(extent(a, 2) == std::pair{-size / 2, size / 2});
    CHECK(extent(b, 0) == std::pair{size / 2, size * 3 / 2});
    for (std::size_t row = 0; row < 33; ++row) CHECK(a.positions[row * 33 + 32] == b.positions[row * 33]);
  }
}

TEST_CASE("B061 the user's locale changes no byte") {
  const std::string spec = R"({"gridN": 32})";
  const Generated plain(spec, {}, {"", {"LC_ALL=C"}, {}});
  REQUIRE(plain.exitCode() == 0);
  const test::TemporaryFolder locales;
  for (const auto& [name, proof] : {std::pair{"en_US", "1,089"}, std::pair{"de_DE", "1.089"}}) {
    const std::string locale = std::string(name) + ".UTF-8";
    test::runCommand({"localedef", "-i", name, "-f", "UTF-8", locales / locale});
    const test::RunOptions options{"", {"LC_ALL=" + locale, "LOCPATH=" + locales.path().string()}, {}};
    if (!contains(test::runCommand({"env", "printf", "%'d", "1089"}, options).out, proof)) {
      WARN("skipped: this system cannot make the locale " << locale);
    }
    const Generated local(spec, {}, options);
    REQUIRE(local.exitCode() == 0);
    for (const std::string& file : plain.files()) CHECK(local.text(file) == plain.text(file));
    CHECK(local.err() == plain.err());
  }
  for (const auto& face : parseObj(plain.text("scene.obj")).faces) REQUIRE(face.positions[0] < 33 * 33);
}

TEST_CASE("B061 a C++ locale that groups digits changes no byte") {
  struct Grouping final : std::numpunct<char> {
    char do_thousands_sep() const override { return ','; }
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  const scene::Spec spec = specOf(R"({"gridN": 40})");
  const auto source = spec.generatorEntry().make(spec.parameters(spec.octaves));
  output::Scene drawn;
  drawn.source = source.get();
  drawn.meshGrid = spec.meshGrid();
  test::StringSink plain, grouped;
  output::writeObj(drawn, plain);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Grouping));
  std::ostringstream proof;
  proof << 1089;
  output::writeObj(drawn, grouped);
  std::locale::global(before);
  REQUIRE(proof.str() == "1,089");
  CHECK(plain.text == grouped.text);
  CHECK(plain.text.find(',') == std::string::npos);
  CHECK(contains(plain.text, "1681/1681/1681"));
}

TEST_CASE("B063 terrain faces look up, sphere faces look out, and normals agree") {
  const Generated made(
      R"({"gridN": 1, "heightScale": 0, "spheres": [)" + sphere("[65536, 131072, -65536]", "98304", 3) + "]}",
      {"--only", "obj"});
  REQUIRE(made.exitCode() == 0);
  const Obj obj = parseObj(made.text("scene.obj"));
  REQUIRE(obj.faces.size() == 2 + 512);
  const Vector centre = {1, 2, -1};
  for (std::size_t i = 0; i < obj.faces.size(); ++i) {
    const Vector normal = faceNormal(obj, obj.faces[i]);
    const Vector corner = obj.positions[obj.faces[i].positions[0]];
    if (i < 2)
      CHECK((normal[1] > 0 && normal[0] == 0 && normal[2] == 0));
    else
      CHECK(dot(normal, minus(corner, centre)) > 0);
    for (const std::size_t vertexNormal : obj.faces[i].normals) {
      REQUIRE(vertexNormal < obj.normals.size());
      CHECK(dot(normal, obj.normals[vertexNormal]) > 0);
      CHECK(std::abs(dot(obj.normals[vertexNormal], obj.normals[vertexNormal]) - 1) < 0.0001);
    }
  }
}

TEST_CASE("B065 heights one unit apart at a great base print apart and read back exactly") {
  const std::string spec =
      R"({"generator": "diamond-square", "gridN": 8, "heightScaleQ16": 65536, "amplitudeQ16": 3, "hurstQ16": 0,)"
      R"("cornersQ16": [65536000, 65536001, 65536002, 65536003]})";
  const Generated made(spec, {"--only", "obj"});
  REQUIRE(made.exitCode() == 0);
  const Heights heights = meshHeights(spec);
  const Obj obj = parseObj(made.text("scene.obj"));
  REQUIRE(obj.positions.size() == 81);
  for (std::size_t i = 0; i < 81; ++i) CHECK(toQ16(obj.positions[i][1]) == heights[i / 9][i % 9]);
  for (const std::string height : {"1000.00000", "1000.00002", "1000.00003", "1000.00005"}) {
    CHECK(contains(made.text("scene.obj"), " " + height + " "));
  }
}

TEST_CASE("B067 no line of an OBJ says nan or inf, and a radius of 0 or less is refused with its place") {
  // Outside the grid a sphere is written where it is.
  const Generated made(R"({"heightScale": 0, "spheres": [)" + sphere("[6553600000, 0, -6553600000]", "1", 0) + ", " +
                       sphere("[0, 0, 0]", "70368744177664", 1) + "]}");
  REQUIRE(made.exitCode() == 0);
  const std::string text = made.text("scene.obj");
  CHECK(text.find_first_of("nN", text.find("\nv ")) == text.find("\nvn ") + 2);  // of "n" there are only the keywords
  for (const std::string word : {"nan", "inf", "NaN", "Inf"}) CHECK_FALSE(contains(text, word));
  const Obj obj = parseObj(text);
  REQUIRE(obj.positions.size() == 289 + 6 + 18);
  CHECK(obj.positions[289][0] == 100000);
  CHECK(obj.positions[289][2] == -100000);
  for (const Vector& normal : obj.normals) CHECK(std::abs(dot(normal, normal) - 1) < 0.0001);
  for (const std::string radius : {"0", "-1"}) {
    const Generated refused(R"({"spheres": [)" + sphere("[0, 0, 0]", "1", 0) + ", " + sphere("[0, 0, 0]", radius, 0) +
                            "]}");
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(),
                   "/spheres/1/radiusQ16: " + radius + " is not allowed: it must be an integer from 1 to"));
    CHECK(refused.wroteNothing());
  }
}

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // with shadow memory, which is not the program's
#else
constexpr bool kSanitized = false;
#endif

struct LineCounts {
  std::int64_t v = 0, vt = 0, vn = 0, f = 0, other = 0;
};

/// Counts the lines of a file by keyword, block by block.
LineCounts countLines(const std::string& path) {
  LineCounts counts;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(1 << 20);
  std::string keyword;
  bool inKeyword = true;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      const char c = block[static_cast<std::size_t>(i)];
      if (c == '\n') {
        std::int64_t& count = keyword == "v"    ? counts.v
                              : keyword == "vt" ? counts.vt
                              : keyword == "vn" ? counts.vn
                              : keyword == "f"  ? counts.f
                                                : counts.other;
        ++count;
        keyword.clear();
        inKeyword = true;
      } else if (c == ' ') {
        inKeyword = false;
      } else if (inKeyword) {
        keyword += c;
      }
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("B071 an OBJ has one line a vertex and a triangle, of every kind asked for") {
  const Generated made(R"({"gridN": [256, 128]})", {"--only", "obj"});
  REQUIRE(made.exitCode() == 0);
  const LineCounts counts = countLines(made.path("scene.obj"));
  CHECK(counts.v == 257 * 129);
  CHECK(counts.vt == 257 * 129);
  CHECK(counts.vn == 257 * 129);
  CHECK(counts.f == 2 * 256 * 128);
  CHECK(counts.other == 1);  // the name of the object
}

TEST_CASE("B071 a mesh of 2049 x 2049 vertices is streamed: in seconds, and in less memory than three grids") {
  constexpr long kThreeGrids = 3L * 2049 * 2049 * 4 / 1024;
  const test::TemporaryFolder folder;
  const std::string spec =
      folder.write("a.json", R"({"octaves": 1, "gridN": 2048, "mesh": {"normals": false, "uvs": false}})");
  for (const std::string threads : {"1", "2"}) {
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      ::execl(OROGRAPH_PROGRAM, "orograph", "generate", spec.c_str(), "--only", "obj", "-q", "-o",
              (folder / "out").c_str(), "--threads", threads.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    int status = 0;
    struct rusage program {
    }, self{};
    ::wait4(child, &status, 0, &program);
    ::getrusage(RUSAGE_SELF, &self);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    INFO(threads << " threads: " << seconds << " s, " << program.ru_maxrss << " KiB");
    CHECK(seconds < 60);
    // A child starts as a copy of this process, so its peak says nothing below this process's own.
    if (!kSanitized) CHECK(program.ru_maxrss < std::max(kThreeGrids, self.ru_maxrss));
  }
  const LineCounts counts = countLines(folder / "out/terrain/scene.obj");
  CHECK(counts.v == 4198401);
  CHECK(counts.f == 8388608);
  CHECK(counts.vn + counts.vt == 0);
}

TEST_CASE("B069 the picture lies on the mesh the right way up: bright pixels on high vertices") {
  const std::string spec =
      R"({"gridN": [40, 28], "extent": [20, 14], "latticeShift": 19, "octaves": 2, "image": {"width": 80, "height": 56},)"
      R"("mesh": {"texture": "height"}})";
  const Generated made(spec);
  REQUIRE(made.exitCode() == 0);
  tinyobj::ObjReader reader;
  tinyobj::ObjReaderConfig config;
  REQUIRE(reader.ParseFromFile(made.path("scene.obj"), config));
  CHECK(reader.Warning().empty());
  const auto& read = reader.GetAttrib();
  REQUIRE(reader.GetMaterials().size() == 2);
  CHECK(reader.GetMaterials()[0].diffuse_texname == "height.png");
  const auto& mesh = reader.GetShapes()[0].mesh;
  for (const int material : mesh.material_ids) REQUIRE(material == 0);
  // The vertex over the pixel (0, 0): least x and z.
  CHECK((read.texcoords[0] == 0 && read.texcoords[1] == 1));

  const std::string bytes = made.text("height.png");
  const test::PngFile png(bytes);
  Correlation right, flipped;
  for (const tinyobj::index_t& corner : mesh.indices) {
    const auto at = [&](const std::vector<double>& values, int index, std::size_t width, std::size_t axis) {
      return values[static_cast<std::size_t>(index) * width + axis];
    };
    const double u = at(read.texcoords, corner.texcoord_index, 2, 0),
                 v = at(read.texcoords, corner.texcoord_index, 2, 1);
    const auto column = static_cast<std::size_t>(std::min(79.0, u * 80));
    // Row 0 is where v is 1.
    const auto row = static_cast<std::size_t>(std::min(55.0, (1 - v) * 56));
    const double height = at(read.vertices, corner.vertex_index, 3, 1);
    right.add(height, png.pixels().at(row * 80 + column));
    flipped.add(height, png.pixels().at((55 - row) * 80 + column));
  }
  CHECK(right.value() > 0.98);
  CHECK(flipped.value() < 0.7);
}
