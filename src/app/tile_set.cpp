#include "app/tile_set.h"

#include <algorithm>
#include <utility>

#include "app/input.h"
#include "app/interrupt.h"
#include "codec/errors.h"
#include "codec/sha256.h"
#include "codec/text.h"
#include "field/ordered_bands.h"

namespace orograph::app {
namespace {

using codec::JsonValue;

constexpr std::size_t kMostRecordBytes = std::size_t{1} << 20;
/// The last member of a tile's record: SHA-256 over the text before it.
constexpr std::string_view kDigestKey = ",\"recordSha256\":\"";

const JsonValue& member(const JsonValue& object, std::string_view name, JsonValue::Kind kind) {
  const JsonValue* found = object.find(name);
  if (found == nullptr || found->kind != kind) {
    throw codec::InputError(object.place.text() + ": not of a set of tiles: " + std::string(name) + " is missing or odd");
  }
  return *found;
}

std::int64_t integer(const JsonValue& value) { return codec::parseInt64(value.text).value_or(-1); }

std::array<std::int64_t, 2> pair(const JsonValue& object, std::string_view name) {
  const JsonValue& list = member(object, name, JsonValue::Kind::kArray);
  if (list.items.size() != 2) throw codec::InputError(list.place.text() + ": not of a set of tiles: two integers expected");
  return {integer(list.items[0]), integer(list.items[1])};
}

Kinds select(const Kinds& kinds, bool ofWhole) {
  Kinds some;
  for (const output::Format& format : output::formats()) {
    if (kinds.contains(format.kind) && format.needs.profile == ofWhole) some.emplace(format.kind);
  }
  if (kinds.contains("report")) some.emplace("report");
  return some;
}

}  // namespace

Kinds TileSet::tileKinds() const { return select(kinds, false); }
Kinds TileSet::wholeKinds() const { return select(kinds, true); }

Tile TileSet::tile(std::int64_t index) const {
  if (!pyramid) return ofFinest(index % tiles[0], index / tiles[0]);
  std::int64_t zoom = 0, side = 1;
  for (; index >= side * side; ++zoom, side *= 2) index -= side * side;
  return {{side, side}, {index % side, index / side}, overlap, zoom, tiles[0] / side};
}

std::string TileSet::specText() const {
  codec::JsonWriter json;
  scene::writeSpec(spec, json);
  return json.take();
}

std::string TileSet::manifestText() const {
  codec::JsonWriter json;
  json.beginObject().key("program").string("orograph").key("version").string(OROGRAPH_VERSION);
  json.key("spec").string(codec::sha256Hex(specText()));
  json.key("tiles").integers(tiles).key("overlap").integer(overlap).key("kinds").beginArray(true);
  for (const std::string& kind : kinds) json.string(kind);
  json.endArray();
  if (pyramid) json.key("pyramid").boolean(true);
  if (rangeQ16) json.key("rangeQ16").integers(*rangeQ16);
  json.endObject();
  return json.take();
}

TileSet readTileSet(const std::filesystem::path& folder) {
  const std::string path = (folder / kManifestName).string();
  const std::string text = readBytes(path, kMostRecordBytes);
  const JsonValue manifest = codec::parseJson(text, path, kMostRecordBytes);
  TileSet set;
  set.folder = folder;
  set.spec = loadSpec((folder / kSpecName).string(), {});
  set.tiles = pair(manifest, "tiles");
  set.overlap = integer(member(manifest, "overlap", JsonValue::Kind::kInteger));
  set.pyramid = manifest.find("pyramid") != nullptr;
  const Kinds known = allKinds();
  for (const JsonValue& kind : member(manifest, "kinds", JsonValue::Kind::kArray).items) {
    if (known.contains(kind.text)) set.kinds.insert(kind.text);
  }
  if (manifest.find("rangeQ16") != nullptr) set.rangeQ16 = pair(manifest, "rangeQ16");
  // What the program would write for such a set is what there is: nothing was changed, cut or made by another version.
  if (set.tiles != set.spec.digestTilesOf() || set.manifestText() != text) {
    throw codec::InputError(codec::forMessage(path, 4096) + ": does not fit " + std::string(kSpecName) +
                            ", or is of another version of the program");
  }
  return set;
}

std::string tileText(const TileSet& set, const Tile& tile, const analysis::Measurements& fields,
                     const std::vector<FileEntry>& files) {
  codec::JsonWriter json(true);
  json.beginObject().key("set").string(codec::sha256Hex(set.manifestText())).key("tile").string(tile.name());
  if (set.kinds.contains("report")) {
    json.key("fields");
    analysis::writeFields(fields, json);
  }
  json.key("files").beginArray();
  for (const FileEntry& file : files) {
    json.beginObject().key("name").string(file.name).key("bytes").integer(file.bytes).key("sha256").string(file.sha256);
    if (!file.encoder.empty()) json.key("encoder").string(file.encoder);
    for (const auto& [key, value] : file.facts) json.key(key).raw(value);
    json.endObject();
  }
  json.endArray().endObject();
  std::string text = json.take();
  text.pop_back();
  return text + std::string(kDigestKey) + codec::sha256Hex(text) + "\"}\n";
}

std::optional<TileRecord> readTile(const TileSet& set, const Tile& tile, bool sizesAlone, std::string& why) {
  const std::filesystem::path folder = set.folderOf(tile);
  const auto amiss = [&](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  const std::string own = TileSet::recordName(tile), path = (folder / own).string();
  if (!std::filesystem::is_regular_file(path)) return amiss("there is no " + own);
  const std::string text = readBytes(path, kMostRecordBytes);
  const std::size_t end = text.rfind(kDigestKey);
  if (end == std::string::npos ||
      text.substr(end) != std::string(kDigestKey) + codec::sha256Hex(text.substr(0, end)) + "\"}\n") {
    return amiss(own + " is damaged");
  }
  const JsonValue document = codec::parseJson(text, path, kMostRecordBytes);
  if (member(document, "set", JsonValue::Kind::kString).text != codec::sha256Hex(set.manifestText()) ||
      member(document, "tile", JsonValue::Kind::kString).text != tile.name()) {
    return amiss(own + " is of another set or place");
  }
  TileRecord record;
  if (set.kinds.contains("report")) {
    record.fields = analysis::readFields(member(document, "fields", JsonValue::Kind::kObject),
                                         set.spec.generatorEntry().layered);
  }
  for (const JsonValue& file : member(document, "files", JsonValue::Kind::kArray).items) {
    FileEntry entry{member(file, "name", JsonValue::Kind::kString).text,
                    integer(member(file, "bytes", JsonValue::Kind::kInteger)),
                    member(file, "sha256", JsonValue::Kind::kString).text,
                    {},
                    {}};
    for (const auto& [name, value] : file.members) {
      if (value.kind == JsonValue::Kind::kInteger) entry.facts.emplace_back(name, value.text);
    }
    const std::string where = (folder / entry.name).string();
    std::error_code error;
    if (!std::filesystem::is_regular_file(where, error)) return amiss("there is no " + entry.name);
    std::int64_t bytes = static_cast<std::int64_t>(std::filesystem::file_size(where, error));
    std::string sha256 = entry.sha256;
    if (bytes != entry.bytes || (!sizesAlone && (!sumFile(where, bytes, sha256) || sha256 != entry.sha256))) {
      return amiss(entry.name + " is not as " + own + " says");
    }
    record.sums += entry.sha256 + "  " + tile.folder() + "/" + entry.name + "\n";
    record.files.push_back(std::move(entry));
  }
  record.sums += codec::sha256Hex(text) + "  " + tile.folder() + "/" + own + "\n";
  return record;
}

void forEachTile(const TileSet& set, std::int64_t threads, bool sizesAlone,
                 const std::function<void(const Tile&, const std::optional<TileRecord>&, const std::string& why)>& take) {
  struct Slot {
    std::optional<TileRecord> record;
    std::string why;
  };
  const field::Schedule schedule{threads};
  std::vector<Slot> slots(static_cast<std::size_t>(field::bandSlots(schedule)));
  field::forEachBand(
      set.count(), schedule,
      [&](std::int64_t index, std::int64_t tile) {
        Slot& slot = slots[static_cast<std::size_t>(index)];
        slot.record = readTile(set, set.tile(tile), sizesAlone, slot.why);
      },
      [&](std::int64_t index, std::int64_t tile) {
        throwIfInterrupted();
        const Slot& slot = slots[static_cast<std::size_t>(index)];
        take(set.tile(tile), slot.record, slot.why);
      });
}

}  // namespace orograph::app
