#include "codec/json_writer.h"

#include <utility>

#include "codec/text.h"

namespace orograph::codec {

void JsonWriter::newLine() {
  if (compact_ || (!levels_.empty() && levels_.back().flat)) return;
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

void JsonWriter::separate() {
  if (std::exchange(afterKey_, false) || levels_.empty()) return;
  const bool first = std::exchange(levels_.back().empty, false);
  if (!first) text_ += compact_ || !levels_.back().flat ? "," : ", ";
  newLine();
}

JsonWriter& JsonWriter::begin(char bracket, bool flat) {
  separate();
  text_ += bracket;
  levels_.push_back({flat || (!levels_.empty() && levels_.back().flat)});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.flat) newLine();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += jsonQuoted(name);
  text_ += compact_ ? ":" : ": ";
  afterKey_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) { return raw(jsonQuoted(text)); }

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  text_ += text;
  return *this;
}

std::string JsonWriter::take() {
  if (!compact_) text_ += '\n';
  return std::exchange(text_, {});
}

}  // namespace orograph::codec
