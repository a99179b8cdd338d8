#include "output/ridge.h"

#include "support/catch.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/written_files.h"

using namespace orograph;
using Pixels = std::vector<std::uint16_t>;

namespace {

test::PngFile ridgeOf(const std::vector<std::int32_t>& profile, std::int64_t width, std::int64_t height) {
  output::Scene scene;
  scene.profile.points.xQ16.resize(profile.size());
  scene.profile.columns = {{"heightQ16", profile}};
  scene.ridge = {width, height};
  return test::PngFile(test::writtenFiles("ridge", scene).at("ridge.png"));
}

}  // namespace

TEST_CASE("ground lies below the line, sky above it, and the pixel between them is divided") {
  CHECK(ridgeOf({0, 65536}, 2, 2).pixels() == Pixels{255, 0, 255, 0});
  CHECK(ridgeOf({0, 65536}, 3, 2).pixels() == Pixels{255, 255, 0, 255, 0, 0});
  CHECK(ridgeOf({0, 1, 4}, 3, 1).pixels() == Pixels{255, 191, 0});
  CHECK(ridgeOf({-8, 0, 8}, 3, 1).pixels() == Pixels{255, 127, 0});
  CHECK(ridgeOf({INT32_MIN, INT32_MAX}, 2, 1).pixels() == Pixels{255, 0});
}

TEST_CASE("a flat profile lies half way up") {
  CHECK(ridgeOf({7, 7, 7}, 2, 2).pixels() == Pixels{255, 255, 0, 0});
  CHECK(ridgeOf({7}, 1, 1).pixels() == Pixels{128});
}

TEST_CASE("a skyline is as wide as its profile, within bounds, unless told otherwise") {
  const std::vector<std::int32_t> profile = {3, 1, 2, 5, 4};
  CHECK(ridgeOf(profile, 0, 0).width() == 5);
  CHECK(ridgeOf(profile, 0, 0).height() == 256);
  CHECK(ridgeOf(std::vector<std::int32_t>(5000), 0, 9).width() == 4096);
  CHECK(ridgeOf(profile, 77, 33).width() == 77);
  CHECK(ridgeOf(profile, 77, 33).height() == 33);
  // Ends at the first and the last column, points evenly between.
  const Pixels wide = ridgeOf(profile, 9, 1).pixels(), narrow = ridgeOf(profile, 5, 1).pixels();
  for (std::size_t i = 0; i < 5; ++i) CHECK(wide[2 * i] == narrow[i]);
  CHECK(ridgeOf(profile, 2, 1).pixels() == Pixels{narrow.front(), narrow.back()});
}

TEST_CASE("a column has as much ground as its height says, over many pixels") {
  test::Random random(8);
  std::vector<std::int32_t> profile(40);
  for (std::int32_t& height : profile) height = random.height();
  profile[3] = INT32_MIN, profile[4] = INT32_MAX;
  const test::PngFile png = ridgeOf(profile, 0, 70000 / 2);
  for (std::size_t x = 0; x < profile.size(); ++x) {
    double ground = 0;
    for (std::size_t z = 0; z < png.height(); ++z) {
      ground += 1 - png.pixels()[z * png.width() + x] / 255.0;
      if (z > 0) REQUIRE(png.pixels()[z * png.width() + x] <= png.pixels()[(z - 1) * png.width() + x]);
    }
    const double share = (double(profile[x]) - INT32_MIN) / (double(INT32_MAX) - INT32_MIN);
    CHECK(std::abs(ground - share * 35000) < 0.01);
  }
}
