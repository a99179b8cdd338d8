#include "output/raw.h"

#include <bit>
#include <set>

#include "codec/errors.h"
#include "output/png.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/plane_source.h"
#include "support/png_file.h"
#include "support/raster_scene.h"
#include "support/written_files.h"

using namespace orograph;
using test::numberAt;
using test::writtenFiles;

namespace {

/// The number of each sample, as the file has them.
std::vector<std::uint64_t> samplesOf(const std::string& bytes, std::size_t size, bool bigEndian = false) {
  REQUIRE(bytes.size() % size == 0);
  std::vector<std::uint64_t> samples;
  for (std::size_t at = 0; at < bytes.size(); at += size) samples.push_back(numberAt(bytes, at, size, bigEndian));
  return samples;
}

const std::vector<std::pair<std::int64_t, std::int64_t>> kSizes = {{1, 1}, {1, 7}, {7, 1}, {13, 29}, {300, 2}};

std::string factOf(const output::Scene& scene, const std::string& kind, const std::string& key) {
  for (const output::Format& format : output::formats()) {
    if (format.kind != kind) continue;
    test::StringSink sink;
    for (const auto& [name, value] : format.files(scene)[0].write(scene, sink)) {
      if (name == key) return value;
    }
  }
  return "absent";
}

}  // namespace

TEST_CASE("raw 16-bit samples are the pixels of height.png, in either byte order") {
  for (const auto& [columns, rows] : kSizes) {
    test::RasterScene scene(test::unevenHeights(columns, rows));
    CAPTURE(columns, rows);
    const auto pixels = test::PngFile(writtenFiles("png", scene).at("height.png")).pixels();
    const std::vector<std::uint64_t> expected(pixels.begin(), pixels.end());
    CHECK(samplesOf(writtenFiles("r16", scene).at("height.r16"), 2) == expected);
    CHECK(samplesOf(writtenFiles("r16be", scene).at("height-be.r16"), 2, true) == expected);
    scene.image.bits = 8;  // of height.png alone
    CHECK(samplesOf(writtenFiles("r16", scene).at("height.r16"), 2) == expected);
  }
}

TEST_CASE("i32 samples are the heights in Q16") {
  for (const auto& [columns, rows] : kSizes) {
    const test::Heights heights = test::unevenHeights(columns, rows);
    const auto samples = samplesOf(writtenFiles("i32", test::RasterScene(heights)).at("height.i32"), 4);
    std::size_t i = 0;
    for (const auto& row : heights) {
      for (const std::int32_t height : row) CHECK(samples.at(i++) == static_cast<std::uint32_t>(height));
    }
  }
}

TEST_CASE("r32 samples are the heights as the processor itself rounds them to binary32") {
  test::Heights heights = test::unevenHeights(101, 57);
  test::Random random(3);
  for (std::size_t i = 0; i < heights[0].size(); ++i) heights[0][i] = static_cast<std::int32_t>(random.ofAnySize(31));
  // Half way between two, whose even one is below and above; a carry into the exponent; the ends.
  heights[1] = {0, 1, -1, 0x1000001, 0x1000003, -0x1000001, 0x1FFFFFF, 0x7FFFFFFF, INT32_MIN, 0x7FFFFFBF, 0x7FFFFFC0};
  heights[1].resize(101);
  const auto samples = samplesOf(writtenFiles("r32", test::RasterScene(heights)).at("height.r32"), 4);
  std::size_t i = 0;
  for (const auto& row : heights) {
    for (const std::int32_t height : row) {
      const auto nearest = static_cast<float>(static_cast<double>(height) / 65536);  // the quotient is exact
      CHECK(samples.at(i++) == std::bit_cast<std::uint32_t>(nearest));
    }
  }
}

TEST_CASE("a raw file whose first row is south has the rows in the opposite order, and its .vrt reads them back") {
  for (const std::string kind : {"r16", "r16be", "i32", "r32"}) {
    test::RasterScene scene(test::unevenHeights(13, 300));
    scene.schedule = {2, 7};
    const std::string north = writtenFiles(kind, scene).begin()->second;
    scene.raster.firstRow = "south";
    scene.raster.vrt = true;
    const auto files = writtenFiles(kind, scene);
    REQUIRE(files.size() == 2);
    const std::string south = files.begin()->second, vrt = std::next(files.begin())->second;
    CHECK(std::next(files.begin())->first == files.begin()->first + ".vrt");
    const std::size_t line = north.size() / 300;
    for (std::size_t z = 0; z < 300; ++z) CHECK(south.substr(z * line, line) == north.substr((299 - z) * line, line));
    CHECK(test::contains(vrt, "<ImageOffset>" + std::to_string(299 * line) + "</ImageOffset>"));
    CHECK(test::contains(vrt, "<LineOffset>-" + std::to_string(line) + "</LineOffset>"));
    CHECK(factOf(scene, kind, "firstRow") == "\"south\"");
  }
}

