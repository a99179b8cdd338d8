#include "terrain/diamond_square.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "codec/sha256.h"
#include "fixed/q16.h"
#include "support/catch.h"
#include "support/plain_diamond_square.h"
#include "support/random.h"
#include "support/whole_field.h"
#include "terrain/generators.h"

using namespace orograph;
using terrain::DiamondSquareParameters;
using Table = test::Heights;

namespace {

field::Grid gridOf(const DiamondSquareParameters& p) { return {0, 0, 1, 1, p.cells + 1, p.cells + 1}; }

std::unique_ptr<terrain::HeightSource> sourceOf(const DiamondSquareParameters& p, std::int64_t scale = 65536) {
  terrain::Parameters parameters;
  parameters.diamondSquare = p;
  parameters.heightScaleQ16 = scale;
  return terrain::makeDiamondSquareSource(parameters);
}

Table wholeField(const DiamondSquareParameters& p, std::int64_t scale = 65536) {
  return test::wholeField(*sourceOf(p, scale), gridOf(p));
}

/// Corners and pins anywhere: on corners, edges, the torus's far side, and inside.
DiamondSquareParameters draw(test::Random& random, int mostLevels = 6) {
  DiamondSquareParameters p;
  p.seed = random.bits();
  p.lattice = random.within(0, 1) == 0 ? fixed::Lattice::kSpatial : fixed::Lattice::kMixed;
  p.cells = std::int64_t{1} << random.within(1, mostLevels);
  p.hurstQ16 = random.within(0, 65536);
  p.amplitudeQ16 = random.within(0, std::int64_t{1} << random.within(0, 27));
  p.wrap = random.within(0, 1) == 1;
  const auto height = [&] { return random.within(-(1 << 29), 1 << 29); };
  for (std::int64_t& corner : p.cornersQ16) corner = height();
  if (p.wrap) std::fill(p.cornersQ16.begin(), p.cornersQ16.end(), p.cornersQ16[0]);
  for (std::int64_t wanted = random.within(0, 6); wanted > 0; --wanted) {
    const auto coordinate = [&] {
      return random.within(0, 2) == 0 ? random.within(0, 1) * p.cells : random.within(0, p.cells);
    };
    const terrain::Pin pin{coordinate(), coordinate(), height()};
    const std::int64_t period = p.wrap ? p.cells : p.cells + 1;
    const bool taken = std::any_of(p.pins.begin(), p.pins.end(), [&](const terrain::Pin& other) {
      return (other.x - pin.x) % period == 0 && (other.z - pin.z) % period == 0;
    });
    if (!taken) p.pins.push_back(pin);
  }
  return p;
}

std::string named(const DiamondSquareParameters& p) {
  return std::to_string(p.cells) + " cells, " + std::to_string(p.pins.size()) + " pins" + (p.wrap ? ", wrapped" : "");
}

}  // namespace

TEST_CASE("diamond-square equals the plain field of docs/algorithms.md") {
  test::Random random(16);
  for (int round = 0; round < 300; ++round) {
    const DiamondSquareParameters p = draw(random);
    const std::int64_t scale = random.within(0, 1) == 0 ? 65536 : random.within(0, 98304);
    const test::PlainDiamondSquare plain(p);
    const Table field = wholeField(p, scale);
    for (std::size_t z = 0; z < field.size(); ++z) {
      for (std::size_t x = 0; x < field.size(); ++x) {
        if (field[z][x] != fixed::multiplyQ16(plain.heights()[z][x], scale)) {
          FAIL("round " << round << ", " << named(p) << ": point " << x << ", " << z);
        }
      }
    }
  }
}

TEST_CASE("a diamond-square field has the digest of an independent Python implementation of docs/algorithms.md") {
  DiamondSquareParameters p;
  p.cells = 32;
  p.hurstQ16 = 52429;
  codec::Sha256 digest;
  for (const auto& row : wholeField(p, 196608)) updateInt32(digest, row);
  CHECK(digest.hex() == "266519a9309bc4936c0168bc8ec0b20a7040eb86b201a22d4c9953a59174fcaa");
}

