// The inner loops of diamond-square, for one row of points: the plain definition, and a table for faster ones.
#pragma once

#include <cstdint>
#include <string_view>

#include "fixed/lattice_hash.h"
#include "fixed/q16.h"

namespace orograph::terrain {

/// Points of one row that share a level, two apart. Their lattice indices are firstX, firstX + 2 and so on, taken modulo
/// `period` (a power of two; 0 for none).
struct DisplacedPoints {
  fixed::Lattice lattice;
  std::uint32_t seed;
  std::int64_t amplitudeQ16;  // [0, 2^30]
  std::int64_t firstX, z;
  std::int64_t period;

  /// (2 * lattice + 1 - 1.0) * amplitude for the i-th point, rounded down: |result| <= amplitude.
  std::int64_t displacement(std::int64_t i) const {
    const std::int64_t mask = period == 0 ? -1 : period - 1;
    const std::uint32_t value = fixed::latticeValue(lattice, (firstX + 2 * i) & mask, z & mask, seed);
    return fixed::multiplyQ16(2 * std::int64_t{value} + 1 - fixed::kOneQ16, amplitudeQ16);
  }
};

/// out[i] = floor((a[i] + b[i] + c[i] + d[i]) / 4) + displacement(i)
template <class Height>
void displaceRow(const DisplacedPoints& points, const Height* a, const Height* b, const Height* c, const Height* d,
                 std::int64_t count, Height* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t sum = std::int64_t{a[i]} + b[i] + c[i] + d[i];
    out[i] = static_cast<Height>((sum >> 2) + points.displacement(i));
  }
}

/// out[i] = heights[i] * scale, rounded down; the spec's rules keep it in 32 bits.
template <class Height>
void scaleRow(const Height* heights, std::int64_t scaleQ16, std::int64_t count, std::int32_t* out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<std::int32_t>(fixed::multiplyQ16(heights[i], scaleQ16));
}

/// The loops for heights that stay below 2^29 in size, so that the sum of four fits 32 bits.
struct DisplacementKernel {
  void (*displace)(const DisplacedPoints&, const std::int32_t*, const std::int32_t*, const std::int32_t*,
                   const std::int32_t*, std::int64_t, std::int32_t*) = displaceRow<std::int32_t>;
  void (*scale)(const std::int32_t*, std::int64_t, std::int64_t, std::int32_t*) = scaleRow<std::int32_t>;
};

/// The one of that instruction set, by the name that noise::kernels() gives it; the plain loops where there is none.
DisplacementKernel displacementKernel(std::string_view name);

}  // namespace orograph::terrain
