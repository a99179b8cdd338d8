#include "mesh/unit_vector.h"

#include <algorithm>
#include <cstdlib>

#include "fixed/roots.h"

namespace orograph::mesh {

std::array<std::int64_t, 3> unitVectorQ16(std::array<std::int64_t, 3> v) {
  const auto largest = [&] { return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])}); };
  // Brought to 30 bits, so that the length is good to 2^-29 of itself and no square sum passes 3 * 2^60.
  for (std::int64_t size = largest(); size >= std::int64_t{1} << 30; size /= 2) {
    for (std::int64_t& c : v) c /= 2;
  }
  for (std::int64_t size = largest(); size < std::int64_t{1} << 29; size *= 2) {
    for (std::int64_t& c : v) c *= 2;
  }
  const auto length = static_cast<std::int64_t>(
      fixed::isqrt(static_cast<std::uint64_t>(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
  for (std::int64_t& c : v) {
    const std::int64_t magnitude = (std::abs(c) * 131072 + length) / (2 * length);
    c = c < 0 ? -magnitude : magnitude;
  }
  return v;
}

}  // namespace orograph::mesh
