// Names and numbers as text, the same in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orograph::codec {

/// A JSON string literal: quotes, backslashes and control bytes escaped, also DEL and the C1 controls that terminals
/// obey, and characters that break lines or turn the direction of text. Bytes that are not UTF-8 become U+FFFD.
std::string jsonQuoted(std::string_view text);

/// The text for a message: control bytes and invalid UTF-8 escaped as in a JSON literal, cut after `most` bytes.
std::string forMessage(std::string_view text, std::size_t most = 80);

/// An integer that is all of `text` (no sign but '-', no blanks, base 10), or nothing.
std::optional<std::int64_t> parseInt64(std::string_view text);
/// As above for 0 ... 2^64 - 1, also in hexadecimal after "0x".
std::optional<std::uint64_t> parseUint64(std::string_view text);

/// value / 10^places with trailing zeros cut but one digit kept after the point: 1424/4 is "0.1424", 0/6 is "0.0".
std::string decimalText(std::int64_t value, int places);

/// numerator / denominator to that many decimals, halves away from 0, zeros at the end cut: 1/3 to 2 is "0.33", 4/2 is "2".
/// The denominator is from 1 to 2^59.
std::string quotientText(std::int64_t numerator, std::int64_t denominator, int places);

/// A non-negative Q16 number below 2^47 in full: as many decimals as it takes, none for a whole number.
std::string q16Text(std::int64_t valueQ16);

/// "0x" and lower-case digits without leading zeros.
std::string hexText(std::uint64_t value);

/// The candidate within a small edit distance of `word` (the nearest; the first of equals), or nothing.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace orograph::codec
