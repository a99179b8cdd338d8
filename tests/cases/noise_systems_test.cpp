// Trouble cases of gradient noise, of the published lattices, and of periodic fields.
#include <algorithm>
#include <cmath>
#include <string>

#include "cases/cases.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/noise_formulas.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

/// One octave at height scale 1 over a mesh of unit cells centred on (x, z): `cells` a side, wavelength 2^shift cells.
std::string window(std::int64_t cells, int shift, const std::string& more, std::int64_t x = 0, std::int64_t z = 0) {
  return R"({"octaves": 1, "heightScaleQ16": 65536, "gridN": )" + std::to_string(cells) + R"(, "extentQ16": )" +
         std::to_string(cells * 32768) + R"(, "latticeShift": )" + std::to_string(16 + shift) + R"(, "originQ16": [)" +
         std::to_string(x * 65536) + ", " + std::to_string(z * 65536) + "], " + more + "}";
}

std::string key(const std::string& name, const std::string& value) { return "\"" + name + "\": \"" + value + "\""; }

std::string seedKey(std::int64_t seed) { return ", \"seed\": " + std::to_string(seed); }

/// What an octave is made of: a basis on a lattice.
struct Kind {
  std::string basis, lattice;
  std::string keys() const { return key("basis", basis) + ", " + key("lattice", lattice); }
  bool line() const { return lattice == "sine"; }  // one-dimensional: the same at every z
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const std::string_view basis : noise::kBasisNames) {
    for (const std::string_view lattice : fixed::kLatticeNames) all.push_back({std::string(basis), std::string(lattice)});
  }
  return all;
}

/// The correlation of a with b shifted by (dx, dz) samples.
double shifted(const Heights& a, const Heights& b, int dx, int dz) {
  const int side = static_cast<int>(a.size());
  Correlation r;
  for (int z = std::max(0, -dz); z < std::min(side, side - dz); ++z) {
    for (int x = std::max(0, -dx); x < std::min(side, side - dx); ++x) {
      r.add(a[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)],
            b[static_cast<std::size_t>(z + dz)][static_cast<std::size_t>(x + dx)]);
    }
  }
  return r.value();
}

/// The second differences along rows and columns of a table of numbers.
template <class At>
std::array<double, 2> bends(const At& at, std::size_t x, std::size_t z) {
  return {at(x + 1, z) - 2 * at(x, z) + at(x - 1, z), at(x, z + 1) - 2 * at(x, z) + at(x, z - 1)};
}

}  // namespace

TEST_CASE("B019 no basis on any lattice repeats after a shift of up to 16 cells") {
  for (const Kind& kind : kinds()) {
    if (kind.line()) continue;  // every shift along z shows a line again: see the next test
    const Heights map = meshHeights(window(512, 2, kind.keys()));
    double worst = 0;
    int worstX = 0, worstZ = 0;
    for (int dz = 0; dz <= 64; dz += 4) {
      for (int dx = -64; dx <= 64; dx += 4) {
        if (std::max(std::abs(dx), dz) < 8) continue;  // neighbouring cells share corners
        const double r = std::abs(shifted(map, map, dx, dz));
        if (r > worst) worst = r, worstX = dx, worstZ = dz;
      }
    }
    INFO(kind.basis << " on " << kind.lattice << ": " << worst << " at shift " << worstX << ", " << worstZ);
    // 16384 cells: chance alone reaches 0.04.
    CHECK(worst < (kind.lattice == "fract" ? 0.2 : 0.1));
  }
}

TEST_CASE("B019 the sine lattice is a line: the same at every z, and no shift along x shows it again") {
  const Heights map = meshHeights(window(512, 0, key("lattice", "sine")));
  for (const auto& row : map) REQUIRE(row == map[0]);
  for (int dx = 1; dx <= 32; ++dx) {
    Correlation r;
    for (std::size_t x = 0; x + static_cast<std::size_t>(dx) < map.size(); ++x) {
      r.add(map[0][x], map[0][x + static_cast<std::size_t>(dx)]);
    }
    INFO("shift " << dx << ": " << r.value());
    CHECK(std::abs(r.value()) < 0.25);  // 513 values: chance alone reaches 0.15
  }
}

TEST_CASE("B021 no basis on any lattice is mirrored about the origin, but for the sine lattice as published") {
  for (const Kind& kind : kinds()) {
    const Heights map = meshHeights(window(256, 3, kind.keys()));
    Correlation leftRight, topBottom, transposed;
    for (std::size_t z = 0; z < 257; ++z) {
      for (std::size_t x = 0; x < 257; ++x) {
        leftRight.add(map[z][x], map[z][256 - x]);
        topBottom.add(map[z][x], map[256 - z][x]);
        transposed.add(map[z][x], map[x][z]);
      }
    }
    INFO(kind.basis << " on " << kind.lattice << ": " << leftRight.value() << " " << topBottom.value() << " "
                    << transposed.value());
    CHECK(std::abs(leftRight.value()) < (kind.line() ? 0.5 : 0.2));  // a line has but 32 cells here
    CHECK(std::abs(transposed.value()) < 0.2);
    if (kind.line() && kind.basis == "value") CHECK(topBottom.value() > 0.999);
    if (!kind.line()) CHECK(std::abs(topBottom.value()) < 0.2);
  }
  // Where it was published, at the seed 0: abs(frac(1000 sin(x))) is even, as the docs say.
  const Heights map = meshHeights(window(256, 3, key("lattice", "sine") + seedKey(0)));
  for (std::size_t x = 0; x < 257; ++x) REQUIRE(map[0][x] == map[0][256 - x]);
}

