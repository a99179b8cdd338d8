// Decimal text to Q16, exactly: a binary floating-point number never comes between.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace orograph::codec {

/// The Q16 nearest (half up) to the non-negative JSON number `text`, or nothing if it is negative or above
/// `maximumQ16` / 65536. Takes any number of digits and any exponent.
std::optional<std::int64_t> decimalToQ16(std::string_view text, std::int64_t maximumQ16);

/// The JSON number `text` times 10^places where that is an integer of 64 bits, or nothing.
std::optional<std::int64_t> exactDecimal(std::string_view text, int places);

}  // namespace orograph::codec
