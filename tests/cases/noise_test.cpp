// Trouble cases of value noise, its lattice and its octaves.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "cases/cases.h"
#include "noise/value_noise.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

/// One octave at height scale 1 over a mesh of unit cells centred on (x, z): `cells` a side, wavelength 2^shift cells.
std::string window(std::int64_t cells, int shift, const std::string& more = "", std::int64_t x = 0,
                   std::int64_t z = 0) {
  return R"({"octaves": 1, "heightScaleQ16": 65536, "gridN": )" + std::to_string(cells) + R"(, "extentQ16": )" +
         std::to_string(cells * 32768) + R"(, "latticeShift": )" + std::to_string(16 + shift) + R"(, "originQ16": [)" +
         std::to_string(x * 65536) + ", " + std::to_string(z * 65536) + "]" + (more.empty() ? "" : ", " + more) + "}";
}

std::string latticeKey(const std::string& lattice) { return R"("lattice": ")" + lattice + '"'; }

std::string seedKey(std::int64_t seed) { return R"("seed": )" + std::to_string(seed); }

}  // namespace

TEST_CASE("B009 one octave gives the same heights whatever the gain") {
  const std::string common = R"({"octaves": 1, "seed": 5, "gridN": 64, "gain": )";
  const Generated low(common + "0.2}", {"--only", "report"}), high(common + "0.9}", {"--only", "report"});
  REQUIRE(low.exitCode() == 0);
  REQUIRE(high.exitCode() == 0);
  const auto a = low.report(), b = high.report();
  for (const std::string digest : {"heightFieldDigest", "imageDigest", "profileDigest"}) CHECK(a[digest] == b[digest]);
  CHECK(a["spec"]["gainQ16"] != b["spec"]["gainQ16"]);
  CHECK(a["octaveAmplitudesQ16"] == nlohmann::json::array({65536}));

  // As wide as plain value noise: it is value noise, sample for sample.
  const scene::Spec spec = specOf(common + "0.2}");
  const field::Grid grid = spec.meshGrid();
  const Heights heights = heightsOver(spec, grid);
  const std::uint32_t seed = noise::Fbm(spec.parameters(1).fbm).octaves()[0].seed;
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      const std::int64_t plain =
          noise::valueNoiseQ16(grid.xQ16(x), grid.zQ16(z), seed, 18, fixed::Lattice::kSpatial) * 3;
      REQUIRE(heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)] == plain);
    }
  }
}

TEST_CASE("B011 octave counts up to the documented 32 work and those above are refused with the limit") {
  for (const std::string octaves : {"7", "16", "32"}) {
    const Generated made(R"({"octaves": )" + octaves + "}", {"-q"});
    REQUIRE(made.exitCode() == 0);
    const auto field = made.report()["imageField"];
    CHECK(field["minQ16"] >= 0);
    CHECK(field["maxQ16"] < 196608);
    CHECK(field["stdQ16"] > 1000);
    CHECK(test::PngFile(made.text("height.png")).pixels().size() == 64 * 64);
  }
  for (const std::string octaves : {"40", "476", "0", "33"}) {
    const Generated refused(R"({"octaves": )" + octaves + "}");
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "/octaves: " + octaves + " is not allowed: it must be an integer from 1 to 32"));
    CHECK(refused.wroteNothing());
  }
}

TEST_CASE("B013 the mean height does not shift with the number of octaves") {
  for (int octaves = 1; octaves <= 8; ++octaves) {
    const Generated made(R"({"gridN": 512, "extent": 256, "latticeShift": 20, "heightScaleQ16": 65536, "octaves": )" +
                             std::to_string(octaves) + "}",
                         {"--only", "report", "-q"});
    REQUIRE(made.exitCode() == 0);
    const auto mean = made.report()["heightField"]["fbm"]["meanQ16"].get<double>() / 65536;
    INFO(octaves << " octaves: mean " << mean);
    CHECK(std::abs(mean - 0.5) < 0.04);
  }
}

TEST_CASE("B015 each octave weighs gain times the one before") {
  const Generated made(R"({"gain": 0.5, "octaves": 4})", {"--only", "report"});
  REQUIRE(made.exitCode() == 0);
  CHECK(made.report()["octaveAmplitudesQ16"] == nlohmann::json::array({65536, 32768, 16384, 8192}));

  const std::string common =
      R"({"heightScaleQ16": 65536, "gain": 0.5, "image": {"width": 256, "height": 256}, "octaves": )";
  const Heights three = imageHeights(common + "3}"), four = imageHeights(common + "4}");
  double least = 1, most = 0;
  for (std::size_t z = 0; z < 256; ++z) {
    for (std::size_t x = 0; x < 256; ++x) {
      const double added = (four[z][x] * 1.875 - three[z][x] * 1.75) / 65536;
      least = std::min(least, added);
      most = std::max(most, added);
    }
  }
  constexpr double kRounding = 2.0 / 65536;  // each mean is rounded down by up to one unit
  CHECK(least >= -kRounding);
  CHECK(most <= 0.125 + kRounding);
  CHECK(most > 0.11);  // and it is not the 0.0156 of a squared weight
}

