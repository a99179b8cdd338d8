// The rasters read back by programs that no one here wrote: GDAL, libtiff's and OpenEXR's tools.
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"
#include "support/raster_scene.h"
#include "support/whole_field.h"

using namespace orograph;
using test::contains;
using Json = nlohmann::json;

namespace {

const std::string kSpec =
    R"({"heightScale": 200, "latticeShift": 23, "octaves": 5, "extent": [80.5, 40], "image": {"width": 161, "height": 97},
        "georef": {"originX": 500000.25, "originY": 4649776, "pixelSize": 0.1, "epsg": 32633}})";

/// The rasters of a spec, as another program finds them.
struct Made {
  test::TemporaryFolder folder;
  scene::Spec spec;
  std::string path;

  explicit Made(const std::string& text, const std::vector<std::string>& more = {})
      : spec(scene::readSpec(text, "spec.json", {})), path(folder / "terrain") {
    std::vector<std::string> arguments = {
        "generate", "-", "-q", "-o", folder.path().string(), "--only", "r16,r16be,i32,r32,tiff,tiff32,exr,report"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const test::Outcome outcome = test::runProgram(arguments, {text, {}, {}});
    CAPTURE(outcome.err);
    REQUIRE(outcome.exitCode == 0);
  }
  std::string at(const std::string& name) const { return path + "/" + name; }
  std::string text(const std::string& name) const { return test::readFile(at(name)); }
  Json report() const { return Json::parse(text("report.json")); }
};

bool have(const std::string& program) {
  if (test::haveProgram(program)) return true;
  WARN("skipped: " << program << " is not installed");
  return false;
}

/// What GDAL reads, as little-endian samples without a header, north first.
std::string gdalSamples(const Made& made, const std::string& name) {
  const std::string out = made.folder / "samples.bin";
  const test::Outcome outcome = test::runCommand(
      {"gdal_translate", "-q", "-of", "ENVI", "--config", "GDAL_PAM_ENABLED", "NO", made.at(name), out});
  CAPTURE(outcome.err);
  REQUIRE(outcome.exitCode == 0);
  return test::readFile(out);
}

Json gdalInfo(const std::string& path) {
  const test::Outcome outcome =
      test::runCommand({"gdalinfo", "-json", "-stats", "--config", "GDAL_PAM_ENABLED", "NO", path});
  CAPTURE(outcome.err);
  REQUIRE(outcome.exitCode == 0);
  return Json::parse(outcome.out);
}

}  // namespace

TEST_CASE("GDAL reads the same samples from TIFF, and through .vrt from every raw file in either row order") {
  if (!have("gdal_translate")) return;
  for (const std::string firstRow : {"north", "south"}) {
    const Made made(kSpec, {"--set", "raster.vrt=true", "--set", "raster.firstRow=" + firstRow});
    const Made north(kSpec);
    CHECK(gdalSamples(made, "height.r16.vrt") == north.text("height.r16"));
    CHECK(gdalSamples(made, "height-be.r16.vrt") == north.text("height.r16"));
    CHECK(gdalSamples(made, "height.i32.vrt") == north.text("height.i32"));
    CHECK(gdalSamples(made, "height.r32.vrt") == north.text("height.r32"));
    CHECK(gdalSamples(made, "height.tif") == north.text("height.r16"));
    CHECK(gdalSamples(made, "height-float.tif") == north.text("height.r32"));
  }
}

TEST_CASE("the statistics of GDAL are the report's") {
  if (!have("gdalinfo")) return;
  const Made made(kSpec, {"--set", "raster.vrt=true"});
  const Json field = made.report()["imageField"];
  const auto figure = [&](const std::string& key) { return field[key].get<double>(); };
  for (const auto& [name, unit] :
       {std::pair{"height-float.tif", 65536.0}, {"height.r32.vrt", 65536.0}, {"height.i32.vrt", 1.0}}) {
    const Json band = gdalInfo(made.at(name))["bands"][0];
    const auto inQ16 = [&](const std::string& key) {  // the metadata has all digits
      return Json::parse(band["metadata"][""]["STATISTICS_" + key].get<std::string>()).get<double>() * unit;
    };
    CAPTURE(name, band.dump(), field.dump());
    CHECK(inQ16("MINIMUM") == figure("minQ16"));
    CHECK(inQ16("MAXIMUM") == figure("maxQ16"));
    CHECK(std::floor(inQ16("MEAN") + 1e-3) == figure("meanQ16"));
    CHECK(std::floor(inQ16("STDDEV") + 1e-3) == figure("stdQ16"));
  }
}

