#include "terrain/diamond_square.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "fixed/q16.h"
#include "fixed/roots.h"
#include "fixed/splitmix64.h"
#include "noise/lattice_keys.h"
#include "terrain/displacement.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

using fixed::floorDiv;
using fixed::multiplyQ16;

int levelCount(const DiamondSquareParameters& parameters) {
  return std::countr_zero(static_cast<std::uint64_t>(parameters.cells));
}

class DiamondSquareSource final : public HeightSource {
 public:
  DiamondSquareSource(const DiamondSquareParameters& parameters, std::int64_t heightScaleQ16, std::string_view kernel)
      : parameters_(parameters),
        heightScaleQ16_(heightScaleQ16),
        kernel_(noise::hasKeys(parameters.lattice) ? displacementKernel(kernel) : DisplacementKernel{}),
        seeds_(fixed::latticeSeeds(parameters.lattice, parameters.seed, levelCount(parameters))),
        amplitudesQ16_(levelAmplitudesQ16(parameters)) {
    const std::int64_t side = parameters.wrap ? parameters.cells : parameters.cells + 1;
    for (const Pin& pin : parameters.pins) pinsByRow_[pin.z % side][pin.x % side] = pin.heightQ16;
  }

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override;

 private:
  template <class Height>
  class Rows;

  DiamondSquareParameters parameters_;
  std::int64_t heightScaleQ16_;
  DisplacementKernel kernel_;
  std::vector<std::uint32_t> seeds_;
  std::vector<std::int64_t> amplitudesQ16_;
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> pinsByRow_;  // z, then x, to height
};

// The stage after s levels is the grid of points `cells >> s` apart; its row k lies at z = k * spacing and its point i
// at x = i * spacing. The even points of an even row are the points of the stage before. A row of a stage needs at most
// three neighbouring rows of the stage before, and the diamond centres of at most two rows between them. Rows once
// computed are kept in a few slots per stage, so walking down the field costs one evaluation per point, in memory
// proportional to the width, and any rectangle can be had alone.
//
// On a torus rows and points are numbered without end, and reduced to the period only where a hash or a pin is read.
//
// Even and odd points of a row are made apart, each a run of neighbouring numbers, and interleaved at the end. With
// 32-bit heights the loops are the kernel's, with 64-bit ones the plain definition's.
template <class Height>
class DiamondSquareSource::Rows final : public HeightRows {
 public:
  Rows(const DiamondSquareSource& source, const field::Grid& grid, std::int64_t x0, std::int64_t x1)
      : source_(source), firstRow_(grid.firstRow), stages_(source.seeds_.size() + 1) {
    std::int64_t first = grid.firstColumn + x0, last = grid.firstColumn + x1 - 1;
    for (std::size_t s = stages_.size(); s-- > 0;) {
      Stage& stage = stages_[s];
      stage.first = first;
      stage.last = last;
      stage.evens = {floorDiv(first + 1, 2), floorDiv(last, 2)};
      stage.odds = {stage.evens.first - 1, stage.evens.last};
      first = stage.odds.first;
      last = stage.odds.last + 1;
      if (!source.parameters_.wrap && s > 0) {
        const std::int64_t half = std::int64_t{1} << (s - 1);
        first = std::max<std::int64_t>(first, 0);
        last = std::min(last, half);
        stage.odds = {std::max<std::int64_t>(stage.odds.first, 0), std::min(stage.odds.last, half - 1)};
      }
    }
  }

