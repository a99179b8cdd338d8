// Exact statistics of heights. Sums are integers of any size, so they merge in any grouping to the same figures.
#pragma once

#include <cstdint>
#include <span>

#include "codec/json_document.h"
#include "codec/json_writer.h"
#include "fixed/int256.h"

namespace orograph::analysis {

class Statistics {
 public:
  /// Up to 2^31 heights a call: the two halves of the squares are summed apart in 64 bits.
  void add(std::span<const std::int32_t> heightsQ16);
  void merge(const Statistics& other);

  /// All that is summed, as an object that `read` takes back. Throws codec::InputError where it is none.
  void write(codec::JsonWriter& json) const;
  static Statistics read(const codec::JsonValue& object);

  // Of at least one height:
  std::int64_t minQ16() const { return min_; }
  std::int64_t maxQ16() const { return max_; }
  std::int64_t rangeQ16() const { return max_ - min_; }
  /// floor(sum / n)
  std::int64_t meanQ16() const;
  /// floor(sqrt(floor((n * sum of squares - sum^2) / n^2))): exact, never negative
  std::int64_t stdQ16() const;

 private:
  std::int64_t count_ = 0;
  std::int64_t min_ = INT64_MAX, max_ = INT64_MIN;
  fixed::Int256 sum_, squares_;
};

/// Absolute differences between two fields of the same shape.
class Deviation {
 public:
  void add(std::span<const std::int32_t> a, std::span<const std::int32_t> b);
  void merge(const Deviation& other);
  void write(codec::JsonWriter& json) const;
  static Deviation read(const codec::JsonValue& object);

  std::int64_t maxQ16() const { return max_; }
  /// The mean in units of 10^-4, half up.
  std::int64_t meanTenThousandths() const;

 private:
  std::int64_t count_ = 0;
  std::int64_t max_ = 0;
  fixed::Int256 sum_;
};

}  // namespace orograph::analysis
