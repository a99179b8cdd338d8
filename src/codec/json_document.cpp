#include "codec/json_document.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::codec {
namespace {

/// Reads the text and tells how far the parser has read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, const std::string& source) : text_(text), source_(source), furthest_(text.data()) {}

  JsonValue build() {
    // The parser would take a NUL for the end of the text.
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
      throw InputError(place(nul).text() + ": not JSON: a NUL byte");
    }
    const CountingIterator first(text_.data(), &furthest_), last(text_.data() + text_.size(), &furthest_);
    nlohmann::json::sax_parse(first, last, this);
    return std::move(root_);
  }

  bool null() override {
    add(JsonValue::Kind::kNull, offset() - 4);
    return true;
  }
  bool boolean(bool value) override {
    add(JsonValue::Kind::kBoolean, offset() - (value ? 4u : 5u)).boolean = value;
    return true;
  }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool string(string_t& value) override {
    add(JsonValue::Kind::kString, stringStart()).text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::kObject); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!names_.back().insert(name).second) {
      throw InputError(place(stringStart()).text() + ": " + pointerTo(pointer(), name) + ": given twice");
    }
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    if (error.id == 406) {
      const std::string_view literal = numberBefore(offset());
      JsonValue value;
      value.kind = JsonValue::Kind::kReal;
      value.text = literal;
      value.place = place(static_cast<std::size_t>(literal.data() - text_.data()));
      const bool inObject = !open_.empty() && open_.back()->kind == JsonValue::Kind::kObject;
      const std::string key = inObject ? pointerTo(pointer(), key_) : "";
      throw NumberTooLarge(value.place.text() + ": " + (inObject ? key + ": " : "") + value.forMessage() +
                               " is not allowed: it is beyond every range",
                           value, key);
    }
    // The library's message repeats the place in its own words and ends with the reason.
    std::string reason = error.what();
    if (const auto cut = reason.find(": ", reason.find("column")); cut != std::string::npos) reason.erase(0, cut + 2);
    if (const auto cut = reason.find("] "); reason.starts_with("[json.exception") && cut != std::string::npos) {
      reason.erase(0, cut + 2);
    }
    const std::size_t at = std::min(position == 0 ? 0 : position - 1, text_.size());
    throw InputError(place(at).text() + ": not JSON: " + forMessage(reason, 300));
  }

 private:
  std::size_t offset() const { return static_cast<std::size_t>(furthest_ - text_.data()); }

  /// Back from the closing quote to the opening one: a quote before which an even number of backslashes stands.
  std::size_t stringStart() const {
    for (std::size_t at = offset() - 1; at-- > 0;) {
      if (text_[at] != '"') continue;
      std::size_t slashes = 0;
      while (slashes < at && text_[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return at;
    }
    return 0;
  }

  /// The number that ends at `end`, or just before: the parser reads one byte past a number, save at the end of the text.
  std::string_view numberBefore(std::size_t end) const {
    constexpr std::string_view kNumberBytes = "+-.0123456789eE";
    const auto partOf = [&](std::size_t at) { return kNumberBytes.find(text_[at]) != std::string_view::npos; };
    while (end > 0 && !partOf(end - 1)) --end;
    std::size_t start = end;
    while (start > 0 && partOf(start - 1)) --start;
    return text_.substr(start, end - start);
  }

  bool number() {
    const std::string_view literal = numberBefore(offset());
    const bool real = literal.find_first_of(".eE") != std::string_view::npos;
    add(real ? JsonValue::Kind::kReal : JsonValue::Kind::kInteger,
        static_cast<std::size_t>(literal.data() - text_.data()))
        .text = literal;
    return true;
  }

  JsonValue& add(JsonValue::Kind kind, std::size_t start) {
    JsonValue* target = &root_;
    if (!open_.empty()) {
      JsonValue& parent = *open_.back();
      target = parent.kind == JsonValue::Kind::kArray ? &parent.items.emplace_back()
                                                      : &parent.members.emplace_back(JsonValue::Member{key_, {}}).value;
    }
    target->kind = kind;
    target->place = place(start);
    return *target;
  }

  bool open(JsonValue::Kind kind) {
    JsonValue& opened = add(kind, offset() - 1);
    if (open_.size() == kMaxJsonDepth) {
      throw InputError(opened.place.text() + ": nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
    }
    // Only the innermost open value ever gets new children, so the pointers on this stack stay valid.
    open_.push_back(&opened);
    names_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    names_.pop_back();
    return true;
  }

  /// The JSON pointer of the innermost open object.
  std::string pointer() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& parent = *open_[i];
      result = parent.kind == JsonValue::Kind::kArray ? pointerTo(result, std::to_string(parent.items.size() - 1))
                                                      : pointerTo(result, parent.members.back().name);
    }
    return result;
  }

  Place place(std::size_t at) {
    // Places are asked for in rising order, so the count goes on from the last one.
    if (at < counted_) counted_ = 0, lineStart_ = 0, line_ = 1;
    for (; counted_ < at; ++counted_) {
      if (text_[counted_] == '\n') lineStart_ = counted_ + 1, ++line_;
    }
    return {source_, line_, static_cast<std::int64_t>(at - lineStart_) + 1};
  }

  std::string_view text_;
  std::string source_;
  const char* furthest_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::vector<std::set<std::string>> names_;  // of each open value's members
  std::string key_;
  std::size_t counted_ = 0, lineStart_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace

std::string Place::text() const {
  std::string result = forMessage(source, 200);
  if (line > 0) result += ":" + std::to_string(line) + ":" + std::to_string(column);
  return result;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

JsonValue* JsonValue::find(std::string_view key) {
  return const_cast<JsonValue*>(static_cast<const JsonValue*>(this)->find(key));
}

void JsonValue::erase(std::string_view key) {
  std::erase_if(members, [&](const Member& member) { return member.name == key; });
}

std::string JsonValue::forMessage() const {
  switch (kind) {
    case Kind::kNull: return "null";
    case Kind::kBoolean: return boolean ? "true" : "false";
    case Kind::kInteger:
    case Kind::kReal: return codec::forMessage(text, 40);
    case Kind::kString: return '"' + codec::forMessage(text) + '"';
    case Kind::kArray: {
      std::string list;
      for (const JsonValue& item : items) {
        if (list.size() > 60) return "[" + list + ", ...]";
        list += (list.empty() ? "" : ", ") + item.forMessage();
      }
      return "[" + list + "]";
    }
    case Kind::kObject: return "an object";
  }
  return {};
}

JsonValue parseJson(std::string_view text, const std::string& source, std::size_t maxBytes) {
  if (text.size() > maxBytes) {
    throw InputError(forMessage(source, 200) + ": longer than " + std::to_string(maxBytes) + " bytes");
  }
  return Builder(text, source).build();
}

std::string pointerTo(const std::string& pointer, std::string_view token) {
  std::string result = pointer + "/";
  for (const char c : forMessage(token)) {
    if (c == '~') result += "~0";
    else if (c == '/') result += "~1";
    else result += c;
  }
  return result;
}

}  // namespace orograph::codec
