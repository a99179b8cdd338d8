#include "noise/fbm.h"

#include "fixed/q16.h"
#include "fixed/splitmix64.h"
#include "noise/value_noise.h"

namespace orograph::noise {

Fbm::Fbm(const FbmParameters& parameters) : lattice_(parameters.lattice) {
  std::int64_t amplitude = fixed::kOneQ16;
  std::int64_t shift = parameters.latticeShift;
  for (const std::uint32_t seed : fixed::derivedSeeds(parameters.seed, static_cast<int>(parameters.octaves))) {
    octaves_.push_back({seed, amplitude, static_cast<int>(shift)});
    totalAmplitudeQ16_ += amplitude;
    amplitude = fixed::multiplyQ16(amplitude, parameters.gainQ16);
    shift -= parameters.lacunarityShift;
  }
}

std::int64_t Fbm::valueQ16(std::int64_t xQ16, std::int64_t zQ16) const {
  std::int64_t sum = 0;
  for (const Octave& octave : octaves_) {
    const std::int64_t noise = valueNoiseQ16(xQ16, zQ16, octave.seed, octave.latticeShift, lattice_);
    sum += fixed::multiplyQ16(noise, octave.amplitudeQ16);
  }
  return fixed::divideQ16(sum, totalAmplitudeQ16_);
}

}  // namespace orograph::noise
