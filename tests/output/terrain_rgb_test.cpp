#include "output/terrain_rgb.h"

#include <cmath>

#include "codec/errors.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/raster_scene.h"
#include "support/written_files.h"

using namespace orograph;

namespace {

std::vector<std::uint16_t> colours(const std::string& kind, const output::Scene& scene) {
  const test::PngFile png(test::writtenFiles(kind, scene).at(kind + ".png"));
  CHECK(png.channels() == 3);
  CHECK(png.header(8, 1) == 8);
  return png.pixels();
}

std::string refusal(const std::string& kind, std::int32_t heightQ16) {
  const test::RasterScene scene({{0, heightQ16}});
  return test::messageOf<codec::InputError>([&] { test::writtenFiles(kind, scene); });
}

}  // namespace

TEST_CASE("terrain-rgb decodes to the height within half its step of a decimetre") {
  const test::Heights heights = test::unevenHeights(41, 23, -10000 * 65536, INT32_MAX);
  const auto bytes = colours("terrain-rgb", test::RasterScene(heights));
  for (std::size_t i = 0; i < bytes.size() / 3; ++i) {
    const double decoded = -10000 + (bytes[3 * i] * 65536 + bytes[3 * i + 1] * 256 + bytes[3 * i + 2]) * 0.1;
    CHECK(std::abs(decoded - heights[i / 41][i % 41] / 65536.0) <= 0.05 + 1e-9);
  }
  // The published zero of the sea, a half that goes up, and the least.
  CHECK(colours("terrain-rgb", test::RasterScene({{0, 3277, 3276, -655360000}})) ==
        std::vector<std::uint16_t>{1, 134, 160, 1, 134, 161, 1, 134, 160, 0, 0, 0});
}

TEST_CASE("terrarium decodes to the height within half its step of 1/256 m") {
  const test::Heights heights = test::unevenHeights(41, 23, INT32_MIN, INT32_MAX - 256);
  const auto bytes = colours("terrarium", test::RasterScene(heights));
  for (std::size_t i = 0; i < bytes.size() / 3; ++i) {
    const double decoded = bytes[3 * i] * 256 + bytes[3 * i + 1] + bytes[3 * i + 2] / 256.0 - 32768;
    CHECK(std::abs(decoded - heights[i / 41][i % 41] / 65536.0) <= 1.0 / 512);
  }
  CHECK(colours("terrarium", test::RasterScene({{0, 65536, 128, 127, INT32_MIN}})) ==
        std::vector<std::uint16_t>{128, 0, 0, 128, 1, 0, 128, 0, 1, 128, 0, 0, 0, 0, 0});
}

TEST_CASE("heights that the colours cannot hold are refused, those next to them are not") {
  CHECK(
      refusal("terrain-rgb", -655363277) ==
      "-10000.0500030517578125 m, the least height of the image, is beyond what terrain-rgb holds: -10000 m and more");
  CHECK(refusal("terrain-rgb", -655363276) == "nothing thrown");
  CHECK(refusal("terrain-rgb", INT32_MAX) == "nothing thrown");
  CHECK(refusal("terrarium", INT32_MAX - 127) ==
        "32767.998046875 m, the greatest height of the image, is beyond what terrarium holds: below 32767.998 m");
  CHECK(refusal("terrarium", INT32_MAX - 128) == "nothing thrown");
  CHECK(refusal("terrarium", INT32_MIN) == "nothing thrown");
}
