// Q16 numbers and counts as decimals, written straight to memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orograph::output {

/// The most characters that one number takes.
inline constexpr std::size_t kNumberWidth = 24;

/// Each writes at `out`, which has kNumberWidth characters of room, and returns the end.

/// The value with five decimals, to the nearest. Five are enough: the error, at most 0.5 * 10^-5, is below half a Q16
/// step (0.76 * 10^-5), so a double-precision reader's round(value * 65536) gives the integer back.
char* writeQ16(char* out, std::int64_t valueQ16);

/// A non-negative integer.
char* writeCount(char* out, std::int64_t value);

/// numerator / denominator in [0, 1] with six decimals, to the nearest, half up. Both below 2^40.
char* writeUnitRatio(char* out, std::int64_t numerator, std::int64_t denominator);

/// Text that grows in large steps and is written without a check per character: `room` once, then `advance`.
class TextBlock {
 public:
  void clear() { size_ = 0; }
  std::string_view text() const { return {bytes_.data(), size_}; }
  /// Space for `count` more characters.
  char* room(std::size_t count) {
    if (bytes_.size() < size_ + count) bytes_.resize(size_ + size_ / 2 + count);
    return bytes_.data() + size_;
  }
  /// Says how far a writer came from `room`.
  void advance(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.data()); }
  void append(std::string_view text);

 private:
  std::string bytes_;
  std::size_t size_ = 0;
};

}  // namespace orograph::output
