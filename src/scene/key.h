// One descriptor per key: the reader, the effective spec, the schema and the docs all come from it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/decimal.h"
#include "codec/errors.h"
#include "codec/json_document.h"
#include "codec/json_writer.h"
#include "codec/text.h"

namespace orograph::scene {

using codec::JsonValue;
using codec::JsonWriter;

/// Which generators read a key.
enum class Scope { kAny, kLayered, kContinuous, kLatticeOnly, kLatticeSquare };

template <class T>
struct Key {
  std::string name;
  std::string meaning;
  std::string allowed;  // "an integer from 1 to 32"
  std::function<void(T&, const JsonValue&, const std::string& pointer)> read;
  std::function<void(const T&, JsonWriter&)> write;
  std::function<void(JsonWriter&)> writeSchema;  // the keywords, into an open object
  std::function<bool(const T&)> present = [](const T&) { return true; };
  bool required = false;
  bool hiddenDefault = false;
  Scope scope = Scope::kAny;
  // The same key as a decimal number: its name without "Q16", and how to read it.
  std::string twin{};
  std::int64_t twinMaximumQ16 = 0;
  bool twinMayBePair = false;
  std::function<void(T&, const JsonValue&, const std::string& pointer)> readTwin{};

  Key with(Scope where) && {
    scope = where;
    return std::move(*this);
  }
  /// Left out of the effective spec where it holds its default, so that the reports of specs without it stay as they
  /// are.
  Key hidingDefault() && {
    hiddenDefault = true;
    return std::move(*this);
  }
  /// Absent from an effective spec where the condition does not hold.
  Key where(std::function<bool(const T&)> condition) && {
    present = std::move(condition);
    return std::move(*this);
  }
  Key mandatory() && {
    required = true;
    return std::move(*this);
  }
};

[[noreturn]] inline void refuse(const JsonValue& value, const std::string& pointer, const std::string& allowed) {
  throw codec::InputError(value.place.text() + ": " + pointer + ": " + value.forMessage() + " is not allowed: it must be " +
                          allowed);
}

inline std::string rangeText(std::int64_t least, std::int64_t most) {
  return "from " + std::to_string(least) + " to " + std::to_string(most);
}

inline std::int64_t readInteger(const JsonValue& value, const std::string& pointer, std::int64_t least,
                                std::int64_t most, const std::string& allowed) {
  const auto number = value.kind == JsonValue::Kind::kInteger ? codec::parseInt64(value.text) : std::nullopt;
  if (!number || *number < least || *number > most) refuse(value, pointer, allowed);
  return *number;
}

inline void integerSchema(JsonWriter& json, std::int64_t least, std::int64_t most) {
  json.key("type").string("integer").key("minimum").integer(least).key("maximum").integer(most);
}

template <class T>
Key<T> integer(std::string name, std::int64_t T::*member, std::int64_t least, std::int64_t most, std::string meaning) {
  const std::string allowed = "an integer " + rangeText(least, most);
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) { t.*member = readInteger(v, p, least, most, allowed); },
          [=](const T& t, JsonWriter& json) { json.integer(t.*member); },
          [=](JsonWriter& json) { integerSchema(json, least, most); }};
}

/// An integer that may be absent: then it holds `absent`, which is outside its range.
template <class T>
Key<T> optionalInteger(std::string name, std::int64_t T::*member, std::int64_t absent, std::int64_t least,
                       std::int64_t most, std::string meaning) {
  Key<T> key = integer(std::move(name), member, least, most, std::move(meaning));
  key.present = [=](const T& t) { return t.*member != absent; };
  return key;
}

/// One of a few integers.
template <class T>
Key<T> integerChoice(std::string name, std::int64_t T::*member, std::vector<std::int64_t> choices, std::string meaning) {
  std::string allowed;
  for (const std::int64_t choice : choices) allowed += (allowed.empty() ? "" : " or ") + std::to_string(choice);
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            t.*member = readInteger(v, p, choices.front(), choices.back(), allowed);
            if (std::find(choices.begin(), choices.end(), t.*member) == choices.end()) refuse(v, p, allowed);
          },
          [=](const T& t, JsonWriter& json) { json.integer(t.*member); },
          [=](JsonWriter& json) { json.key("enum").integers(choices); }};
}

