#include "mesh/terrain_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using Normal = std::array<std::int64_t, 3>;
using Row = std::vector<std::int32_t>;

namespace {

field::Grid gridOf(std::int64_t columns, std::int64_t rows) { return {0, 0, 65536, 65536, columns, rows}; }

std::vector<Normal> normalsOf(const field::Grid& grid, const Row& north, const Row& row, const Row& south,
                              std::int64_t rowsApart) {
  std::vector<Normal> normals;
  mesh::rowNormals(grid, {north, row, south, rowsApart}, normals);
  return normals;
}

Row drawRow(test::Random& random, std::size_t size) {
  Row row(size);
  for (std::int32_t& height : row) height = random.height();
  return row;
}

}  // namespace

TEST_CASE("the default mesh has 289 vertices and 512 triangles") {
  const field::Grid grid = field::meshGrid({{0, 0}, {1441792, 1441792}}, {16, 16});
  CHECK(mesh::terrainVertices(grid) == 289);
  CHECK(mesh::terrainTriangles(grid) == 512);
  CHECK(mesh::terrainVertices(gridOf(3, 5)) == 15);
  CHECK(mesh::terrainTriangles(gridOf(3, 5)) == 16);
}

TEST_CASE("each inner edge of a terrain lies in two triangles, each border edge in one, none twice the same way") {
  for (const auto& [columns, rows] :
       {std::pair{2, 2}, std::pair{2, 7}, std::pair{9, 2}, std::pair{5, 8}, std::pair{17, 17}}) {
    const field::Grid grid = gridOf(columns, rows);
    std::map<std::pair<std::int64_t, std::int64_t>, int> edges;
    std::int64_t triangles = 0;
    for (std::int64_t z = 0; z + 1 < grid.rows; ++z) {
      for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
        for (const auto& triangle : mesh::cellTriangles(grid, x, z)) {
          ++triangles;
          for (std::size_t i = 0; i < 3; ++i) {
            REQUIRE(triangle[i] >= 0);
            REQUIRE(triangle[i] < mesh::terrainVertices(grid));
            REQUIRE(++edges[{triangle[i], triangle[(i + 1) % 3]}] == 1);
          }
        }
      }
    }
    CHECK(triangles == mesh::terrainTriangles(grid));
    std::int64_t border = 0;
    for (const auto& [edge, count] : edges)
      border += 1 - static_cast<std::int64_t>(edges.count({edge.second, edge.first}));
    CHECK(border == 2 * (columns - 1) + 2 * (rows - 1));
  }
}

TEST_CASE("terrain triangles face up, whatever the heights") {
  test::Random random(25);
  const field::Grid grid{-500, 300, 70000, 12345, 6, 5};
  const Row heights = drawRow(random, 30);
  for (std::int64_t z = 0; z + 1 < grid.rows; ++z) {
    for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
      for (const auto& triangle : mesh::cellTriangles(grid, x, z)) {
        std::array<std::array<std::int64_t, 3>, 3> p{};
        for (std::size_t i = 0; i < 3; ++i) {
          p[i] = {grid.xQ16(triangle[i] % 6), heights[static_cast<std::size_t>(triangle[i])],
                  grid.zQ16(triangle[i] / 6)};
        }
        const auto ux = p[1][0] - p[0][0], uz = p[1][2] - p[0][2], vx = p[2][0] - p[0][0], vz = p[2][2] - p[0][2];
        REQUIRE(uz * vx - ux * vz == grid.dxQ16 * grid.dzQ16);  // the y component of u x v: the cell's area
      }
    }
  }
}

TEST_CASE("flat ground, and a grid without spacing, has normals straight up") {
  const Row flat(5, -123456), rough = {0, INT32_MAX, INT32_MIN, 7, -7};
  for (const std::int64_t rowsApart : {0, 1, 2}) {
    for (const Normal& normal : normalsOf(gridOf(5, 3), flat, flat, flat, rowsApart))
      CHECK(normal == Normal{0, 65536, 0});
  }
  for (const Normal& normal : normalsOf({0, 0, 0, 0, 5, 3}, flat, rough, rough, 2))
    CHECK(normal == Normal{0, 65536, 0});
}

TEST_CASE("even slopes have the normal of their plane, at the border too") {
  // One unit up for each to the east: (-1, 1, 0) / sqrt(2).
  const Row east = {0, 65536, 131072, 196608};
  for (const Normal& normal : normalsOf(gridOf(4, 3), east, east, east, 2)) CHECK(normal == Normal{-46341, 46341, 0});
  // Up to the south by 4 over 3: (0, 3, -4) / 5.
  const field::Grid grid{0, 0, 65536, 3 * 65536, 2, 3};
  const Row north(2, 0), middle(2, 4 * 65536), south(2, 8 * 65536);
  for (const Normal& normal : normalsOf(grid, north, middle, south, 2)) CHECK(normal == Normal{0, 39322, -52429});
  for (const Normal& normal : normalsOf(grid, north, north, middle, 1)) CHECK(normal == Normal{0, 39322, -52429});
  for (const Normal& normal : normalsOf(grid, middle, south, south, 1)) CHECK(normal == Normal{0, 39322, -52429});
}

TEST_CASE("normals of mirrored terrain are mirrored") {
  test::Random random(26);
  for (int round = 0; round < 500; ++round) {
    const field::Grid grid{0, 0, random.within(1, 1 << 20), random.within(1, 1 << 20), 7, 3};
    const Row north = drawRow(random, 7), row = drawRow(random, 7), south = drawRow(random, 7);
    const std::vector<Normal> normals = normalsOf(grid, north, row, south, 2);
    const std::vector<Normal> turned = normalsOf(grid, south, row, north, 2);
    const auto flipped = [](Row values) {
      std::reverse(values.begin(), values.end());
      return values;
    };
    const std::vector<Normal> mirrored = normalsOf(grid, flipped(north), flipped(row), flipped(south), 2);
    for (std::size_t i = 0; i < 7; ++i) {
      if (turned[i] != Normal{normals[i][0], normals[i][1], -normals[i][2]}) FAIL("round " << round << ", across z");
      if (mirrored[6 - i] != Normal{-normals[i][0], normals[i][1], normals[i][2]})
        FAIL("round " << round << ", across x");
    }
  }
}

TEST_CASE("normals agree with central differences in floating point to a unit") {
  test::Random random(27);
  for (int round = 0; round < 500; ++round) {
    const field::Grid grid{0, 0, random.within(1000, 1 << 24), random.within(1000, 1 << 24), 5, 3};
    const Row north = drawRow(random, 5), row = drawRow(random, 5), south = drawRow(random, 5);
    const std::vector<Normal> normals = normalsOf(grid, north, row, south, 2);
    for (std::size_t i = 0; i < 5; ++i) {
      const std::size_t west = i == 0 ? 0 : i - 1, east = i == 4 ? 4 : i + 1;
      const double dx = static_cast<double>(static_cast<std::int64_t>(east - west) * grid.dxQ16);
      const double x = -(static_cast<double>(row[east]) - row[west]) / dx;
      const double z = -(static_cast<double>(south[i]) - north[i]) / (2.0 * static_cast<double>(grid.dzQ16));
      const double length = std::sqrt(x * x + 1 + z * z);
      const std::array<double, 3> exact = {x / length, 1 / length, z / length};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::abs(65536 * exact[axis] - static_cast<double>(normals[i][axis])) > 1.01) FAIL("round " << round);
      }
    }
  }
}
