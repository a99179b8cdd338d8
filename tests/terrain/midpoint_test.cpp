#include "terrain/midpoint.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "codec/errors.h"
#include "fixed/lattice_hash.h"
#include "fixed/splitmix64.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "terrain/generators.h"

using namespace orograph;

namespace {

std::vector<std::int32_t> lineOf(std::int64_t cells, std::int64_t hurstQ16, std::uint64_t seed,
                                 std::int64_t amplitudeQ16 = 1 << 20) {
  terrain::Parameters parameters;
  parameters.diamondSquare = {seed, fixed::Lattice::kMixed, cells, hurstQ16, amplitudeQ16, {0, 0, 0, 0}, false, {}};
  parameters.heightScaleQ16 = 65536;
  std::vector<std::int32_t> line(static_cast<std::size_t>(cells) + 1);
  terrain::makeMidpointSource(parameters)->rows({}, 0, cells + 1, 0, line.data());
  return line;
}

/// A point of the line alone, by the definition: from its two neighbours, and so on down.
std::int64_t pointAlone(std::int64_t x, std::int64_t cells, std::uint64_t seed, std::int64_t amplitudeQ16,
                        int halvings) {
  if (x == 0 || x == cells) return 0;
  int level = 0;
  std::int64_t half = cells / 2;
  for (; x % half != 0; half /= 2) ++level;
  const auto parent = [&](std::int64_t at) { return pointAlone(at, cells, seed, amplitudeQ16, halvings); };
  const auto mean = static_cast<std::int64_t>(std::floor(static_cast<double>(parent(x - half) + parent(x + half)) / 2));
  const std::uint32_t levelSeed = fixed::derivedSeeds(seed, level + 1).back();
  const std::int64_t r =
      2 * std::int64_t{fixed::mixedLattice(static_cast<std::uint32_t>(x / half), 0, levelSeed)} - 65535;
  return mean +
         static_cast<std::int64_t>(std::floor(static_cast<double>(r * (amplitudeQ16 >> (halvings * level))) / 65536));
}

/// The mean size of the displacements of each level, over many lines.
std::vector<double> meanDisplacements(std::int64_t hurstQ16, int levels, int lines) {
  std::vector<double> sums(static_cast<std::size_t>(levels));
  const std::int64_t cells = std::int64_t{1} << levels;
  for (int seed = 0; seed < lines; ++seed) {
    const auto line = lineOf(cells, hurstQ16, static_cast<std::uint64_t>(seed));
    for (int level = 0; level < levels; ++level) {
      const auto half = static_cast<std::size_t>(cells >> (level + 1));
      double sum = 0;
      for (std::size_t x = half; x < line.size(); x += 2 * half) {
        sum += std::abs(line[x] - (double(line[x - half]) + line[x + half]) / 2);
      }
      sums[static_cast<std::size_t>(level)] += sum / std::pow(2, level) / lines;
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("the range of displacements halves per level at H 1, stays at H 0, and shrinks by 2^-H between") {
  for (const auto& [hurstQ16, ratio] : {std::pair{65536, 0.5}, std::pair{0, 1.0}, std::pair{32768, std::sqrt(0.5)}}) {
    const std::vector<double> means = meanDisplacements(hurstQ16, 6, 3000);
    CHECK(std::abs(means[0] / (1 << 19) - 1) < 0.04);  // evenly spread over the range
    for (std::size_t level = 1; level < means.size(); ++level) {
      CAPTURE(hurstQ16, level);
      CHECK(std::abs(means[level] / means[level - 1] / ratio - 1) < 0.05);
    }
  }
}

TEST_CASE("both ends of a line are 0, so it repeats without a step") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto line = lineOf(64, 20000, seed);
    CHECK(line.front() == 0);
    CHECK(line.back() == 0);
  }
}

TEST_CASE("every point of a line follows from the definition alone") {
  for (const int halvings : {0, 1}) {
    const auto line = lineOf(256, halvings * 65536, 99, 70000);
    for (std::int64_t x = 0; x <= 256; ++x) {
      REQUIRE(line[static_cast<std::size_t>(x)] == pointAlone(x, 256, 99, 70000, halvings));
    }
  }
}

TEST_CASE("a finer line keeps the points of the coarser one") {
  const auto coarse = lineOf(32, 40000, 4), fine = lineOf(256, 40000, 4);
  for (std::size_t i = 0; i < coarse.size(); ++i) CHECK(fine[8 * i] == coarse[i]);
}

TEST_CASE("every row of a ridge is the line") {
  const auto source = terrain::findGenerator("midpoint")->make(terrain::Parameters{});
  std::vector<std::int32_t> rows(17 * 5), part(6);
  source->over({}, 0, 17)->rows(3, 5, rows.data());
  for (std::size_t i = 17; i < rows.size(); ++i) CHECK(rows[i] == rows[i - 17]);
  source->rows({}, 4, 10, 77, part.data());
  CHECK(part == std::vector<std::int32_t>(rows.begin() + 4, rows.begin() + 10));
}

TEST_CASE("a ridge is a power of two long and as deep as you like") {
  const auto read = [](const std::string& more) {
    return scene::readSpec(R"({"generator": "midpoint", )" + more + "}", "spec.json", {});
  };
  for (const char* grid : {"2", "65536", "[2, 1]", "[1024, 3]"}) CHECK_NOTHROW(read("\"gridN\": " + std::string(grid)));
  for (const char* grid : {"1", "3", "[6, 8]", "[1, 8]"}) {
    const std::string message = test::messageOf<codec::InputError>([&] { read("\"gridN\": " + std::string(grid)); });
    CAPTURE(grid, message);
    CHECK(test::contains(message, "/gridN: "));
    CHECK(test::contains(message, "a power of two from 2 to 65536 along x"));
  }
  CHECK(read(R"("gridN": [8, 2])").outputs == std::vector<std::string>{"csv", "ridge"});
  CHECK(test::contains(test::messageOf<codec::InputError>([&] { read(R"("gridN": [8, 2], "image": {"height": 4})"); }),
                       "height 4 is not allowed: the grid has 3 samples"));
  CHECK(read(R"("wrap": true)").idleWarnings ==
        std::vector<std::string>{"wrap has no effect with the generator midpoint"});
}

TEST_CASE("a ridge beyond 32 bits is refused with the largest scale that fits, and that one fits") {
  const std::string spec =
      R"({"generator": "midpoint", "gridN": 64, "hurstQ16": 0, "amplitudeQ16": 1073741824, "pins": [],
                              "cornersQ16": [2147483647, 0, 0, 0], "heightScaleQ16": )";
  const auto read = [&](std::int64_t scale) {
    return scene::readSpec(spec + std::to_string(scale) + "}", "spec.json", {});
  };
  const std::string message = test::messageOf<codec::InputError>([&] { read(65536); });
  const std::string words = "the largest value that fits is ";
  REQUIRE(test::contains(message, words));
  const std::int64_t largest = std::stoll(message.substr(message.find(words) + words.size()));
  CHECK(largest == ((std::int64_t{1} << 47) - 1) / (6 * (std::int64_t{1} << 30)));
  CHECK_NOTHROW(read(largest));
  CHECK_THROWS_AS(read(largest + 1), codec::InputError);
}
