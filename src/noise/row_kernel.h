// What an instruction set contributes to fBm rows: loops over runs of columns. FbmRows holds everything else.
#pragma once

#include <cstdint>

#include "fixed/lattice_hash.h"
#include "noise/height_scaling.h"
#include "noise/lattice_map.h"

namespace orograph::noise {

inline constexpr std::int64_t kColumnsPerBlock = 8;  // columns that share one entry of Spread
inline constexpr std::int64_t kColumnsPerStep = 64;  // runs inside FbmRows are padded to whole steps
inline constexpr std::int64_t kRunPadding = 64;      // how far hashRun and spreadRun may reach past a run

/// Keys of successive lattice points or columns, see noise/lattice_keys.h: their low and their high 16 bits.
struct Keys {
  const std::uint16_t *low, *high;
};

/// Where the columns of a run find their cells in a run of lattice values, when no two neighbours are more than one
/// cell apart. The cells of a block's eight columns then lie within eight values, the reach of one byte shuffle.
struct Spread {
  const std::uint32_t* firstCell;  // one a block: the cell of its first column
  const std::uint8_t* shuffle;  // 16 a block: byte positions 2 * offset, 2 * offset + 1 of each column's 16-bit value
  bool isNarrow;                // no offset exceeds 6: the value one to the right is among the eight too
};

/// The places of a run of columns on a lattice, each its own: the part that the column brings to both coordinates.
struct Places {
  const std::uint32_t *xIndex, *zIndex;
  const std::uint16_t *xFraction, *zFraction;  // Q16
};

/// One octave of a row: the interpolation of two lattice lines, times the amplitude. For Perlin noise a line is made of ramps
/// and, in their own arrays, of slopes, see perlinNoise.
struct Term {
  const std::uint16_t *near, *far;  // far is null where the weight is zero
  const std::uint16_t *nearSlope, *farSlope;
  std::int16_t offsetQ15;           // with slopes: from the near line
  std::uint16_t weightQ16;
  std::uint16_t amplitudeQ16;  // 0 stands for 1.0
  bool opensGroup;  // the amplitudes of a group sum to at most 1.0, so its sums fit 16 bits; 1.0 has its own group
};

inline constexpr std::int64_t kMaxTerms = 32;

/// Except for hashRun and heights, counts are multiples of kColumnsPerStep.
struct RowKernel {
  /// What lattice values and noise inside lines are xored with.
  std::uint16_t bias;
  /// The lattice values of `count` points on one line.
  void (*hashRun)(fixed::Lattice lattice, Keys keys, std::uint32_t lineKey, std::int64_t count, std::uint16_t* values);
  /// The line interpolated at every column.
  void (*spreadRun)(const std::uint16_t* values, Spread spread, const std::uint16_t* weightsQ16, std::int64_t count,
                    std::uint16_t* line);
  /// The same where every column has its own cell; `next` are the keys of the points one to the right.
  void (*hashColumns)(fixed::Lattice lattice, Keys keys, Keys next, std::uint32_t lineKey,
                      const std::uint16_t* weightsQ16, std::int64_t count, std::uint16_t* line);
  /// For Perlin noise: the values left and right of every column, and from these the line's ramps and slopes, Q14.
  void (*spreadPairs)(const std::uint16_t* values, Spread spread, std::int64_t count, std::uint16_t* left,
                      std::uint16_t* right);
  void (*rampLine)(const std::uint16_t* left, const std::uint16_t* right, const std::uint16_t* offsetsQ15,
                   const std::uint16_t* weightsQ16, std::int64_t count, std::uint16_t* ramps, std::uint16_t* slopes);
  /// Simplex noise where the row adds `row` to the columns' places, and the indices are those of the lattice.
  void (*simplexRow)(fixed::Lattice lattice, const Places& places, const LatticePoint& row, std::uint32_t seed,
                     std::int64_t count, std::uint16_t* values);
  /// Heights of `count` columns from the terms of the row, the first of which opens a group.
  void (*heights)(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
                  std::int32_t* heights);
};

}  // namespace orograph::noise
