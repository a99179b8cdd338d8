#include "noise/fbm.h"

#include <functional>

#include "fixed/q16.h"

namespace orograph::noise {
namespace {

using fixed::multiplyQ16;

// What the seeds of the two warps differ by from the spec's own, so that neither is the noise that they warp.
constexpr std::uint64_t kWarpSeeds[] = {0x5741525058000000u, 0x574152505A000000u};  // "WARPX", "WARPZ"

std::int64_t sumOfAmplitudes(const std::vector<Fbm::Octave>& octaves) {
  std::int64_t total = 0;
  for (const Fbm::Octave& octave : octaves) total += octave.amplitudeQ16;
  return total;
}

}  // namespace

Fbm::Fbm(const FbmParameters& parameters)
    : parameters_(parameters),
      finelyRounded_(parameters.finelyRounded || parameters.octaveScaleQ16 != fixed::kOneQ16 ||
                     parameters.attenuation == Attenuation::kSlope || parameters.attenuation == Attenuation::kLocalSlope),
      shifted_(parameters.lacunarityQ16 == 0 && parameters.rotation == Rotation::kNone &&
               parameters.basis != Basis::kSimplex && parameters.frequencyNumerator == parameters.frequencyDenominator),
      octaves_(makeOctaves(parameters.seed, parameters.octaves)),
      totalAmplitudeQ16_(sumOfAmplitudes(octaves_)) {
  if (parameters_.warp.strengthQ16 == 0) return;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    warpOctaves_[axis] = makeOctaves(parameters.seed ^ kWarpSeeds[axis], parameters.warp.octaves);
  }
  warpTotalQ16_ = sumOfAmplitudes(warpOctaves_[0]);
}

std::vector<Fbm::Octave> Fbm::makeOctaves(std::uint64_t seed, std::int64_t count) const {
  const FbmParameters& p = parameters_;
  const std::int64_t lacunarityQ16 = p.lacunarityQ16 != 0 ? p.lacunarityQ16 : fixed::kOneQ16 << p.lacunarityShift;
  LatticeMaps maps({p.latticeShift, lacunarityQ16, p.frequencyNumerator, p.frequencyDenominator, p.rotation,
                    p.basis == Basis::kSimplex});
  std::int64_t amplitude = fixed::kOneQ16, index = 0;
  std::int64_t shift = p.latticeShift;
  std::array<std::int64_t, 2> period = p.period;
  std::vector<Octave> octaves;
  for (const std::uint32_t octaveSeed : fixed::latticeSeeds(p.lattice, seed, static_cast<int>(count))) {
    const std::int64_t divisor = p.attenuation == Attenuation::kIndex ? 1 + index++ : 1;
    octaves.push_back({octaveSeed, amplitude / divisor, static_cast<int>(shift), maps.next(), period});
    amplitude = multiplyQ16(amplitude, p.gainQ16);
    shift -= p.lacunarityShift;
    for (std::int64_t& cells : period) cells = multiplyQ16(cells, lacunarityQ16);
  }
  return octaves;
}

bool Fbm::separable() const {
  return !finelyRounded_ && parameters_.warp.strengthQ16 == 0;
}

std::int64_t Fbm::greatestQ16() const {
  if (parameters_.normalise && parameters_.octaveScaleQ16 == fixed::kOneQ16) return fixed::kOneQ16 - 1;
  std::int64_t sum = 0;
  for (const Octave& octave : octaves_) {
    sum += multiplyQ16(multiplyQ16(fixed::kOneQ16 - 1, parameters_.octaveScaleQ16), octave.amplitudeQ16);
  }
  return parameters_.normalise ? fixed::divideQ16(sum, totalAmplitudeQ16_) : sum;
}

Fbm::Place Fbm::place(const Octave& octave, std::int64_t xQ16, std::int64_t zQ16) const {
  if (shifted_) {
    const auto x = latticePosition(xQ16, octave.latticeShift), z = latticePosition(zQ16, octave.latticeShift);
    return {x.index, z.index, x.fractionQ16, z.fractionQ16};
  }
  return placeAt(octave.map.at(xQ16, zQ16));
}

