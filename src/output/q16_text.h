// Q16 numbers as decimals.
#pragma once

#include <cstdint>
#include <string>

namespace orograph::output {

/// The value with five decimals, to the nearest, half up. Five are enough: the error, at most 0.5 * 10^-5, is below half
/// a Q16 step (0.76 * 10^-5), so a double-precision reader's round(value * 65536) gives the integer back.
void appendQ16(std::string& text, std::int64_t valueQ16);

/// numerator / denominator in [0, 1] with six decimals, to the nearest, half up. Both below 2^40.
void appendUnitRatio(std::string& text, std::int64_t numerator, std::int64_t denominator);

}  // namespace orograph::output