template <class T>
Key<T> boolean(std::string name, bool T::*member, std::string meaning) {
  return {std::move(name), std::move(meaning), "true or false",
          [=](T& t, const JsonValue& v, const std::string& p) {
            if (v.kind != JsonValue::Kind::kBoolean) refuse(v, p, "true or false");
            t.*member = v.boolean;
          },
          [=](const T& t, JsonWriter& json) { json.boolean(t.*member); },
          [](JsonWriter& json) { json.key("type").string("boolean"); }};
}

template <class T>
Key<T> choice(std::string name, std::string T::*member, std::vector<std::string_view> choices, std::string meaning) {
  std::string allowed;
  for (const std::string_view one : choices) allowed += (allowed.empty() ? "" : " or ") + codec::jsonQuoted(one);
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            const bool known = v.kind == JsonValue::Kind::kString &&
                               std::find(choices.begin(), choices.end(), v.text) != choices.end();
            if (!known) {
              const auto hint = codec::nearest(v.text, choices);
              refuse(v, p, hint ? allowed + " (did you mean \"" + std::string(*hint) + "\"?)" : allowed);
            }
            t.*member = v.text;
          },
          [=](const T& t, JsonWriter& json) { json.string(t.*member); },
          [=](JsonWriter& json) {
            json.key("enum").beginArray(true);
            for (const std::string_view one : choices) json.string(one);
            json.endArray();
          }};
}

/// One of a few words, or absent: then it holds "".
template <class T>
Key<T> optionalChoice(std::string name, std::string T::*member, std::vector<std::string_view> choices, std::string meaning) {
  Key<T> key = choice(std::move(name), member, std::move(choices), std::move(meaning));
  key.present = [=](const T& t) { return !(t.*member).empty(); };
  return key;
}

/// A decimal number held exactly, as an integer number of 10^-places.
template <class T>
Key<T> exactDecimal(std::string name, std::int64_t T::*member, int places, std::int64_t least, std::int64_t most,
                    std::string meaning) {
  const auto text = [=](std::int64_t value) {
    const std::string decimal = codec::decimalText(value, places);
    return decimal.ends_with(".0") ? decimal.substr(0, decimal.size() - 2) : decimal;
  };
  const std::string allowed =
      "a number from " + text(least) + " to " + text(most) + " with at most " + std::to_string(places) + " decimals";
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            const bool number = v.kind == JsonValue::Kind::kInteger || v.kind == JsonValue::Kind::kReal;
            const auto value = number ? codec::exactDecimal(v.text, places) : std::nullopt;
            if (!value || *value < least || *value > most) refuse(v, p, allowed);
            t.*member = *value;
          },
          [=](const T& t, JsonWriter& json) { json.raw(text(t.*member)); },
          [=](JsonWriter& json) {
            json.key("type").string("number").key("minimum").raw(text(least)).key("maximum").raw(text(most));
          }};
}

/// One of an enumeration's names, which are in its order.
template <class T, class E>
Key<T> enumeration(std::string name, E T::*member, std::span<const std::string_view> names, std::string meaning) {
  const std::vector<std::string_view> choices(names.begin(), names.end());
  struct Word {
    std::string text;
  };
  const Key<Word> word = choice<Word>(name, &Word::text, choices, meaning);
  return {std::move(name), std::move(meaning), word.allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            Word read;
            word.read(read, v, p);
            t.*member = static_cast<E>(std::find(choices.begin(), choices.end(), read.text) - choices.begin());
          },
          [=](const T& t, JsonWriter& json) { json.string(choices[static_cast<std::size_t>(t.*member)]); }, word.writeSchema};
}

/// Some of a few words, each once, kept in the order of `choices`.
template <class T>
Key<T> choiceList(std::string name, std::vector<std::string> T::*member, std::vector<std::string_view> choices,
                  std::string meaning) {
  std::string words;
  for (const std::string_view one : choices) words += (words.empty() ? "" : ", ") + codec::jsonQuoted(one);
  const std::string allowed = "a list of some of " + words + ", each once";
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            if (v.kind != JsonValue::Kind::kArray) refuse(v, p, allowed);
            std::vector<bool> chosen(choices.size());
            for (std::size_t i = 0; i < v.items.size(); ++i) {
              const JsonValue& item = v.items[i];
              const std::string at = codec::pointerTo(p, std::to_string(i));
              const auto found = std::find(choices.begin(), choices.end(), item.text);
              if (item.kind != JsonValue::Kind::kString || found == choices.end()) {
                const auto hint = codec::nearest(item.text, choices);
                refuse(item, at, "one of " + words + (hint ? " (did you mean \"" + std::string(*hint) + "\"?)" : ""));
              }
              const auto place = static_cast<std::size_t>(found - choices.begin());
              if (chosen[place]) refuse(item, at, "named once");
              chosen[place] = true;
            }
            (t.*member).clear();
            for (std::size_t i = 0; i < choices.size(); ++i) {
              if (chosen[i]) (t.*member).emplace_back(choices[i]);
            }
          },
          [=](const T& t, JsonWriter& json) {
            json.beginArray(true);
            for (const std::string& one : t.*member) json.string(one);
            json.endArray();
          },
          [=](JsonWriter& json) {
            json.key("type").string("array").key("uniqueItems").boolean(true).key("items").beginObject();
            json.key("enum").beginArray(true);
            for (const std::string_view one : choices) json.string(one);
            json.endArray().endObject();
          }};
}

