#include "noise/fbm_rows.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "fixed/q16.h"
#include "noise/height_scaling.h"
#include "noise/lattice_keys.h"
#include "noise/row_kernel.h"
#include "noise/value_noise.h"

namespace orograph::noise {
namespace {

// Longer rows are divided, so that what a segment keeps from row to row, about 50 bytes a column for eight octaves,
// fits a second-level cache.
constexpr std::int64_t kColumnsPerSegment = 4096;

constexpr std::int64_t roundedUp(std::int64_t count, std::int64_t unit) { return (count + unit - 1) / unit * unit; }

/// Zeros at first. It starts on a cache line, since vectors that straddle two of them load at half speed.
template <typename T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::int64_t count) : values_(new (kAlignment) T[static_cast<std::size_t>(count)]()) {}
  T& operator[](std::int64_t i) { return values_.get()[i]; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(T* values) const { ::operator delete[](values, kAlignment); }
  };
  std::unique_ptr<T[], Delete> values_;
};

/// A lattice line interpolated along x at every column.
struct Line {
  static constexpr std::int64_t kNone = -1;
  std::int64_t iz = kNone;  // modulo 2^32
  AlignedArray<std::uint16_t> values;
};

/// Keys of successive lattice points.
struct KeyTable {
  KeyTable() = default;
  explicit KeyTable(std::int64_t count) : low(count), high(count) {}
  void set(std::int64_t i, std::uint32_t key) {
    low[i] = static_cast<std::uint16_t>(key);
    high[i] = static_cast<std::uint16_t>(key >> 16);
  }
  Keys all() { return {&low[0], &high[0]}; }

  AlignedArray<std::uint16_t> low, high;
};

struct OctaveRows {
  // The same for every row.
  std::uint32_t seed = 0;
  int latticeShift = 0;
  std::uint16_t amplitudeQ16 = 0;  // 0 stands for 1.0
  bool opensGroup = false;
  bool spreads = false;  // neighbouring columns are at most one cell apart and some weight is not zero
  bool anyWeight = false;
  bool isNarrow = true;     // see Spread
  std::uint32_t cells = 0;  // that the columns lie in, if the octave spreads
  AlignedArray<std::uint16_t> weightsQ16;
  KeyTable keys;      // of the cells from the first column's on, if the octave spreads; else of each column's cell
  KeyTable nextKeys;  // else: of the cell one to the right, if any weight is not zero
  AlignedArray<std::uint32_t> firstCell;  // with `shuffle`: see Spread
  AlignedArray<std::uint8_t> shuffle;

  // Kept from row to row.
  Line near, far;
  std::uint16_t rowWeightQ16 = 0;
};

}  // namespace

/// A run of columns.
class FbmRows::Segment {
 public:
  virtual ~Segment() = default;
  virtual void row(std::int64_t z, std::int32_t* heights) = 0;
};

class FbmRows::PointSegment final : public Segment {
 public:
  PointSegment(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16)
      : fbm_(fbm), grid_(grid), x0_(x0), x1_(x1), heightScaleQ16_(heightScaleQ16) {}

  void row(std::int64_t z, std::int32_t* heights) override {
    for (std::int64_t x = x0_; x < x1_; ++x) {
      const std::int64_t valueQ16 = fbm_.valueQ16(grid_.xQ16(x), grid_.zQ16(z));
      *heights++ = static_cast<std::int32_t>(fixed::multiplyQ16(valueQ16, heightScaleQ16_));
    }
  }

 private:
  Fbm fbm_;
  field::Grid grid_;
  std::int64_t x0_, x1_, heightScaleQ16_;
};

