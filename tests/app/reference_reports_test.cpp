#include <nlohmann/json.hpp>
#include <string>

#include "app/pipeline.h"
#include "support/catch.h"
#include "support/program.h"

using namespace orograph;

namespace {

nlohmann::json golden(const std::string& name) {
  return nlohmann::json::parse(test::readFile(test::projectPath("tests/golden/" + name)));
}

nlohmann::json reportOf(const std::string& spec) {
  app::Pipeline pipeline(scene::readSpec(spec, "spec.json", {}), {"report"}, {}, [](std::int64_t) {});
  pipeline.measure();
  return nlohmann::json::parse(pipeline.report({}));
}

/// Everything in `wanted` is in `found`, which may hold more keys; lists are equal. Counts the values compared.
void compare(const nlohmann::json& wanted, const nlohmann::json& found, const std::string& pointer, int& values) {
  if (!wanted.is_object()) {
    CAPTURE(pointer);
    CHECK(found == wanted);
    values += wanted.is_array() ? static_cast<int>(wanted.size()) : 1;
    return;
  }
  for (const auto& [key, value] : wanted.items()) {
    CAPTURE(pointer, key);
    REQUIRE(found.is_object());
    REQUIRE(found.contains(key));
    compare(value, found[key], pointer + "/" + key, values);
  }
}

}  // namespace

TEST_CASE("every reference report, made by another implementation, is met in every figure") {
  const nlohmann::json references = golden("reference_reports.json");
  REQUIRE(references.size() >= 200);
  int values = 0;
  for (const auto& entry : references) {
    CAPTURE(entry["spec"].dump());
    compare(entry["report"], reportOf(entry["spec"].dump()), "", values);
  }
  CHECK(values > 8000);
}

TEST_CASE("all published figures of the lantern are exact") {
  const nlohmann::json published = golden("published.json");
  const nlohmann::json report = reportOf(test::readFile(test::projectPath("config/lantern.json")));
  // The published run knows the octaves of the terrain alone; ours goes on to those of the reference.
  nlohmann::json figures = published["figures"];
  const nlohmann::json seeds = figures["octaveSeeds"];
  figures.erase("octaveSeeds");
  for (std::size_t i = 0; i < seeds.size(); ++i) CHECK(report["octaveSeeds"][i] == seeds[i]);
  int values = 1;
  compare(figures, report, "", values);
  CHECK(values == 32);
  compare(published["counts"], report["specConsistency"], "", values);
  CHECK(report["specConsistency"]["ok"] == true);
  CHECK(report["specConsistency"]["oneLayerIdentityMaxQ16"] == 0);
  CHECK(report["rngFinalStateHex"] == "0xf1bbcdcbfa53e5e1");
  CHECK(report["heightFieldDigest"] == "4a71bd0600cfe883c684506e249bec5767a06f25c145495f679b9a49e66420fd");
  CHECK(report["imageDigest"] == "89519ccdb3b2f2969e89dfdd91dcf6b2c51b05c5b1898140ee54b3ffdb315180");
  CHECK(report["profileDigest"] == "78e2eda155456c336fab0092b9ba103fbe91ac7f48bd0613826a4bcb2ad6be1c");
}

TEST_CASE("the published flat spec has the published figures and misses the spheres it expects") {
  const nlohmann::json published = golden("published.json");
  const nlohmann::json report = reportOf(published["spec"].dump());
  CHECK(report["heightFieldDigest"] == "4a71bd0600cfe883c684506e249bec5767a06f25c145495f679b9a49e66420fd");
  CHECK(report["specConsistency"]["terrainVertices"] == 289);
  CHECK(report["specConsistency"]["terrainTriangles"] == 512);
  CHECK(report["specConsistency"]["ok"] == false);
}

TEST_CASE("the diamond-square of 32 cells and Hurst 0.8 has its digest and range") {
  const nlohmann::json report = reportOf(R"({"generator": "diamond-square", "gridN": 32, "hurstQ16": 52429})");
  CHECK(report["heightFieldDigest"] == "266519a9309bc4936c0168bc8ec0b20a7040eb86b201a22d4c9953a59174fcaa");
  CHECK(report["heightField"]["diamond-square"]["rangeQ16"] == 401229);
}