TEST_CASE("raw 16-bit files are named as asked, and no .vrt is there unasked") {
  test::RasterScene scene(test::unevenHeights(3, 3));
  scene.raster.ending = "raw";
  CHECK(writtenFiles("r16", scene).begin()->first == "height.raw");
  CHECK(writtenFiles("r16be", scene).begin()->first == "height-be.raw");
  CHECK(writtenFiles("r16", scene).size() == 1);
}

TEST_CASE("the report counts the distinct levels and what a fixed range cuts off") {
  test::RasterScene scene(test::unevenHeights(200, 90));
  const auto samples = samplesOf(writtenFiles("r16", scene).at("height.r16"), 2);
  CHECK(factOf(scene, "r16", "distinctLevels") == std::to_string(std::set(samples.begin(), samples.end()).size()));
  CHECK(factOf(scene, "r16", "clippedSamples") == "0");
  scene.image.blackQ16 = 0;
  scene.image.whiteQ16 = 3;
  CHECK(factOf(scene, "r16", "distinctLevels") == "2");
  CHECK(factOf(scene, "r16", "clippedSamples") == "18000");
  CHECK(factOf(scene, "i32", "minQ16") == std::to_string(scene.image.minQ16));
  CHECK(factOf(scene, "r32", "maxQ16") == std::to_string(scene.image.maxQ16));
}

TEST_CASE("no raster depends on threads or bands") {
  test::RasterScene scene(test::unevenHeights(61, 211, -600000000, INT32_MAX / 2));
  for (const std::string kind : {"r16", "r16be", "i32", "r32", "tiff", "tiff32", "exr", "terrain-rgb", "terrarium"}) {
    scene.schedule = {1};
    const auto expected = writtenFiles(kind, scene);
    for (const field::Schedule schedule : {field::Schedule{2, 3}, {5, 1}, {2, 211}, {16, 7}}) {
      scene.schedule = schedule;
      CHECK(writtenFiles(kind, scene) == expected);
    }
  }
}

TEST_CASE("a tall raster is made in bands, and no write holds more than one of them") {
  struct CountingSink final : output::ByteSink {
    std::size_t greatest = 0, bytes = 0;
    void write(std::string_view text) override {
      greatest = std::max(greatest, text.size());
      bytes += text.size();
    }
  };
  for (const std::string kind : {"r16", "i32", "r32", "tiff", "tiff32", "exr", "terrain-rgb"}) {
    const test::PlaneSource plane(1, 2);
    output::Scene scene;
    scene.source = &plane;
    scene.imageGrid = {0, 0, 65536, 65536, 100, 65536};
    scene.image.whiteQ16 = scene.image.maxQ16 = 300000;
    for (const output::Format& format : output::formats()) {
      if (format.kind != kind) continue;
      CountingSink sink;
      format.files(scene)[0].write(scene, sink);
      CAPTURE(kind, sink.bytes);
      CHECK(sink.greatest <= 4 * (1 << 18));
      CHECK(plane.mostRows() <= (1 << 18) / 100);
    }
  }
}

TEST_CASE("a sink that fails ends the writing of any raster, wherever it fails") {
  struct FullSink final : output::ByteSink {
    std::size_t room;
    explicit FullSink(std::size_t bytes) : room(bytes) {}
    void write(std::string_view bytes) override {
      if (bytes.size() > room) throw codec::FileError("full");
      room -= bytes.size();
    }
  };
  test::RasterScene scene(test::unevenHeights(40, 50, 0, 1 << 24));
  scene.schedule = {2, 3};
  scene.raster.vrt = true;
  for (const output::Format& format : output::formats()) {
    constexpr std::string_view kOthers[] = {"csv", "ridge", "obj", "ply", "glb", "stl", "html"};  // of no image alone
    if (std::ranges::find(kOthers, format.kind) != std::end(kOthers)) continue;
    for (const output::File& file : format.files(scene)) {
      test::StringSink whole;
      file.write(scene, whole);
      for (const std::size_t room : {std::size_t{0}, whole.text.size() / 2, whole.text.size() - 1}) {
        FullSink sink(room);
        CAPTURE(file.name, room);
        CHECK(test::messageOf<codec::FileError>([&] { file.write(scene, sink); }) == "full");
      }
    }
  }
}