Fbm::Place Fbm::placeAt(const LatticePoint& point) {
  return {static_cast<std::int64_t>(point.xQ16) >> 16, static_cast<std::int64_t>(point.zQ16) >> 16,
          static_cast<std::int64_t>(point.xQ16 & 0xFFFF), static_cast<std::int64_t>(point.zQ16 & 0xFFFF)};
}

Corners Fbm::corners(const Octave& octave, std::int64_t ix, std::int64_t iz) const {
  const auto [periodX, periodZ] = octave.period;
  const std::int64_t x = wrapped(ix, periodX), nextX = wrapped(ix + 1, periodX);
  const std::int64_t z = wrapped(iz, periodZ), nextZ = wrapped(iz + 1, periodZ);
  const auto at = [&](std::int64_t i, std::int64_t j) {
    return std::int64_t{fixed::latticeValue(parameters_.lattice, i, j, octave.seed)};
  };
  return {at(x, z), at(nextX, z), at(x, nextZ), at(nextX, nextZ)};
}

std::int64_t Fbm::noise(const Corners& corners, std::int64_t tx, std::int64_t tz) const {
  switch (parameters_.basis) {
    case Basis::kValue: return valueNoise(corners, tx, tz, parameters_.interpolation);
    case Basis::kPerlin: return perlinNoise(corners, tx, tz, parameters_.interpolation);
    case Basis::kSimplex: return simplexNoise(corners, tx, tz);
  }
  return 0;
}

NoiseSample Fbm::noiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz) const {
  switch (parameters_.basis) {
    case Basis::kValue: return valueNoiseWithSlope(corners, tx, tz, parameters_.interpolation);
    case Basis::kPerlin: return perlinNoiseWithSlope(corners, tx, tz, parameters_.interpolation);
    case Basis::kSimplex: return simplexNoiseWithSlope(corners, tx, tz);
  }
  return {};
}

NoiseSample Fbm::firstOctave(std::int64_t xQ16, std::int64_t zQ16) const {
  const Place at = place(octaves_[0], xQ16, zQ16);
  return noiseWithSlope(corners(octaves_[0], at.ix, at.iz), at.tx, at.tz);
}

template <class PlaceOf, class CornersOf>
std::int64_t Fbm::sum(const PlaceOf& placeOf, const CornersOf& cornersOf) const {
  const FbmParameters& p = parameters_;
  const bool bySlope = p.attenuation == Attenuation::kSlope || p.attenuation == Attenuation::kLocalSlope;
  std::int64_t sumQ32 = 0, slopeX = 0, slopeZ = 0;
  for (std::size_t k = 0; k < octaves_.size(); ++k) {
    const Octave& octave = octaves_[k];
    const Place at = placeOf(k, octave);
    const Corners corners = cornersOf(k, octave, at);
    if (!finelyRounded_) {
      sumQ32 += multiplyQ16(noise(corners, at.tx, at.tz), octave.amplitudeQ16) << 16;
      continue;
    }
    std::int64_t steepnessQ16 = 0, valueQ16 = 0;
    if (!bySlope && p.basis == Basis::kValue) {
      valueQ16 = valueNoiseWithSlope(corners, at.tx, at.tz, p.interpolation).valueQ16;
    } else {
      // Slopes are below 2^20 * 16, their sum over 32 octaves below 2^29: squares and their sum below 2^59.
      const NoiseSample sample = noiseWithSlope(corners, at.tx, at.tz);
      const std::int64_t ownX = multiplyQ16(sample.slopeXQ16, p.octaveScaleQ16);
      const std::int64_t ownZ = multiplyQ16(sample.slopeZQ16, p.octaveScaleQ16);
      if (p.attenuation == Attenuation::kSlope) steepnessQ16 = (slopeX * slopeX + slopeZ * slopeZ) >> 16;
      if (p.attenuation == Attenuation::kLocalSlope) steepnessQ16 = (ownX * ownX + ownZ * ownZ) >> 16;
      slopeX += ownX;
      slopeZ += ownZ;
      valueQ16 = sample.valueQ16;
    }
    const std::int64_t termQ48 = valueQ16 * p.octaveScaleQ16 * octave.amplitudeQ16;  // at most 2^52
    sumQ32 += termQ48 / (fixed::kOneQ16 + steepnessQ16);
  }
  const std::int64_t sum = sumQ32 >> 16;
  return p.normalise ? fixed::divideQ16(sum, totalAmplitudeQ16_) : sum;
}

