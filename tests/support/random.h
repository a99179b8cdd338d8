// Repeatable draws for tests: the standard fixes the engine's numbers, but not those of its distributions.
#pragma once

#include <cstdint>
#include <random>

namespace orograph::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Any of lowest ... highest, the whole of int64 included.
  std::int64_t within(std::int64_t lowest, std::int64_t highest) {
    const std::uint64_t span = static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) + 1;
    const std::uint64_t drawn = span == 0 ? bits() : bits() % span;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lowest) + drawn);
  }

  /// Numbers of every size, so that small ones are met as often as great ones: |x| < 2^most.
  std::int64_t ofAnySize(int most) {
    const std::int64_t bound = (std::int64_t{1} << within(0, most)) - 1;
    return within(-bound, bound);
  }

  std::int32_t height() { return static_cast<std::int32_t>(within(INT32_MIN, INT32_MAX)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace orograph::test
