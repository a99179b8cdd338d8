#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "codec/errors.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;

namespace {

/// valijson counts in int64: seeds beyond stand as its maximum, and so does the bound that the schema gives them.
nlohmann::json withinInt64(nlohmann::json value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return INT64_MAX;
  if (value.is_structured()) {
    for (nlohmann::json& item : value) item = withinInt64(std::move(item));
  }
  return value;
}

/// The schema, as a validator reads it that knows nothing of this program.
class Schema {
 public:
  Schema() {
    const nlohmann::json text = withinInt64(nlohmann::json::parse(scene::schemaText()));
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema_);
  }

  bool accepts(const nlohmann::json& text) const {
    const nlohmann::json spec = withinInt64(text);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(spec), nullptr);
  }

 private:
  valijson::Schema schema_;
};

bool readable(const std::string& text) {
  try {
    scene::readSpec(text, "spec.json", {});
    return true;
  } catch (const codec::InputError&) {
    return false;
  }
}

}  // namespace

TEST_CASE("the schema accepts every config and the published flat spec") {
  const Schema schema;
  int specs = 0;
  for (const std::string& name : test::listFolder(test::projectPath("config"))) {
    if (name.ends_with(".schema.json")) continue;
    CAPTURE(name);
    CHECK(schema.accepts(nlohmann::json::parse(test::readFile(test::projectPath("config/" + name)))));
    ++specs;
  }
  CHECK(specs >= 5);
  const auto published = nlohmann::json::parse(test::readFile(test::projectPath("tests/golden/published.json")));
  CHECK(schema.accepts(published["spec"]));
  CHECK(readable(published["spec"].dump()));
}

TEST_CASE("the schema accepts every reference spec and every effective spec") {
  const Schema schema;
  for (const auto& entry :
       nlohmann::json::parse(test::readFile(test::projectPath("tests/golden/reference_reports.json")))) {
    CAPTURE(entry["spec"].dump());
    CHECK(schema.accepts(entry["spec"]));
    codec::JsonWriter full;
    scene::writeSpec(scene::readSpec(entry["spec"].dump(), "spec.json", {}), full);
    CHECK(schema.accepts(nlohmann::json::parse(full.take())));
  }
}