TEST_CASE("B023 negative coordinates read the same noise in every window, for every basis and lattice") {
  for (const Kind& kind : kinds()) {
    const Heights wide = meshHeights(window(64, 2, kind.keys())), near = meshHeights(window(64, 2, kind.keys(), 20, 20));
    for (std::size_t z = 20; z < 65; ++z) {
      for (std::size_t x = 20; x < 65; ++x) REQUIRE(wide[z][x] == near[z - 20][x - 20]);
    }
  }
}

TEST_CASE("B025 neighbouring seeds share no map, for every basis and lattice") {
  for (const Kind& kind : kinds()) {
    const Heights a = meshHeights(window(256, 2, kind.keys() + seedKey(3423)));
    const Heights b = meshHeights(window(256, 2, kind.keys() + seedKey(3424)));
    double worst = 0;
    for (int dz = -8; dz <= 8; ++dz) {
      for (int dx = -8; dx <= 8; ++dx) worst = std::max(worst, std::abs(shifted(a, b, dx, dz)));
    }
    INFO(kind.basis << " on " << kind.lattice << ": correlation up to " << worst);
    CHECK(worst < (kind.line() ? 0.6 : 0.12));  // a line has but 64 cells
  }
}

TEST_CASE("B029 gradient noise sampled at lattice points alone is warned of, and so is the flat map") {
  for (const std::string basis : {"perlin", "simplex"}) {
    for (int seed = 1; seed <= 3; ++seed) {
      const Generated made(window(64, 0, key("basis", basis) + seedKey(seed) + R"(, "image": {"width": 64, "height": 64})"),
                           {"--only", "report"});
      REQUIRE(made.exitCode() == 0);
      CHECK(contains(made.err(), "finer than two samples of the mesh"));
      CHECK(contains(made.text("report.json"), "finer than two samples of the image"));
      const bool flat = made.report()["heightField"]["fbm"]["rangeQ16"] == 0;
      CHECK(flat == (basis == "perlin"));
    }
  }
}

TEST_CASE("B043 a periodic field repeats along each axis by its own period and holds no second copy of itself") {
  for (const std::string basis : {"value", "perlin"}) {
    // Wavelength 8 samples, 256 x 128 samples: 32 and 16 cells.
    const std::string common = R"("octaves": 3, "lattice": "mixed", "latticeShift": 19, "period": [32, 16],)"
                               R"("heightScaleQ16": 65536, "originQ16": [8388608, 4194304], )" +
                               key("basis", basis);
    const Heights map = meshHeights(R"({"gridN": [256, 128], "extent": [128, 64], )" + common + "}");
    for (std::size_t z = 0; z <= 128; ++z) REQUIRE(map[z][0] == map[z][256]);
    REQUIRE(map[0] == map[128]);
    Correlation leftRight, topBottom;
    for (std::size_t z = 0; z < 128; ++z) {
      for (std::size_t x = 0; x < 128; ++x) leftRight.add(map[z][x], map[z][x + 128]);
    }
    for (std::size_t z = 0; z < 64; ++z) {
      for (std::size_t x = 0; x < 256; ++x) topBottom.add(map[z][x], map[z + 64][x]);
    }
    CHECK(std::abs(leftRight.value()) < 0.4);
    CHECK(std::abs(topBottom.value()) < 0.4);

    // A window that is no whole number of periods is warned of.
    const auto periodWarnings = [&](const std::string& extent) {
      std::vector<std::string> found;
      for (const std::string& warning : specOf(R"({"gridN": 8, "extent": )" + extent + ", " + common + "}").warnings) {
        if (contains(warning, "period")) found.push_back(warning);
      }
      return found;
    };
    CHECK(periodWarnings("[128, 64]").empty());
    CHECK(periodWarnings("[128, 60]") ==
          std::vector<std::string>{"along z the window of 120 units is no whole number of periods of 128 units: its far edge "
                                   "does not meet the near one"});
  }
}

TEST_CASE("B105 nothing jumps where the borders of cells are crossed") {
  for (const std::string basis : {"value", "perlin", "simplex"}) {
    for (const auto& [x, z] : {std::pair{0, 0}, std::pair{300, -300}}) {
      const std::string keys = key("basis", basis) + ", " + key("lattice", "mixed") + R"(, "interpolation": "quintic")";
      const scene::Spec spec = specOf(window(512, 7, keys, x, z));
      const field::Grid grid = spec.meshGrid();
      const Heights map = heightsOver(spec, grid);
      const test::Formula formula{spec.parameters(1).fbm};
      // Bends as the formula has them, and nothing of a line of jumps: what the rounding of four values adds is below
      // 20 / 65536, for simplex with its three corners below 48.
      double worst = 0;
      for (std::size_t row = 1; row < 512; row += 3) {
        for (std::size_t column = 1; column < 512; ++column) {
          const auto found = bends([&](std::size_t i, std::size_t j) { return map[j][i] / 65536.0; }, column, row);
          const auto smooth = bends(
              [&](std::size_t i, std::size_t j) {
                return formula.at(static_cast<double>(grid.xQ16(static_cast<std::int64_t>(i))) / 65536,
                                  static_cast<double>(grid.zQ16(static_cast<std::int64_t>(j))) / 65536);
              },
              column, row);
          worst = std::max({worst, std::abs(found[0] - smooth[0]), std::abs(found[1] - smooth[1])});
        }
      }
      INFO(basis << " around " << x << ", " << z << ": " << worst * 65536 << " / 65536");
      CHECK(worst * 65536 < (basis == "simplex" ? 48 : 20));
      CHECK(worst > 0);
    }
  }
}