inline void integerListSchema(JsonWriter& json, std::size_t fewest, std::size_t most, std::int64_t least,
                              std::int64_t greatest) {
  json.key("type").string("array").key("minItems").integer(fewest).key("maxItems").integer(most);
  json.key("items").beginObject();
  integerSchema(json, least, greatest);
  json.endObject();
}

/// `fewest` to `most` integers.
template <class T>
Key<T> integerList(std::string name, std::vector<std::int64_t> T::*member, std::size_t fewest, std::size_t most,
                   std::int64_t least, std::int64_t greatest, std::string meaning) {
  const std::string count = fewest == most ? std::to_string(most) : std::to_string(fewest) + " to " + std::to_string(most);
  const std::string allowed = "a list of " + count + " integers " + rangeText(least, greatest);
  Key<T> key{std::move(name), std::move(meaning), allowed,
             [=](T& t, const JsonValue& v, const std::string& p) {
               const bool fits = v.kind == JsonValue::Kind::kArray && v.items.size() >= fewest && v.items.size() <= most;
               if (!fits) refuse(v, p, allowed);
               std::vector<std::int64_t> values;
               for (std::size_t i = 0; i < v.items.size(); ++i) {
                 values.push_back(readInteger(v.items[i], codec::pointerTo(p, std::to_string(i)), least, greatest,
                                              "an integer " + rangeText(least, greatest)));
               }
               t.*member = std::move(values);
             },
             [=](const T& t, JsonWriter& json) { json.integers(t.*member); },
             [=](JsonWriter& json) { integerListSchema(json, fewest, most, least, greatest); }};
  key.present = [=](const T& t) { return !(t.*member).empty(); };
  return key;
}

/// An integer for both axes, or [x, z].
template <class T>
Key<T> integerOrPair(std::string name, std::vector<std::int64_t> T::*member, std::int64_t least, std::int64_t most,
                     std::string meaning) {
  const std::string one = "an integer " + rangeText(least, most);
  const std::string allowed = one + ", or [x, z]";
  return {std::move(name), std::move(meaning), allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            if (v.kind == JsonValue::Kind::kArray) {
              if (v.items.size() != 2) refuse(v, p, allowed);
              t.*member = {readInteger(v.items[0], p + "/0", least, most, one),
                           readInteger(v.items[1], p + "/1", least, most, one)};
            } else {
              (t.*member).assign(2, readInteger(v, p, least, most, allowed));
            }
          },
          [=](const T& t, JsonWriter& json) {
            const auto& pair = t.*member;
            if (pair[0] == pair[1]) json.integer(pair[0]);
            else json.integers(pair);
          },
          [=](JsonWriter& json) {
            json.key("anyOf").beginArray().beginObject();
            integerSchema(json, least, most);
            json.endObject().beginObject();
            integerListSchema(json, 2, 2, least, most);
            json.endObject().endArray();
          }};
}

