#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/sha256.h"

namespace orograph::output {

/// Where a format's bytes go, front to back. A failure throws codec::FileError.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
};

/// Counts and hashes what passes, for files that are wanted only by their sums.
class SummingSink : public ByteSink {
 public:
  void write(std::string_view bytes) override {
    digest_.update(bytes.data(), bytes.size());
    bytes_ += static_cast<std::int64_t>(bytes.size());
  }
  std::int64_t bytes() const { return bytes_; }
  std::string sha256() { return digest_.hex(); }

 private:
  codec::Sha256 digest_;
  std::int64_t bytes_ = 0;
};

/// Gathers small pieces of text into larger writes. `flush` before the sink is read.
class TextBuffer {
 public:
  explicit TextBuffer(ByteSink& sink) : sink_(sink) { text_.reserve(kSize + 4096); }
  std::string& text() { return text_; }
  /// Call between pieces of at most 4096 bytes.
  void flushIfFull() {
    if (text_.size() >= kSize) flush();
  }
  void flush() {
    if (!text_.empty()) sink_.write(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << 16;
  ByteSink& sink_;
  std::string text_;
};

}  // namespace orograph::output
