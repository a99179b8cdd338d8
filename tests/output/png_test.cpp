#include "output/png.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "codec/sha256.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/table_source.h"

using namespace orograph;
using output::quantise;
using output::Scene;
using Table = std::vector<std::vector<std::int32_t>>;

namespace {

std::vector<std::uint16_t> pixelsOf(const std::vector<std::int32_t>& heights, const Scene::Image& image,
                                    std::int64_t* clipped = nullptr) {
  std::vector<std::uint16_t> pixels(heights.size());
  std::int64_t outside = 0;
  quantise(heights, image, pixels, outside);
  if (clipped != nullptr) *clipped = outside;
  return pixels;
}

/// A field without any symmetry, so that no turned or mirrored image passes for the right one.
Table unevenField(std::size_t columns, std::size_t rows) {
  test::Random random(33);
  Table table(rows, std::vector<std::int32_t>(columns));
  for (auto& row : table) {
    for (std::int32_t& height : row) height = random.height();
  }
  return table;
}

struct Written {
  std::string file;
  output::Facts facts;
  std::int64_t most;
};

Written write(const Table& table, const Scene::Image& image) {
  const test::TableSource source(table);
  Scene scene;
  scene.source = &source;
  scene.imageGrid = {0, 0, 1, 1, static_cast<std::int64_t>(table[0].size()), static_cast<std::int64_t>(table.size())};
  scene.image = image;
  test::StringSink sink;
  const output::Facts facts = image.bits == 8 ? output::writePng8(scene, sink) : output::writePng16(scene, sink);
  return {sink.text, facts, image.bits == 8 ? output::mostPng8Bytes(scene) : output::mostPng16Bytes(scene)};
}

std::string factOf(const output::Facts& facts, const std::string& key) {
  for (const auto& [name, value] : facts) {
    if (name == key) return value;
  }
  return "absent";
}

}  // namespace

TEST_CASE("a pixel is the nearest to its height's place between black and white, half up") {
  test::Random random(34);
  for (int round = 0; round < 2000; ++round) {
    Scene::Image image;
    image.bits = round % 2 == 0 ? 8 : 16;
    image.blackQ16 = random.within(INT32_MIN, INT32_MAX - 1);
    image.whiteQ16 =
        random.within(image.blackQ16 + 1, round % 3 == 0 ? image.blackQ16 + 9 : INT32_MAX + std::int64_t{9});
    const std::int64_t most = image.bits == 8 ? 255 : 65535, range = image.whiteQ16 - image.blackQ16;
    std::vector<std::int32_t> heights(50);
    std::int64_t outside = 0, clipped = 0;
    for (std::int32_t& height : heights) {
      const std::int64_t near = std::min<std::int64_t>(image.whiteQ16 + 2, INT32_MAX);
      height =
          round % 5 == 0
              ? random.height()
              : static_cast<std::int32_t>(random.within(std::max<std::int64_t>(image.blackQ16 - 2, INT32_MIN), near));
      outside += height < image.blackQ16 || height > image.whiteQ16 ? 1 : 0;
    }
    const auto pixels = pixelsOf(heights, image, &clipped);
    REQUIRE(clipped == outside);
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const std::int64_t above = heights[i] - image.blackQ16;
      // Twice the distance from the pixel's own height, in units of range / most.
      const std::int64_t miss = 2 * (above * most - pixels[i] * range);
      const bool right = above <= 0       ? pixels[i] == 0
                         : above >= range ? pixels[i] == most
                                          : miss >= -range && miss < range;
      if (!right) FAIL("round " << round << ": height " << heights[i] << " is pixel " << pixels[i]);
    }
  }
}

TEST_CASE("halves go up, ends are black and white, and a flat range is black") {
  CHECK(pixelsOf({0, 1, 2}, {8, 0, 2}) == std::vector<std::uint16_t>{0, 128, 255});       // 127.5
  CHECK(pixelsOf({0, 1, 2}, {16, 0, 2}) == std::vector<std::uint16_t>{0, 32768, 65535});  // 32767.5
  CHECK(pixelsOf({INT32_MIN, INT32_MAX}, {16, INT32_MIN, INT32_MAX}) == std::vector<std::uint16_t>{0, 65535});
  std::int64_t clipped = 0;
  CHECK(pixelsOf({5, 5, 5}, {16, 5, 5}, &clipped) == std::vector<std::uint16_t>{0, 0, 0});
  CHECK(clipped == 0);
  CHECK(pixelsOf({-1, 0, 10, 11}, {8, 0, 10}, &clipped) == std::vector<std::uint16_t>{0, 0, 255, 255});
  CHECK(clipped == 2);
}

