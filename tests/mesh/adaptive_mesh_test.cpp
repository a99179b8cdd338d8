#include "mesh/adaptive_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scene/spec.h"
#include "support/catch.h"
#include "support/random.h"
#include "support/whole_field.h"

using namespace orograph;
using mesh::AdaptiveMesh;
using Point = AdaptiveMesh::Point;
using Triangle = AdaptiveMesh::Triangle;

namespace {

using Heights = std::vector<std::int32_t>;

/// Hills of two sizes, a cliff, and a rough patch: height(x, z) for any x and z, so that tiles of it join.
template <class Height>
Heights tile(std::int64_t cells, std::int64_t left, std::int64_t top, Height&& height) {
  Heights heights;
  for (std::int64_t z = 0; z <= cells; ++z) {
    for (std::int64_t x = 0; x <= cells; ++x) heights.push_back(static_cast<std::int32_t>(height(left + x, top + z)));
  }
  return heights;
}

double hills(std::int64_t x, std::int64_t z) {
  const auto u = static_cast<double>(x), v = static_cast<double>(z);
  return 200000 * std::sin(u / 23) * std::cos(v / 17) + 30000 * std::sin(u / 5 + v / 7) + (x > 40 ? 500000 : 0);
}

double area(const Point& a, const Point& b, const Point& c) {
  return static_cast<double>(b[0] - a[0]) * (c[1] - a[1]) - static_cast<double>(b[1] - a[1]) * (c[0] - a[0]);
}

/// The greatest difference at any grid point, by barycentric coordinates over every point of each triangle's box.
double measuredError(const Heights& heights, std::int64_t cells, const AdaptiveMesh& mesh) {
  const auto heightAt = [&](const Point& p) {
    return static_cast<double>(heights[static_cast<std::size_t>(p[1] * (cells + 1) + p[0])]);
  };
  std::vector<bool> covered(heights.size());
  double greatest = 0;
  mesh.forEachTriangle([&](const Triangle& t) {
    const double whole = area(t[0], t[1], t[2]);
    const auto [left, right] = std::minmax({t[0][0], t[1][0], t[2][0]});
    const auto [top, bottom] = std::minmax({t[0][1], t[1][1], t[2][1]});
    for (std::int32_t z = top; z <= bottom; ++z) {
      for (std::int32_t x = left; x <= right; ++x) {
        const Point p = {x, z};
        const double a = area(p, t[1], t[2]) / whole, b = area(t[0], p, t[2]) / whole, c = area(t[0], t[1], p) / whole;
        if (std::min({a, b, c}) < 0) continue;
        covered[static_cast<std::size_t>(z * (cells + 1) + x)] = true;
        greatest =
            std::max(greatest, std::abs(a * heightAt(t[0]) + b * heightAt(t[1]) + c * heightAt(t[2]) - heightAt(p)));
      }
    }
  });
  CHECK(std::find(covered.begin(), covered.end(), false) == covered.end());
  return greatest;
}

/// Every inner edge has two triangles, one each way, every border edge one, and together they cover the square once.
void checkWhole(const AdaptiveMesh& mesh, std::int64_t cells) {
  std::map<std::pair<Point, Point>, int> edges;
  std::set<Point> corners;
  double doubled = 0;
  std::int64_t triangles = 0;
  mesh.forEachTriangle([&](const Triangle& t) {
    ++triangles;
    CHECK(area(t[0], t[1], t[2]) < 0);  // counter-clockwise from above, where z grows toward the viewer
    doubled -= area(t[0], t[1], t[2]);
    corners.insert(t.begin(), t.end());
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  });
  CHECK(doubled == 2.0 * static_cast<double>(cells * cells));
  std::vector<std::pair<Point, Point>> open;
  bool once = true;
  for (const auto& [edge, count] : edges) {
    once = once && count == 1;
    if (!edges.contains({edge.second, edge.first})) open.push_back(edge);
  }
  CHECK(once);
  const std::vector<Point> border = mesh.border();
  bool onBorder = border.size() == open.size() && border.front() == Point{0, 0};
  std::set<std::pair<Point, Point>> expected;
  for (std::size_t i = 0; i < border.size(); ++i) expected.insert({border[i], border[(i + 1) % border.size()]});
  CHECK(onBorder);
  CHECK(std::set(open.begin(), open.end()) == expected);

  CHECK(mesh.triangles() == triangles);
  CHECK(mesh.vertices() == static_cast<std::int64_t>(corners.size()));
  std::vector<std::int32_t> columns;
  std::int64_t number = 0;
  bool numbered = true;
  for (std::int32_t z = 0; z <= cells; ++z) {
    mesh.columnsOf(z, columns);
    for (const std::int32_t x : columns)
      numbered = numbered && corners.contains({x, z}) && mesh.number({x, z}) == number++;
  }
  CHECK(numbered);
  CHECK(number == mesh.vertices());
}

}  // namespace

