// Trouble cases of the rasters: their range, levels, sizes and signs.
#include <algorithm>
#include <set>
#include <string>

#include "cases/cases.h"
#include "output/consumers.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/raster_scene.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;
using test::numberAt;

namespace {

nlohmann::json entryOf(const Generated& made, const std::string& name) {
  const auto report = made.report();
  for (const auto& file : report["files"]) {
    if (file["name"] == name) return file;
  }
  return {};
}

std::vector<std::uint64_t> raw16(const std::string& bytes) {
  std::vector<std::uint64_t> samples;
  for (std::size_t at = 0; at < bytes.size(); at += 2) samples.push_back(numberAt(bytes, at, 2));
  return samples;
}

}  // namespace

TEST_CASE("B049 a picture fills its range, or the report says which heights are black and white") {
  const std::string spec =
      R"({"heightScale": 300, "latticeShift": 21, "image": {"width": 100, "height": 80, "range": )";
  const Generated stretched(spec + "\"data\"}}", {"--only", "png,r16,tiff,report"});
  REQUIRE(stretched.exitCode() == 0);
  const auto pixels = test::PngFile(stretched.text("height.png")).pixels();
  const auto [least, greatest] = std::minmax_element(pixels.begin(), pixels.end());
  CHECK(*least == 0);
  CHECK(*greatest == 65535);
  const auto samples = raw16(stretched.text("height.r16"));
  CHECK(std::equal(samples.begin(), samples.end(), pixels.begin(), pixels.end()));
  CHECK(entryOf(stretched, "height.png")["blackQ16"] == stretched.report()["imageField"]["minQ16"]);
  CHECK(entryOf(stretched, "height.png")["whiteQ16"] == stretched.report()["imageField"]["maxQ16"]);

  // Heights up to 300 on a scale to 32767: a sliver, and told as such.
  const Generated sliver(spec + "[0, 2147418112]}}", {"--only", "png,r16,tiff,report"});
  REQUIRE(sliver.exitCode() == 0);
  const auto dark = test::PngFile(sliver.text("height.png")).pixels();
  CHECK(*std::max_element(dark.begin(), dark.end()) < 601);
  for (const std::string name : {"height.png", "height.r16", "height.tif"}) {
    CHECK(entryOf(sliver, name)["blackQ16"] == 0);
    CHECK(entryOf(sliver, name)["whiteQ16"] == 2147418112);
    CHECK(entryOf(sliver, name)["clippedSamples"] == 0);
  }
}

TEST_CASE("B053 a smooth 513 map at 16 bits has over 10000 distinct levels, and the report counts them") {
  const Generated made(R"({"octaves": 1, "latticeShift": 24, "extent": 500, "image": {"width": 513, "height": 513}})",
                       {"--only", "png,r16,tiff,report"});
  REQUIRE(made.exitCode() == 0);
  const auto pixels = test::PngFile(made.text("height.png")).pixels();
  const std::set<int> levels(pixels.begin(), pixels.end());
  CHECK(levels.size() > 10000);
  CHECK(entryOf(made, "height.r16")["distinctLevels"] == levels.size());
  CHECK(entryOf(made, "height.tif")["distinctLevels"] == levels.size());
  std::set<int> lowBytes;
  std::size_t copies = 0;
  for (const int pixel : pixels) {
    lowBytes.insert(pixel & 255);
    copies += (pixel & 255) == pixel >> 8 ? 1u : 0u;
  }
  CHECK(lowBytes.size() == 256);
  CHECK(copies < pixels.size() / 50);
}

TEST_CASE("B057 a size that the engine refuses is refused here, and the nearest good ones named") {
  const auto refused = [](const std::string& consumer, const std::string& image) {
    const Generated made(R"({"image": )" + image + "}", {"--for", consumer});
    CHECK(made.exitCode() == 2);
    CHECK(made.wroteNothing());
    return made.err();
  };
  const auto square = [](int side) {
    return "{\"width\": " + std::to_string(side) + ", \"height\": " + std::to_string(side) + "}";
  };
  CHECK(contains(refused("unity", square(512)), "nearest: 257 x 257 and 513 x 513"));
  CHECK(contains(refused("unity", R"({"width": 62, "height": 52})"), "nearest: 33 x 33 and 65 x 65"));
  CHECK(contains(refused("unity", square(4098)), "nearest: 4097 x 4097"));
  CHECK(contains(refused("unreal", square(1024)), "nearest: 1009 x 1009 and 2017 x 2017"));
  CHECK(contains(refused("unreal", R"({"width": 1009, "height": 505})"), "nearest: 1009 x 1009"));
  CHECK(contains(refused("cities2", square(4095)), "nearest: 4096 x 4096"));
  CHECK(contains(refused("worldmachine", square(8193)), "at most 8192 pixels a side"));

  const Generated square512(R"({"generator": "diamond-square", "gridN": 1024})", {"--for", "unreal"});
  CHECK(square512.exitCode() == 2);
  CHECK(contains(square512.err(), "/gridN: an image of 1025 x 1025 is not allowed with for unreal"));
}