TEST_CASE("B017 gain changes the roughness, and gains beyond 0 to 1 are refused") {
  const Heights smooth = imageHeights(R"({"octaves": 5, "gain": 0.3})"),
                rough = imageHeights(R"({"octaves": 5, "gain": 0.7})");
  CHECK(smooth != rough);
  CHECK(meanStep(rough, 1, 63) > 1.2 * meanStep(smooth, 1, 63));
  for (const std::string gain : {"2.0", "-0.5"}) {
    const Generated refused(R"({"octaves": 5, "gain": )" + gain + "}");
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "/gain: " + gain + " is not allowed: it must be a number from 0 to 1"));
    CHECK(refused.wroteNothing());
  }
}

TEST_CASE("B019 no shift of the lattice shows the lattice again") {
  constexpr int kSide = 512, kMost = 32;
  for (const std::string lattice : {"spatial", "mixed"}) {
    const Heights heights = meshHeights(window(kSide, 0, latticeKey(lattice)));
    std::vector<std::vector<std::uint8_t>> bytes;
    for (int z = 0; z < kSide; ++z) {
      bytes.emplace_back();
      for (int x = 0; x < kSide; ++x) {
        const auto height = heights[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)];
        bytes.back().push_back(static_cast<std::uint8_t>(height >> 8));
      }
    }
    double worst = 0;
    int worstX = 0, worstZ = 0;
    for (int dz = 0; dz <= kMost; ++dz) {
      for (int dx = dz == 0 ? 1 : -kMost; dx <= kMost; ++dx) {
        std::int64_t equal = 0;
        const int from = std::max(0, -dx), to = kSide - std::max(0, dx);
        for (int z = 0; z + dz < kSide; ++z) {
          const std::uint8_t* a = bytes[static_cast<std::size_t>(z)].data();
          const std::uint8_t* b = bytes[static_cast<std::size_t>(z + dz)].data() + dx;
          std::int32_t row = 0;
          for (int x = from; x < to; ++x) row += a[x] == b[x] ? 1 : 0;
          equal += row;
        }
        const double share = static_cast<double>(equal) / ((to - from) * (kSide - dz));
        if (share > worst) worst = share, worstX = dx, worstZ = dz;
      }
    }
    INFO(lattice << ": " << worst << " of the bytes are equal at shift " << worstX << ", " << worstZ);
    CHECK(worst < 0.01);

    int longest = 0;  // run of one value along a diagonal
    for (const int dx : {-1, 1}) {
      std::vector<int> above(kSide, 1);
      for (std::size_t z = 1; z < kSide; ++z) {
        std::vector<int> runs(kSide, 1);
        for (int x = std::max(0, dx); x < kSide + std::min(0, dx); ++x) {
          const auto here = static_cast<std::size_t>(x), before = static_cast<std::size_t>(x - dx);
          if (bytes[z][here] == bytes[z - 1][before]) runs[here] = above[before] + 1;
          longest = std::max(longest, runs[here]);
        }
        above = runs;
      }
    }
    CHECK(longest <= 5);  // half a million pairs of chance 1/256 make a run of 3 or 4
  }
}

TEST_CASE("B021 a window centred on the origin is no mirror image of itself") {
  for (const std::string lattice : {"spatial", "mixed"}) {
    double point = 0;
    constexpr int kSeeds = 8;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Heights map = meshHeights(window(256, 3, latticeKey(lattice) + ", " + seedKey(seed)));
      Correlation leftRight, topBottom, transposed, both;
      for (std::size_t z = 0; z < 257; ++z) {
        for (std::size_t x = 0; x < 257; ++x) {
          leftRight.add(map[z][x], map[z][256 - x]);
          topBottom.add(map[z][x], map[256 - z][x]);
          transposed.add(map[z][x], map[x][z]);
          both.add(map[z][x], map[256 - z][256 - x]);
        }
      }
      INFO(lattice << ", seed " << seed << ": " << leftRight.value() << " " << topBottom.value() << " "
                   << transposed.value() << " point " << both.value());
      CHECK(std::abs(leftRight.value()) < 0.2);
      CHECK(std::abs(topBottom.value()) < 0.2);
      CHECK(std::abs(transposed.value()) < 0.2);
      point += both.value() / kSeeds;
    }
    // The known trace of the published hash (docs/algorithms.md): partly point-symmetric about the origin.
    INFO(lattice << ": point symmetry " << point);
    if (lattice == "spatial")
      CHECK(std::abs(point - 0.30) < 0.05);
    else
      CHECK(std::abs(point) < 0.05);
  }
}

