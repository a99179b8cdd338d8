#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "app/report.h"
#include "codec/errors.h"
#include "codec/text.h"
#include "output/consumers.h"
#include "scene/keys.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using test::contains;

namespace {

scene::Spec read(const nlohmann::json& spec) { return scene::readSpec(spec.dump(), "spec.json", {}); }

std::string refusal(const nlohmann::json& spec) {
  return test::messageOf<codec::InputError>([&] { read(spec); });
}

/// The bound that a message names.
std::int64_t largestIn(const std::string& message) {
  const std::string words = "the largest value that fits is ";
  const std::size_t at = message.find(words);
  if (at == std::string::npos) return -1;
  return codec::parseInt64(message.substr(at + words.size())).value_or(-1);
}

std::string refusalOf(const std::string& text) {
  return test::messageOf<codec::InputError>([&] { scene::readSpec(text, "spec.json", {}); });
}

/// The spec is refused for `key` with the largest value that fits; that value is taken, one more is not.
std::int64_t checkLargest(nlohmann::json spec, const std::string& key) {
  const std::string message = refusal(spec);
  CAPTURE(spec.dump(), message);
  CHECK(contains(message, "spec.json:1:"));
  CHECK(contains(message, ": /" + key + ": " + spec[key].dump() + " is not allowed: "));
  const std::int64_t largest = largestIn(message);
  REQUIRE(largest >= 0);
  spec[key] = largest;
  CHECK_NOTHROW(read(spec));
  spec[key] = largest + 1;
  CHECK(largestIn(refusal(spec)) == largest);
  return largest;
}

constexpr std::int64_t kLimit = (std::int64_t{1} << 62) - 1;
constexpr std::int64_t kWorld = std::int64_t{1} << 46;

}  // namespace

TEST_CASE("coordinates beyond 62 bits are refused with the largest extent that fits") {
  for (const auto& [shift, octaves] :
       std::vector<std::pair<int, int>>{{8, 4}, {8, 8}, {4, 13}, {2, 31}, {1, 32}, {3, 20}}) {
    const std::int64_t most = kLimit >> (shift * (octaves - 1));
    for (const std::int64_t origin : {std::int64_t{0}, most / 3, -(most / 2)}) {
      const nlohmann::json spec = {
          {"lacunarityShift", shift}, {"octaves", octaves}, {"extentQ16", kWorld}, {"originQ16", {0, origin}}};
      if (kWorld + std::abs(origin) <= most) {
        CHECK_NOTHROW(read(spec));
      } else {
        CHECK(checkLargest(spec, "extentQ16") == most - std::abs(origin));
      }
    }
  }
}

TEST_CASE("each axis has its own bound on coordinates") {
  const std::int64_t most = kLimit >> 40;
  nlohmann::json spec = {{"lacunarityShift", 8}, {"octaves", 6}, {"originQ16", {5, -7}}};
  spec["extentQ16"] = {most - 5, most - 7};
  CHECK_NOTHROW(read(spec));
  spec["extentQ16"] = {most - 4, most - 7};
  CHECK(largestIn(refusal(spec)) == most - 5);
  spec["extentQ16"] = {most - 5, most - 6};
  CHECK(largestIn(refusal(spec)) == most - 7);
}

TEST_CASE("where no extent fits the origin is named") {
  const std::int64_t most = kLimit >> 48;  // 7 octaves at shift 8
  nlohmann::json spec = {{"lacunarityShift", 8}, {"octaves", 7}, {"extentQ16", 1}, {"originQ16", {most - 1, 0}}};
  CHECK_NOTHROW(read(spec));
  spec["originQ16"] = {0, -most};
  const std::string message = refusal(spec);
  CHECK(contains(message, ": /originQ16: " + std::to_string(-most) + " is not allowed: "));
  CHECK(contains(message, "no extent fits this origin"));
  for (const int octaves : {9, 32}) {  // 64 and 248 bits of shift: nothing but the origin itself is left
    CHECK(contains(refusal({{"lacunarityShift", 8}, {"octaves", octaves}, {"extentQ16", 1}}),
                   "no extent fits this origin"));
  }
}

