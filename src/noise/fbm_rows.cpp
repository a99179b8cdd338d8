#include "noise/fbm_rows.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "fixed/q16.h"
#include "noise/height_scaling.h"
#include "noise/lattice_keys.h"
#include "noise/row_kernel.h"

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

/// A lattice line at every column: interpolated along x, or ramps and their slopes along z.
struct Line {
  static constexpr std::int64_t kNone = -1;
  std::int64_t iz = kNone;  // modulo 2^32
  AlignedArray<std::uint16_t> values, slopes;
};

/// Keys of successive lattice points, or for a lattice without keys their indices.
struct KeyTable {
  KeyTable() = default;
  explicit KeyTable(std::int64_t count) : low(count), high(count) {}
  void set(std::int64_t i, std::uint32_t key) {
    low[i] = static_cast<std::uint16_t>(key);
    high[i] = static_cast<std::uint16_t>(key >> 16);
  }
  std::uint32_t at(std::int64_t i) { return low[i] | std::uint32_t{high[i]} << 16; }
  Keys all() { return {&low[0], &high[0]}; }

  AlignedArray<std::uint16_t> low, high;
};

/// The columns' parts of lattice coordinates.
struct PlaceTable {
  PlaceTable() = default;
  explicit PlaceTable(std::int64_t count) : xIndex(count), zIndex(count), xFraction(count), zFraction(count) {}
  Places all() { return {&xIndex[0], &zIndex[0], &xFraction[0], &zFraction[0]}; }

  AlignedArray<std::uint32_t> xIndex, zIndex;
  AlignedArray<std::uint16_t> xFraction, zFraction;
};

struct OctaveRows {
  // The same for every row.
  const Fbm::Octave* octave = nullptr;
  std::uint16_t amplitudeQ16 = 0;  // 0 stands for 1.0
  bool opensGroup = false;
  bool byPoint = false;   // its lattice lies askew: every row is computed for itself
  bool spreads = false;   // neighbouring columns are at most one cell apart and some weight is not zero
  bool anyWeight = false;
  bool isNarrow = true;     // see Spread
  std::uint32_t cells = 0;  // that the columns lie in, if the octave spreads
  AlignedArray<std::uint16_t> weightsQ16;
  AlignedArray<std::uint16_t> offsetsQ15;  // for ramps
  KeyTable keys;      // of the cells from the first column's on, if the octave spreads; else of each column's cell
  KeyTable nextKeys;  // else: of the cell one to the right, if any weight is not zero
  AlignedArray<std::uint32_t> firstCell;  // with `shuffle`: see Spread
  AlignedArray<std::uint8_t> shuffle;
  PlaceTable places;  // by point, for simplex

  // Kept from row to row.
  Line near, far;
  std::uint16_t rowWeightQ16 = 0;
  std::int16_t rowOffsetQ15 = 0;
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
  /// `authority`: by the plain definition, without keeping cells from point to point.
  PointSegment(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
               bool authority)
      : fbm_(fbm), cells_(fbm_), grid_(grid), x0_(x0), x1_(x1), heightScaleQ16_(heightScaleQ16), authority_(authority) {
    // Maps have more than 32 bits of an index only within the world of a spec's rules: periods are left to `place`.
    const auto& [periodX, periodZ] = fbm.parameters().period;
    if (authority || fbm.parameters().warp.strengthQ16 != 0 || periodX != 0 || periodZ != 0) return;
    row_.emplace(fbm_, x1 - x0);
    for (std::int64_t x = x0; x < x1; ++x) row_->setColumn(x - x0, grid.xQ16(x));
  }

  void row(std::int64_t z, std::int32_t* heights) override {
    const std::int64_t zQ16 = grid_.zQ16(z);
    if (row_) row_->moveTo(zQ16);
    for (std::int64_t x = x0_; x < x1_; ++x) {
      const std::int64_t xQ16 = grid_.xQ16(x);
      const std::int64_t valueQ16 = authority_ ? fbm_.valueQ16(xQ16, zQ16)
                                    : row_     ? fbm_.valueQ16(*row_, x - x0_, cells_)
                                               : fbm_.valueQ16(xQ16, zQ16, cells_);
      *heights++ = static_cast<std::int32_t>(fixed::multiplyQ16(valueQ16, heightScaleQ16_));
    }
  }

 private:
  Fbm fbm_;
  Fbm::Cells cells_;
  std::optional<Fbm::Row> row_;  // where nothing is warped or periodic
  field::Grid grid_;
  std::int64_t x0_, x1_, heightScaleQ16_;
  bool authority_;
};

