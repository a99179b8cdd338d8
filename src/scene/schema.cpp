// The JSON Schema and the Markdown table, both from the key table.
#include "scene/keys.h"
#include "scene/spec.h"

namespace orograph::scene {
namespace {

std::string inTable(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

}  // namespace

std::string schemaText() {
  JsonWriter json;
  json.beginObject();
  json.key("$schema").string("http://json-schema.org/draft-07/schema#");
  json.key("title").string("orograph scene spec");
  json.key("type").string("object").key("additionalProperties").boolean(false);
  json.key("properties").beginObject();
  json.key("$schema").beginObject().key("description").string("ignored").endObject();
  json.key("description").beginObject().key("description").string("ignored").endObject();
  writeProperties(specKeys(), Spec{}, json);
  json.key("terrain").beginObject();
  json.key("description").string("an object for some of the keys");
  json.key("type").string("object").key("additionalProperties").boolean(false);
  json.key("properties").beginObject();
  for (const std::string_view name : kTerrainKeys) {
    json.key(name).beginObject();
    findKey(specKeys(), name)->writeSchema(json);
    json.endObject();
  }
  json.endObject().endObject().endObject();
  forbidTwins(specKeys(), json);
  json.endObject();
  return json.take();
}

std::string keyTableText() {
  std::string table = "| key | type, range | default | meaning |\n| --- | --- | --- | --- |\n";
  const Spec defaults;
  for (const Key<Spec>& key : specKeys()) {
    JsonWriter json(true);
    if (key.present(defaults)) key.write(defaults, json);
    const std::string value = json.take();
    table += "| " + key.name + (key.twin.empty() ? "" : " or " + key.twin) + " | " + inTable(key.allowed) + " | " +
             (value.empty() ? "absent" : "`" + value + "`") + " | " + inTable(key.meaning) + " |\n";
  }
  return table;
}

}  // namespace orograph::scene