template <class CornersOf>
std::int64_t Fbm::warpedSum(std::int64_t xQ16, std::int64_t zQ16, const CornersOf& cornersOf) const {
  const FbmParameters& p = parameters_;
  std::size_t cell = octaves_.size();  // the warp's octaves are counted after the sum's own
  std::array<std::int64_t, 2> moved{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (p.warp.strengthQ16 == 0) break;
    std::int64_t sum = 0;
    for (const Octave& octave : warpOctaves_[axis]) {
      const Place at = place(octave, xQ16, zQ16);
      sum += multiplyQ16(noise(cornersOf(cell++, octave, at), at.tx, at.tz), octave.amplitudeQ16);
    }
    // In cells, at most 2^20; a cell is at most 2^40 / frequency: below 2^60.
    const std::int64_t cells = multiplyQ16(p.warp.strengthQ16, fixed::divideQ16(sum, warpTotalQ16_));
    const std::int64_t units = p.latticeShift >= 16 ? cells << (p.latticeShift - 16) : cells >> (16 - p.latticeShift);
    moved[axis] = units * p.frequencyDenominator / p.frequencyNumerator;
  }
  return sum([&](std::size_t, const Octave& octave) { return place(octave, xQ16 + moved[0], zQ16 + moved[1]); }, cornersOf);
}

Fbm::Row::Row(const Fbm& fbm, std::int64_t columns)
    : fbm_(fbm), fromX_(static_cast<std::size_t>(columns) * fbm.octaves().size()), fromZ_(fbm.octaves().size()) {}

void Fbm::Row::setColumn(std::int64_t column, std::int64_t xQ16) {
  LatticePoint* point = &fromX_[static_cast<std::size_t>(column) * fromZ_.size()];
  for (const Octave& octave : fbm_.octaves()) *point++ = octave.map.fromX(xQ16);
}

void Fbm::Row::moveTo(std::int64_t zQ16) {
  for (std::size_t k = 0; k < fromZ_.size(); ++k) fromZ_[k] = fbm_.octaves()[k].map.fromZ(zQ16);
}

std::int64_t Fbm::valueQ16(std::int64_t xQ16, std::int64_t zQ16) const {
  return warpedSum(xQ16, zQ16,
                   [&](std::size_t, const Octave& octave, const Place& at) { return corners(octave, at.ix, at.iz); });
}

Fbm::Cells::Cells(const Fbm& fbm) : fbm_(fbm), cells_(fbm.octaves_.size() + 2 * fbm.warpOctaves_[0].size()) {}

const Corners& Fbm::Cells::operator()(std::size_t index, const Octave& octave, const Place& at) {
  Cell& cell = cells_[index];
  if (!cell.known || cell.ix != at.ix || cell.iz != at.iz) {
    cell = {true, at.ix, at.iz, fbm_.corners(octave, at.ix, at.iz)};
  }
  return cell.corners;
}

std::int64_t Fbm::valueQ16(std::int64_t xQ16, std::int64_t zQ16, Cells& cells) const {
  return warpedSum(xQ16, zQ16, std::ref(cells));
}

std::int64_t Fbm::valueQ16(const Row& row, std::int64_t column, Cells& cells) const {
  const LatticePoint* fromX = &row.fromX_[static_cast<std::size_t>(column) * octaves_.size()];
  return sum(
      [&](std::size_t k, const Octave&) {
        const LatticePoint &x = fromX[k], &z = row.fromZ_[k];
        return placeAt({x.xQ16 + z.xQ16, x.zQ16 + z.zQ16});
      },
      std::ref(cells));
}

}  // namespace orograph::noise
