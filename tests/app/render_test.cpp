#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "codec/sha256.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/program.h"

using namespace orograph;
using test::contains;
using test::Outcome;
using test::runProgram;

namespace {

const std::string kSpec = R"({"name": "hills", "octaves": 3})";

/// Runs render on a small picture, from a folder that holds spec.json.
struct Fixture {
  test::TemporaryFolder folder;

  explicit Fixture(const std::string& spec = kSpec) { folder.write("spec.json", spec); }
  Outcome run(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"render", "spec.json", "--size", "64x36"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments, {"", {}, folder.path()});
  }
  void checkRefused(const std::vector<std::string>& more, const std::string& words) const {
    const Outcome outcome = run(more);
    CAPTURE(more, outcome.err);
    CHECK(outcome.exitCode == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, words));
    CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
  }
  std::string png(const std::string& name) const { return test::readFile(folder / name); }
};

}  // namespace

TEST_CASE("render writes an RGB picture of the size asked for, the same for any threads and kernel") {
  const Fixture fixture;
  for (const std::string threads : {"1", "3"}) {
    const Outcome outcome = fixture.run({"-o", "new/folder/" + threads + ".png", "--threads", threads});
    CHECK(outcome.exitCode == 0);
    CHECK(contains(outcome.out, "hills: new/folder/" + threads + ".png  "));
    CHECK(outcome.err.empty());
  }
  CHECK(fixture.run({"-o", "scalar.png", "--kernel", "scalar"}).exitCode == 0);
  CHECK(fixture.png("new/folder/1.png") == fixture.png("new/folder/3.png"));
  CHECK(fixture.png("new/folder/1.png") == fixture.png("scalar.png"));
  const test::PngFile png(fixture.png("scalar.png"));
  CHECK(png.width() == 64);
  CHECK(png.height() == 36);
  CHECK(png.header(8, 1) == 8);
  CHECK(png.header(9, 1) == 2);  // RGB
}

TEST_CASE("the picture is 960 x 540 and preview.png where nothing else is said") {
  const Fixture fixture;
  CHECK(runProgram({"render", "spec.json", "-q", "--layers", "sky"}, {"", {}, fixture.folder.path()}).exitCode == 0);
  const test::PngFile png(fixture.png("preview.png"));
  CHECK(png.width() == 960);
  CHECK(png.height() == 540);
}

TEST_CASE("every option of the view and every layer changes the picture") {
  const Fixture fixture;
  std::set<std::string> pictures;
  std::size_t made = 0;
  const auto draw = [&](const std::vector<std::string>& more) {
    const Outcome outcome = fixture.run(more);
    CAPTURE(more, outcome.err);
    REQUIRE(outcome.exitCode == 0);
    pictures.insert(fixture.png("preview.png"));
    ++made;
  };
  draw({});
  draw({"--camera", "-3.5,4,2"});
  draw({"--look-at=-3,1,0"});
  draw({"--up", "1,4,0"});
  draw({"--film", "1"});
  draw({"--sun", "-1,1,0"});
  draw({"--set", "seed=2"});
  std::string layers;
  // Towards the sun, so that its disc is in the picture too.
  for (const std::string layer :
       {"bare", "smooth", "octaves", "sun", "shadow", "ambient", "fog", "sky", "sun-disc", "clouds"}) {
    layers += (layers.empty() ? "" : ",") + layer;
    draw({"--layers", layers, "--look-at", "11.55,4,14.02"});
  }
  CHECK(pictures.size() == made);
}

TEST_CASE("every spec of the project can be drawn") {
  for (const auto& entry : std::filesystem::directory_iterator(test::projectPath("config"))) {
    if (contains(entry.path().filename().string(), "schema")) continue;
    const test::TemporaryFolder folder;
    const Outcome outcome = runProgram({"render", entry.path().string(), "--size", "32x18", "-o", folder / "a.png"});
    CAPTURE(entry.path().string(), outcome.err);
    CHECK(outcome.exitCode == 0);
    const auto pixels = test::PngFile(test::readFile(folder / "a.png")).pixels();
    CHECK(std::set(pixels.begin(), pixels.end()).size() > 20);
  }
}

TEST_CASE("render takes a spec from standard input and tells its file as JSON") {
  const test::TemporaryFolder folder;
  const Outcome outcome =
      runProgram({"render", "-", "--size", "9x7", "--json", "-o", folder / "a b.png"}, {kSpec, {}, {}});
  CHECK(outcome.exitCode == 0);
  const auto json = nlohmann::json::parse(outcome.out);
  const std::string png = test::readFile(folder / "a b.png");
  CHECK(json["name"] == "hills");
  CHECK(json["file"] == folder / "a b.png");
  CHECK(json["width"] == 9);
  CHECK(json["height"] == 7);
  CHECK(json["bytes"] == png.size());
  CHECK(json["sha256"] == codec::sha256Hex(png));
}

