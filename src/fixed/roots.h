// Square roots, logarithms and powers of two in integers: the same digits on every processor, whatever its libm.
#pragma once

#include <cstdint>

namespace orograph::fixed {

/// floor(sqrt(a)).
std::uint64_t isqrt(std::uint64_t a);

/// log2(a) in Q48 for a > 0; the error is below 2^-46.
std::int64_t log2Q48(std::uint64_t a);

/// floor(65536 * 2^(-exponentQ16 / 65536)) for 0 <= exponentQ16 <= 65536: exact (see roots.cpp).
std::int64_t exp2NegativeQ16(std::int64_t exponentQ16);

}  // namespace orograph::fixed