class FbmRows::LineSegment final : public Segment {
 public:
  LineSegment(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
              const RowKernel& kernel)
      : fbm_(fbm),
        kernel_(kernel),
        grid_(grid),
        x0_(x0),
        columns_(x1 - x0),
        sumScaleQ16_(fbm.parameters().normalise ? fixed::kOneQ16 : heightScaleQ16),
        scaling_(fbm.parameters().normalise ? heightScaling(fbm.totalAmplitudeQ16(), heightScaleQ16)
                                            : heightScaling(fixed::kOneQ16, fixed::kOneQ16)),
        cells_(columns_ + 1 + kRunPadding) {
    const std::int64_t padded = paddedColumns();
    if (fbm_.parameters().basis == Basis::kPerlin || !hasKeys(fbm_.lattice())) {
      left_ = AlignedArray<std::uint16_t>(padded);
      right_ = AlignedArray<std::uint16_t>(padded);
    }
    std::int64_t groupAmplitudeQ16 = fixed::kOneQ16;
    for (const Fbm::Octave& octave : fbm_.octaves()) {
      if (octave.amplitudeQ16 == 0) continue;
      octaves_.push_back(tables(octave));
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
      if (octave.byPoint) computeRow(octave, grid_.zQ16(z));
      else moveTo(octave, grid_.zQ16(z));
      const bool ramps = this->ramps(octave), two = octave.rowWeightQ16 != 0;
      *term++ = {&octave.near.values[0],
                 two ? &octave.far.values[0] : nullptr,
                 ramps ? &octave.near.slopes[0] : nullptr,
                 ramps && two ? &octave.far.slopes[0] : nullptr,
                 octave.rowOffsetQ15,
                 octave.rowWeightQ16,
                 octave.amplitudeQ16,
                 octave.opensGroup};
    }
    kernel_.heights(terms_.data(), static_cast<std::int64_t>(terms_.size()), scaling_, columns_, heights);
    if (sumScaleQ16_ == fixed::kOneQ16) return;
    for (std::int64_t x = 0; x < columns_; ++x) {
      heights[x] = static_cast<std::int32_t>(fixed::multiplyQ16(heights[x], sumScaleQ16_));
    }
  }

 private:
  std::int64_t paddedColumns() const { return roundedUp(columns_, kColumnsPerStep); }

  bool ramps(const OctaveRows& octave) const { return fbm_.parameters().basis == Basis::kPerlin && !octave.byPoint; }

  /// The coordinate of a column of the padded run: beyond the last that one again.
  std::int64_t xQ16(std::int64_t column) const { return grid_.xQ16(x0_ + std::min(column, columns_ - 1)); }