/// Lets the key be given as a decimal too, under its name without "Q16".
template <class T>
Key<T> withDecimal(Key<T> key, std::int64_t leastQ16, std::int64_t mostQ16, bool mayBePair) {
  key.twin = key.name.substr(0, key.name.size() - 3);
  key.twinMaximumQ16 = mostQ16;
  key.twinMayBePair = mayBePair;
  const std::string allowed = "a number from " + (leastQ16 == 1 ? "1/65536" : codec::q16Text(leastQ16)) + " to " +
                              codec::q16Text(mostQ16) + (mayBePair ? ", or [x, z]" : "");
  const auto toQ16 = [=](const JsonValue& v, const std::string& p) {
    const bool number = v.kind == JsonValue::Kind::kInteger || v.kind == JsonValue::Kind::kReal;
    const auto q16 = number ? codec::decimalToQ16(v.text, mostQ16) : std::nullopt;
    if (!q16 || *q16 < leastQ16) refuse(v, p, allowed);
    JsonValue integer = v;
    integer.kind = JsonValue::Kind::kInteger;
    integer.text = std::to_string(*q16);
    return integer;
  };
  key.readTwin = [=, read = key.read](T& t, const JsonValue& v, const std::string& p) {
    if (!mayBePair || v.kind != JsonValue::Kind::kArray) return read(t, toQ16(v, p), p);
    if (v.items.size() != 2) refuse(v, p, allowed);
    JsonValue pair = v;
    for (std::size_t i = 0; i < pair.items.size(); ++i) pair.items[i] = toQ16(v.items[i], codec::pointerTo(p, std::to_string(i)));
    return read(t, pair, p);
  };
  return key;
}

/// The key of that name, or whose decimal twin has it; null if none.
template <class T>
const Key<T>* findKey(const std::vector<Key<T>>& keys, std::string_view name) {
  for (const Key<T>& key : keys) {
    if (key.name == name || (!key.twin.empty() && key.twin == name)) return &key;
  }
  return nullptr;
}

template <class T>
void readMember(T& t, const Key<T>& key, const std::string& name, const JsonValue& value, const std::string& pointer) {
  (name == key.name ? key.read : key.readTwin)(t, value, pointer);
}

[[noreturn]] inline void refuseUnknown(const JsonValue& value, const std::string& pointer, std::string_view name,
                                       const std::vector<std::string_view>& known) {
  std::string message = value.place.text() + ": " + pointer + ": unknown key; ";
  if (const auto hint = codec::nearest(name, known)) {
    message += "did you mean \"" + std::string(*hint) + "\"?";
  } else {
    message += "known here: ";
    for (std::size_t i = 0; i < known.size(); ++i) message += (i == 0 ? "" : ", ") + std::string(known[i]);
  }
  throw codec::InputError(message);
}

template <class T>
std::vector<std::string_view> keyNames(const std::vector<Key<T>>& keys) {
  std::vector<std::string_view> names;
  for (const Key<T>& key : keys) {
    names.push_back(key.name);
    if (!key.twin.empty()) names.push_back(key.twin);
  }
  return names;
}

[[noreturn]] inline void refuseTwice(const JsonValue& value, const std::string& pointer, const std::string& other) {
  throw codec::InputError(value.place.text() + ": " + pointer + ": given twice, also as " + other);
}

/// Reads the members of an object; unknown, doubled and missing keys are refused.
template <class T>
void readObject(T& t, const std::vector<Key<T>>& keys, const JsonValue& object, const std::string& pointer) {
  if (object.kind != JsonValue::Kind::kObject) refuse(object, pointer, "an object");
  for (const auto& [name, value] : object.members) {
    const std::string at = codec::pointerTo(pointer, name);
    const Key<T>* key = findKey(keys, name);
    if (key == nullptr) refuseUnknown(value, at, name, keyNames(keys));
    if (name == key->twin && object.find(key->name) != nullptr)
      refuseTwice(value, at, codec::pointerTo(pointer, key->name));
    readMember(t, *key, name, value, at);
  }
  for (const Key<T>& key : keys) {
    if (key.required && object.find(key.name) == nullptr) {
      throw codec::InputError(object.place.text() + ": " + codec::pointerTo(pointer, key.name) + ": missing; it must be " +
                              key.allowed);
    }
  }
}

template <class T>
void writeObject(const T& t, const std::vector<Key<T>>& keys, JsonWriter& json) {
  json.beginObject();
  for (const Key<T>& key : keys) {
    if (!key.present(t)) continue;
    json.key(key.name);
    key.write(t, json);
  }
  json.endObject();
}

/// "type", "properties" and so on, into an open object. `defaults` supplies the default values.
template <class T>
void writeProperties(const std::vector<Key<T>>& keys, const T& defaults, JsonWriter& json) {
  for (const Key<T>& key : keys) {
    json.key(key.name).beginObject();
    json.key("description").string(key.meaning);
    key.writeSchema(json);
    if (key.present(defaults) && !key.required) {
      json.key("default");
      key.write(defaults, json);
    }
    json.endObject();
    if (key.twin.empty()) continue;
    const auto decimal = [&] {
      json.beginObject().key("type").string("number").key("minimum").integer(0);
      json.key("maximum").raw(codec::q16Text(key.twinMaximumQ16)).endObject();
    };
    json.key(key.twin).beginObject();
    json.key("description").string(key.meaning + ", as a decimal number");
    json.key("anyOf").beginArray();
    decimal();
    if (key.twinMayBePair) {
      json.beginObject().key("type").string("array").key("minItems").integer(2).key("maxItems").integer(2).key("items");
      decimal();
      json.endObject();
    }
    json.endArray().endObject();
  }
}

