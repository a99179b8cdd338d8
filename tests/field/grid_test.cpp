#include "field/grid.h"

#include <cstdint>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;

TEST_CASE("the default mesh grid runs from -22 to 22 in 17 points") {
  const field::Grid grid = field::meshGrid({{0, 0}, {1441792, 1441792}}, {16, 16});
  CHECK(grid.columns == 17);
  CHECK(grid.rows == 17);
  CHECK(grid.samples() == 289);
  CHECK(grid.xQ16(0) == -1441792);
  CHECK(grid.dxQ16 == 180224);
  CHECK(grid.xQ16(16) == 1441792);
  CHECK(grid.zQ16(16) == 1441792);
}

TEST_CASE("an image leaves out the far edge, so the next window goes on where it ends") {
  const field::Grid here = field::imageGrid({{0, 0}, {1 << 20, 1 << 19}}, 64, 32);
  const field::Grid east = field::imageGrid({{2 << 20, 0}, {1 << 20, 1 << 19}}, 64, 32);
  CHECK(here.columns == 64);
  CHECK(here.rows == 32);
  CHECK(here.xQ16(0) == -(1 << 20));
  CHECK(here.zQ16(0) == -(1 << 19));
  CHECK(here.xQ16(64) == east.xQ16(0));
  CHECK(here.zQ16(7) == east.zQ16(7));
}

TEST_CASE("grids keep their axes apart and move with the origin") {
  test::Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t extentX = random.within(1, std::int64_t{1} << 40), extentZ = random.within(1, 100);
    const std::int64_t originX = random.ofAnySize(46), originZ = random.ofAnySize(46);
    const std::int64_t cellsX = random.within(1, 65536), cellsZ = random.within(1, 65536);
    const field::Window window{{originX, originZ}, {extentX, extentZ}};
    const field::Grid mesh = field::meshGrid(window, {cellsX, cellsZ});
    const field::Grid image = field::imageGrid(window, cellsX, cellsZ);
    CAPTURE(i);
    REQUIRE(mesh.xQ16(0) == originX - extentX);
    REQUIRE(mesh.zQ16(0) == originZ - extentZ);
    REQUIRE(mesh.columns == cellsX + 1);
    REQUIRE(mesh.rows == cellsZ + 1);
    REQUIRE(image.columns == cellsX);
    REQUIRE(image.rows == cellsZ);
    // Rounding down leaves less than one step per cell at the far edge.
    const std::int64_t missing = originX + extentX - mesh.xQ16(cellsX);
    REQUIRE(missing >= 0);
    REQUIRE(missing < cellsX);
    REQUIRE(mesh.dzQ16 == 2 * extentZ / cellsZ);
    REQUIRE(image.xQ16(cellsX / 2) == mesh.xQ16(cellsX / 2));
    REQUIRE(image.zQ16(cellsZ / 2) == mesh.zQ16(cellsZ / 2));
  }
}

TEST_CASE("the profile starts at the world's origin and stays on z = 0") {
  const field::Grid grid = field::profileGrid(512, 65536);
  CHECK(grid.columns == 512);
  CHECK(grid.rows == 1);
  CHECK(grid.xQ16(0) == 0);
  CHECK(grid.xQ16(511) == 511 * 65536);
  CHECK(grid.zQ16(0) == 0);
}

TEST_CASE("a part of a grid has its samples, knows its place and where the whole goes on") {
  field::Grid whole{-500, 300, 7, 11, 20, 10};
  const field::Grid part = whole.part(3, 0, 5, 10);
  CHECK(part.xQ16(0) == whole.xQ16(3));
  CHECK(part.zQ16(9) == whole.zQ16(9));
  CHECK(part.firstColumn == 3);
  CHECK(part.beyond == field::Sides{1, 1, 0, 0});
  const field::Grid corner = part.part(2, 4, 3, 6);
  CHECK(corner.firstColumn == 5);
  CHECK(corner.firstRow == 4);
  CHECK(corner.xQ16(1) == whole.xQ16(6));
  CHECK(corner.beyond == field::Sides{1, 1, 1, 0});
  CHECK(whole.part(0, 0, 20, 10) == whole);
  whole.beyond = field::kAllSides;
  CHECK(whole.part(0, 0, 20, 10).beyond == field::kAllSides);
}

TEST_CASE("cuts leave nothing out and differ by one sample at most") {
  for (const std::int64_t count : {1, 2, 17, 1000}) {
    for (std::int64_t parts = 1; parts <= 20; ++parts) {
      CHECK(field::cut(count, parts, 0) == 0);
      CHECK(field::cut(count, parts, parts) == count);
      for (std::int64_t i = 0; i < parts; ++i) {
        const std::int64_t size = field::cut(count, parts, i + 1) - field::cut(count, parts, i);
        CHECK((size == count / parts || size == count / parts + 1));
      }
    }
  }
}
