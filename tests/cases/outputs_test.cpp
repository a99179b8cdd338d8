// Trouble cases of the files: their axes, sizes, bytes and digests.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "cases/cases.h"
#include "codec/sha256.h"
#include "output/read_back.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

/// The lines of a CSV without the heading, as integers.
std::vector<std::vector<std::int64_t>> csvRows(const std::string& text) {
  std::vector<std::vector<std::int64_t>> rows;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stoll(cell));
  }
  return rows;
}

/// Writes the pixels anew, deflated at another level.
void writeAtLevel(const test::PngFile& from, int level, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(writer);
  png_init_io(writer, file);
  png_set_compression_level(writer, level);
  png_set_IHDR(writer, info, static_cast<png_uint_32>(from.width()), static_cast<png_uint_32>(from.height()), 16,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(writer, info);
  for (std::size_t z = 0; z < from.height(); ++z) {
    std::vector<png_byte> row;
    for (std::size_t x = 0; x < from.width(); ++x) {
      const std::uint16_t pixel = from.pixels()[z * from.width() + x];
      row.push_back(static_cast<png_byte>(pixel >> 8));
      row.push_back(static_cast<png_byte>(pixel & 0xFF));
    }
    png_write_row(writer, row.data());
  }
  png_write_end(writer, nullptr);
  png_destroy_write_struct(&writer, &info);
  std::fclose(file);
}

}  // namespace

TEST_CASE("B041 picture, mesh and profile agree where a peak is: row 0 is least z, column 0 least x") {
  // A peak at column 1 of row 2, the profile's row, of a 5 x 5 grid; the picture is its top 5 x 3.
  const Generated made(R"({"generator": "diamond-square", "gridN": 4, "amplitudeQ16": 0, "extent": 2,)"
                       R"("image": {"width": 5, "height": 3}, "pins": [{"x": 1, "z": 2, "heightQ16": 65536}]})");
  REQUIRE(made.exitCode() == 0);
  const test::PngFile png(made.text("height.png"));
  REQUIRE(png.pixels().size() == 15);
  CHECK(std::max_element(png.pixels().begin(), png.pixels().end()) - png.pixels().begin() == 2 * 5 + 1);

  const Obj obj = parseObj(made.text("scene.obj"));
  const auto highest = std::max_element(obj.positions.begin(), obj.positions.end(),
                                        [](const Vector& a, const Vector& b) { return a[1] < b[1]; });
  CHECK(*highest == Vector{-1, 3, 0});
  CHECK(highest - obj.positions.begin() == 2 * 5 + 1);

  const auto rows = csvRows(made.text("profile.csv"));
  REQUIRE(rows.size() == 5);
  CHECK(rows[1] == std::vector<std::int64_t>{1, -65536, 3 * 65536});

  // The first pixel, vertex by vertex: a high north-west corner.
  const Generated corner(R"({"generator": "diamond-square", "gridN": 4, "amplitudeQ16": 0, "extent": 2,)"
                         R"("image": {"width": 5, "height": 3}, "cornersQ16": [65536, 0, 0, 0]})");
  CHECK(test::PngFile(corner.text("height.png")).pixels()[0] == 65535);
  CHECK(parseObj(corner.text("scene.obj")).positions[0] == Vector{-2, 3, -2});
  CHECK(contains(test::readFile(test::projectPath("README.md")), "Row 0 is least z, column 0 is least x"));
}

