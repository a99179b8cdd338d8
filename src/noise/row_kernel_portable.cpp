#include "noise/row_kernel_portable.h"

#include <algorithm>

#include "noise/basis.h"
#include "noise/lattice_keys.h"

namespace orograph::noise {
namespace {

using fixed::Lattice;

// See `interpolate` in noise/value_noise.h for the equality with the signed form and for the bound 2^32.
inline std::uint16_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t weightQ16) {
  return static_cast<std::uint16_t>((a * (65536u - weightQ16) + b * weightQ16) >> 16);
}

inline std::uint32_t keyAt(Keys keys, std::int64_t i) { return keys.low[i] | std::uint32_t{keys.high[i]} << 16; }

void hashRun(Lattice lattice, Keys keys, std::uint32_t lineKey, std::int64_t count, std::uint16_t* values) {
  withKeys(lattice, [=](auto hash) {
    for (std::int64_t i = 0; i < count; ++i) {
      values[i] = static_cast<std::uint16_t>(hash.value(keyAt(keys, i), lineKey));
    }
  });
}

void spreadRun(const std::uint16_t* values, Spread spread, const std::uint16_t* weightsQ16, std::int64_t count,
               std::uint16_t* line) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t cell = spread.firstCell[x / kColumnsPerBlock] + spread.shuffle[2 * x] / 2u;
    line[x] = mix(values[cell], values[cell + 1], weightsQ16[x]);
  }
}

void hashColumns(Lattice lattice, Keys keys, Keys next, std::uint32_t lineKey, const std::uint16_t* weightsQ16,
                 std::int64_t count, std::uint16_t* line) {
  withKeys(lattice, [=](auto hash) {
    for (std::int64_t x = 0; x < count; ++x) {
      line[x] = mix(hash.value(keyAt(keys, x), lineKey), hash.value(keyAt(next, x), lineKey), weightsQ16[x]);
    }
  });
}

void spreadPairs(const std::uint16_t* values, Spread spread, std::int64_t count, std::uint16_t* left,
                 std::uint16_t* right) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t cell = spread.firstCell[x / kColumnsPerBlock] + spread.shuffle[2 * x] / 2u;
    left[x] = values[cell];
    right[x] = values[cell + 1];
  }
}

inline std::int32_t signedAt(const std::uint16_t* values, std::int64_t i) { return static_cast<std::int16_t>(values[i]); }

// multiplyQ15 in 32 bits: both factors have 16.
inline std::int32_t multiply(std::int32_t a, std::int32_t b) { return (a * b + (1 << 14)) >> 15; }

inline std::int32_t lerp(std::int32_t a, std::int32_t b, std::int32_t weightQ15) { return a + multiply(b - a, weightQ15); }

void rampLine(const std::uint16_t* left, const std::uint16_t* right, const std::uint16_t* offsetsQ15,
              const std::uint16_t* weightsQ16, std::int64_t count, std::uint16_t* ramps, std::uint16_t* slopes) {
  for (std::int64_t x = 0; x < count; ++x) {
    const Gradient a = gradient(left[x]), b = gradient(right[x]);
    const std::int32_t offset = offsetsQ15[x], weight = weightsQ16[x] >> 1;
    const std::int32_t fromLeft = multiply(static_cast<std::int32_t>(a.xQ15 >> 1), offset);
    const std::int32_t fromRight = multiply(static_cast<std::int32_t>(b.xQ15 >> 1), offset - 32768);
    ramps[x] = static_cast<std::uint16_t>(lerp(fromLeft, fromRight, weight));
    slopes[x] = static_cast<std::uint16_t>(
        lerp(static_cast<std::int32_t>(a.zQ15 >> 1), static_cast<std::int32_t>(b.zQ15 >> 1), weight));
  }
}

void simplexRow(Lattice lattice, const Places& places, const LatticePoint& row, std::uint32_t seed, std::int64_t count,
                std::uint16_t* values) {
  const auto rowX = static_cast<std::uint32_t>(row.xQ16 >> 16), rowZ = static_cast<std::uint32_t>(row.zQ16 >> 16);
  const auto fractionX = static_cast<std::uint32_t>(row.xQ16 & 0xFFFF), fractionZ = static_cast<std::uint32_t>(row.zQ16 & 0xFFFF);
  withKeys(lattice, [&](auto hash) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::uint32_t tx = places.xFraction[i] + fractionX, tz = places.zFraction[i] + fractionZ;
      const std::uint32_t ix = places.xIndex[i] + rowX + (tx >> 16), iz = places.zIndex[i] + rowZ + (tz >> 16);
      const auto at = [&](std::uint32_t x, std::uint32_t z) {
        return std::int64_t{hash.value(hash.column(x), hash.line(z, seed))};
      };
      const std::int64_t fx = tx & 0xFFFF, fz = tz & 0xFFFF;
      const std::int64_t middle = fx > fz ? at(ix + 1, iz) : at(ix, iz + 1);
      values[i] = static_cast<std::uint16_t>(simplexNoise({at(ix, iz), middle, middle, at(ix + 1, iz + 1)}, fx, fz));
    }
  });
}

// The noise of a term at a column.
template <bool kRamps>
inline std::uint32_t noiseAt(const Term& term, const std::uint16_t* far, std::int64_t x) {
  if constexpr (!kRamps) return mix(term.near[x], far[x], term.weightQ16);
  const std::int32_t nearZ = signedAt(term.near, x) + multiply(signedAt(term.nearSlope, x), term.offsetQ15);
  if (term.far == nullptr) return static_cast<std::uint32_t>(perlinValueQ16(nearZ));
  const std::int32_t farZ = signedAt(far, x) + multiply(signedAt(term.farSlope, x), term.offsetQ15 - 32768);
  return static_cast<std::uint32_t>(perlinValueQ16(lerp(nearZ, farZ, term.weightQ16 >> 1)));
}

template <bool kRamps>
void sumHeights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
                std::int32_t* heights) {
  for (std::int64_t start = 0; start < count; start += kColumnsPerStep) {
    const std::int64_t columns = std::min(count - start, kColumnsPerStep);
    std::uint32_t sums[kColumnsPerStep] = {};
    for (const Term* term = terms; term != terms + termCount; ++term) {
      const std::uint32_t amplitude = term->amplitudeQ16 == 0 ? 65536u : term->amplitudeQ16;  // 65535 * 65536 < 2^32
      const std::uint16_t* far = term->far == nullptr ? term->near : term->far;
      for (std::int64_t x = 0; x < columns; ++x) sums[x] += (noiseAt<kRamps>(*term, far, start + x) * amplitude) >> 16;
    }
    for (std::int64_t x = 0; x < columns; ++x) heights[start + x] = scaledHeight(sums[x], scaling);
  }
}

void heights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
             std::int32_t* heights) {
  const bool ramps = terms[0].nearSlope != nullptr;
  (ramps ? sumHeights<true> : sumHeights<false>)(terms, termCount, scaling, count, heights);
}

}  // namespace

const RowKernel kPortableRowKernel = {0,           hashRun,  spreadRun,  hashColumns,
                                      spreadPairs, rampLine, simplexRow, heights};

}  // namespace orograph::noise