TEST_CASE("a decimal extent too large is refused as the Q16 value it stands for") {
  const std::string message = refusal({{"lacunarityShift", 8}, {"octaves", 6}, {"extent", 100}});
  CHECK(contains(message, ": /extentQ16: 6553600 is not allowed: "));
  CHECK(largestIn(message) == kLimit >> 40);
}

TEST_CASE("a profile whose coordinates would leave 62 bits is refused with the largest step that fits") {
  const std::int64_t steps = (1 << 24) - 1;
  CHECK(checkLargest({{"profileSamples", steps + 1}, {"profileStepQ16", std::int64_t{1} << 40}}, "profileStepQ16") ==
        kLimit / steps);
  CHECK_NOTHROW(read({{"profileSamples", 4096}, {"profileStepQ16", std::int64_t{1} << 40}}));
}

TEST_CASE("diamond-square heights beyond 32 bits are refused with the largest height scale that fits") {
  nlohmann::json spec = {{"generator", "diamond-square"}, {"heightScaleQ16", 0x7FFFFFFF}};
  SECTION("by the displacements") { CHECK(checkLargest(spec, "heightScaleQ16") > 65536); }
  SECTION("by large displacements that never shrink") {
    spec.update({{"amplitudeQ16", 1 << 30}, {"hurstQ16", 0}});
    CHECK(checkLargest(spec, "heightScaleQ16") == ((std::int64_t{1} << 47) - 1) / (std::int64_t{4} << 30));
  }
  SECTION("by a corner") {
    spec.update({{"amplitudeQ16", 0}, {"cornersQ16", {0, 0, -2147483648, 0}}});
    CHECK(checkLargest(spec, "heightScaleQ16") == 65535);
  }
  SECTION("by a pin") {
    spec.update({{"amplitudeQ16", 0}, {"pins", {{{"x", 3}, {"z", 5}, {"heightQ16", 131072}}}}});
    CHECK(checkLargest(spec, "heightScaleQ16") == ((std::int64_t{1} << 47) - 1) / 131072);
  }
}

TEST_CASE("with the largest height scale the heights still fit 32 bits") {
  nlohmann::json spec = {
      {"generator", "diamond-square"}, {"gridN", 64}, {"amplitudeQ16", 0}, {"heightScaleQ16", 0x7FFFFFFF}};
  for (const std::int64_t corner : {std::int64_t{-2147483648}, std::int64_t{2147483647}, std::int64_t{65537}}) {
    spec["cornersQ16"] = {corner, corner, corner, corner};
    spec["heightScaleQ16"] = 0x7FFFFFFF;
    const std::int64_t largest = largestIn(refusal(spec));
    REQUIRE(largest > 0);
    spec["heightScaleQ16"] = largest;
    const scene::Spec scene = read(spec);
    std::vector<std::int32_t> heights(65);
    scene.generatorEntry().make(scene.parameters(1))->rows(scene.meshGrid(), 0, 65, 0, heights.data());
    const std::int64_t product = corner * largest;
    CHECK(heights[0] == (product - ((product % 65536) + 65536) % 65536) / 65536);
    CHECK((heights[0] < 0) == (corner < 0));
  }
}

TEST_CASE("referenceOctaves below octaves is refused") {
  const std::string message = refusal({{"octaves", 6}, {"referenceOctaves", 5}});
  CHECK(message == "spec.json:1:33: /referenceOctaves: 5 is not allowed: it must be at least octaves, 6");
  CHECK_NOTHROW(read({{"octaves", 6}, {"referenceOctaves", 6}}));
}

TEST_CASE("referenceOctaves is 8 by default, or octaves if that is larger") {
  CHECK(read(nlohmann::json::object()).referenceOctaves == 8);
  CHECK(read({{"octaves", 7}}).referenceOctaves == 8);
  CHECK(read({{"octaves", 20}}).referenceOctaves == 20);
  CHECK(read({{"octaves", 20}, {"referenceOctaves", 21}}).referenceOctaves == 21);
}