TEST_CASE("B023 whole negative coordinates read their own lattice point in every window") {
  for (const std::string lattice : {"spatial", "mixed"}) {
    // 16 unit cells: -8 ... 8, and -3 ... 13.
    const Heights wide = meshHeights(window(16, 0, latticeKey(lattice))),
                  near = meshHeights(window(16, 0, latticeKey(lattice), 5, 5));
    const std::uint32_t seed = noise::Fbm(specOf("{}").parameters(1).fbm).octaves()[0].seed;
    const auto hash = lattice == "mixed" ? fixed::Lattice::kMixed : fixed::Lattice::kSpatial;
    for (int z = -3; z <= 8; ++z) {
      for (int x = -3; x <= 8; ++x) {
        const auto height = wide[static_cast<std::size_t>(z + 8)][static_cast<std::size_t>(x + 8)];
        CHECK(height == near[static_cast<std::size_t>(z + 3)][static_cast<std::size_t>(x + 3)]);
        CHECK(height == static_cast<std::int32_t>(fixed::latticeValue(hash, x, z, seed)));
      }
    }
  }
}

TEST_CASE("B025 neighbouring seeds share neither map nor values") {
  for (const std::string lattice : {"spatial", "mixed"}) {
    const Heights a = meshHeights(window(64, 0, latticeKey(lattice) + ", " + seedKey(3423)));
    const Heights b = meshHeights(window(64, 0, latticeKey(lattice) + ", " + seedKey(3424)));
    double worst = 0;
    for (int dz = -8; dz <= 8; ++dz) {
      for (int dx = -8; dx <= 8; ++dx) {
        Correlation r;
        for (int z = std::max(0, -dz); z < std::min(65, 65 - dz); ++z) {
          for (int x = std::max(0, -dx); x < std::min(65, 65 - dx); ++x) {
            r.add(a[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)],
                  b[static_cast<std::size_t>(z + dz)][static_cast<std::size_t>(x + dx)]);
          }
        }
        worst = std::max(worst, std::abs(r.value()));
      }
    }
    INFO(lattice << ": correlation up to " << worst);
    CHECK(worst < 0.1);

    std::vector<std::int32_t> valuesA, valuesB, shared;
    for (const auto& row : a) valuesA.insert(valuesA.end(), row.begin(), row.end());
    for (const auto& row : b) valuesB.insert(valuesB.end(), row.begin(), row.end());
    std::sort(valuesA.begin(), valuesA.end());
    std::sort(valuesB.begin(), valuesB.end());
    std::set_intersection(valuesA.begin(), valuesA.end(), valuesB.begin(), valuesB.end(), std::back_inserter(shared));
    INFO(shared.size() << " of 4225 values shared");
    CHECK(valuesA != valuesB);
    CHECK(shared.size() < 400);  // by chance 65^4 / 65536 = 272
  }
}

TEST_CASE("B027 every generator takes all 64 bits of the seed and the report prints them") {
  for (const terrain::Generator& generator : terrain::generators()) {
    const std::string common = R"({"generator": ")" + std::string(generator.name) + R"(", "seed": )";
    std::set<std::string> digests;
    for (const std::string seed : {"1", "1000", "4294967297", "5000", "18446744073709546616"}) {
      const Generated made(common + seed + "}", {"--only", "report"});
      REQUIRE(made.exitCode() == 0);
      digests.insert(made.report()["heightFieldDigest"].get<std::string>());
      CHECK(contains(made.text("report.json"), "\"seed\": " + seed + ","));
    }
    CHECK(digests.size() == 5);
    const Generated refused(common + "-5000}");
    CHECK(refused.exitCode() == 2);
    CHECK(contains(refused.err(), "/seed: -5000 is not allowed"));
    CHECK(refused.wroteNothing());
  }
}

