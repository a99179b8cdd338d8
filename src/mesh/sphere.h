// Spheres as subdivided octahedra.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace orograph::mesh {

struct Sphere {
  std::vector<std::int64_t> centerQ16 = {0, 0, 0};
  std::int64_t radiusQ16 = 65536;
  std::int64_t subdiv = 2;  // each edge of the octahedron becomes 2^subdiv edges
};

struct SphereMesh {
  std::vector<std::array<std::int64_t, 3>> verticesQ16;
  std::vector<std::array<std::int64_t, 3>> normalsQ16;   // one a vertex, unit, outward
  std::vector<std::array<std::int64_t, 3>> triangles;    // vertex numbers from 0, counter-clockwise from outside
};

constexpr std::int64_t sphereVertices(std::int64_t subdiv) { return 4 * (std::int64_t{1} << (2 * subdiv)) + 2; }
constexpr std::int64_t sphereTriangles(std::int64_t subdiv) { return 8 * (std::int64_t{1} << (2 * subdiv)); }

/// Vertices from the top (y greatest) ring by ring; each lies on the sphere to the nearest Q16 along each axis.
SphereMesh makeSphere(const Sphere& sphere);

}  // namespace orograph::mesh
