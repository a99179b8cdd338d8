#include "output/tiff.h"

#include <bit>
#include <map>
#include <stdexcept>

#include "output/georef.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/raster_scene.h"
#include "support/written_files.h"

using namespace orograph;
using test::contains;
using test::numberAt;

namespace {

/// A TIFF's first directory, read by the specification: every tag's values as their bytes.
struct Directory {
  bool big;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> tags;  // type and bytes

  explicit Directory(std::string_view file) {
    REQUIRE(file.substr(0, 2) == "II");
    big = numberAt(file, 2, 2) == 43;
    if (big)
      CHECK(numberAt(file, 4, 4) == 8);
    else
      CHECK(numberAt(file, 2, 2) == 42);
    const std::size_t word = big ? 8 : 4, countSize = big ? 8 : 2;
    std::size_t at = numberAt(file, word, word);
    const std::uint64_t count = numberAt(file, at, countSize);
    at += countSize;
    const std::map<std::uint64_t, std::size_t> sizes = {{2, 1}, {3, 2}, {4, 4}, {5, 8}, {12, 8}, {16, 8}};
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < count; ++i, at += 4 + 2 * word) {
      const std::uint64_t number = numberAt(file, at, 2), type = numberAt(file, at + 2, 2);
      CHECK(number > before);
      before = number;
      const std::size_t bytes = sizes.at(type) * numberAt(file, at + 4, word);
      const std::size_t place = bytes <= word ? at + 4 + word : numberAt(file, at + 4 + word, word);
      CHECK(place % 2 == 0);
      tags[number] = {type, std::string(file.substr(place, bytes))};
      CHECK(tags[number].second.size() == bytes);
    }
    CHECK(numberAt(file, at, word) == 0);
  }

  std::vector<std::uint64_t> numbers(std::uint64_t tag) const {
    const auto& [type, bytes] = tags.at(tag);
    const std::size_t size = type == 3 ? 2 : type == 4 ? 4 : 8;
    std::vector<std::uint64_t> values;
    for (std::size_t at = 0; at < bytes.size(); at += size) values.push_back(numberAt(bytes, at, size));
    return values;
  }
  std::uint64_t number(std::uint64_t tag) const { return numbers(tag).at(0); }
  std::vector<double> doubles(std::uint64_t tag) const {
    std::vector<double> values;
    for (const std::uint64_t bits : numbers(tag)) values.push_back(std::bit_cast<double>(bits));
    return values;
  }
};

/// Ends the writing once it has what comes before the samples.
struct HeadSink final : output::ByteSink {
  std::string text;
  void write(std::string_view bytes) override {
    text = bytes;
    throw std::length_error("enough");
  }
};

std::string headOf(const std::string& kind, const output::Scene& scene) {
  HeadSink sink;
  for (const output::Format& format : output::formats()) {
    if (format.kind == kind) {
      test::messageOf<std::length_error>([&] { format.files(scene)[0].write(scene, sink); });
    }
  }
  return sink.text;
}

}  // namespace

TEST_CASE("the strips of a TIFF joined are the raw file of the same samples") {
  for (const auto& [kind, name, raw, size] :
       {std::tuple{"tiff", "height.tif", "r16", 2}, std::tuple{"tiff32", "height-float.tif", "r32", 4}}) {
    for (const auto& [columns, rows] : {std::pair{1, 1}, {1, 9}, {13, 29}, {70000, 9}, {3, 50000}}) {
      const test::RasterScene scene(test::unevenHeights(columns, rows));
      const std::string file = test::writtenFiles(kind, scene).at(name);
      const Directory directory(file);
      CAPTURE(kind, columns, rows);
      CHECK(directory.number(256) == static_cast<std::uint64_t>(columns));
      CHECK(directory.number(257) == static_cast<std::uint64_t>(rows));
      CHECK(directory.number(258) == static_cast<std::uint64_t>(8 * size));
      CHECK(directory.number(259) == 1);
      CHECK(directory.number(277) == 1);
      CHECK(directory.number(339) == (size == 2 ? 1u : 3u));
      const auto offsets = directory.numbers(273), counts = directory.numbers(279);
      const std::uint64_t rowsPerStrip = directory.number(278);
      REQUIRE(offsets.size() == counts.size());
      CHECK(offsets.size() == (static_cast<std::uint64_t>(rows) + rowsPerStrip - 1) / rowsPerStrip);
      std::string joined;
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        CHECK(counts[i] <= std::max<std::uint64_t>(1 << 18, static_cast<std::uint64_t>(columns * size)));
        joined += file.substr(offsets[i], counts[i]);
      }
      CHECK((joined == test::writtenFiles(raw, scene).begin()->second));
      CHECK(offsets.back() + counts.back() == file.size());
    }
  }
}