TEST_CASE("the grid of diamond-square is one power of two") {
  for (const nlohmann::json& grid :
       std::vector<nlohmann::json>{1, 3, 5, 6, 7, 9, 24, 65535, {4, 8}, {8, 4}, {1, 1}, {6, 6}}) {
    const std::string message = refusal({{"generator", "diamond-square"}, {"gridN", grid}});
    CAPTURE(grid.dump(), message);
    CHECK(message.starts_with("spec.json:1:"));
    CHECK(contains(message, ": /gridN: "));
    CHECK(contains(message, "it must be one power of two from 2 to 65536"));
    CHECK_NOTHROW(read({{"gridN", grid}}));
  }
  CHECK(contains(refusal({{"generator", "diamond-square"}, {"gridN", {4, 8}}}), "[4, 8] is not allowed"));
  for (const nlohmann::json& grid : std::vector<nlohmann::json>{2, 4, 1024, 65536, {4, 4}}) {
    CHECK_NOTHROW(read({{"generator", "diamond-square"}, {"gridN", grid}}));
  }
}

TEST_CASE("the image of diamond-square is the grid, or a part of it") {
  const auto with = [](const nlohmann::json& image) {
    return nlohmann::json{{"generator", "diamond-square"}, {"gridN", 8}, {"image", image}};
  };
  const scene::Spec whole = read(with(nlohmann::json::object()));
  CHECK(whole.image.width == 9);
  CHECK(whole.image.height == 9);
  const scene::Spec part = read(with({{"width", 9}, {"height", 1}}));
  CHECK(part.image.width == 9);
  CHECK(part.image.height == 1);
  for (const char* side : {"width", "height"}) {
    const std::string message = refusal(with({{side, 10}}));
    CAPTURE(message);
    CHECK(contains(message, "/image"));
    CHECK(contains(message, std::string(side) + " 10 is not allowed: the grid has 9 samples a side"));
  }
}

TEST_CASE("the image of fbm is statsGridN a side where image does not say") {
  const scene::Spec spec = read({{"statsGridN", 10}, {"image", {{"width", 20}}}});
  CHECK(spec.image.width == 20);
  CHECK(spec.image.height == 10);
}

TEST_CASE("with wrap the corners must be equal") {
  nlohmann::json spec = {{"generator", "diamond-square"}, {"wrap", true}};
  for (int corner = 0; corner < 4; ++corner) {
    std::vector<int> corners = {5, 5, 5, 5};
    spec["cornersQ16"] = corners;
    CHECK_NOTHROW(read(spec));
    corners[static_cast<std::size_t>(corner)] = 6;
    spec["cornersQ16"] = corners;
    CHECK(contains(refusal(spec), ": /cornersQ16: "));
    spec["wrap"] = false;
    CHECK_NOTHROW(read(spec));
    spec["wrap"] = true;
  }
}

TEST_CASE("pins stand on the grid, each point once") {
  const auto with = [](const std::vector<std::pair<int, int>>& points, bool wrap) {
    nlohmann::json spec = {
        {"generator", "diamond-square"}, {"gridN", 8}, {"wrap", wrap}, {"pins", nlohmann::json::array()}};
    for (const auto& [x, z] : points) spec["pins"].push_back({{"x", x}, {"z", z}, {"heightQ16", 1}});
    return spec;
  };
  for (const bool wrap : {false, true}) {
    CHECK_NOTHROW(read(with({{0, 0}, {8, 7}, {3, 8}}, wrap)));
    for (const auto& [x, z] : {std::pair{9, 0}, std::pair{0, 9}, std::pair{65536, 65536}}) {
      const std::string message = refusal(with({{1, 1}, {x, z}}, wrap));
      CHECK(contains(message, ": /pins/1: the point (" + std::to_string(x) + ", " + std::to_string(z) +
                                  ") is not allowed: x and z must be from 0 to 8"));
    }
    CHECK(contains(refusal(with({{1, 1}, {2, 2}, {1, 1}}, wrap)), ": /pins/2: the point (1, 1) is pinned twice"));
  }
  for (const auto& [a, b] : std::vector<std::pair<std::pair<int, int>, std::pair<int, int>>>{
           {{0, 0}, {8, 8}}, {{0, 3}, {8, 3}}, {{5, 8}, {5, 0}}, {{8, 0}, {0, 8}}}) {
    CHECK_NOTHROW(read(with({a, b}, false)));
    CHECK(contains(refusal(with({a, b}, true)), ": /pins/1: "));
    CHECK(contains(refusal(with({a, b}, true)), "is pinned twice"));
  }
}

