#include "noise/row_kernel_portable.h"

#include "noise/lattice_keys.h"

namespace orograph::noise {
namespace {

using fixed::Lattice;

// See `interpolate` in noise/value_noise.h for the equality with the signed form and for the bound 2^32.
inline std::uint16_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t weightQ16) {
  return static_cast<std::uint16_t>((a * (65536u - weightQ16) + b * weightQ16) >> 16);
}

void hashRun(Lattice lattice, std::uint32_t firstKey, std::uint32_t lineKey, std::int64_t count,
             std::uint16_t* values) {
  withKeys(lattice, [=](auto keys) {
    std::uint32_t key = firstKey;
    for (std::int64_t i = 0; i < count; ++i, key += keys.kColumn) {
      values[i] = static_cast<std::uint16_t>(keys.value(key, lineKey));
    }
  });
}

void spreadRun(const std::uint16_t* values, std::uint32_t originCell, Spread spread, const std::uint16_t* weightsQ16,
               std::int64_t count, std::uint16_t* line) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t cell = spread.firstCell[x / kColumnsPerBlock] - originCell + spread.shuffle[2 * x] / 2u;
    line[x] = mix(values[cell], values[cell + 1], weightsQ16[x]);
  }
}

void hashColumns(Lattice lattice, ColumnKeys columns, std::uint32_t lineKey, const std::uint16_t* weightsQ16,
                 std::int64_t count, std::uint16_t* line) {
  withKeys(lattice, [=](auto keys) {
    const auto column = [=](std::uint32_t key, std::int64_t x) {
      const std::uint32_t a = keys.value(key, lineKey);
      return weightsQ16 == nullptr ? static_cast<std::uint16_t>(a)
                                   : mix(a, keys.value(key + keys.kColumn, lineKey), weightsQ16[x]);
    };
    for (std::int64_t x = 0; x < count; x += 2) {
      line[x] = column(columns.even[x / 2], x);
      line[x + 1] = column(columns.odd[x / 2], x + 1);
    }
  });
}

void addOctave(const std::uint16_t* near, const std::uint16_t* far, std::uint16_t weightQ16, std::uint16_t amplitudeQ16,
               Entry entry, std::int64_t count, std::uint16_t* sum) {
  if (far == nullptr) far = near;
  const std::uint32_t amplitude = entry == Entry::kAlone ? 65536u : amplitudeQ16;  // 65535 * 65536 < 2^32
  const std::uint16_t keep = entry == Entry::kNext ? 0xFFFF : 0;
  for (std::int64_t x = 0; x < count; ++x) {
    sum[x] = static_cast<std::uint16_t>((sum[x] & keep) + ((mix(near[x], far[x], weightQ16) * amplitude) >> 16));
  }
}

void finish(const std::uint16_t* sums, std::int64_t groups, std::int64_t stride, const HeightScaling& scaling,
            std::int64_t count, std::int32_t* heights) {
  const bool longer = scaling.division == HeightScaling::Division::kLong;
  for (std::int64_t x = 0; x < count; ++x) {
    std::uint32_t sum = 0;
    for (std::int64_t g = 0; g < groups; ++g) sum += sums[g * stride + x];
    std::uint32_t mean = sum;
    if (scaling.division != HeightScaling::Division::kNone) {
      mean = static_cast<std::uint32_t>((std::uint64_t{sum} * scaling.reciprocalLow) >> 32);
      if (longer) mean = (mean + sum * scaling.reciprocalHigh) >> kLongDivisionShift;
    }
    heights[x] = static_cast<std::int32_t>(mean * scaling.scaleHigh + ((mean * scaling.scaleLow) >> 16));
  }
}

}  // namespace

const RowKernel kPortableRowKernel = {hashRun, spreadRun, hashColumns, addOctave, finish};

}  // namespace orograph::noise