TEST_CASE("render refuses what it cannot draw, naming it") {
  const Fixture fixture;
  fixture.checkRefused({"--camera", "1,2"}, "--camera: \"1,2\" is not allowed: it must be three numbers");
  fixture.checkRefused({"--camera", "0,0.01,0"}, "high there, and y must be above it");
  fixture.checkRefused({"--camera", "0,9,0", "--look-at", "0,9,0"}, "the camera stands there");
  fixture.checkRefused({"--up", "0,0,0"}, "--up:");
  fixture.checkRefused({"--sun", "0,0,0"}, "--sun:");
  fixture.checkRefused({"--film", "0"}, "--film:");
  fixture.checkRefused({"--size", "64"}, "orograph: --size");
  fixture.checkRefused({"--layers", "bare,smoth"}, "did you mean \"smooth\"?");
  fixture.checkRefused({"--cmaera", "1,2,3"}, "--cmaera; did you mean --camera?");
  fixture.checkRefused({"--output", "a.jpg"}, "it must name a file that ends in .png");
  fixture.checkRefused({"--output", "folder/"}, "it must name a file that ends in .png");
  fixture.checkRefused({"--output="}, "--output");
  fixture.checkRefused({"--set", "sede=1"}, "did you mean");
  fixture.checkRefused({"--threads", "0"}, "--threads");
  fixture.checkRefused({"--kernel", "x"}, "kernel");
  fixture.checkRefused({"--set", "extentQ16=1"}, "/extentQ16: too small");
  // 19 octaves leave 2^24 - 1 / 65536 = 256 units, less than the picture's reach.
  fixture.checkRefused({"--set", "octaves=20", "--set", "lacunarityShift=2"},
                       "no heights as far around it as the picture reaches");
  CHECK(runProgram({"render", "nosuch.json"}, {"", {}, fixture.folder.path()}).exitCode == 3);
}

TEST_CASE("render says when it moves the camera, and -q is silent") {
  const Fixture fixture(R"({"name": "high", "heightScale": 100})");
  const Outcome outcome = fixture.run({});
  CHECK(outcome.exitCode == 0);
  CHECK(contains(outcome.err, "orograph: high: the terrain is "));
  CHECK(contains(outcome.err, "it was lifted: --camera 6.55,"));
  const Outcome quiet = fixture.run({"-q"});
  CHECK(quiet.exitCode == 0);
  CHECK(quiet.err.empty());
  CHECK(quiet.out.empty());
}

TEST_CASE("a picture that cannot be written leaves the old one in place") {
  const Fixture fixture;
  REQUIRE(fixture.run({"-q"}).exitCode == 0);
  const std::string old = fixture.png("preview.png");
  REQUIRE(old.size() > 2048);
  const Outcome outcome = test::runCommand(
      {"sh", "-c", "ulimit -f 1; exec \"$@\"", "sh", OROGRAPH_PROGRAM, "render", "spec.json", "--size", "80x60"},
      {"", {}, fixture.folder.path()});
  CAPTURE(outcome.err);
  CHECK(outcome.exitCode == 3);
  CHECK(contains(outcome.err, "preview.png"));
  CHECK(fixture.png("preview.png") == old);
  CHECK(test::listFolder(fixture.folder.path()) == std::vector<std::string>{"preview.png", "spec.json"});

  std::filesystem::create_directory(fixture.folder.path() / "taken.png");
  CHECK(fixture.run({"-o", "taken.png"}).exitCode == 3);
  CHECK(fixture.run({"-o", "spec.json/a.png"}).exitCode == 3);
  CHECK(test::listFolder(fixture.folder.path()) == std::vector<std::string>{"preview.png", "spec.json", "taken.png"});
}

TEST_CASE("an interrupted picture leaves nothing behind") {
  const Fixture fixture;
  const Outcome outcome =
      test::runCommand({"timeout", "-s", "INT", "0.3", OROGRAPH_PROGRAM, "render", "spec.json", "--size", "8000x4500"},
                       {"", {}, fixture.folder.path()});
  CHECK(contains(outcome.err, "interrupted"));
  CHECK(test::listFolder(fixture.folder.path()) == std::vector<std::string>{"spec.json"});
}
