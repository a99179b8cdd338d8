// Trouble cases of midpoint displacement.
#include <algorithm>
#include <cmath>
#include <string>

#include "cases/cases.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

/// A field at height scale 1.
std::string fieldSpec(std::int64_t seed, std::int64_t gridN, std::int64_t hurstQ16, const std::string& lattice) {
  return R"({"generator": "diamond-square", "heightScaleQ16": 65536, "seed": )" + std::to_string(seed) +
         R"(, "gridN": )" + std::to_string(gridN) + R"(, "hurstQ16": )" + std::to_string(hurstQ16) +
         R"(, "lattice": ")" + lattice + "\"}";
}

}  // namespace

TEST_CASE("B001 the mean over many diamond-square maps is the same at the border as in the middle") {
  for (const std::string lattice : {"spatial", "mixed"}) {
    constexpr int kSeeds = 200;
    double sum = 0, squares = 0;
    int higher = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Heights map = meshHeights(fieldSpec(seed, 128, 65536, lattice));
      REQUIRE(map.size() == 129);
      double ring = 0, middle = 0;
      for (std::size_t z = 0; z < 129; ++z) {
        for (std::size_t x = 0; x < 129; ++x) {
          if (x == 0 || z == 0 || x == 128 || z == 128) ring += map[z][x];
          if (x >= 32 && x <= 96 && z >= 32 && z <= 96) middle += map[z][x];
        }
      }
      const double difference = ring / (4 * 128) - middle / (65 * 65);
      sum += difference;
      squares += difference * difference;
      higher += difference > 0 ? 1 : 0;
    }
    const double mean = sum / kSeeds;
    const double standardError = std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1));
    INFO(lattice << ": ring - middle " << mean << ", standard error " << standardError << ", higher " << higher);
    CHECK(standardError > 0);
    CHECK(std::abs(mean) < 4 * standardError);
    CHECK(std::abs(higher - kSeeds / 2) < 29);  // four standard deviations of a fair coin
  }
}

TEST_CASE("B003 steps across the borders of the coarse squares are like the steps elsewhere") {
  for (const std::string lattice : {"spatial", "mixed"}) {
    double across = 0, elsewhere = 0;
    for (int seed = 1; seed <= 50; ++seed) {
      const Heights map = meshHeights(fieldSpec(seed, 128, 32768, lattice));
      for (std::size_t x = 1; x <= 128; ++x) {
        const bool border = x % 32 <= 1 && x > 1 && x < 128;  // into and out of the columns 32, 64, 96
        (border ? across : elsewhere) += meanStep(map, x, x) / (border ? 6 : 122);
      }
    }
    INFO(lattice << ": ratio " << across / elsewhere);
    CHECK(across / elsewhere > 0.7);
    CHECK(across / elsewhere < 1.5);
  }
}

TEST_CASE("B003 a sample is the same whatever was computed before it") {
  const scene::Spec spec = specOf(fieldSpec(9, 128, 32768, "spatial"));
  const Heights map = heightsOver(spec, spec.meshGrid());
  const auto source = spec.generatorEntry().make(spec.parameters(1));
  for (std::int64_t z = 128; z >= 0; z -= 16) {
    std::vector<std::int32_t> part(33);
    source->rows(spec.meshGrid(), 48, 81, z, part.data());
    const auto& row = map[static_cast<std::size_t>(z)];
    CHECK(part == std::vector<std::int32_t>(row.begin() + 48, row.begin() + 81));
  }
}

TEST_CASE("B005 heights stay inside the bound at every roughness, and what an image clips is counted") {
  for (const std::int64_t hurst : {0, 32768, 65536}) {
    const std::string text = fieldSpec(3, 256, hurst, "spatial");
    const scene::Spec spec = specOf(text);
    const std::int64_t bound = terrain::diamondSquareBoundQ16(spec.parameters(1).diamondSquare);
    CHECK(bound <= 8 * 65536);  // eight levels, none above the first
    for (const auto& row : heightsOver(spec, spec.meshGrid())) {
      for (const std::int32_t height : row) REQUIRE(std::abs(std::int64_t{height}) <= bound);
    }
    const Generated wide(text, {"--only", "png,report", "--set",
                                "image.range=[" + std::to_string(-bound) + "," + std::to_string(bound) + "]"});
    REQUIRE(wide.exitCode() == 0);
    CHECK(wide.report()["files"][0]["clippedSamples"] == 0);
  }
}

TEST_CASE("B005 samples outside an image's range are counted one by one") {
  const std::string text = fieldSpec(3, 256, 65536, "spatial");
  std::int64_t outside = 0;
  for (const auto& row : meshHeights(text)) {
    outside += std::count_if(row.begin(), row.end(), [](std::int32_t h) { return h < -8192 || h > 16384; });
  }
  REQUIRE(outside > 0);
  const Generated narrow(text, {"--only", "png,report", "--set", "image.range=[-8192,16384]"});
  REQUIRE(narrow.exitCode() == 0);
  CHECK(narrow.report()["files"][0]["clippedSamples"] == outside);
}

