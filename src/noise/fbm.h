// Fractional Brownian motion: a weighted mean of value-noise octaves (Mandelbrot, Van Ness 1968; as octaves of noise,
// Musgrave, Kolb, Mace, "The synthesis and rendering of eroded fractal terrains", SIGGRAPH 1989).
#pragma once

#include <cstdint>
#include <vector>

#include "fixed/lattice_hash.h"

namespace orograph::noise {

struct FbmParameters {
  std::uint64_t seed = 1337;
  std::int64_t octaves = 4;
  std::int64_t gainQ16 = 32768;       // amplitude ratio of successive octaves, [0, 65536]
  std::int64_t lacunarityShift = 1;   // frequency ratio 2^shift
  std::int64_t latticeShift = 18;     // log2 of the first octave's cell in Q16 units
  fixed::Lattice lattice = fixed::Lattice::kSpatial;
};

class Fbm {
 public:
  explicit Fbm(const FbmParameters& parameters);

  /// The mean of the octaves, weighted by their amplitudes, in [0, 1) as Q16. With one octave it is the value noise
  /// itself. The weighted sum is below 32 * 65535, far from any overflow.
  std::int64_t valueQ16(std::int64_t xQ16, std::int64_t zQ16) const;

  struct Octave {
    std::uint32_t seed;
    std::int64_t amplitudeQ16;
    int latticeShift;  // may fall below zero: see latticePosition
  };
  const std::vector<Octave>& octaves() const { return octaves_; }
  std::int64_t totalAmplitudeQ16() const { return totalAmplitudeQ16_; }
  fixed::Lattice lattice() const { return lattice_; }

 private:
  fixed::Lattice lattice_;
  std::vector<Octave> octaves_;
  std::int64_t totalAmplitudeQ16_ = 0;
};

}  // namespace orograph::noise