TEST_CASE("any rectangle of a diamond-square field, its rows in any order, equals that part of the whole") {
  test::Random random(17);
  for (int round = 0; round < 200; ++round) {
    const DiamondSquareParameters p = draw(random);
    const Table field = wholeField(p);
    const auto source = sourceOf(p);
    for (int rectangle = 0; rectangle < 5; ++rectangle) {
      const std::int64_t x0 = random.within(0, p.cells), x1 = random.within(x0 + 1, p.cells + 1);
      const auto reader = source->over(gridOf(p), x0, x1);
      std::vector<std::int32_t> part(static_cast<std::size_t>(x1 - x0));
      for (int i = 0; i < 12; ++i) {
        const std::int64_t z = random.within(0, p.cells);
        if (i % 4 == 3)
          source->rows(gridOf(p), x0, x1, z, part.data());
        else
          reader->row(z, part.data());
        if (!std::equal(part.begin(), part.end(), field[static_cast<std::size_t>(z)].begin() + x0)) {
          FAIL("round " << round << ", " << named(p) << ": columns " << x0 << " to " << x1 << " of row " << z);
        }
      }
    }
  }
}

TEST_CASE("doubling the grid keeps every coarser point, pins and all") {
  test::Random random(18);
  for (int round = 0; round < 60; ++round) {
    const DiamondSquareParameters coarse = draw(random, 5);
    DiamondSquareParameters fine = coarse;
    fine.cells *= 2;
    for (terrain::Pin& pin : fine.pins) pin.x *= 2, pin.z *= 2;
    const Table small = wholeField(coarse), large = wholeField(fine);
    for (std::size_t z = 0; z < small.size(); ++z) {
      for (std::size_t x = 0; x < small.size(); ++x) {
        if (small[z][x] != large[2 * z][2 * x])
          FAIL("round " << round << ", " << named(coarse) << ": " << x << ", " << z);
      }
    }
  }
}

TEST_CASE("a wrapped field ends as it begins, and pins and corners hold") {
  test::Random random(19);
  for (int round = 0; round < 200; ++round) {
    const DiamondSquareParameters p = draw(random);
    const Table field = wholeField(p);
    const auto n = static_cast<std::size_t>(p.cells);
    CAPTURE(round, named(p));
    for (const terrain::Pin& pin : p.pins) {
      REQUIRE(field[static_cast<std::size_t>(pin.z)][static_cast<std::size_t>(pin.x)] == pin.heightQ16);
    }
    if (p.wrap) {
      REQUIRE(field[0] == field[n]);
      for (const auto& row : field) REQUIRE(row[0] == row[n]);
    }
    if (p.pins.empty()) {
      REQUIRE(field[0][0] == p.cornersQ16[0]);
      REQUIRE(field[0][n] == p.cornersQ16[1]);
      REQUIRE(field[n][0] == p.cornersQ16[2]);
      REQUIRE(field[n][n] == p.cornersQ16[3]);
    }
  }
}

TEST_CASE("no height passes the bound, and without amplitude equal corners make a plain") {
  test::Random random(20);
  for (int round = 0; round < 100; ++round) {
    const DiamondSquareParameters p = draw(random);
    const std::int64_t bound = diamondSquareBoundQ16(p);
    for (const auto& row : wholeField(p)) {
      for (const std::int64_t height : row) {
        if (height > bound || height < -bound) FAIL("round " << round << ", " << named(p));
      }
    }
  }
  DiamondSquareParameters flat;
  flat.amplitudeQ16 = 0;
  flat.cornersQ16 = {-77, -77, -77, -77};
  for (const auto& row : wholeField(flat)) {
    for (const std::int32_t height : row) REQUIRE(height == -77);
  }
}

TEST_CASE("each level's amplitude is the one before times 2^-hurst") {
  DiamondSquareParameters p;
  p.cells = 16;
  CHECK(levelAmplitudesQ16(p) == std::vector<std::int64_t>{65536, 32768, 16384, 8192});
  CHECK(diamondSquareBoundQ16(p) == 122880);
  p.hurstQ16 = 0;
  CHECK(levelAmplitudesQ16(p) == std::vector<std::int64_t>{65536, 65536, 65536, 65536});
  p.hurstQ16 = 32768;
  p.amplitudeQ16 = 1 << 30;
  CHECK(levelAmplitudesQ16(p) == std::vector<std::int64_t>{1073741824, 759234560, 536848900, 379601715});
  p.cornersQ16 = {1, -9, 5, 0};
  p.pins = {{3, 3, -1000}};
  CHECK(diamondSquareBoundQ16(p) == std::int64_t{1000} + 1073741824 + 759234560 + 536848900 + 379601715);
}