TEST_CASE("a point pinned twice is told where the second pin stands") {
  const std::string text = R"({"generator": "diamond-square",
 "pins": [{"x": 1, "z": 1, "heightQ16": 0},
          {"x": 1, "z": 1, "heightQ16": 0}]})";
  CHECK(test::messageOf<codec::InputError>([&] { scene::readSpec(text, "spec.json", {}); }) ==
        "spec.json:3:11: /pins/1: the point (1, 1) is pinned twice");
}

TEST_CASE("roughness lags rise") {
  CHECK(contains(refusal({{"roughnessLags", {1, 3, 3}}}),
                 ": /roughnessLags: 3 after 3 is not allowed: the lags must rise"));
  CHECK(
      contains(refusal({{"roughnessLags", {4, 2}}}), ": /roughnessLags: 2 after 4 is not allowed: the lags must rise"));
}

TEST_CASE("roughness lags that are given must be less than the profile's samples") {
  CHECK_NOTHROW(read({{"profileSamples", 4}, {"roughnessLags", {1, 3}}}));
  CHECK(contains(refusal({{"profileSamples", 4}, {"roughnessLags", {1, 4}}}),
                 ": /roughnessLags: 4 is not allowed: each must be less than the 4 samples"));
  CHECK_NOTHROW(read({{"generator", "diamond-square"}, {"gridN", 4}, {"roughnessLags", {4}}}));
  CHECK(contains(refusal({{"generator", "diamond-square"}, {"gridN", 4}, {"roughnessLags", {5}}}),
                 "less than the 5 samples"));
}

TEST_CASE("default lags too long for the profile give nulls and stay out of the effective spec") {
  for (const nlohmann::json& spec : std::vector<nlohmann::json>{
           {{"profileSamples", 4}, {"gridN", 2}, {"statsGridN", 2}}, {{"generator", "diamond-square"}, {"gridN", 2}}}) {
    const scene::Spec scene = read(spec);
    app::Pipeline pipeline(scene, {"report"}, {}, [](std::int64_t) {});
    pipeline.measure();
    const nlohmann::json report = nlohmann::json::parse(app::reportText(scene, pipeline.measurements(), {}));
    CAPTURE(report["roughnessQ16"].dump());
    CHECK(report["roughnessQ16"]["1"].is_number_integer());
    CHECK(report["roughnessQ16"]["2"].is_number_integer());
    CHECK(report["roughnessQ16"]["4"].is_null());
    CHECK(report["roughnessQ16"]["8"].is_null());
    CHECK_FALSE(report["spec"].contains("roughnessLags"));
  }
  codec::JsonWriter longer;
  scene::writeSpec(read({{"profileSamples", 9}}), longer);
  CHECK(contains(longer.take(), "\"roughnessLags\": [1, 2, 4, 8]"));
}

TEST_CASE("octaves finer than two samples are warned of, for each grid") {
  const nlohmann::json coarse = {{"latticeShift", 40}, {"octaves", 2}};
  CHECK(read(coarse).warnings.empty());
  const auto fine = [](const std::string& what, int from) {
    return "of 4 octaves those from number " + std::to_string(from) + " on are finer than two samples of the " + what;
  };
  // Cells of 2^20, 2^19, 2^18, 2^17. A mesh step of 2^18 needs cells of 2^19: octaves from the third are too fine.
  nlohmann::json spec = {
      {"latticeShift", 20}, {"extentQ16", 1 << 21}, {"gridN", 16}, {"statsGridN", 4096}, {"profileStepQ16", 1}};
  CHECK(read(spec).warnings == std::vector<std::string>{fine("mesh", 3)});
  spec["gridN"] = 4096;
  CHECK(read(spec).warnings.empty());
  spec["statsGridN"] = 32;  // 2^17
  CHECK(read(spec).warnings == std::vector<std::string>{fine("image", 4)});
  spec["statsGridN"] = 4096;
  spec["profileStepQ16"] = (1 << 16) + 1;
  CHECK(read(spec).warnings == std::vector<std::string>{fine("profile", 4)});
  spec["profileStepQ16"] = 1 << 16;
  CHECK(read(spec).warnings.empty());
}

