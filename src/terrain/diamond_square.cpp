#include "terrain/diamond_square.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "fixed/q16.h"
#include "fixed/roots.h"
#include "fixed/splitmix64.h"
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
  DiamondSquareSource(const DiamondSquareParameters& parameters, std::int64_t heightScaleQ16)
      : parameters_(parameters),
        heightScaleQ16_(heightScaleQ16),
        seeds_(fixed::derivedSeeds(parameters.seed, levelCount(parameters))),
        amplitudesQ16_(levelAmplitudesQ16(parameters)) {
    const std::int64_t side = parameters.wrap ? parameters.cells : parameters.cells + 1;
    for (const Pin& pin : parameters.pins) pinsByRow_[pin.z % side][pin.x % side] = pin.heightQ16;
  }

  std::unique_ptr<HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override;

 private:
  class Rows;

  DiamondSquareParameters parameters_;
  std::int64_t heightScaleQ16_;
  std::vector<std::uint32_t> seeds_;
  std::vector<std::int64_t> amplitudesQ16_;
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> pinsByRow_;  // z, then x, to height
};

// The stage after s levels is the grid of points `cells >> s` apart; its row k lies at z = k * spacing and its point i
// at x = i * spacing. A row of a stage needs at most three neighbouring rows of the stage before, and the diamond
// centres of at most two rows between them. Rows once computed are kept in a few slots per stage, so walking down the
// field costs one evaluation per point, in memory proportional to the width, and any rectangle can be had alone.
//
// On a torus rows and points are numbered without end, and reduced to the period only where a hash or a pin is read.
class DiamondSquareSource::Rows final : public HeightRows {
 public:
  Rows(const DiamondSquareSource& source, std::int64_t x0, std::int64_t x1)
      : source_(source), x0_(x0), x1_(x1), stages_(source.seeds_.size() + 1) {
    // From the finest stage up: a point draws on the two points either side of it, diamonds on one more.
    std::int64_t first = x0, last = x1 - 1;
    for (std::size_t s = stages_.size(); s-- > 0;) {
      if (!source.parameters_.wrap) {
        first = std::max<std::int64_t>(first, 0);
        last = std::min(last, std::int64_t{1} << s);
      }
      stages_[s].first = first;
      stages_[s].last = last;
      first = floorDiv(first, 2) - 1;
      last = floorDiv(last + 1, 2) + 1;
    }
  }

  void row(std::int64_t z, std::int32_t* out) override {
    const std::vector<std::int64_t>& heights = points(stages_.size() - 1, z);
    for (std::int64_t x = x0_; x < x1_; ++x) {
      const std::int64_t height = heights[static_cast<std::size_t>(x - x0_)];
      *out++ = static_cast<std::int32_t>(multiplyQ16(height, source_.heightScaleQ16_));
    }
  }

 private:
  struct Slot {
    std::int64_t row = INT64_MIN;
    std::vector<std::int64_t> heights;
  };
  // Rows k - 1, k and k + 1 are in use at once, and differ modulo 4.
  struct Stage {
    std::int64_t first = 0, last = 0;  // the columns held, both included
    std::array<Slot, 4> points, diamonds;
  };

  std::int64_t canonical(std::size_t stage, std::int64_t index) const {
    return source_.parameters_.wrap ? index & ((std::int64_t{1} << stage) - 1) : index;
  }

  bool inside(std::size_t stage, std::int64_t index) const {
    return source_.parameters_.wrap || (index >= 0 && index <= std::int64_t{1} << stage);
  }

  std::int64_t displacement(std::size_t stage, std::int64_t i, std::int64_t k) const {
    const std::uint32_t value = fixed::latticeValue(source_.parameters_.lattice, canonical(stage, i),
                                                    canonical(stage, k), source_.seeds_[stage - 1]);
    return multiplyQ16(2 * std::int64_t{value} + 1 - fixed::kOneQ16, source_.amplitudesQ16_[stage - 1]);
  }

  /// Replaces the pinned ones among the points of a row that this stage adds: every `step`-th from `start`.
  void applyPins(std::size_t stage, std::int64_t k, std::int64_t start, std::int64_t step, std::int64_t first,
                 std::vector<std::int64_t>& heights) const {
    if (source_.pinsByRow_.empty()) return;
    const std::int64_t spacing = source_.parameters_.cells >> stage;
    const auto pinned = source_.pinsByRow_.find(canonical(stage, k) * spacing);
    if (pinned == source_.pinsByRow_.end()) return;
    for (std::int64_t i = start; i < first + static_cast<std::int64_t>(heights.size()); i += step) {
      const auto pin = pinned->second.find(canonical(stage, i) * spacing);
      if (pin != pinned->second.end()) heights[static_cast<std::size_t>(i - first)] = pin->second;
    }
  }

  /// Row k of a stage, over its columns first ... last.
  const std::vector<std::int64_t>& points(std::size_t stage, std::int64_t k);
  /// The diamond centres of an odd row k, over the columns first - 1 ... last + 1; only odd columns are set.
  const std::vector<std::int64_t>& diamonds(std::size_t stage, std::int64_t k);

  void makeCorners(std::int64_t k, std::vector<std::int64_t>& heights) const;

  const DiamondSquareSource& source_;
  std::int64_t x0_, x1_;
  std::vector<Stage> stages_;
};