TEST_CASE("B031 nothing jumps where 16-bit whole parts run out, nor far beyond") {
  for (const std::int64_t start : {32760, -32776, 999999992}) {
    // 32 and 64 pixels a side, wavelength 8, from x = start and x = start - 16.
    const auto pixels = [&](std::int64_t side) {
      const std::string size = std::to_string(side), extent = std::to_string(side / 2);
      return imageHeights(R"({"octaves": 1, "latticeShift": 19, "extent": )" + extent + R"(, "originQ16": [)" +
                          std::to_string((start + 16) * 65536) + R"(, 0], "image": {"width": )" + size +
                          R"(, "height": )" + size + "}}");
    };
    const Heights crop = pixels(32), wide = pixels(64);
    double most = 0, crossing = 0;
    for (std::size_t z = 0; z < 32; ++z) {
      for (std::size_t x = 0; x < 32; ++x) {
        REQUIRE(crop[z][x] == wide[z + 16][x + 16]);
        if (x == 0) continue;
        const double step = std::abs(static_cast<double>(crop[z][x]) - crop[z][x - 1]);
        double& greatest = x == 8 ? crossing : most;  // column 8 is 32768, then -32768
        greatest = std::max(greatest, step);
      }
    }
    INFO("window from " << start);
    CHECK(crossing <= most);
    CHECK(most > 0);
  }
}

TEST_CASE("B033 rows between lattice points are monotone at any amplitude that the spec allows") {
  for (const std::int64_t amplitude : {200, 20000}) {
    const std::string text = R"({"octaves": 1, "gridN": 128, "extent": 64, "latticeShift": 21, "heightScale": )" +
                             std::to_string(amplitude) + "}";
    const Heights map = meshHeights(text);
    // Both edges of a cell are rounded to 1/65536 before they are joined, so the scaled heights may waver by one such
    // unit between lattice rows; on them not at all.
    for (std::size_t z = 0; z < 129; ++z) {
      const std::int64_t waver = z % 32 == 0 ? 0 : amplitude;
      for (std::size_t cell = 0; cell < 128; cell += 32) {
        const bool rising = map[z][cell + 32] >= map[z][cell];
        for (std::size_t x = cell + 1; x <= cell + 32; ++x) {
          const std::int64_t step = std::int64_t{map[z][x]} - map[z][x - 1];
          REQUIRE((rising ? step : -step) >= -waver);
        }
      }
      for (const std::int32_t height : map[z]) {
        REQUIRE(height >= 0);
        REQUIRE(height <= amplitude * 65536);
      }
    }
  }
  const Generated beyond(R"({"heightScale": 32768})");
  CHECK(beyond.exitCode() == 2);
  CHECK(contains(beyond.err(), "/heightScale: 32768 is not allowed"));
}

TEST_CASE("B035 rounding down costs fBm less than one unit an octave on average") {
  for (const int octaves : {1, 4, 8}) {
    double sum = 0, count = 0;
    for (int seed = 1; seed <= 100; ++seed) {
      scene::Spec spec =
          specOf(R"({"heightScaleQ16": 65536, "extentQ16": 1000003, "image": {"width": 65, "height": 65},)"
                 R"("octaves": )" +
                 std::to_string(octaves) + ", " + seedKey(seed) + "}");
      const field::Grid grid = spec.imageGrid();
      const Heights heights = heightsOver(spec, grid);
      const noise::Fbm fbm(spec.parameters(octaves).fbm);
      for (std::int64_t row = 0; row < grid.rows; ++row) {
        for (std::int64_t column = 0; column < grid.columns; ++column) {
          double value = 0, total = 0, amplitude = 1;  // fBm in real numbers
          for (const noise::Fbm::Octave& octave : fbm.octaves()) {
            const double x = std::ldexp(static_cast<double>(grid.xQ16(column)), -octave.latticeShift);
            const double z = std::ldexp(static_cast<double>(grid.zQ16(row)), -octave.latticeShift);
            const double ix = std::floor(x), iz = std::floor(z);
            const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
            const auto at = [&](double i, double j) {
              return static_cast<double>(fixed::latticeValue(fbm.lattice(), static_cast<std::int64_t>(i),
                                                             static_cast<std::int64_t>(j), octave.seed));
            };
            const double u = smooth(x - ix), v = smooth(z - iz);
            value += amplitude * ((at(ix, iz) * (1 - u) + at(ix + 1, iz) * u) * (1 - v) +
                                  (at(ix, iz + 1) * (1 - u) + at(ix + 1, iz + 1) * u) * v);
            total += amplitude;
            amplitude /= 2;
          }
          sum += heights[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] - value / total;
          ++count;
        }
      }
    }
    INFO(octaves << " octaves: " << sum / count << " units off");
    CHECK(std::abs(sum / count) < octaves);
    CHECK(sum < 0);  // the documented rule: down
  }
}