TEST_CASE("a triangulation keeps its error, has no crack, and covers the field once") {
  test::Random random(7);
  for (int round = 0; round < 60; ++round) {
    const std::int64_t cells = std::int64_t{1} << random.within(0, 6);
    const int kind = round % 4;
    const Heights heights =
        tile(cells, random.within(-50, 50), random.within(-50, 50), [&](std::int64_t x, std::int64_t z) {
          switch (kind) {
            case 0:
              return hills(x, z);
            case 1:
              return static_cast<double>(random.height());
            case 2:
              return random.within(0, 20) == 0 ? 100000.0 : 0.0;
            default:
              return z % cells == 0 || x % cells == 0 ? 0.0 : static_cast<double>(random.within(-1000, 1000));
          }
        });
    for (const std::int64_t most : {std::int64_t{0}, std::int64_t{1}, random.within(2, 200), random.within(200, 60000),
                                    std::int64_t{100000}, random.within(1 << 20, INT32_MAX)}) {
      const AdaptiveMesh mesh(heights, cells, most);
      CAPTURE(round, cells, kind, most);
      checkWhole(mesh, cells);
      const double measured = measuredError(heights, cells, mesh);
      CHECK(measured <= static_cast<double>(most) + 1e-3);
      CHECK(std::abs(static_cast<double>(mesh.greatestErrorQ16()) - measured) < 1.001);
      CHECK(mesh.greatestErrorQ16() <= most);
    }
  }
}

TEST_CASE("neighbouring tiles share the vertices of their border, whatever lies inside them") {
  test::Random random(11);
  for (const std::int64_t cells : {2, 8, 64}) {
    for (const std::int64_t most : {0, 3000, 40000}) {
      const auto rough = [&](std::int64_t x, std::int64_t z) {
        return hills(x, z) +
               (x < cells && x > 0 && z % cells != 0 ? static_cast<double>(random.within(-90000, 90000)) : 0);
      };
      const Heights west = tile(cells, 0, 0, rough), east = tile(cells, cells, 0, hills),
                    south = tile(cells, 0, cells, rough);
      const AdaptiveMesh a(west, cells, most), b(east, cells, most), c(south, cells, most);
      std::vector<std::int32_t> here, there;
      a.columnsOf(cells, here);
      c.columnsOf(0, there);
      CHECK(here == there);
      std::vector<std::int32_t> right, left;
      for (const Point& p : a.border()) {
        if (p[0] == cells) right.push_back(p[1]);
      }
      for (const Point& p : b.border()) {
        if (p[0] == 0) left.push_back(p[1]);
      }
      std::sort(right.begin(), right.end());
      CHECK(right == left);
      checkWhole(a, cells);
    }
  }
}

TEST_CASE("a flat border stays one edge a side, however rough the inside is") {
  test::Random random(13);
  const Heights heights = tile(64, 0, 0, [&](std::int64_t x, std::int64_t z) {
    return x % 64 == 0 || z % 64 == 0 ? 0 : random.within(-100000, 100000);
  });
  const AdaptiveMesh mesh(heights, 64, 100);
  CHECK(mesh.border() == std::vector<Point>{{0, 0}, {0, 64}, {64, 64}, {64, 0}});
  CHECK(mesh.triangles() > 7000);
  checkWhole(mesh, 64);
}

TEST_CASE("a flat field is two triangles, and so is a tilted one") {
  for (const std::int64_t cells : {1, 2, 256}) {
    for (const std::int64_t slope : {0, 1000}) {
      const AdaptiveMesh mesh(tile(cells, 0, 0, [&](std::int64_t x, std::int64_t z) { return slope * (2 * x - z); }),
                              cells, 0);
      CHECK(mesh.triangles() == 2);
      CHECK(mesh.vertices() == 4);
      CHECK(mesh.greatestErrorQ16() == 0);
      checkWhole(mesh, cells);
    }
  }
}

TEST_CASE("heights of the greatest size do not overflow") {
  const std::int64_t cells = 256;
  const Heights heights = tile(
      cells, 0, 0, [](std::int64_t x, std::int64_t z) { return (x / 7 + z / 5) % 2 == 0 ? INT32_MIN : INT32_MAX; });
  const AdaptiveMesh mesh(heights, cells, INT32_MAX);
  checkWhole(mesh, cells);
  CHECK(measuredError(heights, cells, mesh) <= INT32_MAX);
}

TEST_CASE("smooth ground of 2049 x 2049 samples takes a tenth of its triangles at a thousandth of its range") {
  const scene::Spec spec = scene::readSpec(
      R"({"octaves": 5, "gridN": 2048, "extent": 1024, "latticeShift": 25, "heightScale": 300})", "spec.json", {});
  const test::Heights rows =
      test::wholeField(*spec.generatorEntry().make(spec.parameters(spec.octaves)), spec.meshGrid());
  Heights heights;
  for (const auto& row : rows) heights.insert(heights.end(), row.begin(), row.end());
  const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
  const std::int64_t most = (std::int64_t{*greatest} - *least) / 1000;
  const AdaptiveMesh mesh(heights, 2048, most);
  INFO(mesh.triangles() << " triangles within " << most << "/65536: " << mesh.greatestErrorQ16());
  CHECK(mesh.triangles() <= 2 * 2048 * 2048 / 10);
  CHECK(measuredError(heights, 2048, mesh) <= static_cast<double>(most) + 1e-3);
  // It is not finer than need be either: a coarser one errs close to what was asked.
  CHECK(mesh.greatestErrorQ16() > most * 9 / 10);
}