void DiamondSquareSource::Rows::makeCorners(std::int64_t k, std::vector<std::int64_t>& heights) const {
  const Stage& stage = stages_[0];
  for (std::int64_t i = stage.first; i <= stage.last; ++i) {
    const std::int64_t corner = source_.parameters_.wrap ? 0 : 2 * k + i;
    heights[static_cast<std::size_t>(i - stage.first)] =
        source_.parameters_.cornersQ16[static_cast<std::size_t>(corner)];
  }
  applyPins(0, k, stage.first, 1, stage.first, heights);
}

const std::vector<std::int64_t>& DiamondSquareSource::Rows::diamonds(std::size_t stage, std::int64_t k) {
  Stage& own = stages_[stage];
  Slot& slot = own.diamonds[static_cast<std::size_t>(k & 3)];
  if (slot.row == k) return slot.heights;
  const std::vector<std::int64_t>& north = points(stage - 1, (k - 1) / 2);
  const std::vector<std::int64_t>& south = points(stage - 1, (k - 1) / 2 + 1);
  const std::int64_t coarseFirst = stages_[stage - 1].first;
  const std::int64_t first = own.first - 1;
  slot.row = INT64_MIN;
  slot.heights.assign(static_cast<std::size_t>(own.last + 1 - first + 1), 0);
  const std::int64_t start = first | 1;
  for (std::int64_t i = start; i <= own.last + 1; i += 2) {
    if (!inside(stage, i)) continue;
    const auto west = static_cast<std::size_t>(floorDiv(i, 2) - coarseFirst);
    const std::int64_t sum = north[west] + north[west + 1] + south[west] + south[west + 1];
    slot.heights[static_cast<std::size_t>(i - first)] = floorDiv(sum, 4) + displacement(stage, i, k);
  }
  applyPins(stage, k, start, 2, first, slot.heights);
  slot.row = k;
  return slot.heights;
}

const std::vector<std::int64_t>& DiamondSquareSource::Rows::points(std::size_t stage, std::int64_t k) {
  Stage& own = stages_[stage];
  Slot& slot = own.points[static_cast<std::size_t>(k & 3)];
  if (slot.row == k) return slot.heights;
  slot.row = INT64_MIN;
  slot.heights.resize(static_cast<std::size_t>(own.last - own.first + 1));
  if (stage == 0) {
    makeCorners(k, slot.heights);
    slot.row = k;
    return slot.heights;
  }

  const bool oddRow = (k & 1) != 0;
  const std::int64_t coarseFirst = stages_[stage - 1].first;
  const auto coarse = [&](const std::vector<std::int64_t>& row, std::int64_t i) {
    return row[static_cast<std::size_t>(floorDiv(i, 2) - coarseFirst)];
  };
  const auto centre = [&](const std::vector<std::int64_t>& row, std::int64_t i) {
    return row[static_cast<std::size_t>(i - (own.first - 1))];
  };
  const auto at = [&](std::int64_t i) -> std::int64_t& { return slot.heights[static_cast<std::size_t>(i - own.first)]; };
  std::int64_t added = own.first;  // the first column of a point made by the square step: the columns differing from k

  if (oddRow) {
    const std::vector<std::int64_t>& north = points(stage - 1, floorDiv(k, 2));
    const std::vector<std::int64_t>& south = points(stage - 1, floorDiv(k, 2) + 1);
    const std::vector<std::int64_t>& centres = diamonds(stage, k);
    for (std::int64_t i = own.first | 1; i <= own.last; i += 2) at(i) = centre(centres, i);
    added += own.first & 1;
    for (std::int64_t i = added; i <= own.last; i += 2) {
      std::int64_t sum = coarse(north, i) + coarse(south, i), count = 2;
      for (const std::int64_t side : {i - 1, i + 1}) {
        if (inside(stage, side)) sum += centre(centres, side), ++count;
      }
      at(i) = floorDiv(sum, count) + displacement(stage, i, k);
    }
  } else {
    const std::vector<std::int64_t>& middle = points(stage - 1, floorDiv(k, 2));
    for (std::int64_t i = own.first + (own.first & 1); i <= own.last; i += 2) at(i) = coarse(middle, i);
    const std::vector<std::int64_t>* above = inside(stage, k - 1) ? &diamonds(stage, k - 1) : nullptr;
    const std::vector<std::int64_t>* below = inside(stage, k + 1) ? &diamonds(stage, k + 1) : nullptr;
    added = own.first | 1;
    for (std::int64_t i = added; i <= own.last; i += 2) {
      std::int64_t sum = coarse(middle, i - 1) + coarse(middle, i + 1), count = 2;
      for (const auto* row : {above, below}) {
        if (row != nullptr) sum += centre(*row, i), ++count;
      }
      at(i) = floorDiv(sum, count) + displacement(stage, i, k);
    }
  }
  applyPins(stage, k, added, 2, own.first, slot.heights);
  slot.row = k;
  return slot.heights;
}

std::unique_ptr<HeightRows> DiamondSquareSource::over(const field::Grid& /*grid*/, std::int64_t x0,
                                                      std::int64_t x1) const {
  return std::make_unique<Rows>(*this, x0, x1);
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
  return std::make_unique<DiamondSquareSource>(parameters.diamondSquare, parameters.heightScaleQ16);
}

}  // namespace orograph::terrain