TEST_CASE("B041 a 5 x 3 map is the same samples in picture, mesh and profile") {
  // Pixels lie where vertices do: 4 x 2 cells, 4 x 2 pixels over the same window; the profile runs along row 1.
  const Generated made(R"({"gridN": [4, 2], "extent": [4, 2], "latticeShift": 17, "image": {"width": 4, "height": 2,)"
                       R"("range": [0, 196608]}, "profileSamples": 5, "roughnessLags": [1, 2, 4],)"
                       R"("profileLineQ16": [-262144, 0, 262144, 0]})");
  REQUIRE(made.exitCode() == 0);
  const test::PngFile png(made.text("height.png"));
  const Obj obj = parseObj(made.text("scene.obj"));
  REQUIRE(png.pixels().size() == 8);
  REQUIRE(obj.positions.size() == 15);
  for (std::size_t z = 0; z < 2; ++z) {
    for (std::size_t x = 0; x < 4; ++x) {
      const Vector& vertex = obj.positions[z * 5 + x];
      CHECK(vertex[0] == -4 + 2.0 * static_cast<double>(x));
      CHECK(vertex[2] == -2 + 2.0 * static_cast<double>(z));
      CHECK(png.pixels()[z * 4 + x] == (2 * toQ16(vertex[1]) * 65535 + 196608) / (2 * 196608));
    }
  }
  const auto rows = csvRows(made.text("profile.csv"));
  REQUIRE(rows.size() == 5);
  for (std::size_t x = 0; x < 5; ++x) {
    CHECK(rows[x][1] == toQ16(obj.positions[5 + x][0]));
    CHECK(rows[x][2] == toQ16(obj.positions[5 + x][2]));
    CHECK(rows[x][4] == toQ16(obj.positions[5 + x][1]));
  }
}

TEST_CASE("B045 images of one pixel or one row work and sizes of 0 are refused") {
  for (const auto& [width, height] :
       {std::pair{"1", "1"}, std::pair{"1", "9"}, std::pair{"9", "1"}, std::pair{"2", "2"}}) {
    for (const std::string bits : {"8", "16"}) {
      const std::string size =
          std::string(R"({"width": )") + width + R"(, "height": )" + height + R"(, "bits": )" + bits + "}";
      const Generated made(R"({"gridN": 1, "image": )" + size + "}");
      INFO(size << made.err());
      REQUIRE(made.exitCode() == 0);
      const test::PngFile png(made.text("height.png"));
      CHECK(std::to_string(png.width()) == width);
      CHECK(std::to_string(png.height()) == height);
      if (png.pixels().size() == 1) CHECK(png.pixels()[0] == 0);
      const auto report = made.report();
      CHECK((report["imageField"]["stdQ16"] == 0) == (png.pixels().size() == 1));
      const Obj obj = parseObj(made.text("scene.obj"));
      CHECK(obj.positions.size() == 4);
      CHECK(obj.faces.size() == 2);
      CHECK_FALSE(contains(made.text("scene.obj") + made.text("report.json"), "nan"));
    }
  }
  for (const std::string spec : {R"({"image": {"width": 0, "height": 5}})", R"({"image": {"width": 5, "height": 0}})"}) {
    const Generated refused(spec);
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "0 is not allowed: it must be an integer from 1 to 1048576"));
    CHECK(refused.wroteNothing());
  }
  for (const std::string spec : {R"({"gridN": 0})", R"({"gridN": [0, 5]})", R"({"statsGridN": 0})"}) {
    const Generated refused(spec);
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "0 is not allowed: it must be an integer from 1 to 65536"));
    CHECK(refused.wroteNothing());
  }
  for (const auto& [gridN, faces] : {std::pair{"[1, 8]", 16}, std::pair{"[8, 1]", 16}, std::pair{"1", 2}}) {
    const Generated made(std::string(R"({"gridN": )") + gridN + "}", {"--only", "obj"});
    REQUIRE(made.exitCode() == 0);
    CHECK(parseObj(made.text("scene.obj")).faces.size() == static_cast<std::size_t>(faces));
  }
}

TEST_CASE("B051 a picture is plain grayscale: no alpha, no palette, no gamma, no time, not interlaced") {
  for (const int bits : {8, 16}) {
    const Generated made(R"({"image": {"width": 300, "height": 200, "bits": )" + std::to_string(bits) + "}}",
                         {"--only", "png"});
    REQUIRE(made.exitCode() == 0);
    const test::PngFile png(made.text("height.png"));
    CHECK(png.header(0, 4) == 300);
    CHECK(png.header(4, 4) == 200);
    CHECK(png.header(8, 1) == static_cast<std::size_t>(bits));
    CHECK(png.header(9, 1) == 0);   // grayscale
    CHECK(png.header(12, 1) == 0);  // not interlaced
    CHECK(png.chunks().front().type == "IHDR");
    CHECK(png.chunks().back().type == "IEND");
    for (std::size_t i = 1; i + 1 < png.chunks().size(); ++i) CHECK(png.chunks()[i].type == "IDAT");
  }
}