TEST_CASE("keys without effect are warned of, and all others are not") {
  for (const terrain::Generator& generator : terrain::generators()) {
    for (const auto& key : scene::specKeys()) {
      codec::JsonWriter value(true);
      if (key.name == "profileLineQ16")
        value.raw("[0, 0, 8388608, 0]");
      else if (key.name == "for")
        value.string("gdal");
      else if (key.name == "georef")
        value.raw(R"({"originX": 0, "originY": 0, "pixelSize": 1, "epsg": 32633})");
      else if (key.name.starts_with("expected"))
        value.integer(1);
      else if (key.name == "lacunarityQ16")
        value.integer(131072);
      else if (key.name == "normalise")
        value.boolean(false);
      else
        key.write(scene::Spec{}, value);
      const std::string text = "{\"generator\": \"" + std::string(generator.name) + "\", \"latticeShift\": 40";
      std::vector<std::string> warnings;
      for (const std::string& warning :
           (key.name == "generator" || key.name == "latticeShift"
                ? scene::readSpec(text + "}", "spec.json", {})
                : scene::readSpec(text + ", \"" + key.name + "\": " + value.take() + "}", "spec.json", {}))
               .idleWarnings) {
        if (!warning.starts_with("latticeShift") && contains(warning, "no effect")) warnings.push_back(warning);
      }
      CAPTURE(generator.name, key.name);
      if (scene::applies(key.scope, generator) || key.name == "latticeShift") {
        CHECK(warnings.empty());
      } else {
        CHECK(warnings ==
              std::vector<std::string>{key.name + " has no effect with the generator " + std::string(generator.name)});
      }
    }
  }
  CHECK(read({{"generator", "diamond-square"}, {"gain", 0.5}}).idleWarnings ==
        std::vector<std::string>{"gainQ16 has no effect with the generator diamond-square"});
}

TEST_CASE("a mesh whose vertices coincide is warned of") {
  CHECK(read({{"extentQ16", 7}, {"gridN", 16}, {"latticeShift", 40}}).warnings ==
        std::vector<std::string>{"the extent is too small for gridN: vertices of the mesh coincide"});
}

TEST_CASE("layers of the masks that no ground could have are refused where they stand") {
  const auto refused = [](const std::string& masks) {
    return test::messageOf<codec::InputError>([&] { scene::readSpec("{\"masks\": " + masks + "}", "spec.json", {}); });
  };
  const std::string first = R"({"bands": [{"name": "a"}, )";
  CHECK(contains(refused(R"({"rockLow": 0.4})"),
                 "/masks: rockLowQ16 26214 is not allowed: it must be below rockHighQ16, 19661"));
  CHECK(contains(refused(R"({"rockLow": 0.4, "rockLowQ16": 1})"), "given twice"));
  CHECK(refused(R"({"bands": [{"name": "a", "fromQ16": 5, "toQ16": 6}]})") ==
        "spec.json:1:47: /masks/bands/0/fromQ16: 5 is not allowed: the first band starts below all heights");
  CHECK(contains(refused(first + R"({"name": "b"}]})"), "/masks/bands/1/fromQ16: missing: "));
  CHECK(contains(refused(first + R"({"name": "b", "fromQ16": 3}]})"), "/masks/bands/1/toQ16: missing: "));
  CHECK(contains(refused(first + R"({"name": "b", "fromQ16": 3, "toQ16": 3}]})"),
                 "/masks/bands/1/toQ16: 3 is not allowed: it must be above fromQ16, 3"));
  CHECK(
      contains(refused(first + R"({"name": "b", "fromQ16": 3, "toQ16": 6}, {"name": "c", "fromQ16": 5, "toQ16": 9}]})"),
               "/masks/bands/2/fromQ16: 5 is not allowed: it must be at least toQ16 of the band before, 6"));
  for (const std::string name : {"a", "A", "rock", "Rock"}) {
    const std::string message = refused(first + "{\"name\": \"" + name + R"(", "fromQ16": 3, "toQ16": 6}]})");
    CAPTURE(name, message);
    CHECK(contains(message, "/masks/bands/1/name: \"" + name + "\" is not allowed: no two layers may have one name"));
  }
  CHECK(refused(first + R"({"name": "b", "fromQ16": -3, "toQ16": 6}, {"name": "c", "fromQ16": 6, "toQ16": 9}]})") ==
        "nothing thrown");
}

