#include "mesh/sphere.h"

#include <cstdlib>

#include "fixed/roots.h"
#include "mesh/unit_vector.h"

namespace orograph::mesh {
namespace {

/// radius * component / sqrt(squares), to the nearest, with component <= 256, squares <= 2^16, radius < 2^47.
/// The length is taken with 30 significant bits and the direction to Q30, the radius in two parts, so that no product
/// passes 2^62; the result is within 2^-28 of its size plus one half.
std::int64_t alongRadius(std::int64_t radiusQ16, std::int64_t component, std::int64_t squares) {
  int shift = 0;  // the length is in Q(shift)
  while (squares < std::int64_t{1} << 60) squares *= 4, ++shift;
  const auto length = static_cast<std::int64_t>(fixed::isqrt(static_cast<std::uint64_t>(squares)));
  // |component| <= the true length < 2^(31 - shift), so the dividend stays below 2^61.
  const std::int64_t unitQ30 = ((std::abs(component) << (30 + shift)) + length / 2) / length;
  const std::int64_t high = radiusQ16 >> 23, low = radiusQ16 & ((1 << 23) - 1);
  const std::int64_t magnitude = (high * unitQ30 + ((low * unitQ30) >> 23) + 64) >> 7;
  return component < 0 ? -magnitude : magnitude;
}

/// The octahedron |x| + |y| + |z| = n cut at whole y: ring r has 4r points, n - r below the top; then rings shrink
/// again. A ring's four sides run from +x over +z, -x and -z.
struct Rings {
  std::int64_t n;
  std::int64_t size(std::int64_t ring) const { return ring == 0 || ring == 2 * n ? 1 : 4 * radius(ring); }
  std::int64_t radius(std::int64_t ring) const { return ring <= n ? ring : 2 * n - ring; }
  /// The number of the first point of a ring.
  std::int64_t first(std::int64_t ring) const {
    if (ring == 0) return 0;
    if (ring <= n) return 1 + 2 * ring * (ring - 1);
    const std::int64_t left = 2 * n - ring;
    return 4 * n * n + 2 - (left == 0 ? 1 : 1 + 2 * left * (left + 1));
  }
  std::int64_t at(std::int64_t ring, std::int64_t place) const { return first(ring) + place % size(ring); }
};

}  // namespace

SphereMesh makeSphere(const Sphere& sphere) {
  const std::int64_t n = std::int64_t{1} << sphere.subdiv;
  const Rings rings{n};
  SphereMesh mesh;
  for (std::int64_t ring = 0; ring <= 2 * n; ++ring) {
    const std::int64_t r = rings.radius(ring), y = n - ring;
    for (std::int64_t place = 0; place < rings.size(ring); ++place) {
      const std::int64_t side = r == 0 ? 0 : place / r, along = r == 0 ? 0 : place % r;
      const std::array<std::array<std::int64_t, 2>, 4> corners = {{{r - along, along}, {-along, r - along},
                                                                   {along - r, -along}, {along, along - r}}};
      const auto [x, z] = corners[static_cast<std::size_t>(side)];
      const std::int64_t squares = x * x + y * y + z * z;
      mesh.verticesQ16.push_back({sphere.centerQ16[0] + alongRadius(sphere.radiusQ16, x, squares),
                                  sphere.centerQ16[1] + alongRadius(sphere.radiusQ16, y, squares),
                                  sphere.centerQ16[2] + alongRadius(sphere.radiusQ16, z, squares)});
      mesh.normalsQ16.push_back(unitVectorQ16({x, y, z}));
    }
  }
  // Between two rings each side of the longer one has one point more: its edges carry triangles, and so do the gaps.
  for (std::int64_t ring = 0; ring < 2 * n; ++ring) {
    const bool upper = ring < n;
    const std::int64_t longer = upper ? ring + 1 : ring, shorter = upper ? ring : ring + 1;
    const std::int64_t r = rings.radius(longer);
    for (std::int64_t side = 0; side < 4; ++side) {
      for (std::int64_t along = 0; along < r; ++along) {
        const std::int64_t a = rings.at(longer, side * r + along), b = rings.at(longer, side * r + along + 1);
        const std::int64_t c = rings.at(shorter, side * (r - 1) + along);
        // From +x over +z is clockwise seen from above, so outside faces name the ring backwards in the upper half.
        if (upper) mesh.triangles.push_back({a, c, b});
        else mesh.triangles.push_back({a, b, c});
        if (along + 1 < r) {
          const std::int64_t d = rings.at(shorter, side * (r - 1) + along + 1);
          if (upper) mesh.triangles.push_back({b, c, d});
          else mesh.triangles.push_back({b, d, c});
        }
      }
    }
  }
  return mesh;
}

}  // namespace orograph::mesh