TEST_CASE("B055 two runs give the same bytes") {
  const std::string spec =
      R"({"image": {"width": 100, "height": 90}, "spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 65536}]})";
  const Generated first(spec), second(spec);
  REQUIRE(first.exitCode() == 0);
  REQUIRE(first.files().size() == 5);
  for (const std::string& name : first.files()) CHECK(first.text(name) == second.text(name));
}

TEST_CASE("B055 the pixel digest of the report does not depend on how the picture is compressed") {
  const Generated made(R"({"image": {"width": 100, "height": 90}})");
  REQUIRE(made.exitCode() == 0);
  const auto report = made.report();
  const std::string digest = report["files"][0]["pixelDigest"].get<std::string>();
  const std::string file = made.text("height.png");
  CHECK(report["files"][0]["sha256"] == codec::sha256Hex(file));
  CHECK(digest != codec::sha256Hex(file));
  CHECK(contains(test::readFile(test::projectPath("README.md")), "They are not sums of files"));

  const test::PngFile png(file);
  std::string bytes;
  for (const std::uint16_t pixel : png.pixels())
    bytes += {static_cast<char>(pixel >> 8), static_cast<char>(pixel & 0xFF)};
  CHECK(codec::sha256Hex(bytes) == digest);
  for (const int level : {0, 1, 9}) {
    writeAtLevel(png, level, made.path("other.png"));
    CHECK(test::readFile(made.path("other.png")) != file);
    CHECK(output::readPng(made.path("other.png")).pixelDigest == digest);
  }
}

TEST_CASE("B073 a diagonal profile has its true length, even steps, and the map's heights") {
  const std::string spec = R"({"profileSamples": 65, "profileLineQ16": [0, 0, 4194304, 4194304]})";
  const Generated made(spec);
  REQUIRE(made.exitCode() == 0);
  CHECK(contains(made.text("profile.csv"), "i,xQ16,zQ16,distanceQ16,fbm4Q16,fbm8Q16\n"));
  const auto rows = csvRows(made.text("profile.csv"));
  REQUIRE(rows.size() == 65);
  CHECK(rows[0][3] == 0);
  CHECK(std::abs(static_cast<double>(rows[64][3]) / 65536 - 90.50967) < 0.00001 + 1.0 / 65536);
  CHECK(rows[64][3] == 5931641);  // floor(64 * 65536 * sqrt(2))
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::int64_t step = rows[i][3] - rows[i - 1][3];  // sqrt(2) is 92681.9 units
    CHECK(step >= 92681);
    CHECK(step <= 92682);
  }
  const Heights heights = heightsOver(specOf(spec), {0, 0, 65536, 65536, 65, 65});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i][1] == static_cast<std::int64_t>(i) * 65536);
    CHECK(rows[i][2] == static_cast<std::int64_t>(i) * 65536);
    CHECK(rows[i][4] == heights[i][i]);
  }
}

TEST_CASE("B075 no text has a carriage return, and files are not opened in text mode") {
  for (const std::string generator : {"fbm", "diamond-square"}) {
    const Generated made(R"({"description": "a\r\nb", "generator": ")" + generator +
                         R"(", "spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 65536}]})");
    REQUIRE(made.exitCode() == 0);
    for (const std::string name : {"profile.csv", "scene.obj", "report.json", "SHA256SUMS"}) {
      const std::string text = made.text(name);
      CHECK(text.find('\r') == std::string::npos);
      REQUIRE_FALSE(text.empty());
      CHECK(text.back() == '\n');
    }
    CHECK(made.out().find('\r') == std::string::npos);
    CHECK(made.err().find('\r') == std::string::npos);
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::projectPath("src"))) {
    if (!entry.is_regular_file()) continue;
    const std::string source = test::readFile(entry.path());
    for (const std::string stream : {", \"r\")", ", \"w\")", "std::ofstream", "std::fstream", "std::endl"}) {
      INFO(entry.path() << " uses " << stream);
      CHECK_FALSE(contains(source, stream));
    }
  }
}

