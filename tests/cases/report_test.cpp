// Trouble cases of the report's figures.
#include <cmath>
#include <string>

#include "analysis/statistics.h"
#include "cases/cases.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

/// The standard deviation by two passes.
double twoPass(const std::vector<std::int32_t>& heights) {
  double mean = 0, squares = 0;
  for (const std::int32_t height : heights) mean += height;
  mean /= static_cast<double>(heights.size());
  for (const std::int32_t height : heights) squares += (height - mean) * (height - mean);
  return std::sqrt(squares / static_cast<double>(heights.size()));
}

}  // namespace

TEST_CASE("B089 the deviation of small noise on a great height is exact, never negative and never lost") {
  constexpr std::int32_t kBase = 30000 * 65536;
  for (const std::int32_t amplitude : {1, 2, 3, 7, 1000}) {
    std::vector<std::int32_t> heights(256 * 256, kBase);
    for (std::size_t i = 0; i < heights.size(); i += 2) heights[i] += amplitude;
    analysis::Statistics statistics;
    for (std::size_t row = 0; row < 256; ++row) statistics.add(std::span(heights).subspan(row * 256, 256));
    CHECK(twoPass(heights) == amplitude / 2.0);
    CHECK(statistics.stdQ16() == amplitude / 2);  // whole units, rounded down: of 0.5 that is 0
    CHECK(statistics.meanQ16() == kBase + amplitude / 2);
  }
}

TEST_CASE("B089 the report's deviation at a great height is that of two passes") {
  for (const std::string amplitude : {"1", "3", "40", "5000"}) {
    const std::string spec = R"({"generator": "diamond-square", "gridN": 256, "heightScaleQ16": 65536, "hurstQ16": 0,)"
                             R"("cornersQ16": [1966080000, 1966080000, 1966080000, 1966080000], "amplitudeQ16": )" +
                             amplitude + "}";
    const Generated made(spec, {"--only", "report"});
    REQUIRE(made.exitCode() == 0);
    std::vector<std::int32_t> all;
    for (const auto& row : meshHeights(spec)) all.insert(all.end(), row.begin(), row.end());
    const double expected = twoPass(all);
    const auto found = made.report()["heightField"]["diamond-square"]["stdQ16"].get<std::int64_t>();
    INFO("amplitude " << amplitude << ": " << expected);
    CHECK(expected > 0.4);
    CHECK(found == static_cast<std::int64_t>(expected));
  }
}

TEST_CASE("B091 figures of a flat map that do not exist are null, and the report stays strict JSON") {
  for (const std::string generator : {"fbm", "diamond-square"}) {
    const Generated made(R"({"heightScale": 0, "image": {"width": 1, "height": 1}, "generator": ")" + generator +
                         "\"}");
    REQUIRE(made.exitCode() == 0);
    const nlohmann::json report = made.report();  // throws on NaN and Infinity
    const auto field = report["heightField"][generator];
    CHECK(field["stdQ16"] == 0);
    CHECK(field["rangeQ16"] == 0);
    CHECK(report["imageField"]["stdQ16"] == 0);
    for (const std::string lag : {"1", "2", "4", "8"}) CHECK(report["roughnessQ16"][lag] == 0);
    REQUIRE(report["roughnessLocalSlope"].size() == 3);
    for (const auto& slope : report["roughnessLocalSlope"]) CHECK(slope.is_null());
    for (const std::string lag : {"1", "2", "4"}) CHECK(report["profileAutocorrPermille"][lag] == 0);
    if (generator == "diamond-square") continue;
    REQUIRE(report["selfSimilarityByOctaves"].size() == 8);
    for (const auto& slope : report["selfSimilarityByOctaves"]) CHECK(slope.is_null());
    REQUIRE(report["selfSimilaritySensitivity"].size() == 5);
    for (const auto& slope : report["selfSimilaritySensitivity"]) CHECK(slope.is_null());
  }
}

TEST_CASE("B091 figures whose lag does not fit in the profile are null and present") {
  const Generated made(R"({"profileSamples": 3, "gridN": 1, "image": {"width": 1, "height": 1}})");
  REQUIRE(made.exitCode() == 0);
  const nlohmann::json report = made.report();
  CHECK(report["roughnessQ16"]["1"].is_number());
  CHECK(report["roughnessQ16"]["2"].is_number());
  CHECK(report["roughnessQ16"]["4"].is_null());
  CHECK(report["roughnessQ16"]["8"].is_null());
  CHECK(report["roughnessLocalSlope"]["2"].is_null());
  CHECK(report["profileAutocorrPermille"]["4"].is_null());
  CHECK(report["selfSimilaritySensitivity"]["lags[1..128]"].is_null());
  CHECK(report["imageField"]["stdQ16"] == 0);
  const std::string text = made.text("report.json");
  for (const std::string word : {"nan", "NaN", "inf", "Infinity"}) CHECK_FALSE(contains(text, ": " + word));
}
