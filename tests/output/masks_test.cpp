#include "output/masks.h"

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

double smoothstep(double low, double high, double value) {
  const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

constexpr std::size_t kColumns = 13, kRows = 11;

struct Ground {
  std::vector<std::vector<std::int32_t>> table;
  test::TableSource source;
  Scene scene;

  explicit Ground(std::vector<std::vector<std::int32_t>> heights) : table(std::move(heights)), source(table) {
    scene.source = &source;
    scene.imageGrid = {0, 0, 65536, 65536, kColumns, kRows};
  }

  double slope(std::size_t x, std::size_t z) const {
    const std::size_t w = x == 0 ? 0 : x - 1, e = std::min(x + 1, kColumns - 1);
    const std::size_t n = z == 0 ? 0 : z - 1, s = std::min(z + 1, kRows - 1);
    const double sx = (double(table[z][e]) - table[z][w]) / (65536.0 * static_cast<double>(e - w));
    const double sz = (double(table[s][x]) - table[n][x]) / (65536.0 * static_cast<double>(s - n));
    return std::sqrt(sx * sx + sz * sz);
  }
};

Ground drawGround(test::Random& random, std::int64_t size) {
  std::vector<std::vector<std::int32_t>> table(kRows, std::vector<std::int32_t>(kColumns));
  for (auto& row : table) {
    for (std::int32_t& height : row) height = static_cast<std::int32_t>(random.within(-size, size));
  }
  return Ground(std::move(table));
}

/// Bands with risen transitions, some of which touch.
std::vector<output::HeightLayer> drawBands(test::Random& random, std::size_t count, std::int64_t size) {
  std::vector<output::HeightLayer> bands = {{"layer0"}};
  std::int64_t from = -size;
  while (bands.size() < count) {
    from += random.within(0, 1) * random.within(0, size / 4);
    const std::int64_t to = from + random.within(1, size / 4);
    bands.push_back({"layer" + std::to_string(bands.size()), from, to});
    from = to;
  }
  return bands;
}

using Layers = std::vector<std::vector<std::uint16_t>>;

Layers layersOf(const Scene& scene) {
  const auto files = test::writtenFiles("masks", scene);
  REQUIRE(files.size() == scene.masks.bands.size() + 1);
  Layers layers = {test::PngFile(files.at("mask-rock.png")).pixels()};
  for (const auto& band : scene.masks.bands)
    layers.push_back(test::PngFile(files.at("mask-" + band.name + ".png")).pixels());
  return layers;
}

}  // namespace

TEST_CASE("masks sum to exactly 255 at every pixel and are within one of their shares") {
  test::Random random(5);
  for (std::size_t round = 0; round < 40; ++round) {
    const std::int64_t size = random.within(100, 200000);
    Ground ground = drawGround(random, size);
    output::MaskOptions& masks = ground.scene.masks;
    if (round > 0) {
      masks.rockLowQ16 = random.within(0, 60000);
      masks.rockHighQ16 = masks.rockLowQ16 + random.within(1, 200000);
      masks.bands = drawBands(random, 1 + round % 8, size);
    }
    const Layers layers = layersOf(ground.scene);
    for (std::size_t i = 0; i < kColumns * kRows; ++i) {
      int sum = 0;
      for (const auto& layer : layers) sum += layer[i];
      REQUIRE(sum == 255);
      const double height = ground.table[i / kColumns][i % kColumns];
      const double rock = smoothstep(double(masks.rockLowQ16) / 65536, double(masks.rockHighQ16) / 65536,
                                     ground.slope(i % kColumns, i / kColumns));
      REQUIRE(std::abs(layers[0][i] - 255 * rock) < 1);
      for (std::size_t k = 0; k < masks.bands.size(); ++k) {
        const auto started = [&](std::size_t band) {
          if (band == 0) return 1.0;
          if (band == masks.bands.size()) return 0.0;
          return smoothstep(double(masks.bands[band].fromQ16), double(masks.bands[band].toQ16), height);
        };
        const double share = 255 * (1 - rock) * (started(k) - started(k + 1));
        if (std::abs(layers[k + 1][i] - share) > 1.02)
          FAIL("round " << round << ", layer " << k << ": " << layers[k + 1][i] << " for " << share);
      }
    }
  }
}

TEST_CASE("rock appears between its slopes, whichever way the ground falls") {
  const auto rockOf = [](std::int64_t x, std::int64_t z) {
    const test::PlaneSource plane(x, z);
    Scene scene;
    scene.source = &plane;
    scene.imageGrid = {0, 0, 65536 * 8, 65536 * 8, 5, 5};
    scene.masks.rockHighQ16 = 65536;
    return test::PngFile(test::writtenFiles("masks", scene).at("mask-rock.png")).pixels()[12];
  };
  CHECK(rockOf(0, 0) == 0);
  CHECK(rockOf(32768, 0) == 127);  // half way: what grass leaves, whose 127.5 goes up
  CHECK(rockOf(0, -32768) == 127);
  CHECK(rockOf(65536, 0) == 255);
  CHECK(rockOf(0, 65536) == 255);
  CHECK(rockOf(-50000, 50000) == 255);
  CHECK(rockOf(16 << 16, 0) == 255);
}

TEST_CASE("a splat map holds the layers as its channels, and more than four of them in several files") {
  test::Random random(6);
  for (std::size_t count = 1; count <= 8; ++count) {
    Ground ground = drawGround(random, 60000);
    ground.scene.masks.bands = drawBands(random, count, 60000);
    const Layers layers = layersOf(ground.scene);
    const auto files = test::writtenFiles("splat", ground.scene);
    const std::size_t channels = layers.size() <= 3 ? 3 : 4;
    REQUIRE(files.size() == (layers.size() + channels - 1) / channels);
    for (std::size_t first = 0; first < layers.size(); first += channels) {
      const std::string name =
          files.size() == 1 ? "splat.png" : "splat" + std::to_string(first / channels + 1) + ".png";
      const test::PngFile png(files.at(name));
      REQUIRE(png.channels() == channels);
      for (std::size_t i = 0; i < kColumns * kRows; ++i) {
        for (std::size_t c = 0; c < channels; ++c) {
          const int expected = first + c < layers.size() ? layers[first + c][i] : 0;
          REQUIRE(png.pixels()[i * channels + c] == expected);
        }
      }
    }
  }
}
