// A 256-bit signed integer for exact figures: sums of squares over 2^32 samples and their products pass 128 bits, and
// not every compiler that builds this program has a 128-bit type. Written for clarity; nothing per sample uses it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orograph::fixed {

/// Two's complement, modulo 2^256: callers state why their values stay below 2^255.
class Int256 {
 public:
  constexpr Int256() = default;
  constexpr Int256(std::int64_t value) {  // NOLINT(google-explicit-constructor): every int64 is exact
    const auto bits = static_cast<std::uint64_t>(value);
    limbs_.fill(value < 0 ? 0xFFFFFFFFu : 0u);
    limbs_[0] = static_cast<std::uint32_t>(bits);
    limbs_[1] = static_cast<std::uint32_t>(bits >> 32);
  }
  /// high * 2^64 + low.
  static Int256 fromWords(std::uint64_t high, std::uint64_t low);

  Int256 operator-() const;
  Int256& operator+=(const Int256& other);
  Int256& operator-=(const Int256& other) { return *this += -other; }
  friend Int256 operator+(Int256 a, const Int256& b) { return a += b; }
  friend Int256 operator-(Int256 a, const Int256& b) { return a -= b; }
  friend Int256 operator*(const Int256& a, const Int256& b);
  friend std::strong_ordering operator<=>(const Int256& a, const Int256& b);
  friend bool operator==(const Int256& a, const Int256& b) = default;

  bool negative() const { return (limbs_[7] >> 31) != 0; }
  /// The value, which must lie in the range of int64.
  std::int64_t toInt64() const;

  /// All 256 bits, two's complement, in 64 lower-case hexadecimal digits; and back, or nothing for any other text.
  std::string hex() const;
  static std::optional<Int256> fromHex(std::string_view digits);

  /// floor(a / b) for b > 0.
  friend Int256 floorDiv(const Int256& a, const Int256& b);
  /// floor(sqrt(a)) for 0 <= a < 2^254.
  friend Int256 isqrt(const Int256& a);

 private:
  Int256 shiftedLeft(int bits) const;
  bool bit(int index) const { return ((limbs_[static_cast<unsigned>(index) / 32] >> (index % 32)) & 1u) != 0; }
  int bitLength() const;

  std::array<std::uint32_t, 8> limbs_{};  // least significant first
};

Int256 floorDiv(const Int256& a, const Int256& b);
Int256 isqrt(const Int256& a);

}  // namespace orograph::fixed