TEST_CASE("B057 every square that an engine takes can be made, its last row and column of real samples") {
  for (const std::string consumer : {"unity", "unreal"}) {
    for (const std::int64_t side : output::findConsumer(consumer)->sides) {
      if (side > 600) continue;
      const std::string spec = R"({"image": {"width": )" + std::to_string(side) + R"(, "height": )" +
                               std::to_string(side) + R"(}, "octaves": 2, "latticeShift": 19})";
      const Generated made(spec, {"--for", consumer});
      REQUIRE(made.exitCode() == 0);
      const auto n = static_cast<std::size_t>(side);
      std::vector<std::uint64_t> samples;
      if (consumer == "unity") {
        samples = raw16(made.text("height.raw"));
      } else {
        const auto pixels = test::PngFile(made.text("height.png")).pixels();
        samples.assign(pixels.begin(), pixels.end());
      }
      REQUIRE(samples.size() == n * n);
      const auto at = [&](std::size_t x, std::size_t z) { return samples[z * n + x]; };
      std::size_t rowCopies = 0, columnCopies = 0, zeros = 0;
      for (std::size_t i = 0; i < n; ++i) {
        rowCopies += at(i, n - 1) == at(i, n - 2) ? 1u : 0u;
        columnCopies += at(n - 1, i) == at(n - 2, i) ? 1u : 0u;
        zeros += (at(i, n - 1) == 0 ? 1u : 0u) + (at(n - 1, i) == 0 ? 1u : 0u);
      }
      CAPTURE(consumer, side);
      CHECK(rowCopies < n / 4);
      CHECK(columnCopies < n / 4);
      CHECK(zeros < n / 4);
    }
  }
}

TEST_CASE("B057 Unity's first row is the south one, and 32768 is height 0 for Unreal") {
  // Heights rise toward the south-east corner, from below 0.
  const std::string spec = R"({"generator": "diamond-square", "gridN": 32, "amplitudeQ16": 0, "heightScale": 1,)"
                           R"("cornersQ16": [-65536, -32768, 65536, 131072]})";
  const Generated unity(spec, {"--for", "unity"});
  REQUIRE(unity.exitCode() == 0);
  const auto samples = raw16(unity.text("height.raw"));
  REQUIRE(samples.size() == 33 * 33);
  CHECK(samples[32 * 33] == 0);  // north-west, in the last row
  CHECK(samples[32] == 65535);   // south-east, in the first
  CHECK(samples[0] > samples[32 * 33 + 32]);
  CHECK(unity.report()["consumer"]["terrainHeight"].dump().starts_with("3.000045"));  // 3 m * 65536 / 65535
  CHECK(contains(unity.out(), "Flip Vertically off"));

  const Generated unreal(R"({"heightScale": 100, "latticeShift": 21, "image": {"width": 127, "height": 127}})",
                         {"--for", "unreal"});
  REQUIRE(unreal.exitCode() == 0);
  const auto entry = entryOf(unreal, "height.png");
  const auto black = entry["blackQ16"].get<std::int64_t>(), white = entry["whiteQ16"].get<std::int64_t>();
  const std::int64_t step = (white - black) / 65535;
  CHECK(black == -32768 * step);
  CHECK(white == 32767 * step);
  CHECK(entry["clippedSamples"] == 0);
  const auto most = unreal.report()["imageField"]["maxQ16"].get<std::int64_t>();
  CHECK(32767 * step >= most);
  CHECK(32767 * (step - 1) < most);  // no step is narrower
  CHECK(unreal.report()["consumer"]["locationZ"] == 0);
}

TEST_CASE("B059 signed heights in a TIFF read as signed, and 16-bit samples as unsigned with the heights they mean") {
  const Generated made(R"({"generator": "diamond-square", "gridN": 64, "heightScale": 1, "amplitudeQ16": 40000,)"
                       R"("cornersQ16": [-65536, 65536, 0, 0]})",
                       {"--only", "tiff,tiff32,report"});
  REQUIRE(made.exitCode() == 0);
  const auto report = made.report();
  const auto minQ16 = report["imageField"]["minQ16"].get<std::int64_t>();
  const auto maxQ16 = report["imageField"]["maxQ16"].get<std::int64_t>();
  REQUIRE(minQ16 < 0);
  if (!test::haveProgram("gdalinfo") || !test::haveProgram("tiffinfo")) {
    WARN("skipped: gdalinfo or tiffinfo is not installed");
    return;
  }
  const auto bandOf = [&](const std::string& name) {
    const test::Outcome outcome =
        test::runCommand({"gdalinfo", "-json", "-stats", "--config", "GDAL_PAM_ENABLED", "NO", made.path(name)});
    REQUIRE(outcome.exitCode == 0);
    return nlohmann::json::parse(outcome.out)["bands"][0];
  };
  CHECK(contains(test::runCommand({"tiffinfo", made.path("height.tif")}).out, "Sample Format: unsigned integer"));
  CHECK(contains(test::runCommand({"tiffinfo", made.path("height-float.tif")}).out,
                 "Sample Format: IEEE floating point"));
  const auto whole = bandOf("height-float.tif");
  CHECK(whole["type"] == "Float32");
  const auto found = [&](const std::string& key) {
    return nlohmann::json::parse(whole["metadata"][""]["STATISTICS_" + key].get<std::string>()).get<double>();
  };
  CHECK(found("MINIMUM") == static_cast<double>(minQ16) / 65536);
  CHECK(found("MAXIMUM") == static_cast<double>(maxQ16) / 65536);
  const auto pixels = bandOf("height.tif");
  CHECK(pixels["type"] == "UInt16");
  CHECK(pixels["minimum"] == 0);
  CHECK(pixels["maximum"] == 65535);
  const double offset = pixels["offset"].get<double>(), scale = pixels["scale"].get<double>();
  CHECK(offset == static_cast<double>(minQ16) / 65536);
  CHECK(std::abs(offset + 65535 * scale - static_cast<double>(maxQ16) / 65536) < 1e-9);
}
