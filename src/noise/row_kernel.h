// What an instruction set contributes to fBm rows: five loops over runs of columns. FbmRows holds everything else.
#pragma once

#include <cstdint>

#include "fixed/lattice_hash.h"

namespace orograph::noise {

inline constexpr std::int64_t kColumnsPerBlock = 8;  // columns that share one entry of Spread
inline constexpr std::int64_t kColumnsPerStep = 64;  // runs inside FbmRows are padded to whole steps
inline constexpr std::int64_t kRunPadding = 64;      // values that hashRun may write past its count, Spread may read

/// Where the columns of a run find their cells in a run of lattice values, when no two neighbours are more than one
/// cell apart. The cells of a block's eight columns then lie within eight values, the reach of one byte shuffle.
struct Spread {
  const std::uint32_t* firstCell;  // one a block: the cell of its first column
  const std::uint8_t* shuffle;  // 16 a block: byte positions 2 * offset, 2 * offset + 1 of each column's 16-bit value
};

/// The columns' keys in a lattice hash, columns of even and of odd number apart: two 32-bit vectors of values then
/// join into one of 16 bits by shift and blend, in order.
struct ColumnKeys {
  const std::uint32_t* even;
  const std::uint32_t* odd;
};

/// height = fmul(fdiv(sum, total), scale), by multiplications alone; `heightScaling` proves them exact.
struct HeightScaling {
  enum class Division { kNone, kShort, kLong } division;
  std::uint32_t reciprocalLow, reciprocalHigh;
  std::uint32_t scaleLow, scaleHigh;  // the scale is scaleHigh * 65536 + scaleLow
};
inline constexpr int kLongDivisionShift = 10;

/// How an octave enters the 16-bit sum of its group.
enum class Entry { kAlone, kFirst, kNext };  // alone: amplitude 1.0, nothing else fits beside it

/// Except for `finish`, counts are multiples of kColumnsPerStep.
struct RowKernel {
  /// The values of `count` successive lattice points from the one with `firstKey`.
  void (*hashRun)(fixed::Lattice lattice, std::uint32_t firstKey, std::uint32_t lineKey, std::int64_t count,
                  std::uint16_t* values);
  /// The lattice line interpolated at every column; values[0] belongs to cell `originCell`.
  void (*spreadRun)(const std::uint16_t* values, std::uint32_t originCell, Spread spread,
                    const std::uint16_t* weightsQ16, std::int64_t count, std::uint16_t* line);
  /// The same where every column has its own cell. Null weights are all zero: then no second point is hashed.
  void (*hashColumns)(fixed::Lattice lattice, ColumnKeys keys, std::uint32_t lineKey, const std::uint16_t* weightsQ16,
                      std::int64_t count, std::uint16_t* line);
  /// The octave between two lines, far being null for a weight of zero, times its amplitude, into the group's sum.
  void (*addOctave)(const std::uint16_t* near, const std::uint16_t* far, std::uint16_t weightQ16,
                    std::uint16_t amplitudeQ16, Entry entry, std::int64_t count, std::uint16_t* sum);
  /// Heights from the sums of `groups` groups, `stride` apart.
  void (*finish)(const std::uint16_t* sums, std::int64_t groups, std::int64_t stride, const HeightScaling& scaling,
                 std::int64_t count, std::int32_t* heights);
};

}  // namespace orograph::noise
