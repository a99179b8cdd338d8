#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scene/spec.h"
#include "support/catch.h"
#include "support/program.h"

using namespace orograph;

namespace {

std::string effective(const std::string& text) {
  codec::JsonWriter json;
  scene::writeSpec(scene::readSpec(text, "spec.json", {}), json, scene::Defaults::kAll);
  return json.take();
}

/// The texts of every config/*.json but the schema.
std::vector<std::string> configs() {
  std::vector<std::string> texts;
  for (const std::string& name : test::listFolder(test::projectPath("config"))) {
    if (!name.ends_with(".schema.json")) texts.push_back(test::readFile(test::projectPath("config/" + name)));
  }
  REQUIRE(texts.size() >= 5);
  return texts;
}

}  // namespace

TEST_CASE("the effective spec reads back to itself") {
  const auto references =
      nlohmann::json::parse(test::readFile(test::projectPath("tests/golden/reference_reports.json")));
  std::vector<std::string> texts = configs();
  for (const auto& entry : references) texts.push_back(entry["spec"].dump());
  texts.push_back("{}");
  for (const terrain::Generator& generator : terrain::generators()) {
    texts.push_back(R"({"generator": ")" + std::string(generator.name) + "\"}");
  }
  for (const std::string& text : texts) {
    CAPTURE(text);
    const std::string once = effective(text);
    CHECK(effective(once) == once);
    CHECK(nlohmann::json::accept(once));
  }
}

TEST_CASE("the effective spec keeps every value that was given") {
  const auto references =
      nlohmann::json::parse(test::readFile(test::projectPath("tests/golden/reference_reports.json")));
  for (const auto& entry : references) {
    const auto full = nlohmann::json::parse(effective(entry["spec"].dump()));
    for (const auto& [key, value] : entry["spec"].items()) {
      if (!full.contains(key) || !value.is_number()) continue;  // decimals, and keys without effect, are not shown
      CAPTURE(entry["spec"].dump(), key);
      CHECK(full[key] == value);
    }
  }
}

TEST_CASE("check prints the effective spec, and of that the same again") {
  for (const std::string& text : configs()) {
    const test::Outcome first = test::runProgram({"check", "-"}, {text, {}, {}});
    REQUIRE(first.exitCode == 0);
    CHECK(first.out == effective(text));
    const test::Outcome second = test::runProgram({"check", "-"}, {first.out, {}, {}});
    CHECK(second.exitCode == 0);
    CHECK(second.out == first.out);
  }
}

TEST_CASE("decimals and Q16 integers give equal specs") {
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {R"({"gain": 0.5})", R"({"gainQ16": 32768})"},
      {R"({"gain": 1})", R"({"gainQ16": 65536})"},
      {R"({"gain": 0.45})", R"({"gainQ16": 29491})"},
      {R"({"gain": 0.00000762939453125})", R"({"gainQ16": 1})"},  // exactly half a unit goes up
      {R"({"gain": 0.00000762939453124})", R"({"gainQ16": 0})"},
      {R"({"gain": 4.5e-1})", R"({"gainQ16": 29491})"},
      {R"({"extent": 22})", R"({"extentQ16": 1441792})"},
      {R"({"extent": 22.0})", R"({})"},
      {R"({"extent": [48, 20.5]})", R"({"extentQ16": [3145728, 1343488]})"},
      {R"({"extent": [3, 3]})", R"({"extentQ16": 196608})"},
      {R"({"heightScale": 12.5})", R"({"heightScaleQ16": 819200})"},
      {R"({"heightScale": 3})", R"({})"},
      {R"({"seed": "0x539"})", R"({"seed": 1337})"},
      {R"({"seed": "0xFFFFFFFFFFFFFFFF"})", R"({"seed": 18446744073709551615})"},
      {R"({"terrain": {"gridN": 8, "extentQ16": 5, "heightScaleQ16": 6}})",
       R"({"gridN": 8, "extentQ16": 5, "heightScaleQ16": 6})"},
      {R"({"image": {}})", R"({"image": {"width": 64, "height": 64, "bits": 16, "range": "data"}})"},
      {R"({"octaves": 9})", R"({"octaves": 9, "referenceOctaves": 9})"},
  };
  for (const auto& [decimal, q16] : pairs) {
    CAPTURE(decimal);
    CHECK(effective(decimal) == effective(q16));
  }
}

TEST_CASE("a byte-order mark, CR LF, tabs and a missing last line end change nothing") {
  const std::string text = "{\n \"seed\": 7,\n \"gridN\": [3, 4]\n}\n";
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(effective(windows) == effective(text));
  CHECK(effective("\t{\"seed\":7,\t\"gridN\":[3,4]}") == effective(text));
}

TEST_CASE("the order of keys changes nothing") {
  CHECK(effective(R"({"octaves": 9, "seed": 7, "generator": "fbm"})") ==
        effective(R"({"generator": "fbm", "seed": 7, "octaves": 9})"));
}

TEST_CASE("the effective spec holds the keys of its generator alone") {
  const auto fbm = nlohmann::json::parse(effective("{}"));
  const auto square = nlohmann::json::parse(effective(R"({"generator": "diamond-square"})"));
  for (const char* key : {"octaves", "gainQ16", "latticeShift", "statsGridN", "profileSamples"}) {
    CHECK(fbm.contains(key));
    CHECK_FALSE(square.contains(key));
  }
  for (const char* key : {"hurstQ16", "cornersQ16", "wrap", "pins"}) {
    CHECK_FALSE(fbm.contains(key));
    CHECK(square.contains(key));
  }
  CHECK(square["image"]["width"] == 17);
}
