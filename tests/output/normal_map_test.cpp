#include "output/normal_map.h"

#include <cmath>

#include "support/catch.h"
#include "support/plane_source.h"
#include "support/png_file.h"
#include "support/written_files.h"

using namespace orograph;
using Pixel = std::vector<std::uint16_t>;

namespace {

Pixel pixelOf(std::int64_t slopeXQ16, std::int64_t slopeZQ16, const std::string& green) {
  const test::PlaneSource plane(slopeXQ16, slopeZQ16);
  output::Scene scene;
  scene.source = &plane;
  scene.imageGrid = {65536, -65536, 65536, 131072, 3, 3};
  scene.normalMap.green = green;
  const test::PngFile png(test::writtenFiles("normal", scene).at("normal.png"));
  CHECK(png.channels() == 3);
  for (std::size_t i = 3; i < 27; ++i) CHECK(png.pixels()[i] == png.pixels()[i - 3]);
  return {png.pixels().begin(), png.pixels().begin() + 3};
}

}  // namespace

TEST_CASE("flat ground is 128, 128, 255 in either convention") {
  CHECK(pixelOf(0, 0, "up") == Pixel{128, 128, 255});
  CHECK(pixelOf(0, 0, "down") == Pixel{128, 128, 255});
}

TEST_CASE("red grows where the ground faces east, green where it faces the upper edge or the lower one") {
  CHECK(pixelOf(65536, 0, "up") == Pixel{37, 128, 218});  // rising eastward faces west
  CHECK(pixelOf(-65536, 0, "up") == Pixel{218, 128, 218});
  CHECK(pixelOf(0, 65536, "up") == Pixel{128, 218, 218});  // rising toward the lower edge faces the upper one
  CHECK(pixelOf(0, -65536, "up") == Pixel{128, 37, 218});
  CHECK(pixelOf(0, 65536, "down") == Pixel{128, 37, 218});
  CHECK(pixelOf(0, -65536, "down") == Pixel{128, 218, 218});
}

TEST_CASE("a normal is within half a level of that in floating point") {
  for (const double sx : {-3.0, -0.75, 0.0, 0.25, 2.0}) {
    for (const double sz : {-1.5, 0.0, 0.125, 4.0}) {
      const auto q16 = [](double slope) { return static_cast<std::int64_t>(slope * 65536); };
      const double length = std::sqrt(sx * sx + sz * sz + 1);
      const Pixel pixel = pixelOf(q16(sx), q16(sz), "up");
      const double expected[] = {-sx / length, sz / length, 1 / length};
      for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(pixel[c] - (expected[c] + 1) / 2 * 255) < 0.51);
    }
  }
}