TEST_CASE("the options of formats are in the effective spec where they are not the usual") {
  const auto effective = [](const std::string& text) {
    codec::JsonWriter json(true);
    scene::writeSpec(scene::readSpec(text, "spec.json", {}), json);
    return json.take();
  };
  CHECK(
      effective(
          R"({"hillshade": {"exaggeration": 1}, "masks": {"rockHigh": 0.3}, "normalMap": {"green": "up"}, "ridge": {}})") ==
      effective("{}"));
  CHECK(contains(effective(R"({"hillshade": {"exaggeration": 2}})"), "\"exaggerationQ16\":131072"));
  CHECK(contains(effective(R"({"normalMap": {"green": "down"}})"), "\"normalMap\":{\"green\":\"down\"}"));
  CHECK(contains(effective(R"({"ridge": {"height": 9}})"), "\"ridge\":{\"height\":9}"));
  CHECK(contains(effective(R"({"masks": {"bands": [{"name": "snow"}]}})"), "\"bands\":[{\"name\":\"snow\"}]"));
}

TEST_CASE("a code of longitude and latitude needs the word geographic") {
  const auto georef = [](const std::string& rest) {
    return R"({"georef": {"originX": 0, "originY": 0, "pixelSize": 1, "epsg": )" + rest + "}}";
  };
  CHECK(refusalOf(georef("4326")) ==
        "spec.json:1:12: /georef: epsg 4326 is not allowed without geographic: the codes from 4001 to 4999 are of longitude "
        "and latitude");
  CHECK(refusalOf(georef(R"(4326, "geographic": true)")) == "nothing thrown");
  CHECK(refusalOf(georef("5514")) == "nothing thrown");
}

TEST_CASE("a georef keeps its decimals to the last place") {
  const std::string text =
      R"("georef":{"originX":-1000000000,"originY":4649776.123456789,"pixelSize":0.000000000001,"epsg":32633,"geographic":false})";
  codec::JsonWriter json(true);
  scene::writeSpec(scene::readSpec("{" + text + "}", "spec.json", {}), json);
  CHECK(contains(json.take(), text));
}

TEST_CASE("a consumer fills in what a spec does not say, and the effective spec reads back to itself") {
  for (const output::Consumer& consumer : output::consumers()) {
    for (const std::string more : {"", R"(, "outputs": ["csv"])", R"(, "image": {"range": [-5, 99]})"}) {
      const std::string text = "{\"for\": \"" + std::string(consumer.name) + "\"" + more + "}";
      const auto effective = [](const std::string& from) {
        codec::JsonWriter json(true);
        scene::writeSpec(scene::readSpec(from, "spec.json", {}), json);
        return json.take();
      };
      CAPTURE(text);
      const std::string once = effective(text);
      CHECK(effective(once) == once);
      const scene::Spec spec = scene::readSpec(text, "spec.json", {});
      for (const std::string_view kind : consumer.kinds) {
        CHECK(std::ranges::find(spec.outputs, kind) != spec.outputs.end());
      }
      CHECK((std::ranges::find(spec.outputs, "csv") != spec.outputs.end()) == contains(more, "csv"));
      CHECK(consumer.takes(spec.image.width, spec.image.height));
      CHECK(spec.image.range == (contains(more, "range") ? "" : consumer.range));
      CHECK(spec.raster.firstRow == consumer.firstRow);
      CHECK(spec.raster.ending == consumer.ending);
    }
  }
}