  OctaveRows tables(const Fbm::Octave& octave) const {
    OctaveRows made;
    made.octave = &octave;
    made.amplitudeQ16 = static_cast<std::uint16_t>(octave.amplitudeQ16);  // 1.0 becomes 0, see Term
    // The first octave is never turned, but Perlin noise has all its octaves computed alike.
    const bool perlinTurned = fbm_.parameters().basis == Basis::kPerlin && fbm_.parameters().rotation != Rotation::kNone;
    made.byPoint = !octave.map.aligned() || perlinTurned;
    const std::int64_t padded = paddedColumns();
    made.near.values = AlignedArray<std::uint16_t>(padded);
    if (made.byPoint) {
      if (onKernel(made)) placeColumns(made);
      return made;
    }
    made.far.values = AlignedArray<std::uint16_t>(padded);
    if (ramps(made)) {
      made.near.slopes = AlignedArray<std::uint16_t>(padded);
      made.far.slopes = AlignedArray<std::uint16_t>(padded);
      made.offsetsQ15 = AlignedArray<std::uint16_t>(padded);
    }
    made.weightsQ16 = AlignedArray<std::uint16_t>(padded);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(padded));
    const auto index = [&](std::int64_t x) { return static_cast<std::uint32_t>(indices[static_cast<std::size_t>(x)]); };
    bool dense = true;
    for (std::int64_t x = 0; x < padded; ++x) {
      const Fbm::Place at = fbm_.place(octave, xQ16(x), 0);
      indices[static_cast<std::size_t>(x)] = at.ix;
      // At most 65535.
      made.weightsQ16[x] = static_cast<std::uint16_t>(weightQ16(fbm_.parameters().interpolation, at.tx));
      if (ramps(made)) made.offsetsQ15[x] = static_cast<std::uint16_t>(at.tx >> 1);
      made.anyWeight = made.anyWeight || made.weightsQ16[x] != 0;
      dense = dense && (x == 0 || index(x) - index(x - 1) <= 1);
    }
    made.spreads = dense && made.anyWeight;
    const auto key = [&](std::int64_t ix) { return columnKey(wrapped(ix, octave.period[0])); };
    if (made.spreads) {
      const std::int64_t first = indices.front();
      made.cells = index(padded - 1) - index(0) + 1;
      made.keys = KeyTable(made.cells + 1 + kRunPadding);
      for (std::uint32_t cell = 0; cell <= made.cells; ++cell) made.keys.set(cell, key(first + cell));
      made.firstCell = AlignedArray<std::uint32_t>(padded / kColumnsPerBlock);
      made.shuffle = AlignedArray<std::uint8_t>(2 * padded);
      for (std::int64_t x = 0; x < padded; ++x) {
        const std::uint32_t blockIndex = index(x - x % kColumnsPerBlock);
        made.firstCell[x / kColumnsPerBlock] = blockIndex - index(0);
        made.shuffle[2 * x] = static_cast<std::uint8_t>(2 * (index(x) - blockIndex));
        made.isNarrow = made.isNarrow && index(x) - blockIndex <= 6;
        made.shuffle[2 * x + 1] = static_cast<std::uint8_t>(made.shuffle[2 * x] + 1);
      }
      return made;
    }
    made.keys = KeyTable(padded);
    if (needsNext(made)) made.nextKeys = KeyTable(padded);
    for (std::int64_t x = 0; x < padded; ++x) {
      const std::int64_t ix = indices[static_cast<std::size_t>(x)];
      made.keys.set(x, key(ix));
      if (needsNext(made)) made.nextKeys.set(x, key(ix + 1));
    }
    return made;
  }

  /// A line needs the values to the right of the columns. Without weights ramps do not: those of the left are all.
  static bool needsNext(const OctaveRows& octave) { return octave.anyWeight; }

  /// Whether the kernel computes rows of a lattice that lies askew.
  bool onKernel(const OctaveRows& octave) const {
    const bool periodic = octave.octave->period[0] != 0 || octave.octave->period[1] != 0;
    return fbm_.parameters().basis == Basis::kSimplex && hasKeys(fbm_.lattice()) && !periodic;
  }

  void placeColumns(OctaveRows& made) const {
    made.places = PlaceTable(paddedColumns());
    for (std::int64_t x = 0; x < paddedColumns(); ++x) {
      const LatticePoint from = made.octave->map.fromX(xQ16(x));
      made.places.xIndex[x] = static_cast<std::uint32_t>(from.xQ16 >> 16);
      made.places.zIndex[x] = static_cast<std::uint32_t>(from.zQ16 >> 16);
      made.places.xFraction[x] = static_cast<std::uint16_t>(from.xQ16);
      made.places.zFraction[x] = static_cast<std::uint16_t>(from.zQ16);
    }
  }

  std::uint32_t columnKey(std::int64_t ix) const {
    const auto index = static_cast<std::uint32_t>(ix);
    return hasKeys(fbm_.lattice()) ? withKeys(fbm_.lattice(), [=](auto keys) { return keys.column(index); }) : index;
  }

  /// The noise of a row on a lattice that lies askew, in `near`.
  void computeRow(OctaveRows& octave, std::int64_t zQ16) {
    const Fbm::Octave& o = *octave.octave;
    if (onKernel(octave)) {
      kernel_.simplexRow(fbm_.lattice(), octave.places.all(), o.map.fromZ(zQ16), o.seed, paddedColumns(), &octave.near.values[0]);
      return;
    }
    Fbm::Place seen{};
    Corners corners{};
    for (std::int64_t x = 0; x < columns_; ++x) {
      const Fbm::Place at = fbm_.place(o, xQ16(x), zQ16);
      if (x == 0 || at.ix != seen.ix || at.iz != seen.iz) corners = fbm_.corners(o, at.ix, at.iz);
      seen = at;
      octave.near.values[x] = static_cast<std::uint16_t>(fbm_.noise(corners, at.tx, at.tz) ^ kernel_.bias);
    }
  }

  /// Leaves the lines of the row at zQ16 in `near` and, if its weight is not zero, `far`.
  void moveTo(OctaveRows& octave, std::int64_t zQ16) {
    const Fbm::Place at = fbm_.place(*octave.octave, 0, zQ16);
    const std::int64_t period = octave.octave->period[1];
    const std::int64_t nearLine = static_cast<std::uint32_t>(wrapped(at.iz, period));
    const std::int64_t farLine = static_cast<std::uint32_t>(wrapped(at.iz + 1, period));
    octave.rowWeightQ16 = static_cast<std::uint16_t>(weightQ16(fbm_.parameters().interpolation, at.tz));  // at most 65535
    octave.rowOffsetQ15 = static_cast<std::int16_t>(at.tz >> 1);
    if (octave.far.iz == nearLine || octave.near.iz == farLine) std::swap(octave.near, octave.far);
    if (octave.near.iz != nearLine) makeLine(octave, nearLine, octave.near);
    if (octave.rowWeightQ16 != 0 && octave.far.iz != farLine) makeLine(octave, farLine, octave.far);
  }

  /// The lattice values of a run of points on a line, xored with the kernel's bias.
  void hashRun(OctaveRows& octave, KeyTable& keys, std::int64_t iz, std::int64_t count, std::uint16_t* values) {
    const fixed::Lattice lattice = fbm_.lattice();
    const std::uint32_t seed = octave.octave->seed;
    if (hasKeys(lattice)) {
      kernel_.hashRun(lattice, keys.all(), lineKey(iz, seed), count, values);
      return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      values[i] = static_cast<std::uint16_t>(fixed::latticeValue(lattice, keys.at(i), iz, seed) ^ kernel_.bias);
    }
  }

  std::uint32_t lineKey(std::int64_t iz, std::uint32_t seed) const {
    return withKeys(fbm_.lattice(), [=](auto keys) { return keys.line(static_cast<std::uint32_t>(iz), seed); });
  }

  void makeLine(OctaveRows& octave, std::int64_t iz, Line& line) {
    line.iz = iz;
    const std::int64_t count = paddedColumns();
    const Spread spread = octave.spreads ? Spread{&octave.firstCell[0], &octave.shuffle[0], octave.isNarrow} : Spread{};
    const std::uint16_t* weights = &octave.weightsQ16[0];
    if (octave.spreads) hashRun(octave, octave.keys, iz, octave.cells + 1, &cells_[0]);
    if (ramps(octave)) {
      if (octave.spreads) {
        kernel_.spreadPairs(&cells_[0], spread, count, &left_[0], &right_[0]);
      } else {
        hashRun(octave, octave.keys, iz, count, &left_[0]);
        if (needsNext(octave)) hashRun(octave, octave.nextKeys, iz, count, &right_[0]);
      }
      kernel_.rampLine(&left_[0], &right_[0], &octave.offsetsQ15[0], weights, count, &line.values[0], &line.slopes[0]);
    } else if (octave.spreads) {
      kernel_.spreadRun(&cells_[0], spread, weights, count, &line.values[0]);
    } else if (!octave.anyWeight) {
      hashRun(octave, octave.keys, iz, count, &line.values[0]);
    } else if (hasKeys(fbm_.lattice())) {
      kernel_.hashColumns(fbm_.lattice(), octave.keys.all(), octave.nextKeys.all(), lineKey(iz, octave.octave->seed),
                          weights, count, &line.values[0]);
    } else {
      hashRun(octave, octave.keys, iz, count, &left_[0]);
      hashRun(octave, octave.nextKeys, iz, count, &right_[0]);
      for (std::int64_t x = 0; x < count; ++x) {
        const std::int64_t value = interpolate(left_[x] ^ kernel_.bias, right_[x] ^ kernel_.bias, weights[x]);
        line.values[x] = static_cast<std::uint16_t>(value ^ kernel_.bias);
      }
    }
  }

  Fbm fbm_;
  const RowKernel& kernel_;
  field::Grid grid_;
  std::int64_t x0_, columns_;
  std::int64_t sumScaleQ16_;  // what is left to multiply by after the kernel
  HeightScaling scaling_;
  std::vector<OctaveRows> octaves_;
  std::vector<Term> terms_;
  AlignedArray<std::uint16_t> cells_;  // the values of a lattice line, before they are spread
  AlignedArray<std::uint16_t> left_, right_;  // the values on either side of every column
};

FbmRows::FbmRows(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
                 const Kernel& kernel) {
  const bool byPoint = kernel.rows == nullptr || !fbm.separable() || fbm.octaves().size() > std::size_t{kMaxTerms};
  for (std::int64_t x = x0; x < x1; x += kColumnsPerSegment) {
    const std::int64_t end = std::min(x + kColumnsPerSegment, x1);
    if (byPoint) {
      segments_.push_back(std::make_unique<PointSegment>(fbm, grid, x, end, heightScaleQ16, kernel.rows == nullptr));
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