  void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
    for (const std::int64_t end = z + count; z < end; ++z) {
      const std::vector<Height>& heights = points(stages_.size() - 1, firstRow_ + z);
      const auto width = static_cast<std::int64_t>(heights.size());
      if constexpr (sizeof(Height) == 4) source_.kernel_.scale(heights.data(), source_.heightScaleQ16_, width, out);
      else scaleRow(heights.data(), source_.heightScaleQ16_, width, out);
      out += width;
    }
  }

 private:
  struct Slot {
    std::int64_t row = INT64_MIN;
    std::vector<Height> heights;
  };
  struct Range {
    std::int64_t first = 0, last = -1;  // both included
    std::int64_t size() const { return last - first + 1; }
  };
  struct Stage {
    std::int64_t first = 0, last = 0;  // the points held, both included
    Range evens, odds;                  // the j of the points 2j and 2j + 1 that are made
    // Rows k - 1, k and k + 1 are in use at once, and differ modulo 4.
    std::array<Slot, 4> points, diamonds;
  };

  bool wraps() const { return source_.parameters_.wrap; }
  std::int64_t canonical(std::size_t stage, std::int64_t index) const {
    return wraps() ? index & ((std::int64_t{1} << stage) - 1) : index;
  }
  bool inside(std::size_t stage, std::int64_t index) const {
    return wraps() || (index >= 0 && index <= std::int64_t{1} << stage);
  }

  DisplacedPoints displaced(std::size_t stage, std::int64_t firstX, std::int64_t k) const {
    return {source_.parameters_.lattice, source_.seeds_[stage - 1], source_.amplitudesQ16_[stage - 1], firstX, k,
            wraps() ? std::int64_t{1} << stage : 0};
  }

  void displace(const DisplacedPoints& points, const Height* a, const Height* b, const Height* c, const Height* d,
                std::int64_t count, Height* out) const {
    if constexpr (sizeof(Height) == 4) source_.kernel_.displace(points, a, b, c, d, count, out);
    else displaceRow(points, a, b, c, d, count, out);
  }

  /// A point of the border: the mean of three neighbours.
  static Height displaceOne(const DisplacedPoints& point, std::int64_t a, std::int64_t b, std::int64_t c) {
    return static_cast<Height>(floorDiv(a + b + c, 3) + point.displacement(0));
  }

  /// Replaces the pinned ones among the points firstX, firstX + 2 ... of row k.
  void applyPins(std::size_t stage, std::int64_t k, std::int64_t firstX, std::vector<Height>& heights) const {
    if (source_.pinsByRow_.empty()) return;
    const std::int64_t spacing = source_.parameters_.cells >> stage;
    const auto pinned = source_.pinsByRow_.find(canonical(stage, k) * spacing);
    if (pinned == source_.pinsByRow_.end()) return;
    for (std::size_t j = 0; j < heights.size(); ++j) {
      const auto pin = pinned->second.find(canonical(stage, firstX + 2 * static_cast<std::int64_t>(j)) * spacing);
      if (pin != pinned->second.end()) heights[j] = static_cast<Height>(pin->second);
    }
  }

  /// Row k of a stage: its points first ... last.
  const std::vector<Height>& points(std::size_t stage, std::int64_t k);
  /// The diamond centres 2j + 1 of an odd row k, for the j of `odds`.
  const std::vector<Height>& diamonds(std::size_t stage, std::int64_t k);
  void makeCorners(std::int64_t k, std::vector<Height>& heights) const;
  void makeOddRow(std::size_t stage, std::int64_t k, std::vector<Height>& heights);
  void makeEvenRow(std::size_t stage, std::int64_t k, std::vector<Height>& heights);

  /// The points first ... last out of the even and odd ones.
  static void interleave(const Stage& stage, const Height* evens, const Height* odds, std::vector<Height>& heights) {
    Height* out = heights.data();
    odds += stage.evens.first - stage.odds.first;
    if ((stage.first & 1) != 0) *out++ = odds[-1];
    const std::int64_t count = floorDiv(stage.last + 1, 2) - stage.evens.first;  // of whole pairs
    for (std::int64_t j = 0; j < count; ++j) {
      out[2 * j] = evens[j];
      out[2 * j + 1] = odds[j];
    }
    if ((stage.last & 1) == 0) out[2 * count] = evens[count];
  }

  const DiamondSquareSource& source_;
  std::int64_t firstRow_;  // of the reader's grid
  std::vector<Stage> stages_;
  std::vector<Height> evens_, odds_;  // of the row being made; no other row is made meanwhile
};

template <class Height>
void DiamondSquareSource::Rows<Height>::makeCorners(std::int64_t k, std::vector<Height>& heights) const {
  const Stage& stage = stages_[0];
  const auto pinned = source_.pinsByRow_.find(canonical(0, k) * source_.parameters_.cells);
  for (std::int64_t i = stage.first; i <= stage.last; ++i) {
    const std::int64_t corner = wraps() ? 0 : 2 * k + i;
    std::int64_t height = source_.parameters_.cornersQ16[static_cast<std::size_t>(corner)];
    if (pinned != source_.pinsByRow_.end()) {
      const auto pin = pinned->second.find(canonical(0, i) * source_.parameters_.cells);
      if (pin != pinned->second.end()) height = pin->second;
    }
    heights[static_cast<std::size_t>(i - stage.first)] = static_cast<Height>(height);
  }
}

template <class Height>
const std::vector<Height>& DiamondSquareSource::Rows<Height>::diamonds(std::size_t stage, std::int64_t k) {
  Stage& own = stages_[stage];
  Slot& slot = own.diamonds[static_cast<std::size_t>(k & 3)];
  if (slot.row == k) return slot.heights;
  slot.row = INT64_MIN;
  const std::int64_t offset = own.odds.first - stages_[stage - 1].first;
  const Height* const north = points(stage - 1, floorDiv(k, 2)).data() + offset;
  const Height* const south = points(stage - 1, floorDiv(k, 2) + 1).data() + offset;
  slot.heights.resize(static_cast<std::size_t>(own.odds.size()));
  displace(displaced(stage, 2 * own.odds.first + 1, k), north, north + 1, south, south + 1, own.odds.size(),
           slot.heights.data());
  applyPins(stage, k, 2 * own.odds.first + 1, slot.heights);
  slot.row = k;
  return slot.heights;
}