TEST_CASE("a PNG holds the quantised field, rows from least z, columns from least x") {
  for (const std::int64_t bits : {8, 16}) {
    for (const auto& [columns, rows] : {std::pair{1, 1}, std::pair{7, 5}, std::pair{3, 64}, std::pair{300, 200}}) {
      const Table table = unevenField(static_cast<std::size_t>(columns), static_cast<std::size_t>(rows));
      const Scene::Image image{bits, -(1 << 30), 1 << 30};
      std::vector<std::uint16_t> expected;
      std::string bytes;
      std::int64_t clipped = 0;
      for (const auto& row : table) {
        std::int64_t outside = 0;
        for (const std::uint16_t pixel : pixelsOf(row, image, &outside)) {
          expected.push_back(pixel);
          if (bits == 16) bytes += static_cast<char>(pixel >> 8);
          bytes += static_cast<char>(pixel & 0xFF);
        }
        clipped += outside;
      }
      const Written written = write(table, image);
      const test::PngFile png(written.file);
      CAPTURE(bits, columns, rows);
      CHECK(png.width() == static_cast<std::size_t>(columns));
      CHECK(png.height() == static_cast<std::size_t>(rows));
      CHECK((png.pixels() == expected));
      CHECK(factOf(written.facts, "clippedSamples") == std::to_string(clipped));
      CHECK(factOf(written.facts, "pixelDigest") == '"' + codec::sha256Hex(bytes) + '"');
      CHECK(factOf(written.facts, "width") == std::to_string(columns));
      CHECK(factOf(written.facts, "height") == std::to_string(rows));
      CHECK(factOf(written.facts, "bits") == std::to_string(bits));
      CHECK(factOf(written.facts, "blackQ16") == "-1073741824");
      CHECK(factOf(written.facts, "whiteQ16") == "1073741824");
      CHECK(static_cast<std::int64_t>(written.file.size()) <= written.most);  // noise: as long as an image can get
    }
  }
}

TEST_CASE("a PNG is plain grayscale: one channel, not interlaced, and nothing that alters how it is read") {
  for (const std::size_t bits : {std::size_t{8}, std::size_t{16}}) {
    const test::PngFile png(write(unevenField(20, 30), {static_cast<std::int64_t>(bits), 0, 65536}).file);
    CHECK(png.header(8, 1) == bits);
    CHECK(png.header(9, 1) == 0);   // colour type: grayscale without alpha
    CHECK(png.header(12, 1) == 0);  // no interlace
    std::set<std::string> types;
    for (const auto& chunk : png.chunks()) types.insert(chunk.type);
    CHECK(types == std::set<std::string>{"IHDR", "IDAT", "IEND"});
    CHECK(png.chunks().front().type == "IHDR");
    CHECK(png.chunks().back().type == "IEND");
  }
}

TEST_CASE("writing an image reports each row's samples and gives up where the sink or the listener does") {
  struct Full : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  struct FullSink final : output::ByteSink {
    void write(std::string_view) override { throw Full("no space"); }
  };
  const test::TableSource source(unevenField(400, 300));
  Scene scene;
  scene.source = &source;
  scene.imageGrid = {0, 0, 1, 1, 400, 300};
  scene.image.whiteQ16 = 65536;
  for (const auto writePng : {output::writePng8, output::writePng16}) {
    std::int64_t samples = 0;
    scene.afterSamples = [&](std::int64_t count) { samples += count; };
    test::StringSink sink;
    writePng(scene, sink);
    CHECK(samples == 400 * 300);
    FullSink full;
    CHECK(test::messageOf<Full>([&] { writePng(scene, full); }) == "no space");
    scene.afterSamples = [](std::int64_t) { throw Full("stopped"); };
    CHECK(test::messageOf<Full>([&] { writePng(scene, sink); }) == "stopped");
  }
}

TEST_CASE("an image is the same for any number of threads and any height of bands") {
  const test::TableSource source(unevenField(31, 57));
  Scene scene;
  scene.source = &source;
  scene.imageGrid = {0, 0, 1, 1, 31, 57};
  for (const std::int64_t bits : {8, 16}) {
    scene.image = {bits, -(1 << 30), 1 << 30};
    const auto writePng = bits == 8 ? output::writePng8 : output::writePng16;
    scene.schedule = {};
    test::StringSink whole;
    const output::Facts facts = writePng(scene, whole);
    for (const std::int64_t threads : {1, 2, 5}) {
      for (const std::int64_t bandRows : {1, 2, 56, 57, 100}) {
        scene.schedule = {threads, bandRows};
        test::StringSink sink;
        CAPTURE(bits, threads, bandRows);
        CHECK(writePng(scene, sink) == facts);
        CHECK((sink.text == whole.text));
      }
    }
  }
}

TEST_CASE("the encoder of 8-bit images names its library with a version") {
  CHECK(test::contains(output::png8Encoder(), "stb_image_write "));
}
