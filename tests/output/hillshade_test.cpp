#include "output/hillshade.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"
#include "support/plane_source.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/written_files.h"

using namespace orograph;
using output::Scene;

namespace {

std::vector<std::uint16_t> shades(const Scene& scene) {
  return test::PngFile(test::writtenFiles("hillshade", scene).at("hillshade.png")).pixels();
}

/// The one shade of a plane.
int shadeOf(std::int64_t slopeXQ16, std::int64_t slopeZQ16, const output::HillshadeOptions& options,
            std::int64_t reach) {
  const test::PlaneSource plane(slopeXQ16, slopeZQ16);
  Scene scene;
  scene.source = &plane;
  scene.imageGrid = {-300000, 200000, 65536, 65536, 9, 7};
  scene.reachQ16 = reach;
  scene.hillshade = options;
  const auto pixels = shades(scene);
  CHECK(pixels == std::vector<std::uint16_t>(63, pixels[0]));
  return pixels[0];
}

}  // namespace

TEST_CASE("a plane that faces the light is white, one edge-on or turned away is black") {
  for (const std::int64_t reach : {std::int64_t{0}, std::int64_t{1} << 50}) {
    const auto lit = [&](std::int64_t x, std::int64_t z, std::vector<std::int64_t> light) {
      return shadeOf(x, z, {std::move(light), 65536}, reach);
    };
    CHECK(lit(0, 0, {0, 1, 0}) == 255);
    CHECK(lit(65536, 0, {-1, 1, 0}) == 255);      // rising eastward faces west
    CHECK(lit(-65536, 0, {-1, 1, 0}) == 0);       // edge-on
    CHECK(lit(-131072, 0, {-1, 1, 0}) == 0);      // turned away
    CHECK(lit(0, 65536, {0, 500, -500}) == 255);  // rising southward faces north
    CHECK(lit(0, -65536, {0, 500, -500}) == 0);
    CHECK(lit(0, 0, {7, 0, -3}) == 0);  // light along the ground
    CHECK(lit(0, 0, {0, -1, 0}) == 0);  // from below
    CHECK(lit(65536, 65536, {-1, 1, -1}) == 255);
  }
}

TEST_CASE("flat ground is evenly lit, by the usual light from the north-west half way up") {
  CHECK(shadeOf(0, 0, {}, 0) == 180);  // 255 * sqrt(1/2)
  CHECK(shadeOf(30000, 30000, {}, 0) > 240);
  CHECK(shadeOf(-30000, -30000, {}, 0) < 60);
  CHECK(shadeOf(30000, -30000, {}, 0) == shadeOf(-30000, 30000, {}, 0));
}

TEST_CASE("exaggeration is as if the slopes were that much steeper") {
  for (const std::int64_t times : {2, 3, 1000}) {
    CHECK(std::abs(shadeOf(65536 / times, 0, {{-1, 1, 0}, times * 65536}, 0) - 255) <= 1);
    CHECK(shadeOf(6553 * times, 0, {{-1, 1, 1}, 65536 / times}, 0) == shadeOf(6553, 0, {{-1, 1, 1}, 65536}, 0));
  }
}

TEST_CASE("a shade is within one of that in floating point") {
  test::Random random(1);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::vector<std::int32_t>> table(12, std::vector<std::int32_t>(9));
    for (auto& row : table) {
      for (std::int32_t& height : row) height = static_cast<std::int32_t>(random.ofAnySize(round + 2));
    }
    const test::TableSource source(table);
    Scene scene;
    scene.source = &source;
    scene.imageGrid = {0, 0, 40000, 70000, 9, 12};
    scene.hillshade = {{random.within(-9, 9), random.within(1, 9), random.within(-9, 9)}, random.within(1000, 300000)};
    const auto pixels = shades(scene);
    const auto& light = scene.hillshade.lightQ16;
    for (int z = 0; z < 12; ++z) {
      for (int x = 0; x < 9; ++x) {
        const int w = std::max(x - 1, 0), e = std::min(x + 1, 8), n = std::max(z - 1, 0), s = std::min(z + 1, 11);
        const auto at = [&](int column, int row) {
          return static_cast<double>(table[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
        };
        const double k = static_cast<double>(scene.hillshade.exaggerationQ16) / 65536;
        const double sx = k * (at(e, z) - at(w, z)) / ((e - w) * 40000.0),
                     sz = k * (at(x, s) - at(x, n)) / ((s - n) * 70000.0);
        const double lx = static_cast<double>(light[0]), ly = static_cast<double>(light[1]),
                     lz = static_cast<double>(light[2]);
        const double dot =
            (-sx * lx + ly - sz * lz) / std::sqrt(sx * sx + 1 + sz * sz) / std::sqrt(lx * lx + ly * ly + lz * lz);
        const double miss = pixels[static_cast<std::size_t>(z * 9 + x)] - 255 * std::max(dot, 0.0);
        if (std::abs(miss) > 0.51) FAIL("round " << round << " at " << x << ", " << z << ": off by " << miss);
      }
    }
  }
}
