#include "scene/overrides.h"

#include <algorithm>

#include "scene/keys.h"

namespace orograph::scene {
namespace {

JsonValue parseValue(const std::string& text, const codec::Place& place) {
  JsonValue value;
  try {
    value = codec::parseJson(text, place.source);
  } catch (const codec::InputError&) {
    value.kind = JsonValue::Kind::kString;
    value.text = text;
  }
  return value;
}

void setPlace(JsonValue& value, const codec::Place& place) {
  value.place = place;
  for (JsonValue& item : value.items) setPlace(item, place);
  for (auto& [name, member] : value.members) setPlace(member, place);
}

/// The child of that name; an object gets it where it is missing. Null where there can be none.
JsonValue* child(JsonValue& parent, const std::string& name) {
  if (parent.kind == JsonValue::Kind::kArray) {
    const auto index = codec::parseUint64(name);
    return index && *index < parent.items.size() ? &parent.items[*index] : nullptr;
  }
  if (parent.kind != JsonValue::Kind::kObject) return nullptr;
  if (JsonValue* found = parent.find(name)) return found;
  JsonValue& made = parent.members.emplace_back(JsonValue::Member{name, {}}).value;
  made.kind = JsonValue::Kind::kObject;
  return &made;
}

}  // namespace

void applyOverride(JsonValue& document, const std::string& keyAndValue) {
  const codec::Place place{"--set " + keyAndValue};
  const auto fail = [&](const std::string& why) { throw codec::InputError(place.text() + ": " + why); };
  const std::size_t equals = keyAndValue.find('=');
  if (equals == std::string::npos || equals == 0) fail("it must be KEY=VALUE");
  if (document.kind != JsonValue::Kind::kObject) return;  // the reader will say so

  std::vector<std::string> path;
  for (std::size_t start = 0; start <= equals;) {
    const std::size_t end = std::min(keyAndValue.find('.', start), equals);
    path.push_back(keyAndValue.substr(start, end - start));
    start = end + 1;
  }
  JsonValue value = parseValue(keyAndValue.substr(equals + 1), place);
  setPlace(value, place);

  const bool inTerrain = path.size() == 2 && path[0] == "terrain" &&
                         std::find(std::begin(kTerrainKeys), std::end(kTerrainKeys), path[1]) != std::end(kTerrainKeys);
  if (inTerrain) path.erase(path.begin());
  if (path.size() == 1) {
    if (const Key<Spec>* key = findKey(specKeys(), path[0])) {
      for (JsonValue* object : {&document, document.find("terrain")}) {
        if (object == nullptr) continue;
        object->erase(key->name);
        object->erase(key->twin);
      }
    }
  }
  JsonValue* target = &document;
  for (const std::string& name : path) {
    target = child(*target, name);
    if (target == nullptr) fail("there is no " + codec::jsonQuoted(name) + " to set");
    if (target->place.source.empty()) target->place = place;
  }
  *target = std::move(value);
}

}  // namespace orograph::scene
