// From the world to the lattice of an octave: scaled, turned, and for simplex skewed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fixed/wide_product.h"
#include "noise/basis.h"

namespace orograph::noise {

enum class Rotation { kNone, kForward, kInverse };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> kRotationNames = {"none", "forward", "inverse"};

/// Lattice coordinates in Q16 cells, modulo 2^64: index and 16-bit fraction.
struct LatticePoint {
  std::uint64_t xQ16, zQ16;
};

/// A linear map, the same number at the same point for every grid. Each coordinate is the sum of a part of x and a part of z,
/// both rounded down, so that a grid needs one table a column and one number a row. Where neither part is zero, one unit is
/// added for what two roundings lose, so a coordinate is within 2^-16 of its true place.
class LatticeMap {
 public:
  /// One part of a lattice coordinate: floor(coordinate * mantissa / 2^shift).
  struct Part {
    std::int64_t mantissa = 0;
    int shift = 0;
    std::uint64_t of(std::int64_t coordinateQ16) const { return fixed::scaledProduct(coordinateQ16, mantissa, shift); }
    bool zero() const { return mantissa == 0; }
  };
  Part xFromX, xFromZ, zFromX, zFromZ;

  LatticePoint at(std::int64_t xQ16, std::int64_t zQ16) const {
    const LatticePoint x = fromX(xQ16), z = fromZ(zQ16);
    return {x.xQ16 + z.xQ16, x.zQ16 + z.zQ16};
  }
  /// What a column and what a row bring to both coordinates.
  LatticePoint fromX(std::int64_t xQ16) const { return {xFromX.of(xQ16), zFromX.of(xQ16)}; }
  LatticePoint fromZ(std::int64_t zQ16) const {
    const std::uint64_t lost = aligned() ? 0 : 1;
    return {xFromZ.of(zQ16) + lost, zFromZ.of(zQ16) + lost};
  }
  /// Lines of the lattice lie along the axes of the world.
  bool aligned() const { return xFromZ.zero() && zFromX.zero(); }
};

struct LatticeMapParameters {
  std::int64_t latticeShift = 18;       // log2 of the first octave's cell in Q16 units
  std::int64_t lacunarityQ16 = 131072;  // frequency ratio of successive octaves, [2^16, 2^24]
  std::int64_t frequencyNumerator = 1, frequencyDenominator = 1;  // of the first octave, times 1 / cell; below 2^15
  Rotation rotation = Rotation::kNone;  // by the 3-4-5 triangle before each further octave
  bool skewed = false;                  // for simplex
};

/// The maps of successive octaves. Powers are carried with 60 bits, so a point 2^30 units away lies within 2^-20 cells of its
/// true place in the twelfth octave; where rotation and skew are absent and lacunarity is a power of two, exactly on it.
class LatticeMaps {
 public:
  explicit LatticeMaps(const LatticeMapParameters& parameters);
  LatticeMap next();

 private:
  LatticeMapParameters parameters_;
  std::int64_t scaleMantissa_;  // [2^60, 2^62): the frequency is mantissa / 2^scaleShift
  int scaleShift_;
  std::int64_t cosineQ60_, sineQ60_ = 0;
};

}  // namespace orograph::noise
