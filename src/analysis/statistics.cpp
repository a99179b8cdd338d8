#include "analysis/statistics.h"

#include <algorithm>
#include <cstdlib>

#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::analysis {

using fixed::Int256;

namespace {

std::int64_t integerOf(const codec::JsonValue& object, std::string_view name) {
  const codec::JsonValue* found = object.find(name);
  const auto value = found == nullptr ? std::nullopt : codec::parseInt64(found->text);
  if (!value) throw codec::InputError(object.place.text() + ": " + std::string(name) + " is missing or odd");
  return *value;
}

Int256 sumOf(const codec::JsonValue& object, std::string_view name) {
  const codec::JsonValue* found = object.find(name);
  const auto value = found == nullptr ? std::nullopt : Int256::fromHex(found->text);
  if (!value) throw codec::InputError(object.place.text() + ": " + std::string(name) + " is missing or odd");
  return *value;
}

}  // namespace

void Statistics::add(std::span<const std::int32_t> heightsQ16) {
  std::int64_t sum = 0;
  std::uint64_t low = 0, high = 0;
  for (const std::int32_t height : heightsQ16) {
    const std::int64_t h = height;
    sum += h;
    const auto square = static_cast<std::uint64_t>(h * h);  // at most 2^62
    low += square & 0xFFFFFFFFu;
    high += square >> 32;
    min_ = std::min(min_, h);
    max_ = std::max(max_, h);
  }
  count_ += static_cast<std::int64_t>(heightsQ16.size());
  sum_ += Int256(sum);
  squares_ += Int256::fromWords(high >> 32, high << 32) + Int256::fromWords(0, low);
}

void Statistics::merge(const Statistics& other) {
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
  squares_ += other.squares_;
}

std::int64_t Statistics::meanQ16() const { return floorDiv(sum_, count_).toInt64(); }

std::int64_t Statistics::stdQ16() const {
  const Int256 n = count_;
  return isqrt(floorDiv(n * squares_ - sum_ * sum_, n * n)).toInt64();
}

void Deviation::add(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  std::int64_t sum = 0;  // a row's differences, each below 2^32
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t difference = std::abs(std::int64_t{a[i]} - b[i]);
    sum += difference;
    max_ = std::max(max_, difference);
  }
  count_ += static_cast<std::int64_t>(a.size());
  sum_ += Int256(sum);
}

void Deviation::merge(const Deviation& other) {
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

std::int64_t Deviation::meanTenThousandths() const {
  const Int256 n = count_;
  return floorDiv(Int256(20000) * sum_ + n, Int256(2) * n).toInt64();
}

void Statistics::write(codec::JsonWriter& json) const {
  json.beginObject().key("count").integer(count_).key("minQ16").integer(min_).key("maxQ16").integer(max_);
  json.key("sum").string(sum_.hex()).key("squares").string(squares_.hex()).endObject();
}

Statistics Statistics::read(const codec::JsonValue& object) {
  Statistics read;
  read.count_ = integerOf(object, "count");
  read.min_ = integerOf(object, "minQ16");
  read.max_ = integerOf(object, "maxQ16");
  read.sum_ = sumOf(object, "sum");
  read.squares_ = sumOf(object, "squares");
  return read;
}

void Deviation::write(codec::JsonWriter& json) const {
  json.beginObject().key("count").integer(count_).key("maxQ16").integer(max_).key("sum").string(sum_.hex()).endObject();
}

Deviation Deviation::read(const codec::JsonValue& object) {
  Deviation read;
  read.count_ = integerOf(object, "count");
  read.max_ = integerOf(object, "maxQ16");
  read.sum_ = sumOf(object, "sum");
  return read;
}

}  // namespace orograph::analysis
