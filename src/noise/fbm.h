// Fractional Brownian motion and its relatives: a weighted sum of octaves of noise (Mandelbrot, Van Ness 1968; as octaves of
// noise, Musgrave, Kolb, Mace, "The synthesis and rendering of eroded fractal terrains", SIGGRAPH 1989).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fixed/lattice_hash.h"
#include "noise/basis.h"
#include "noise/lattice_map.h"

namespace orograph::noise {

/// What further octaves are divided by: nothing; 1 + their number; 1 + |d|^2 with d the sum of the slopes of the octaves before,
/// so that steep places get less detail; 1 + the octave's own squared slope.
enum class Attenuation { kNone, kIndex, kSlope, kLocalSlope };

/// The names that a spec uses, in the order of the enumeration.
inline constexpr std::array<std::string_view, 4> kAttenuationNames = {"none", "index", "slope", "local-slope"};

/// Domain warp: the point moves by strength * (noise1, noise2) first-octave cells before its octaves are summed, two
/// sums of octaves with seeds of their own.
struct Warp {
  std::int64_t strengthQ16 = 0;  // [0, 2^20]
  std::int64_t octaves = 1;
};

struct FbmParameters {
  std::uint64_t seed = 1337;
  std::int64_t octaves = 4;
  std::int64_t gainQ16 = 32768;       // amplitude ratio of successive octaves, [0, 65536]
  std::int64_t lacunarityShift = 1;   // frequency ratio 2^shift
  std::int64_t latticeShift = 18;     // log2 of the first octave's cell in Q16 units
  fixed::Lattice lattice = fixed::Lattice::kSpatial;
  Basis basis = Basis::kValue;
  Interpolation interpolation = Interpolation::kSmooth;
  std::int64_t lacunarityQ16 = 0;     // any frequency ratio in [2^16, 2^24]; 0: lacunarityShift says it
  Rotation rotation = Rotation::kNone;
  Attenuation attenuation = Attenuation::kNone;
  std::int64_t octaveScaleQ16 = 65536;  // times every octave's value and slope, [1, 2^20]
  bool normalise = true;                // divide by the sum of the amplitudes
  std::array<std::int64_t, 2> period = {}; // cells of the first octave after which the field repeats, x and z; 0: never
  Warp warp = {};
  std::int64_t frequencyNumerator = 1, frequencyDenominator = 1;  // further factor of the frequency; below 2^15
  bool finelyRounded = false;  // with every octave to the nearest, as sums that are scaled or attenuated by slope always are
};

class Fbm {
 public:
  explicit Fbm(const FbmParameters& parameters);

  struct Octave {
    std::uint32_t seed;
    std::int64_t amplitudeQ16;               // with the attenuation by index
    int latticeShift;                        // may fall below zero: see latticePosition
    LatticeMap map;
    std::array<std::int64_t, 2> period;      // in its own cells
  };

  /// Where an octave sees a point: index and fraction on its lattice.
  struct Place {
    std::int64_t ix, iz;
    std::int64_t tx, tz;  // Q16
  };

  /// Lattice values of the cells last seen, one an octave: a row's neighbouring points share them.
  class Cells {
   public:
    explicit Cells(const Fbm& fbm);
    const Corners& operator()(std::size_t index, const Octave& octave, const Place& at);

   private:
    struct Cell {
      bool known = false;
      std::int64_t ix = 0, iz = 0;
      Corners corners{};
    };
    const Fbm& fbm_;
    std::vector<Cell> cells_;
  };

  /// Where the octaves see the points of a row of columns; no warp is foreseen.
  class Row {
   public:
    Row(const Fbm& fbm, std::int64_t columns);
    void setColumn(std::int64_t column, std::int64_t xQ16);
    void moveTo(std::int64_t zQ16);

   private:
    friend class Fbm;
    const Fbm& fbm_;
    std::vector<LatticePoint> fromX_, fromZ_;  // by column and octave; by octave
  };

  /// The sum of the octaves; normalised, the mean weighted by their amplitudes, in [0, 1) as Q16. One octave alone is the noise
  /// itself. At most greatestQ16(). With `cells`, which may hold what earlier calls left, the same value sooner.
  std::int64_t valueQ16(std::int64_t xQ16, std::int64_t zQ16) const;
  std::int64_t valueQ16(std::int64_t xQ16, std::int64_t zQ16, Cells& cells) const;
  /// The same of a column of a row.
  std::int64_t valueQ16(const Row& row, std::int64_t column, Cells& cells) const;

  /// No value is above it: at most 32 octaves below 2^16 times a scale of at most 16, so below 2^25.
  std::int64_t greatestQ16() const;

  const FbmParameters& parameters() const { return parameters_; }
  const std::vector<Octave>& octaves() const { return octaves_; }
  std::int64_t totalAmplitudeQ16() const { return totalAmplitudeQ16_; }
  fixed::Lattice lattice() const { return parameters_.lattice; }

  Place place(const Octave& octave, std::int64_t xQ16, std::int64_t zQ16) const;
  Corners corners(const Octave& octave, std::int64_t ix, std::int64_t iz) const;
  /// The octave's noise by the spec's basis, in [0, 65535].
  std::int64_t noise(const Corners& corners, std::int64_t tx, std::int64_t tz) const;

  NoiseSample noiseWithSlope(const Corners& corners, std::int64_t tx, std::int64_t tz) const;
  /// The first octave at a point of the world, before any warp and scale; slopes per cell of its own lattice.
  NoiseSample firstOctave(std::int64_t xQ16, std::int64_t zQ16) const;

  /// Whether the heights of an octave depend on its own place alone, so that octaves may be computed one by one.
  bool separable() const;

 private:
  template <class CornersOf>
  std::int64_t warpedSum(std::int64_t xQ16, std::int64_t zQ16, const CornersOf& cornersOf) const;
  template <class PlaceOf, class CornersOf>
  std::int64_t sum(const PlaceOf& placeOf, const CornersOf& cornersOf) const;
  static Place placeAt(const LatticePoint& point);
  std::vector<Octave> makeOctaves(std::uint64_t seed, std::int64_t count) const;

  FbmParameters parameters_;
  bool finelyRounded_;
  bool shifted_;  // every octave's lattice is the world's, shifted: no product needed
  std::vector<Octave> octaves_;
  std::array<std::vector<Octave>, 2> warpOctaves_;  // of x and of z
  std::int64_t totalAmplitudeQ16_ = 0, warpTotalQ16_ = 0;
};

/// An index moved into [0, period) by whole periods; as it is where the period is 0.
constexpr std::int64_t wrapped(std::int64_t index, std::int64_t period) {
  return period == 0 ? index : index - fixed::floorDiv(index, period) * period;
}

}  // namespace orograph::noise