class FbmRows::LineSegment final : public Segment {
 public:
  LineSegment(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
              const RowKernel& kernel)
      : kernel_(kernel),
        lattice_(fbm.lattice()),
        grid_(grid),
        columns_(x1 - x0),
        scaling_(heightScaling(fbm.totalAmplitudeQ16(), heightScaleQ16)),
        cells_(columns_ + 1 + kRunPadding) {
    std::int64_t groupAmplitudeQ16 = fixed::kOneQ16;
    for (const Fbm::Octave& octave : fbm.octaves()) {
      if (octave.amplitudeQ16 == 0) continue;
      octaves_.push_back(tables(octave, x0));
      groupAmplitudeQ16 += octave.amplitudeQ16;
      if (groupAmplitudeQ16 <= fixed::kOneQ16) continue;
      octaves_.back().opensGroup = true;
      groupAmplitudeQ16 = octave.amplitudeQ16;
    }
    terms_.resize(octaves_.size());
  }

  void row(std::int64_t z, std::int32_t* heights) override {
    Term* term = terms_.data();
    for (OctaveRows& octave : octaves_) {
      moveTo(octave, grid_.zQ16(z));
      *term++ = {&octave.near.values[0], octave.rowWeightQ16 == 0 ? nullptr : &octave.far.values[0],
                 octave.rowWeightQ16, octave.amplitudeQ16, octave.opensGroup};
    }
    kernel_.heights(terms_.data(), static_cast<std::int64_t>(terms_.size()), scaling_, columns_, heights);
  }

 private:
  OctaveRows tables(const Fbm::Octave& octave, std::int64_t x0) const {
    OctaveRows made;
    made.seed = octave.seed;
    made.latticeShift = octave.latticeShift;
    made.amplitudeQ16 = static_cast<std::uint16_t>(octave.amplitudeQ16);  // 1.0 becomes 0, see Term
    const std::int64_t padded = roundedUp(columns_, kColumnsPerStep);
    made.weightsQ16 = AlignedArray<std::uint16_t>(padded);
    std::vector<std::uint32_t> index(static_cast<std::size_t>(padded));
    bool dense = true;
    for (std::int64_t x = 0; x < padded; ++x) {
      const auto at = latticePosition(grid_.xQ16(x0 + std::min(x, columns_ - 1)), octave.latticeShift);
      const auto i = static_cast<std::size_t>(x);
      index[i] = static_cast<std::uint32_t>(at.index);
      made.weightsQ16[x] = static_cast<std::uint16_t>(fixed::smoothstepQ16(at.fractionQ16));  // at most 65535
      made.anyWeight = made.anyWeight || made.weightsQ16[x] != 0;
      dense = dense && (x == 0 || index[i] - index[i - 1] <= 1);
    }
    made.spreads = dense && made.anyWeight;
    made.near.values = AlignedArray<std::uint16_t>(padded);
    made.far.values = AlignedArray<std::uint16_t>(padded);
    if (made.spreads) {
      const std::uint32_t first = index.front();
      made.cells = index.back() - first + 1;
      made.keys = KeyTable(made.cells + 1 + kRunPadding);
      for (std::uint32_t cell = 0; cell <= made.cells; ++cell) made.keys.set(cell, columnKey(first + cell));
      made.firstCell = AlignedArray<std::uint32_t>(padded / kColumnsPerBlock);
      made.shuffle = AlignedArray<std::uint8_t>(2 * padded);
      for (std::int64_t x = 0; x < padded; ++x) {
        const auto i = static_cast<std::size_t>(x);
        const std::uint32_t blockIndex = index[i - i % kColumnsPerBlock];
        made.firstCell[x / kColumnsPerBlock] = blockIndex - first;
        made.shuffle[2 * x] = static_cast<std::uint8_t>(2 * (index[i] - blockIndex));
        made.isNarrow = made.isNarrow && index[i] - blockIndex <= 6;
        made.shuffle[2 * x + 1] = static_cast<std::uint8_t>(made.shuffle[2 * x] + 1);
      }
      return made;
    }
    made.keys = KeyTable(padded);
    if (made.anyWeight) made.nextKeys = KeyTable(padded);
    for (std::int64_t x = 0; x < padded; ++x) {
      const std::uint32_t ix = index[static_cast<std::size_t>(x)];
      made.keys.set(x, columnKey(ix));
      if (made.anyWeight) made.nextKeys.set(x, columnKey(ix + 1));
    }
    return made;
  }

