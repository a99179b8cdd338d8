#include "output/csv.h"

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_source.h"

using namespace orograph;

TEST_CASE("a profile is one line a sample, comma and LF, under the names of its columns") {
  const std::vector<std::int32_t> own = {7, INT32_MIN, 0}, reference = {-8, INT32_MAX, 1};
  output::Scene scene;
  scene.profile.points.xQ16 = {0, 65536, 131072};
  scene.profile.columns = {{"fbm4Q16", own}, {"fbm8Q16", reference}};
  test::StringSink sink;
  const output::Facts facts = output::writeCsv(scene, sink);
  CHECK(sink.text ==
        "i,xQ16,fbm4Q16,fbm8Q16\n"
        "0,0,7,-8\n"
        "1,65536,-2147483648,2147483647\n"
        "2,131072,0,1\n");
  CHECK(facts == output::Facts{{"samples", "3"}});
}

TEST_CASE("a profile along a line gains its z and its distance") {
  const std::vector<std::int32_t> heights = {5, 6};
  output::Scene scene;
  scene.profile.points.xQ16 = {-3, 0};
  scene.profile.points.zQ16 = {-4, 0};
  scene.profile.points.distanceQ16 = {0, 5};
  scene.profile.columns = {{"heightQ16", heights}};
  test::StringSink sink;
  output::writeCsv(scene, sink);
  CHECK(sink.text == "i,xQ16,zQ16,distanceQ16,heightQ16\n0,-3,-4,0,5\n1,0,0,5,6\n");
}

TEST_CASE("a long profile is whole and within its bound") {
  constexpr std::size_t kSamples = 30000;
  const std::vector<std::int32_t> heights(kSamples, INT32_MIN);
  output::Scene scene;
  scene.profile.points.xQ16.assign(kSamples, INT64_MIN);
  scene.profile.points.zQ16.assign(kSamples, INT64_MIN);
  scene.profile.points.distanceQ16.assign(kSamples, INT64_MAX);
  scene.profile.columns = {{"fbm4Q16", heights}, {"fbm8Q16", heights}};
  test::StringSink sink;
  output::writeCsv(scene, sink);
  CHECK(static_cast<std::int64_t>(sink.text.size()) <= output::mostCsvBytes(scene));
  std::string expected = "i,xQ16,zQ16,distanceQ16,fbm4Q16,fbm8Q16\n";
  for (std::size_t i = 0; i < kSamples; ++i) {
    expected +=
        std::to_string(i) + ",-9223372036854775808,-9223372036854775808,9223372036854775807,-2147483648,-2147483648\n";
  }
  CHECK((sink.text == expected));
}
