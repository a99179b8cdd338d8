// JSON text, written front to back: keys keep their order, numbers their exact digits, lines end in LF.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orograph::codec {

/// Indents by two spaces, or, when `compact`, puts all on one line. Arrays of numbers stay on one line.
class JsonWriter {
 public:
  explicit JsonWriter(bool compact = false) : compact_(compact) {}

  JsonWriter& beginObject() { return begin('{', false); }
  JsonWriter& endObject() { return end('}'); }
  /// `flat` keeps the items on one line.
  JsonWriter& beginArray(bool flat = false) { return begin('[', flat); }
  JsonWriter& endArray() { return end(']'); }

  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  /// A number, or any other value, whose JSON text is at hand.
  JsonWriter& raw(std::string_view text);
  template <std::integral Integer>
  JsonWriter& integer(Integer value) { return raw(std::to_string(value)); }
  template <class Integers>
  JsonWriter& integers(const Integers& values) {
    beginArray(true);
    for (const auto value : values) integer(value);
    return endArray();
  }

  /// The finished text, ending in LF unless compact.
  std::string take();

 private:
  struct Level {
    bool flat;
    bool empty = true;
  };

  JsonWriter& begin(char bracket, bool flat);
  JsonWriter& end(char bracket);
  void separate();
  void newLine();

  bool compact_;
  bool afterKey_ = false;
  std::string text_;
  std::vector<Level> levels_;
};

}  // namespace orograph::codec
