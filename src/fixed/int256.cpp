#include "fixed/int256.h"

#include <bit>

namespace orograph::fixed {

Int256 Int256::fromWords(std::uint64_t high, std::uint64_t low) {
  Int256 result;
  result.limbs_[0] = static_cast<std::uint32_t>(low);
  result.limbs_[1] = static_cast<std::uint32_t>(low >> 32);
  result.limbs_[2] = static_cast<std::uint32_t>(high);
  result.limbs_[3] = static_cast<std::uint32_t>(high >> 32);
  return result;
}

Int256 Int256::operator-() const {
  Int256 result;
  for (std::size_t i = 0; i < limbs_.size(); ++i) result.limbs_[i] = ~limbs_[i];
  return result += Int256(1);
}

Int256& Int256::operator+=(const Int256& other) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    carry += std::uint64_t{limbs_[i]} + other.limbs_[i];
    limbs_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return *this;
}

Int256 operator*(const Int256& a, const Int256& b) {
  Int256 result;
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;  // at most 2^32 - 1, so the sum below stays within 64 bits
    for (std::size_t j = 0; i + j < result.limbs_.size(); ++j) {
      carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + result.limbs_[i + j];
      result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  return result;
}

std::strong_ordering operator<=>(const Int256& a, const Int256& b) {
  if (a.negative() != b.negative()) return b.negative() <=> a.negative();
  for (std::size_t i = a.limbs_.size(); i-- > 0;) {
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] <=> b.limbs_[i];
  }
  return std::strong_ordering::equal;
}

std::int64_t Int256::toInt64() const {
  return static_cast<std::int64_t>(std::uint64_t{limbs_[0]} | std::uint64_t{limbs_[1]} << 32);
}

Int256 Int256::shiftedLeft(int bits) const {
  Int256 result;
  const auto limbShift = static_cast<std::size_t>(bits) / 32;
  const int bitShift = bits % 32;
  for (std::size_t i = limbShift; i < limbs_.size(); ++i) {
    std::uint64_t pair = std::uint64_t{limbs_[i - limbShift]} << 32;
    if (i > limbShift) pair |= limbs_[i - limbShift - 1];
    result.limbs_[i] = static_cast<std::uint32_t>((pair << bitShift) >> 32);
  }
  return result;
}

int Int256::bitLength() const {
  for (int i = 7; i >= 0; --i) {
    const std::uint32_t limb = limbs_[static_cast<std::size_t>(i)];
    if (limb != 0) return 32 * i + static_cast<int>(std::bit_width(limb));
  }
  return 0;
}

Int256 floorDiv(const Int256& a, const Int256& b) {
  const Int256 magnitude = a.negative() ? -a : a;
  Int256 quotient;
  Int256 remainder;
  for (int i = magnitude.bitLength(); i-- > 0;) {
    remainder = remainder.shiftedLeft(1) + Int256(magnitude.bit(i) ? 1 : 0);
    if (remainder >= b) {
      remainder -= b;
      quotient.limbs_[static_cast<std::size_t>(i) / 32] |= 1u << (i % 32);
    }
  }
  if (!a.negative()) return quotient;
  return remainder == Int256(0) ? -quotient : -quotient - Int256(1);
}

Int256 isqrt(const Int256& a) {
  Int256 root;
  for (int i = (a.bitLength() + 1) / 2; i-- > 0;) {
    Int256 candidate = root;
    candidate.limbs_[static_cast<std::size_t>(i) / 32] |= 1u << (i % 32);
    if (candidate * candidate <= a) root = candidate;
  }
  return root;
}

std::string Int256::hex() const {
  std::string digits;
  for (std::size_t nibble = 64; nibble-- > 0;) {
    digits += "0123456789abcdef"[limbs_[nibble / 8] >> (4 * (nibble % 8)) & 15u];
  }
  return digits;
}

std::optional<Int256> Int256::fromHex(std::string_view digits) {
  if (digits.size() != 64) return std::nullopt;
  Int256 value;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(digits[i]), nibble = 63 - i;
    if (digit == std::string_view::npos) return std::nullopt;
    value.limbs_[nibble / 8] |= static_cast<std::uint32_t>(digit) << (4 * (nibble % 8));
  }
  return value;
}

}  // namespace orograph::fixed
