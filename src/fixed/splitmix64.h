// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#pragma once

#include <cstdint>
#include <vector>

namespace orograph::fixed {

/// One generator. All arithmetic is modulo 2^64.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    return mixed(state_);
  }

  /// The output for a state: a bijection of 64 bits that leaves 0 as it is.
  static constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

/// The seeds of successive octaves or levels: the low 31 bits of the generator's first `count` outputs.
inline std::vector<std::uint32_t> derivedSeeds(std::uint64_t seed, int count) {
  SplitMix64 generator(seed);
  std::vector<std::uint32_t> seeds;
  for (int k = 0; k < count; ++k) seeds.push_back(static_cast<std::uint32_t>(generator.next() & 0x7FFFFFFFu));
  return seeds;
}

}  // namespace orograph::fixed
