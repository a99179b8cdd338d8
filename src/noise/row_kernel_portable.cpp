#include "noise/row_kernel_portable.h"

#include <algorithm>

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

void heights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
             std::int32_t* heights) {
  for (std::int64_t start = 0; start < count; start += kColumnsPerStep) {
    const std::int64_t columns = std::min(count - start, kColumnsPerStep);
    std::uint32_t sums[kColumnsPerStep] = {};
    for (const Term* term = terms; term != terms + termCount; ++term) {
      const std::uint32_t amplitude = term->amplitudeQ16 == 0 ? 65536u : term->amplitudeQ16;  // 65535 * 65536 < 2^32
      const std::uint16_t* near = term->near + start;
      const std::uint16_t* far = term->far == nullptr ? near : term->far + start;
      for (std::int64_t x = 0; x < columns; ++x) sums[x] += (mix(near[x], far[x], term->weightQ16) * amplitude) >> 16;
    }
    for (std::int64_t x = 0; x < columns; ++x) heights[start + x] = scaledHeight(sums[x], scaling);
  }
}

}  // namespace

const RowKernel kPortableRowKernel = {hashRun, spreadRun, hashColumns, heights};

}  // namespace orograph::noise