  std::uint32_t columnKey(std::uint32_t ix) const {
    return withKeys(lattice_, [=](auto keys) { return keys.column(ix); });
  }

  /// Leaves the lines of the row at zQ16 in `near` and, if its weight is not zero, `far`.
  void moveTo(OctaveRows& octave, std::int64_t zQ16) {
    const auto [index, fractionQ16] = latticePosition(zQ16, octave.latticeShift);
    const std::int64_t nearLine = static_cast<std::uint32_t>(index), farLine = static_cast<std::uint32_t>(index + 1);
    octave.rowWeightQ16 = static_cast<std::uint16_t>(fixed::smoothstepQ16(fractionQ16));  // at most 65535
    if (octave.far.iz == nearLine || octave.near.iz == farLine) std::swap(octave.near, octave.far);
    if (octave.near.iz != nearLine) makeLine(octave, nearLine, octave.near);
    if (octave.rowWeightQ16 != 0 && octave.far.iz != farLine) makeLine(octave, farLine, octave.far);
  }

  void makeLine(OctaveRows& octave, std::int64_t iz, Line& line) {
    line.iz = iz;
    const std::uint32_t lineKey =
        withKeys(lattice_, [&](auto keys) { return keys.line(static_cast<std::uint32_t>(iz), octave.seed); });
    const std::int64_t count = roundedUp(columns_, kColumnsPerStep);
    std::uint16_t* values = &line.values[0];
    if (octave.spreads) {
      kernel_.hashRun(lattice_, octave.keys.all(), lineKey, octave.cells + 1, &cells_[0]);
      kernel_.spreadRun(&cells_[0], {&octave.firstCell[0], &octave.shuffle[0], octave.isNarrow}, &octave.weightsQ16[0],
                        count, values);
    } else if (octave.anyWeight) {
      kernel_.hashColumns(lattice_, octave.keys.all(), octave.nextKeys.all(), lineKey, &octave.weightsQ16[0], count,
                          values);
    } else {
      kernel_.hashRun(lattice_, octave.keys.all(), lineKey, count, values);
    }
  }

  const RowKernel& kernel_;
  fixed::Lattice lattice_;
  field::Grid grid_;
  std::int64_t columns_;
  HeightScaling scaling_;
  std::vector<OctaveRows> octaves_;
  std::vector<Term> terms_;
  AlignedArray<std::uint16_t> cells_;  // the values of a lattice line, before they are spread
};

FbmRows::FbmRows(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
                 const Kernel& kernel) {
  const bool byPoint = kernel.rows == nullptr || fbm.octaves().size() > std::size_t{kMaxTerms};
  for (std::int64_t x = x0; x < x1; x += kColumnsPerSegment) {
    const std::int64_t end = std::min(x + kColumnsPerSegment, x1);
    if (byPoint) {
      segments_.push_back(std::make_unique<PointSegment>(fbm, grid, x, end, heightScaleQ16));
    } else {
      segments_.push_back(std::make_unique<LineSegment>(fbm, grid, x, end, heightScaleQ16, *kernel.rows));
    }
  }
}

FbmRows::~FbmRows() = default;
FbmRows::FbmRows(FbmRows&&) noexcept = default;
FbmRows& FbmRows::operator=(FbmRows&&) noexcept = default;

void FbmRows::rows(std::int64_t z, std::int64_t count, std::int32_t* heights, std::int64_t stride) {
  std::int64_t x = 0;
  for (const auto& segment : segments_) {
    for (std::int64_t row = 0; row < count; ++row) segment->row(z + row, heights + row * stride + x);
    x += kColumnsPerSegment;
  }
}

}  // namespace orograph::noise
