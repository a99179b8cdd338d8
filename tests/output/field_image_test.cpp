// What all images painted from heights have in common, whatever they show.
#include "output/field_image.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codec/errors.h"
#include "codec/sha256.h"
#include "output/png_stream.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/plane_source.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/table_source.h"
#include "support/written_files.h"
#include "terrain/generators.h"

using namespace orograph;
using output::Scene;
using test::writtenFiles;

namespace {

constexpr std::string_view kWithSlopes[] = {"hillshade", "normal", "masks", "splat"};

std::vector<std::string_view> imageKinds() {
  std::vector<std::string_view> kinds;
  for (const output::Format& format : output::formats()) {
    if (format.fileNames.front().ends_with(".png")) kinds.push_back(format.kind);
  }
  return kinds;
}

std::vector<std::vector<std::int32_t>> uneven(std::size_t columns, std::size_t rows) {
  test::Random random(columns * 1000 + rows);
  std::vector<std::vector<std::int32_t>> table(rows, std::vector<std::int32_t>(columns));
  for (auto& row : table) {
    for (std::int32_t& height : row) height = static_cast<std::int32_t>(random.within(-90000, 90000));
  }
  return table;
}

struct Table {
  std::vector<std::vector<std::int32_t>> heights;
  test::TableSource source;
  Scene scene;

  explicit Table(std::vector<std::vector<std::int32_t>> table) : heights(std::move(table)), source(heights) {
    scene.source = &source;
    scene.imageGrid = {
        0, 0, 65536, 65536, static_cast<std::int64_t>(heights[0].size()), static_cast<std::int64_t>(heights.size())};
    scene.image = {16, -90000, 90000};
    scene.profile.points.xQ16.resize(heights[0].size());
    scene.profile.columns = {{"heightQ16", heights[0]}};
  }
};

Scene overGrid(const terrain::HeightSource& source, const field::Grid& grid) {
  Scene scene;
  scene.source = &source;
  scene.imageGrid = grid;
  scene.reachQ16 = std::int64_t{1} << 61;
  return scene;
}

}  // namespace

TEST_CASE("every image is whole at odd sizes and of flat fields") {
  for (const auto& [columns, rows] :
       {std::pair{1, 1}, std::pair{1, 40}, std::pair{40, 1}, std::pair{2, 3}, std::pair{17, 33}, std::pair{301, 7}}) {
    const auto width = static_cast<std::size_t>(columns), height = static_cast<std::size_t>(rows);
    for (const bool flat : {false, true}) {
      const Table table(flat ? std::vector(height, std::vector<std::int32_t>(width, 5)) : uneven(width, height));
      for (const std::string_view kind : imageKinds()) {
        for (const auto& [name, file] : writtenFiles(kind, table.scene)) {
          CAPTURE(name, columns, rows, flat);
          const test::PngFile png(file);
          CHECK(png.width() == width);
          if (kind != "ridge") CHECK(png.height() == height);
          CHECK(png.header(12, 1) == 0);
        }
      }
    }
  }
}

TEST_CASE("every image is the same for any number of threads and any height of bands") {
  Table table(uneven(61, 90));
  for (const std::string_view kind : imageKinds()) {
    table.scene.schedule = {};
    const auto expected = writtenFiles(kind, table.scene);
    for (const field::Schedule schedule : {field::Schedule{1, 1}, {2}, {2, 3}, {5}, {5, 7}}) {
      table.scene.schedule = schedule;
      CAPTURE(kind, schedule.threads, schedule.bandRows);
      CHECK((writtenFiles(kind, table.scene) == expected));
    }
  }
}

TEST_CASE("an image tells its size, channels and the digest of its pixels") {
  const Table table(uneven(33, 20));
  for (const std::string_view kind : imageKinds()) {
    if (kind == "png") continue;
    for (const output::Format& format : output::formats()) {
      if (format.kind != kind) continue;
      for (const output::File& file : format.files(table.scene)) {
        test::StringSink sink;
        const output::Facts facts = file.write(table.scene, sink);
        const test::PngFile png(sink.text);
        std::string bytes;
        for (const std::uint16_t sample : png.pixels()) bytes += static_cast<char>(sample);
        const std::map<std::string, std::string> told(facts.begin(), facts.end());
        CHECK(told == std::map<std::string, std::string>{{"width", "33"},
                                                         {"height", std::to_string(png.height())},
                                                         {"channels", std::to_string(png.channels())},
                                                         {"bits", "8"},
                                                         {"pixelDigest", '"' + codec::sha256Hex(bytes) + '"'}});
      }
    }
  }
}

TEST_CASE("images with slopes are cut from one world without a seam") {
  const auto source = terrain::findGenerator("fbm")->make(terrain::Parameters{});
  const field::Grid whole{-70001, 123, 9001, 8003, 60, 50};
  for (const std::string_view kind : kWithSlopes) {
    const auto wholes = writtenFiles(kind, overGrid(*source, whole));
    for (const auto& [left, top, columns, rows] :
         {std::array{0, 0, 30, 25}, std::array{30, 0, 30, 25}, std::array{13, 25, 47, 25}, std::array{59, 49, 1, 1}}) {
      const field::Grid part{whole.xQ16(left), whole.zQ16(top), whole.dxQ16, whole.dzQ16, columns, rows};
      for (const auto& [name, file] : writtenFiles(kind, overGrid(*source, part))) {
        const test::PngFile own(file), all(wholes.at(name));
        const std::size_t channels = own.channels();
        bool equal = true;
        for (std::size_t z = 0; z < own.height(); ++z) {
          for (std::size_t i = 0; i < own.width() * channels; ++i) {
            const std::size_t at = (z + static_cast<std::size_t>(top)) * all.width() * channels +
                                   static_cast<std::size_t>(left) * channels + i;
            equal = equal && own.pixels()[z * own.width() * channels + i] == all.pixels()[at];
          }
        }
        CAPTURE(name, left, top);
        CHECK(equal);
      }
    }
  }
}

TEST_CASE("slopes beyond the reach of a source are refused, with the reach") {
  const test::PlaneSource plane(0, 0);
  Scene scene = overGrid(plane, {-1000, -10, 10, 10, 10, 2});
  for (const std::string_view kind : kWithSlopes) {
    scene.reachQ16 = 1010;
    CHECK_NOTHROW(writtenFiles(kind, scene));
    scene.reachQ16 = 1009;
    CHECK(test::contains(test::messageOf<codec::InputError>([&] { writtenFiles(kind, scene); }), "1009/65536"));
  }
  CHECK_NOTHROW(writtenFiles("sky", scene));
}

TEST_CASE("an image is made in bands, however high it is") {
  struct NoSink final : output::ByteSink {
    void write(std::string_view) override {}
  };
  const test::PlaneSource plane(1000, 2000);
  Scene scene = overGrid(plane, {0, 0, 1, 1, 64, 20000});
  scene.image = {16, 0, 65536};
  const std::int64_t piece = output::PngShape{64, 20000, 1, 8}.pieceRows();
  REQUIRE(piece < 5000);
  for (const output::Format& format : output::formats()) {
    if (!format.fileNames.front().ends_with(".png") || format.kind == "ridge") continue;
    NoSink sink;
    for (const output::File& file : format.files(scene)) file.write(scene, sink);
    CAPTURE(format.kind);
    CHECK(plane.mostRows() > 0);
    CHECK(plane.mostRows() <= piece + 2);
  }
}
