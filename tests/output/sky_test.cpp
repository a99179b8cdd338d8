#include "output/sky.h"

#include <cmath>

#include "support/catch.h"
#include "support/png_file.h"
#include "support/written_files.h"

using namespace orograph;

TEST_CASE("a sky goes from blue at black's height to cloud at white's, evenly") {
  std::vector<std::int32_t> heights;
  for (std::int32_t i = -10; i <= 1010; ++i) heights.push_back(i * 100);
  const test::TableSource source({heights});
  output::Scene scene;
  scene.source = &source;
  scene.imageGrid = {0, 0, 1, 1, static_cast<std::int64_t>(heights.size()), 1};
  scene.image = {8, 0, 100000};
  const test::PngFile png(test::writtenFiles("sky", scene).at("sky.png"));
  REQUIRE(png.channels() == 3);
  const auto colour = [&](std::size_t i) {
    return std::vector<int>{png.pixels()[3 * i], png.pixels()[3 * i + 1], png.pixels()[3 * i + 2]};
  };
  for (const std::size_t i : {0u, 9u, 10u}) CHECK(colour(i) == std::vector{77, 128, 217});
  for (const std::size_t i : {1010u, 1020u}) CHECK(colour(i) == std::vector{255, 242, 255});
  const double sky[] = {0.3, 0.5, 0.85}, cloud[] = {1, 0.95, 1};
  for (std::size_t i = 10; i <= 1010; ++i) {
    const double t = static_cast<double>(i - 10) / 1000;
    for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(colour(i)[c] - 255 * (sky[c] + (cloud[c] - sky[c]) * t)) < 0.51);
  }
}