/// "allOf", into an open object: of a key and its decimal twin at most one may stand.
template <class T>
void forbidTwins(const std::vector<Key<T>>& keys, JsonWriter& json) {
  if (std::all_of(keys.begin(), keys.end(), [](const Key<T>& key) { return key.twin.empty(); })) return;
  json.key("allOf").beginArray();
  for (const Key<T>& key : keys) {
    if (key.twin.empty()) continue;
    json.beginObject().key("not").beginObject().key("required").beginArray(true);
    json.string(key.name).string(key.twin).endArray().endObject().endObject();
  }
  json.endArray();
}

template <class T>
void objectSchema(const std::vector<Key<T>>& keys, JsonWriter& json) {
  json.key("type").string("object").key("additionalProperties").boolean(false);
  json.key("properties").beginObject();
  writeProperties(keys, T{}, json);
  json.endObject();
  forbidTwins(keys, json);
  std::vector<std::string_view> required;
  for (const Key<T>& key : keys) {
    if (key.required) required.push_back(key.name);
  }
  if (required.empty()) return;
  json.key("required").beginArray(true);
  for (const std::string_view name : required) json.string(name);
  json.endArray();
}

/// " width: an integer from 1 to 65536, bits: 8 or 16"
template <class T>
std::string keyList(const std::vector<Key<T>>& keys) {
  std::string list;
  for (const Key<T>& key : keys) {
    list += (list.empty() ? " " : ", ") + key.name + (key.twin.empty() ? "" : " or " + key.twin) + ": " + key.allowed;
  }
  return list;
}

/// An object with keys of its own.
template <class T, class U>
Key<T> nested(std::string name, U T::*member, const std::vector<Key<U>>& keys, std::string meaning) {
  const std::string allowed = "an object of" + keyList(keys);
  return {std::move(name), std::move(meaning), allowed,
          [=, &keys](T& t, const JsonValue& v, const std::string& p) { readObject(t.*member, keys, v, p); },
          [=, &keys](const T& t, JsonWriter& json) { writeObject(t.*member, keys, json); },
          [&keys](JsonWriter& json) { objectSchema(keys, json); }};
}

/// An object with keys of its own that may be absent, as `given` tells.
template <class T, class U>
Key<T> optionalNested(std::string name, U T::*member, const std::vector<Key<U>>& keys, bool (U::*given)() const,
                      std::string meaning) {
  Key<T> key = nested(std::move(name), member, keys, std::move(meaning));
  key.present = [=](const T& t) { return (t.*member.*given)(); };
  return key;
}

/// A list of objects with keys of their own.
template <class T, class U>
Key<T> nestedList(std::string name, std::vector<U> T::*member, const std::vector<Key<U>>& keys, std::size_t fewest,
                  std::size_t most, std::string meaning) {
  const std::string count = fewest == 0 ? "at most " : std::to_string(fewest) + " to ";
  const std::string allowed = "a list of objects of" + keyList(keys);
  return {std::move(name),
          std::move(meaning),
          allowed,
          [=, &keys](T& t, const JsonValue& v, const std::string& p) {
            if (v.kind != JsonValue::Kind::kArray || v.items.size() < fewest || v.items.size() > most) {
              refuse(v, p, "a list of " + count + std::to_string(most) + " objects");
            }
            (t.*member).clear();
            for (std::size_t i = 0; i < v.items.size(); ++i) {
              readObject((t.*member).emplace_back(), keys, v.items[i], codec::pointerTo(p, std::to_string(i)));
            }
          },
          [=, &keys](const T& t, JsonWriter& json) {
            json.beginArray();
            for (const U& item : t.*member) writeObject(item, keys, json);
            json.endArray();
          },
          [=, &keys](JsonWriter& json) {
            json.key("type").string("array");
            if (fewest > 0) json.key("minItems").integer(fewest);
            json.key("maxItems").integer(most).key("items").beginObject();
            objectSchema(keys, json);
            json.endObject();
          }};
}

}  // namespace orograph::scene