TEST_CASE("B005 a roughness beyond its range is refused with its name and range") {
  for (const std::string value : {"131072", "-6554"}) {
    const Generated refused(R"({"generator": "diamond-square", "hurstQ16": )" + value + "}");
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "/hurstQ16: " + value));
    CHECK(contains(refused.err(), "from 0 to 65536"));
    CHECK(refused.wroteNothing());
  }
}

TEST_CASE(
    "B007 a diamond-square image of any size inside the grid has exactly that size and real heights to its edge") {
  const std::string spec = R"({"generator": "diamond-square", "gridN": 128, "image": {"width": 100, "height": 60}})";
  const Generated made(spec);
  REQUIRE(made.exitCode() == 0);
  const test::PngFile png(made.text("height.png"));
  REQUIRE(png.width() == 100);
  REQUIRE(png.height() == 60);
  const auto file = made.report()["files"][0];
  CHECK(file["width"] == 100);
  CHECK(file["height"] == 60);
  CHECK(made.report()["spec"]["image"]["width"] == 100);
  const auto black = file["blackQ16"].get<std::int64_t>(), white = file["whiteQ16"].get<std::int64_t>();
  const Heights grid = meshHeights(spec);
  for (std::size_t z = 0; z < 60; ++z) {
    for (std::size_t x = 0; x < 100; ++x) {
      const double share = static_cast<double>(grid[z][x] - black) / static_cast<double>(white - black);
      REQUIRE(png.pixels()[z * 100 + x] == static_cast<int>(std::floor(share * 65535 + 0.5)));
    }
  }
  // The mesh and the profile are of the whole grid.
  CHECK(parseObj(made.text("scene.obj")).positions.size() == 129 * 129);
  CHECK(made.report()["specConsistency"]["terrainVertices"] == 129 * 129);
  const std::string csv = made.text("profile.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 129);

  const Generated square(R"({"generator": "diamond-square", "gridN": 64, "image": {"width": 64, "height": 64}})");
  REQUIRE(square.exitCode() == 0);
  CHECK(test::PngFile(square.text("height.png")).width() == 64);
  CHECK(test::PngFile(square.text("height.png")).height() == 64);
}

TEST_CASE("B007 a size that the diamond-square grid cannot have is refused with those it can") {
  const Generated image(R"({"generator": "diamond-square", "gridN": 64, "image": {"width": 100, "height": 60}})");
  CHECK(image.exitCode() == 2);
  CHECK(contains(image.err(), "width 100"));
  CHECK(contains(image.err(), "65 samples a side"));
  CHECK(image.wroteNothing());
  for (const std::string gridN : {"63", "100", "[128, 64]", "1"}) {
    const Generated grid(R"({"generator": "diamond-square", "gridN": )" + gridN + "}");
    CHECK(grid.exitCode() == 2);
    CHECK(contains(grid.err(), "/gridN: " + gridN));
    CHECK(contains(grid.err(), "one power of two from 2 to 65536, which gives 3, 5, 9 ... 65537 samples a side"));
    CHECK(grid.wroteNothing());
  }
}

TEST_CASE("B035 mirrored diamond-square maps are negatives of each other to one unit a level") {
  // Means and products are rounded down, so a map and its mirror image may both lie low, by less than a unit a step.
  for (const int levels : {4, 7}) {
    const std::int64_t cells = std::int64_t{1} << levels;
    const auto map = [&](std::uint64_t seed, std::int64_t sign) {
      terrain::Parameters p;
      p.heightScaleQ16 = 65536;
      p.diamondSquare.seed = seed;
      p.diamondSquare.cells = cells;
      p.diamondSquare.amplitudeQ16 = sign * 65536;
      p.diamondSquare.cornersQ16 = {sign * 100, sign * -20000, sign * 7, sign * 65536};
      return test::wholeField(*terrain::makeDiamondSquareSource(p), {0, 0, 1, 1, cells + 1, cells + 1});
    };
    double sum = 0, count = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Heights a = map(seed, 1), b = map(seed, -1);
      for (std::size_t z = 0; z < a.size(); ++z) {
        for (std::size_t x = 0; x < a.size(); ++x) {
          const std::int64_t both = std::int64_t{a[z][x]} + b[z][x];
          REQUIRE(both <= 0);
          REQUIRE(both >= -2 * levels);
          sum += static_cast<double>(both) / 2;
          ++count;
        }
      }
    }
    INFO(levels << " levels: " << sum / count << " units off");
    CHECK(std::abs(sum / count) < levels);
  }
}
