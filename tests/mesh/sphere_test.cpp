#include "mesh/sphere.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "fixed/int256.h"
#include "support/catch.h"

using namespace orograph;
using fixed::Int256;
using mesh::makeSphere;
using mesh::Sphere;
using mesh::SphereMesh;
using Point = std::array<std::int64_t, 3>;

namespace {

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Int256 dot(const Point& a, const Point& b) {
  Int256 sum;
  for (std::size_t i = 0; i < 3; ++i) sum += Int256(a[i]) * Int256(b[i]);
  return sum;
}

/// Whether the length of `v` lies within `slack` of `radius`.
bool lengthNear(const Point& v, std::int64_t radius, std::int64_t slack) {
  const Int256 squares = dot(v, v), low = radius > slack ? radius - slack : 0, high = radius + slack;
  return squares >= low * low && squares <= high * high;
}

}  // namespace

TEST_CASE("a sphere has 4^(n+1) + 2 vertices and 8 * 4^n triangles") {
  std::int64_t power = 1;
  for (std::int64_t subdiv = 0; subdiv <= 5; ++subdiv, power *= 4) {
    const SphereMesh sphere = makeSphere({{0, 0, 0}, 65536, subdiv});
    CHECK(mesh::sphereVertices(subdiv) == 4 * power + 2);
    CHECK(mesh::sphereTriangles(subdiv) == 8 * power);
    CHECK(static_cast<std::int64_t>(sphere.verticesQ16.size()) == 4 * power + 2);
    CHECK(static_cast<std::int64_t>(sphere.normalsQ16.size()) == 4 * power + 2);
    CHECK(static_cast<std::int64_t>(sphere.triangles.size()) == 8 * power);
  }
}

TEST_CASE("a sphere is closed: every edge lies in two triangles, which run along it in opposite directions") {
  for (std::int64_t subdiv = 0; subdiv <= 5; ++subdiv) {
    const SphereMesh sphere = makeSphere({{0, 0, 0}, 65536, subdiv});
    std::set<std::pair<std::int64_t, std::int64_t>> edges;
    std::set<std::int64_t> used;
    for (const auto& triangle : sphere.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        REQUIRE(triangle[i] >= 0);
        REQUIRE(triangle[i] < mesh::sphereVertices(subdiv));
        used.insert(triangle[i]);
        REQUIRE(edges.emplace(triangle[i], triangle[(i + 1) % 3]).second);
      }
    }
    for (const auto& [from, to] : edges) REQUIRE(edges.count({to, from}) == 1);
    CHECK(static_cast<std::int64_t>(used.size()) == mesh::sphereVertices(subdiv));
    // Euler's formula for a surface without holes.
    CHECK(mesh::sphereVertices(subdiv) - static_cast<std::int64_t>(edges.size()) / 2 + mesh::sphereTriangles(subdiv) ==
          2);
  }
}

TEST_CASE("triangles wind counter-clockwise from outside and normals point away from the centre") {
  const std::vector<std::int64_t> center = {1000000, -70000000, 5};
  for (std::int64_t subdiv = 0; subdiv <= 5; ++subdiv) {
    const std::int64_t radius = 3 << 17;
    const SphereMesh sphere = makeSphere({center, radius, subdiv});
    const auto fromCenter = [&](std::int64_t vertex) {
      return minus(sphere.verticesQ16[static_cast<std::size_t>(vertex)], {center[0], center[1], center[2]});
    };
    for (const auto& [a, b, c] : sphere.triangles) {
      const Point p = fromCenter(a), q = fromCenter(b), r = fromCenter(c);
      const Point face = cross(minus(q, p), minus(r, p));
      REQUIRE(dot(face, {p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2]}) > Int256(0));
    }
    for (std::int64_t vertex = 0; vertex < mesh::sphereVertices(subdiv); ++vertex) {
      const Point normal = sphere.normalsQ16[static_cast<std::size_t>(vertex)], out = fromCenter(vertex);
      REQUIRE(lengthNear(normal, 65536, 1));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        // out / radius is the normal, each of them rounded: they differ by less than two units.
        REQUIRE(std::abs(normal[axis] * radius - out[axis] * 65536) <= 2 * radius);
      }
    }
  }
}

TEST_CASE("every vertex of a sphere lies within 2 units of its radius") {
  for (const std::int64_t radius : {1, 2, 100, 65536, 65537, 999999, 1 << 24, (1 << 27) + 1}) {
    for (std::int64_t subdiv = 0; subdiv <= 5; ++subdiv) {
      const SphereMesh sphere = makeSphere({{0, 0, 0}, radius, subdiv});
      for (const Point& vertex : sphere.verticesQ16) {
        if (!lengthNear(vertex, radius, 2)) {
          FAIL("radius " << radius << ", subdiv " << subdiv << ": " << vertex[0] << ", " << vertex[1] << ", "
                         << vertex[2]);
        }
      }
    }
  }
}

TEST_CASE("great spheres are as round for their size") {
  for (const std::int64_t radius : {std::int64_t{1} << 32, (std::int64_t{1} << 40) + 12345, std::int64_t{1} << 46}) {
    for (std::int64_t subdiv = 0; subdiv <= 5; ++subdiv) {
      for (const Point& vertex : makeSphere({{0, 0, 0}, radius, subdiv}).verticesQ16) {
        if (!lengthNear(vertex, radius, 2 + (radius >> 27))) {
          FAIL("radius " << radius << ", subdiv " << subdiv << ": " << vertex[0] << ", " << vertex[1] << ", "
                         << vertex[2]);
        }
      }
    }
  }
}

TEST_CASE("a sphere is symmetric in all three planes and starts at its top") {
  const SphereMesh sphere = makeSphere({{7, 65536, -7}, 100000, 3});
  std::set<Point> points;
  for (const Point& vertex : sphere.verticesQ16) points.insert(minus(vertex, {7, 65536, -7}));
  CHECK(points.size() == sphere.verticesQ16.size());
  for (const Point& p : points) {
    REQUIRE(points.count({-p[0], p[1], p[2]}) == 1);
    REQUIRE(points.count({p[0], -p[1], p[2]}) == 1);
    REQUIRE(points.count({p[0], p[1], -p[2]}) == 1);
    REQUIRE(points.count({p[2], p[1], p[0]}) == 1);
  }
  CHECK(sphere.verticesQ16.front() == Point{7, 165536, -7});
  CHECK(sphere.verticesQ16.back() == Point{7, -34464, -7});
}