TEST_CASE("a TIFF beyond 4 GiB is a BigTIFF, one below is none") {
  test::RasterScene scene(test::unevenHeights(3, 3));
  scene.imageGrid.columns = 32768;  // the table is never read: the header alone is
  for (const auto& [rows, kind, big] :
       {std::tuple{32768, "tiff", false}, {32768, "tiff32", true}, {32700, "tiff32", false}, {65536, "tiff", true}}) {
    scene.imageGrid.rows = rows;
    const std::string head = headOf(kind, scene);
    const Directory directory(head);
    CHECK(directory.big == big);
    const auto offsets = directory.numbers(273);
    const std::uint64_t line = 32768u * (std::string(kind) == "tiff" ? 2u : 4u);
    CHECK(offsets.front() == head.size());
    CHECK(offsets.back() == head.size() + (offsets.size() - 1) * directory.number(278) * line);
  }
}

TEST_CASE("GeoTIFF tags are there with a georef, and are exactly its numbers") {
  test::RasterScene scene(test::unevenHeights(5, 4));
  for (const std::uint64_t tag : {33550u, 33922u, 34735u}) {
    CHECK_FALSE(Directory(test::writtenFiles("tiff32", scene).at("height-float.tif")).tags.contains(tag));
  }
  scene.georef = {500000250000000, -4649776123456789, 100000000000, 32633, false};
  for (const std::string kind : {"tiff", "tiff32"}) {
    const Directory directory(test::writtenFiles(kind, scene).begin()->second);
    CHECK(directory.doubles(33550) == std::vector<double>{0.1, 0.1, 0});
    CHECK(directory.doubles(33922) == std::vector<double>{0, 0, 0, 500000.25, -4649776.123456789, 0});
    CHECK(directory.numbers(34735) ==
          std::vector<std::uint64_t>{1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32633});
  }
  scene.georef.geographic = true;
  scene.georef.epsg = 4326;
  CHECK(Directory(test::writtenFiles("tiff", scene).at("height.tif")).numbers(34735) ==
        std::vector<std::uint64_t>{1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326});
}

TEST_CASE("the corner of the first pixel is half a pixel from its sample, to the last decimal") {
  using output::geoTransformText;
  CHECK(geoTransformText({500000250000000, 4649776000000000, 100000000000, 1, false}) ==
        "500000.2, 0.1, 0, 4649776.05, 0, -0.1");
  CHECK(geoTransformText({0, 0, 1, 1, false}) ==
        "-0.0000000000005, 0.000000000001, 0, 0.0000000000005, 0, -0.000000000001");
  CHECK(geoTransformText({-1000000000000000000, 1000000000000000000, 1000000000000000000, 1, false}) ==
        "-1000500000.0, 1000000.0, 0, 1000500000.0, 0, -1000000.0");
  CHECK(geoTransformText({250000000, -250000000, 1000000000000, 1, false}) == "-0.25, 1.0, 0, 0.25, 0, -1.0");
}

TEST_CASE("a 16-bit TIFF tells how heights follow from its samples") {
  test::RasterScene scene({{-98304, 65536}});  // -1.5 and 1
  const auto [type, text] = Directory(test::writtenFiles("tiff", scene).at("height.tif")).tags.at(42112);
  CHECK(type == 2);
  CHECK(text.back() == '\0');
  CHECK(contains(text, R"(role="offset">-1.5<)"));
  CHECK(contains(text, R"(role="scale">0.000038147554741741054398<)"));  // 2.5 / 65535
}