TEST_CASE("GDAL places the samples of a georef where the spec says") {
  if (!have("gdalinfo")) return;
  const Made made(kSpec, {"--set", "raster.vrt=true"});
  for (const std::string name : {"height.tif", "height-float.tif", "height.r16.vrt", "height.r32.vrt"}) {
    const Json info = gdalInfo(made.at(name));
    CAPTURE(name, info.dump());
    const std::vector<double> expected = {500000.2, 0.1, 0, 4649776.05, 0, -0.1};
    const auto found = info["geoTransform"].get<std::vector<double>>();
    REQUIRE(found.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-8);
    CHECK(contains(info["coordinateSystem"]["wkt"].get<std::string>(), "WGS 84 / UTM zone 33N"));
    CHECK(info["metadata"][""]["AREA_OR_POINT"] == "Point");
  }
  const std::string globe =
      R"({"georef": {"originX": -180, "originY": 90, "pixelSize": 0.25, "epsg": 4326, "geographic": true}})";
  const Json info = gdalInfo(Made(globe).at("height-float.tif"));
  CHECK(contains(info["coordinateSystem"]["wkt"].get<std::string>(), "\"WGS 84\""));
  CHECK(info["geoTransform"][0].get<double>() == -180.125);
  CHECK(info["geoTransform"][3].get<double>() == 90.125);
}

TEST_CASE("libtiff reads a TIFF of any shape without complaint") {
  if (!have("tiffinfo") || !have("tiffcp")) return;
  for (const std::string size : {R"("width": 1, "height": 1)", R"("width": 1, "height": 900)",
                                 R"("width": 900, "height": 1)", R"("width": 601, "height": 499)"}) {
    const Made made("{\"image\": {" + size + "}}");
    for (const std::string name : {"height.tif", "height-float.tif"}) {
      const test::Outcome info = test::runCommand({"tiffinfo", "-d", made.at(name)});
      CAPTURE(size, name, info.err);
      CHECK(info.exitCode == 0);
      CHECK(contains(info.out, name == "height.tif" ? "Bits/Sample: 16" : "Bits/Sample: 32"));
      CHECK_FALSE(contains(info.err, "rror"));
      CHECK(test::runCommand({"tiffcp", made.at(name), made.folder / "copy.tif"}).exitCode == 0);
    }
  }
}

TEST_CASE("OpenEXR's own tools read the lines, and write the same samples again") {
  if (!have("exrheader") || !have("exrmaketiled")) return;
  for (const auto& [width, height] : {std::pair{"1", "1"}, {"1", "90"}, {"161", "97"}}) {
    const Made made(std::string(R"({"image": {"width": )") + width + R"(, "height": )" + height + "}}");
    const test::Outcome header = test::runCommand({"exrheader", made.at("height.exr")});
    CAPTURE(width, height, header.out, header.err);
    CHECK(header.exitCode == 0);
    CHECK(contains(header.out, "Y, 32-bit floating-point, sampling 1 1"));
    CHECK(contains(header.out, "compression (type compression): none"));
    // One tile as large as the image: its samples, row by row, end the file.
    const std::string tiled = made.folder / "tiled.exr";
    const test::Outcome outcome =
        test::runCommand({"exrmaketiled", "-o", "-z", "none", "-t", width, height, made.at("height.exr"), tiled});
    CAPTURE(outcome.err);
    REQUIRE(outcome.exitCode == 0);
    CHECK(test::readFile(tiled).ends_with(made.text("height.r32")));
  }
}

TEST_CASE("the i32 file is the report's image digest") {
  const Made made(kSpec);
  const Json report = made.report();
  for (const Json& file : report["files"]) {
    if (file["name"] == "height.i32") CHECK(file["sha256"] == report["imageDigest"]);
  }
}

TEST_CASE("what a program is to be told is printed, reported, and the same by option or by key") {
  const test::TemporaryFolder folder;
  const std::string spec = R"({"heightScale": 50, "latticeShift": 21})";
  const test::Outcome byOption =
      test::runProgram({"generate", "-", "-o", folder / "a", "--for", "unity"}, {spec, {}, {}});
  const test::Outcome byKey =
      test::runProgram({"generate", "-", "-o", folder / "a", "--set", "for=unity"}, {spec, {}, {}});
  REQUIRE(byOption.exitCode == 0);
  CHECK(byOption.out == byKey.out);
  CHECK(test::listFolder(folder / "a/terrain") == std::vector<std::string>{"SHA256SUMS", "height.raw", "report.json"});
  const Json consumer = Json::parse(test::readFile(folder / "a/terrain/report.json"))["consumer"];
  CHECK(consumer["name"] == "unity");
  for (const auto& [name, value] : consumer.items()) {
    if (name != "name") CHECK(contains(byOption.out, "  " + name + "  "));
  }
  CHECK(test::runProgram({"verify", folder / "a/terrain"}).exitCode == 0);
  CHECK(test::runProgram({"verify", "-", folder / "a/terrain/report.json", "--set", "for=unity"}, {spec, {}, {}})
            .exitCode == 0);
  const test::Outcome line =
      test::runProgram({"generate", "-", "-o", folder / "b", "--for", "unity", "--json"}, {spec, {}, {}});
  CHECK(Json::parse(line.out)["consumer"] == consumer);
  const test::Outcome unknown =
      test::runProgram({"generate", "-", "-o", folder / "c", "--for", "unitty"}, {spec, {}, {}});
  CHECK(unknown.exitCode == 2);
  CHECK(contains(unknown.err, "--for: \"unitty\" is not allowed: it must be one of unreal, unity, "));
  CHECK(contains(unknown.err, "did you mean unity?"));
  CHECK_FALSE(std::filesystem::exists(folder / "c"));
}
