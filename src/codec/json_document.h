// Strict JSON with places: nlohmann's parser decides what JSON is; this adds what it lets pass or drops. Duplicate
// keys are refused, depth and size are bounded, every value knows its line and column, and a number keeps its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orograph::codec {

/// Where a value stands: "spec.json:3:12", or the option that gave it.
struct Place {
  std::string source;
  std::int64_t line = 0, column = 0;  // from 1, in bytes; 0 where the source has no lines

  std::string text() const;
};

struct JsonValue {
  enum class Kind { kNull, kBoolean, kInteger, kReal, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  std::string text;  // a string's content, or a number as it was written
  std::vector<JsonValue> items;
  struct Member;
  std::vector<Member> members;  // in the order of the text
  Place place;

  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);
  void erase(std::string_view key);

  /// The value as one would write it, for a message: cut where long, control bytes escaped.
  std::string forMessage() const;
};

struct JsonValue::Member {
  std::string name;
  JsonValue value;
};

inline constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 20;
inline constexpr int kMaxJsonDepth = 32;

/// The document in `text`, named `source` in messages. Throws InputError with the place of the fault.
JsonValue parseJson(std::string_view text, const std::string& source, std::size_t maxBytes = kMaxJsonBytes);

/// `pointer` with one more reference token (RFC 6901).
std::string pointerTo(const std::string& pointer, std::string_view token);

}  // namespace orograph::codec
