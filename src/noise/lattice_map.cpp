#include "noise/lattice_map.h"

#include <bit>

#include "fixed/q16.h"

namespace orograph::noise {
namespace {

constexpr std::int64_t kOneQ60 = std::int64_t{1} << 60;
constexpr std::int64_t kSkewQ60 = 421998559255483705;  // (sqrt(3) - 1) / 2, rounded down

}  // namespace

LatticeMaps::LatticeMaps(const LatticeMapParameters& parameters)
    : parameters_(parameters),
      scaleMantissa_(kOneQ60 * 2 / parameters.frequencyDenominator),
      scaleShift_(61 - 16 + static_cast<int>(parameters.latticeShift)),  // Q16 units to Q16 cells
      cosineQ60_(kOneQ60) {
  const auto normalise = [&] {
    while (scaleMantissa_ < 2 * kOneQ60) scaleMantissa_ *= 2, ++scaleShift_;
  };
  normalise();
  // Three bits are kept free for the product with a numerator, and given back.
  const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(parameters.frequencyNumerator))) - 1;
  scaleMantissa_ = fixed::scaledProductInt64(scaleMantissa_, parameters.frequencyNumerator, bits + 1);
  scaleShift_ -= bits + 1;
  normalise();
}

LatticeMap LatticeMaps::next() {
  const auto part = [&](std::int64_t entryQ60) {
    // |entry| < 2^61.1 and mantissa < 2^62: the rounded product stays below 2^62.
    return LatticeMap::Part{fixed::scaledProductInt64(scaleMantissa_, entryQ60, 61), scaleShift_ - 1};
  };
  // The turned unit vectors, and for simplex each with F times the sum of its components added.
  const auto skew = [&](std::int64_t entry, std::int64_t other) {
    return parameters_.skewed ? entry + fixed::scaledProductInt64(entry + other, kSkewQ60, 60) : entry;
  };
  LatticeMap map;
  map.xFromX = part(skew(cosineQ60_, sineQ60_));
  map.zFromX = part(skew(sineQ60_, cosineQ60_));
  map.xFromZ = part(skew(-sineQ60_, cosineQ60_));
  map.zFromZ = part(skew(cosineQ60_, -sineQ60_));

  if (parameters_.rotation != Rotation::kNone) {
    // (3 + 4i) / 5 is a unit: the vector stays within one, and 4 |sine| + 3 |cosine| below 5 * 2^60 < 2^63.
    const std::int64_t turn = parameters_.rotation == Rotation::kForward ? 4 : -4;
    const std::int64_t cosine = fixed::floorDiv(3 * cosineQ60_ - turn * sineQ60_, 5);
    sineQ60_ = fixed::floorDiv(3 * sineQ60_ + turn * cosineQ60_, 5);
    cosineQ60_ = cosine;
  }
  // A lacunarity of b + 1 bits: mantissa * lacunarity / 2^(b + 1) is between a half of the mantissa and all of it.
  const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(parameters_.lacunarityQ16))) - 1;
  scaleMantissa_ = fixed::scaledProductInt64(scaleMantissa_, parameters_.lacunarityQ16, bits + 1);
  scaleShift_ -= bits + 1 - 16;
  while (scaleMantissa_ < 2 * kOneQ60) scaleMantissa_ *= 2, ++scaleShift_;
  return map;
}

}  // namespace orograph::noise