TEST_CASE("B103 heights have the digests of the independent oracle, on every system") {
  struct Golden {
    std::string spec;
    std::vector<std::pair<std::string, std::string>> digests;
  };
  const Golden goldens[] = {
      {"{}",
       {{"heightFieldDigest", "4a71bd0600cfe883c684506e249bec5767a06f25c145495f679b9a49e66420fd"},
        {"heightFieldReferenceDigest", "3c41c346ce8339623c3dbec065817ab0e66e978b034f8563e6e4f5b5c78c5947"},
        {"imageDigest", "89519ccdb3b2f2969e89dfdd91dcf6b2c51b05c5b1898140ee54b3ffdb315180"},
        {"profileDigest", "78e2eda155456c336fab0092b9ba103fbe91ac7f48bd0613826a4bcb2ad6be1c"},
        {"profileReferenceDigest", "99595fe1ab350a60aca2df461da982358e8a5861a54ae33747cc8c70a7c8f747"}}},
      {R"({"seed": 18446744073709551615, "lattice": "mixed", "octaves": 7, "referenceOctaves": 9, "gainQ16": 40000,)"
       R"("latticeShift": 17, "gridN": 24, "originQ16": [-2147483648, 77777], "heightScaleQ16": 2147483647})",
       {{"heightFieldDigest", "a945c10a3ebac0cec5916abed110bf02f6c090cb45c73a8a75160f060ff3cced"},
        {"heightFieldReferenceDigest", "bc92c928f1c92bc3045c3b546aa55e6f272aa850972559301d2cc81d85abfaf7"},
        {"imageDigest", "df50021e6a6a2a073622ea0fedabdec11fcc944a3149bbb7a6714cfdb4b151d1"},
        {"profileDigest", "5f2902f05ec3d4ba225ac1508c64dbf23ef92b791f76a0a1bcfb8040e2ce17b3"},
        {"profileReferenceDigest", "d75b45224e45553ba50c59279e58112c874cbec7fe54a5617db23f146d2368e4"}}},
      {R"({"generator": "diamond-square", "seed": 42, "gridN": 32, "hurstQ16": 50000, "wrap": true,)"
       R"("cornersQ16": [-777, -777, -777, -777], "pins": [{"x": 5, "z": 9, "heightQ16": -70000}]})",
       {{"heightFieldDigest", "7fff6d6ace285ed8a69415c1dc873808812c3e0c556c0a2bb80ae0e7eef4e8a7"},
        {"profileDigest", "69b0a024bb0c431acd9e3482c15be660a761b0329e3b89b371d5eaf8315cff8d"}}},
  };
  for (const Golden& golden : goldens) {
    for (const std::string threads : {"1", "3"}) {
      const Generated made(golden.spec, {"--only", "report", "--threads", threads});
      REQUIRE(made.exitCode() == 0);
      for (const auto& [key, digest] : golden.digests) {
        INFO(golden.spec << " " << key);
        CHECK(made.report()[key] == digest);
      }
    }
  }
}

TEST_CASE("B103 nothing that makes heights uses a library generator or floating point") {
  for (const std::string room : {"fixed", "field", "noise", "terrain", "mesh", "analysis"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::projectPath("src/" + room))) {
      const std::string source = test::readFile(entry.path());
      for (const std::string word : {"<random>", "<cmath>", "<math.h>", "std::rand", "double ", "float "}) {
        INFO(entry.path() << " uses " << word);
        CHECK_FALSE(contains(source, word));
      }
    }
  }
}