template <class Height>
void DiamondSquareSource::Rows<Height>::makeOddRow(std::size_t stage, std::int64_t k, std::vector<Height>& heights) {
  const Stage& own = stages_[stage];
  const std::vector<Height>& centreRow = diamonds(stage, k);
  const std::vector<Height>& northRow = points(stage - 1, floorDiv(k, 2));
  const std::vector<Height>& southRow = points(stage - 1, floorDiv(k, 2) + 1);
  const auto north = [&](std::int64_t j) { return northRow.data() + (j - stages_[stage - 1].first); };
  const auto south = [&](std::int64_t j) { return southRow.data() + (j - stages_[stage - 1].first); };
  const auto centre = [&](std::int64_t j) { return centreRow.data() + (j - own.odds.first); };
  evens_.resize(static_cast<std::size_t>(own.evens.size()));
  const auto even = [&](std::int64_t j) { return evens_.data() + (j - own.evens.first); };
  Range inner = own.evens;  // those with a centre on either side
  if (inner.first - 1 < own.odds.first) {
    const std::int64_t j = inner.first++;
    *even(j) = displaceOne(displaced(stage, 2 * j, k), *north(j), *south(j), *centre(j));
  }
  if (inner.last > own.odds.last && inner.size() > 0) {
    const std::int64_t j = inner.last--;
    *even(j) = displaceOne(displaced(stage, 2 * j, k), *north(j), *south(j), *centre(j - 1));
  }
  if (inner.size() > 0) {
    const std::int64_t j = inner.first;
    displace(displaced(stage, 2 * j, k), north(j), south(j), centre(j - 1), centre(j), inner.size(), even(j));
  }
  applyPins(stage, k, 2 * own.evens.first, evens_);
  interleave(own, evens_.data(), centreRow.data(), heights);
}

template <class Height>
void DiamondSquareSource::Rows<Height>::makeEvenRow(std::size_t stage, std::int64_t k, std::vector<Height>& heights) {
  const Stage& own = stages_[stage];
  const std::vector<Height>* const above = inside(stage, k - 1) ? &diamonds(stage, k - 1) : nullptr;
  const std::vector<Height>* const below = inside(stage, k + 1) ? &diamonds(stage, k + 1) : nullptr;
  const std::vector<Height>& middle = points(stage - 1, floorDiv(k, 2));
  const Height* const coarse = middle.data() + (own.odds.first - stages_[stage - 1].first);
  odds_.resize(static_cast<std::size_t>(own.odds.size()));
  if (above != nullptr && below != nullptr) {
    displace(displaced(stage, 2 * own.odds.first + 1, k), coarse, coarse + 1, above->data(), below->data(),
             own.odds.size(), odds_.data());
  } else {
    const std::vector<Height>& centres = above != nullptr ? *above : *below;
    for (std::size_t j = 0; j < odds_.size(); ++j) {
      odds_[j] = displaceOne(displaced(stage, 2 * (own.odds.first + static_cast<std::int64_t>(j)) + 1, k), coarse[j],
                             coarse[j + 1], centres[j]);
    }
  }
  applyPins(stage, k, 2 * own.odds.first + 1, odds_);
  interleave(own, middle.data() + (own.evens.first - stages_[stage - 1].first), odds_.data(), heights);
}

template <class Height>
const std::vector<Height>& DiamondSquareSource::Rows<Height>::points(std::size_t stage, std::int64_t k) {
  Stage& own = stages_[stage];
  Slot& slot = own.points[static_cast<std::size_t>(k & 3)];
  if (slot.row == k) return slot.heights;
  slot.row = INT64_MIN;
  slot.heights.resize(static_cast<std::size_t>(own.last - own.first + 1));
  if (stage == 0) makeCorners(k, slot.heights);
  else if ((k & 1) != 0) makeOddRow(stage, k, slot.heights);
  else makeEvenRow(stage, k, slot.heights);
  slot.row = k;
  return slot.heights;
}

std::unique_ptr<HeightRows> DiamondSquareSource::over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const {
  // The sum of four heights fits 32 bits.
  if (diamondSquareBoundQ16(parameters_) < std::int64_t{1} << 29) {
    return std::make_unique<Rows<std::int32_t>>(*this, grid, x0, x1);
  }
  return std::make_unique<Rows<std::int64_t>>(*this, grid, x0, x1);
}

}  // namespace

std::vector<std::int64_t> levelAmplitudesQ16(const DiamondSquareParameters& parameters) {
  const std::int64_t decay = fixed::exp2NegativeQ16(parameters.hurstQ16);
  std::vector<std::int64_t> amplitudes;
  std::int64_t amplitude = parameters.amplitudeQ16;
  for (int level = 0; level < levelCount(parameters); ++level) {
    amplitudes.push_back(amplitude);
    amplitude = multiplyQ16(amplitude, decay);
  }
  return amplitudes;
}

std::int64_t diamondSquareBoundQ16(const DiamondSquareParameters& parameters) {
  std::int64_t bound = 0;
  for (const std::int64_t corner : parameters.cornersQ16) bound = std::max(bound, std::abs(corner));
  for (const Pin& pin : parameters.pins) bound = std::max(bound, std::abs(pin.heightQ16));
  for (const std::int64_t amplitude : levelAmplitudesQ16(parameters)) bound += amplitude;
  return bound;
}

std::unique_ptr<HeightSource> makeDiamondSquareSource(const Parameters& parameters) {
  return std::make_unique<DiamondSquareSource>(parameters.diamondSquare, parameters.heightScaleQ16,
                                               parameters.kernel->name);
}

}  // namespace orograph::terrain