TEST_CASE("what a consumer must have may be said, but not otherwise") {
  CHECK(refusalOf(R"({"for": "unity", "raster": {"firstRow": "south"}})") == "nothing thrown");
  CHECK(refusalOf(R"({"for": "unity", "raster": {"firstRow": "north"}})") ==
        "spec.json:1:28: /raster: \"north\" for firstRow is not allowed with for unity: it must be \"south\"");
  CHECK(contains(refusalOf(R"({"for": "unity", "raster": {"ending": "r16"}})"), "it must be \"raw\""));
  CHECK(contains(refusalOf(R"({"for": "unreal", "image": {"bits": 8}})"),
                 "/image: 8 bits are not allowed with for unreal: it must be 16"));
  CHECK(refusalOf(R"({"for": "gdal", "image": {"bits": 8}})") == "nothing thrown");
}

TEST_CASE("a mesh within an error needs a square grid of a power of two, and no counts told beforehand") {
  const auto refused = [](const std::string& members) {
    return test::messageOf<codec::InputError>(
        [&] { scene::readSpec("{\"mesh\": {\"maxError\": 0.5}, " + members + "}", "spec.json", {}); });
  };
  for (const std::string grid : {"1", "2", "8192", "[64, 64]"})
    CHECK(refused("\"gridN\": " + grid) == "nothing thrown");
  for (const auto& [grid, shown] : std::vector<std::pair<std::string, std::string>>{
           {"3", "[3, 3]"}, {"16384", "[16384, 16384]"}, {"[4, 8]", "[4, 8]"}, {"100", "[100, 100]"}}) {
    CHECK(contains(refused("\"gridN\": " + grid), ": /gridN: " + shown +
                                                      " is not allowed with mesh.maxErrorQ16: it must be one power of "
                                                      "two from 1 to 8192"));
  }
  for (const std::string name :
       {"expectedTerrainVertices", "expectedTerrainTriangles", "expectedSceneVertices", "expectedSceneTriangles"}) {
    CHECK(contains(refused("\"" + name + "\": 1"), ": /" + name + ": not allowed with mesh.maxErrorQ16"));
  }
}

TEST_CASE("a texture needs texture coordinates and its picture") {
  const auto refused = [](const std::string& texture, const std::string& members) {
    return test::messageOf<codec::InputError>(
        [&] { scene::readSpec("{\"mesh\": {\"texture\": \"" + texture + "\"" + members + "}", "spec.json", {}); });
  };
  CHECK(refused("height", "}") == "nothing thrown");
  CHECK(refused("splat", R"(}, "outputs": ["obj", "splat"])") == "nothing thrown");
  CHECK(refused("splat", R"(}, "outputs": ["png"])") == "nothing thrown");  // no OBJ to lay it on
  CHECK(contains(refused("height", R"(, "uvs": false})"), "/mesh: texture \"height\" is not allowed without uvs"));
  CHECK(contains(refused("height", R"(}, "outputs": ["obj"])"), "where outputs lacks \"png\""));
  CHECK(contains(refused("splat", "}"), "where outputs lacks \"splat\""));
  CHECK(contains(refused("splat", R"(}, "outputs": ["obj", "splat"], "masks": {"bands": [{"name": "a"},)"
                                  R"({"name": "b", "fromQ16": 0, "toQ16": 1}, {"name": "c", "fromQ16": 1, "toQ16": 2},)"
                                  R"({"name": "d", "fromQ16": 2, "toQ16": 3}]})"),
                 "with more than three bands"));
}

TEST_CASE("the options of meshes are in the effective spec where they are not the usual") {
  const auto effective = [](const std::string& text) {
    codec::JsonWriter json(true);
    scene::writeSpec(scene::readSpec(text, "spec.json", {}), json);
    return json.take();
  };
  CHECK(effective(R"({"mesh": {"texture": "none"}, "print": {"widthMm": 100}})") == effective("{}"));
  CHECK(contains(effective(R"({"mesh": {"texture": "height", "maxError": 0}})"),
                 R"("mesh":{"normals":true,"uvs":true,"texture":"height","maxErrorQ16":0})"));
  CHECK(contains(effective(R"({"print": {"baseMm": 0.5}})"),
                 R"("print":{"widthMmQ16":6553600,"baseMmQ16":32768,"exaggerationQ16":65536})"));
}