TEST_CASE("the schema accepts and rejects what the reader does") {
  const Schema schema;
  const std::vector<std::string> good = {
      "{}",
      R"({"$schema": "x", "description": ["any"]})",
      R"({"seed": 0})",
      R"({"seed": "0xAb"})",
      R"({"octaves": 32})",
      R"({"gain": 0.5})",
      R"({"gain": 1})",
      R"({"gainQ16": 65536})",
      R"({"gridN": [1, 65536]})",
      R"({"gridN": 65536})",
      R"({"extent": [0.5, 3]})",
      R"({"originQ16": [-70368744177664, 70368744177664]})",
      R"({"heightScale": 32767})",
      R"({"image": {}})",
      R"({"image": {"bits": 8, "range": [0, 1]}})",
      R"({"image": {"range": "full"}})",
      R"({"spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 1}]})",
      R"({"mesh": {"uvs": false}})",
      R"({"terrain": {"gridN": 4, "extentQ16": [4, 5], "heightScaleQ16": 3}})",
      R"({"roughnessLags": [1, 2, 3]})",
      R"({"name": "_A.b-9"})",
      R"({"expectedSceneVertices": 0})",
      R"({"generator": "diamond-square", "heightScaleQ16": 1, "pins": [{"x": 0, "z": 1, "heightQ16": -2147483648}]})",
  };
  const std::vector<std::string> bad = {
      "[]",
      "7",
      "null",
      R"({"unknown": 1})",
      R"({"seed": -1})",
      R"({"seed": "7"})",
      R"({"seed": "0x"})",
      R"({"seed": "0x12345678901234567"})",
      R"({"seed": 1.5})",
      R"({"octaves": 0})",
      R"({"octaves": 33})",
      R"({"octaves": "4"})",
      R"({"octaves": 4.5})",
      R"({"octaves": null})",
      R"({"octaves": true})",
      R"({"gain": 1.1})",
      R"({"gain": -0.1})",
      R"({"gain": "0.5"})",
      R"({"gain": 0.5, "gainQ16": 32768})",
      R"({"extent": 1, "extentQ16": 65536})",
      R"({"heightScale": 1, "heightScaleQ16": 65536})",
      R"({"gridN": 0})",
      R"({"gridN": [1]})",
      R"({"gridN": [1, 2, 3]})",
      R"({"gridN": [1, 0]})",
      R"({"extentQ16": 70368744177665})",
      R"({"originQ16": 0})",
      R"({"originQ16": [0]})",
      R"({"image": 7})",
      R"({"image": {"width": 0}})",
      R"({"image": {"bits": 12}})",
      R"({"image": {"range": "auto"}})",
      R"({"image": {"range": [0]}})",
      R"({"image": {"wide": 1}})",
      R"({"profileSamples": 1})",
      R"({"profileStepQ16": 0})",
      R"({"profileLineQ16": [0, 0, 0]})",
      R"({"roughnessLags": []})",
      R"({"roughnessLags": [0]})",
      R"({"spheres": [{}]})",
      R"({"spheres": [{"centerQ16": [0, 0, 0]}]})",
      R"({"spheres": [{"radiusQ16": 1}]})",
      R"({"spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 0}]})",
      R"({"spheres": [{"centerQ16": [0, 0], "radiusQ16": 1}]})",
      R"({"spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 1, "subdiv": 9}]})",
      R"({"mesh": {"uvs": 1}})",
      R"({"wrap": 1})",
      R"({"pins": [{"x": 0, "z": 0}]})",
      R"({"pins": [{"x": -1, "z": 0, "heightQ16": 0}]})",
      R"({"cornersQ16": [0, 0, 0]})",
      R"({"hurstQ16": 65537})",
      R"({"amplitudeQ16": 1073741825})",
      R"({"lattice": "x"})",
      R"({"generator": "perlin"})",
      R"({"name": ""})",
      R"({"name": ".x"})",
      R"({"name": "-x"})",
      R"({"name": "a b"})",
      R"({"name": "a/b"})",
      R"({"terrain": {"octaves": 4}})",
      R"({"terrain": 7})",
      R"({"statsGridN": 65537})",
      R"({"expectedSceneVertices": -1})",
      "{\"name\": \"" + std::string(65, 'a') + "\"}",
  };
  for (const std::string& text : good) {
    CAPTURE(text);
    CHECK(schema.accepts(nlohmann::json::parse(text)));
    CHECK(readable(text));
  }
  for (const std::string& text : bad) {
    CAPTURE(text);
    CHECK_FALSE(schema.accepts(nlohmann::json::parse(text)));
    CHECK_FALSE(readable(text));
  }
}

TEST_CASE("config/scene_spec.schema.json is the schema, scripts/refresh-docs writes it anew") {
  CHECK(test::readFile(test::projectPath("config/scene_spec.schema.json")) == scene::schemaText());
}

TEST_CASE("README.md holds the table of keys, scripts/refresh-docs writes it anew") {
  const std::string readme = test::readFile(test::projectPath("README.md"));
  const std::string open = "<!-- keys -->\n", close = "<!-- /keys -->";
  const std::size_t start = readme.find(open), end = readme.find(close);
  REQUIRE(start != std::string::npos);
  REQUIRE(end != std::string::npos);
  CHECK(readme.substr(start + open.size(), end - start - open.size()) == scene::keyTableText());
}

TEST_CASE("the program prints the schema and the table") {
  CHECK(test::runProgram({"schema"}).out == scene::schemaText());
  CHECK(test::runProgram({"schema", "--table"}).out == scene::keyTableText());
}
