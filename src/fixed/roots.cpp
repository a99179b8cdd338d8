#include "fixed/roots.h"

#include <array>
#include <bit>

namespace orograph::fixed {
namespace {

/// The high 64 bits of a * b, from 32-bit halves: no compiler extension needed.
std::uint64_t multiplyHigh(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);  // (2^32-1)^2 + 2^32-1 < 2^64
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xFFFFFFFFu)) >> 32);
}

/// 2^(-2^-k) in Q64 for k = 1 ... 16, to the nearest: each is the square root of the one before, from 1/2.
constexpr std::array<std::uint64_t, 16> kRootsOfHalf = {
    0xB504F333F9DE6484u, 0xD744FCCAD69D6AF4u, 0xEAC0C6E7DD24392Fu, 0xF5257D152486CC2Cu,
    0xFA83B2DB722A033Au, 0xFD3E0C0CF486C175u, 0xFE9E115C7B8F884Cu, 0xFF4ECB59511EC8A5u,
    0xFFA756521C8DAED2u, 0xFFD3A751C0F7E10Cu, 0xFFE9D2B2F7DB2756u, 0xFFF4E91BFF1B8C3Eu,
    0xFFFA747EA0040664u, 0xFFFD3A3B7814EB54u, 0xFFFE9D1CC60DDAB1u, 0xFFFF4E8E25879BFAu};

}  // namespace

// Newton's iteration from above: each step lands on or above the root, so it is reached when a step no longer falls. The
// start is the mean of 2^k and a / 2^k, which is not below their geometric mean; rounding it down takes less than 1.
std::uint64_t isqrt(std::uint64_t a) {
  if (a == 0) return 0;
  const auto k = static_cast<int>(std::bit_width(a)) / 2;
  std::uint64_t root = (((std::uint64_t{1} << k) + (a >> k)) >> 1) + 1;
  for (std::uint64_t next = (root + a / root) >> 1; next < root; next = (root + a / root) >> 1) root = next;
  return root;
}

// The integer part is the place of the leading bit. Each squaring of the mantissa then yields one bit of the fraction.
// The mantissa is kept in Q63 and loses less than 2^-63 per squaring; an error made at step k weighs 2^-k, so the sum
// stays below 2^-61, and cutting after 48 bits below 2^-48.
std::int64_t log2Q48(std::uint64_t a) {
  const int exponent = static_cast<int>(std::bit_width(a)) - 1;
  std::uint64_t mantissa = a << (63 - exponent);  // [1, 2) in Q63
  std::int64_t result = exponent;
  for (int step = 0; step < 48; ++step) {
    const std::uint64_t square = multiplyHigh(mantissa, mantissa);  // [1, 4) in Q62
    const bool two = (square >> 63) != 0;
    mantissa = two ? square : square << 1;
    result = result * 2 + (two ? 1 : 0);
  }
  return result;
}

// The product of up to 16 rounded roots, each product cut to Q64, is off by less than 32 * 2^-64, or 2^-43 once scaled
// by 65536. No true value with a fractional exponent lies nearer than 1.4e-6 to an integer (the nearest: exponent 8869),
// so the floor is the floor of the exact value.
std::int64_t exp2NegativeQ16(std::int64_t exponentQ16) {
  if (exponentQ16 == 0) return 65536;
  if (exponentQ16 == 65536) return 32768;
  std::uint64_t product = ~std::uint64_t{0};  // 1 - 2^-64: within the error counted above
  for (unsigned k = 1; k <= 16; ++k) {
    if (((exponentQ16 >> (16 - k)) & 1) != 0) product = multiplyHigh(product, kRootsOfHalf[k - 1]);
  }
  return static_cast<std::int64_t>(product >> 48);
}

}  // namespace orograph::fixed
