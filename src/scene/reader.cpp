// Reading a spec: the keys by the table, then the rules between keys.
#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <tuple>

#include "fixed/q16.h"
#include "mesh/adaptive_mesh.h"
#include "output/formats.h"
#include "scene/keys.h"
#include "scene/overrides.h"
#include "scene/spec.h"
#include "terrain/midpoint.h"

namespace orograph::scene {
namespace {

constexpr std::int64_t kHeightLimit = 0x7FFFFFFF;
constexpr std::int64_t kWorldCells = std::int64_t{1} << 46;

std::string lowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// A document being read: finds the place of a key for the messages of rules.
class Rules {
 public:
  Rules(const JsonValue& document, Spec& spec) : document_(document), spec_(spec) {}

  void check() {
    complete();
    checkReference();
    if (spec_.generatorEntry().latticeOnly) checkGrid();
    if (spec_.generatorEntry().layered) {
      checkNoise();
      checkCoordinates();
    }
    checkHeights();
    checkLags();
    checkMasks();
    checkGeoref();
    checkMesh();
    warn();
  }

  bool given(const std::string& name) const { return value(name) != nullptr; }

 private:
  const JsonValue* value(const std::string& name) const {
    const Key<Spec>* key = findKey(specKeys(), name);
    const JsonValue* nestedTerrain = document_.find("terrain");
    for (const JsonValue* object : {&document_, nestedTerrain}) {
      if (object == nullptr) continue;
      if (const JsonValue* found = object->find(name)) return found;
      if (key != nullptr && !key->twin.empty()) {
        if (const JsonValue* found = object->find(key->twin)) return found;
      }
    }
    return nullptr;
  }

  [[noreturn]] void fail(const std::string& name, const std::string& message) const {
    const JsonValue* found = value(name);
    throw codec::InputError((found != nullptr ? found : &document_)->place.text() + ": /" + name + ": " + message);
  }

  bool given(const std::string& name, std::string_view member) const {
    const JsonValue* object = value(name);
    return object != nullptr && object->find(member) != nullptr;
  }

  void complete() {
    if (spec_.consumerEntry() != nullptr) completeFor(*spec_.consumerEntry());
    if (!given("outputs")) spec_.outputs = spec_.usualOutputs();
    if (!given("normalOctaves") && spec_.generatorEntry().preset.find("normalOctaves") == std::string_view::npos) {
      spec_.normalOctaves = spec_.octaves;
    }
    if (!given("referenceOctaves")) spec_.referenceOctaves = std::max(spec_.referenceOctaves, spec_.octaves);
    const bool grid = spec_.generatorEntry().latticeOnly;
    if (spec_.image.width == 0) spec_.image.width = grid ? spec_.gridN[0] + 1 : spec_.statsGridN;
    if (spec_.image.height == 0) spec_.image.height = grid ? spec_.gridN[1] + 1 : spec_.statsGridN;
    if (spec_.consumerEntry() != nullptr) checkSizeFor(*spec_.consumerEntry());
  }

  /// What a spec does not say, its consumer does; what the consumer must have, the spec may not say otherwise.
  void completeFor(const output::Consumer& consumer) {
    std::vector<std::string> outputs;
    for (const std::string_view kind : output::formatKinds()) {
      const auto has = [&](const auto& kinds) { return std::ranges::find(kinds, kind) != kinds.end(); };
      if (has(consumer.kinds) || (given("outputs") && has(spec_.outputs))) outputs.emplace_back(kind);
    }
    spec_.outputs = outputs;
    const auto fix = [&](const std::string& name, std::string_view member, std::string& value, std::string_view wanted) {
      if (given(name, member) && value != wanted) {
        fail(name, codec::jsonQuoted(value) + " for " + std::string(member) + " is not allowed with for " + spec_.consumer +
                       ": it must be " + codec::jsonQuoted(wanted));
      }
      value = wanted;
    };
    fix("raster", "firstRow", spec_.raster.firstRow, consumer.firstRow);
    fix("raster", "ending", spec_.raster.ending, consumer.ending);
    if (!given("image", "range")) spec_.image.range = consumer.range;
    if (spec_.image.bits != 16 && std::ranges::find(consumer.kinds, "png") != consumer.kinds.end()) {
      fail("image", std::to_string(spec_.image.bits) + " bits are not allowed with for " + spec_.consumer + ": it must be 16");
    }
    if (consumer.usualSide > 0 && !spec_.generatorEntry().latticeOnly && !given("statsGridN") && !given("image", "width") &&
        !given("image", "height")) {
      spec_.image.width = spec_.image.height = consumer.usualSide;
    }
  }

  void checkSizeFor(const output::Consumer& consumer) const {
    const std::int64_t width = spec_.image.width, height = spec_.image.height;
    if (consumer.takes(width, height)) return;
    const bool image = given("image", "width") || given("image", "height");
    fail(image ? "image" : spec_.generatorEntry().latticeOnly ? "gridN" : "statsGridN",
         "an image of " + std::to_string(width) + " x " + std::to_string(height) + " is not allowed with for " + spec_.consumer +
             ": it must be " + consumer.sizesFor(width, height) + "; /image says width and height");
  }

  void checkGeoref() const {
    const output::Georef& georef = spec_.georef;
    if (georef.geographic || georef.epsg < 4001 || georef.epsg > 4999) return;
    fail("georef", "epsg " + std::to_string(georef.epsg) +
                       " is not allowed without geographic: the codes from 4001 to 4999 are of longitude and latitude");
  }

  void checkReference() const {
    if (spec_.referenceOctaves < spec_.octaves) {
      fail("referenceOctaves", std::to_string(spec_.referenceOctaves) + " is not allowed: it must be at least octaves, " +
                                   std::to_string(spec_.octaves));
    }
  }

  void checkGrid() const {
    const std::int64_t cells = spec_.gridN[0];
    const bool line = spec_.generatorEntry().line;
    if ((!line && spec_.gridN[1] != cells) || cells < 2 || !std::has_single_bit(static_cast<std::uint64_t>(cells))) {
      const std::string text = cells == spec_.gridN[1] ? std::to_string(cells)
                                                       : "[" + std::to_string(cells) + ", " + std::to_string(spec_.gridN[1]) + "]";
      fail("gridN", text + " is not allowed with " + spec_.generator + ": it must be " + (line ? "a" : "one") +
                        " power of two from 2 to 65536" + (line ? " along x" : "") +
                        ", which gives 3, 5, 9 ... 65537 samples" + (line ? "" : " a side"));
    }
    for (const auto& [axis, size, samples] : {std::tuple{"width", spec_.image.width, cells + 1},
                                              std::tuple{"height", spec_.image.height, spec_.gridN[1] + 1}}) {
      if (size <= samples) continue;
      fail("image", std::string(axis) + " " + std::to_string(size) + " is not allowed: the grid has " +
                        std::to_string(samples) + " samples a side (gridN + 1), and the image is its top-left part");
    }
    if (!line) checkTorus(), checkPins();
    checkHeights();
  }

  void checkTorus() const {
    if (spec_.wrap && std::set(spec_.cornersQ16.begin(), spec_.cornersQ16.end()).size() != 1) {
      fail("cornersQ16", "the corners differ: with wrap they are one point and must be equal");
    }
  }

  void checkPins() const {
    const std::int64_t cells = spec_.gridN[0], side = spec_.wrap ? cells : cells + 1;
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (std::size_t i = 0; i < spec_.pins.size(); ++i) {
      const terrain::Pin& pin = spec_.pins[i];
      const std::string name = "pins/" + std::to_string(i);
      const std::string point = "the point (" + std::to_string(pin.x) + ", " + std::to_string(pin.z) + ")";
      const auto refusePin = [&](const std::string& message) {
        throw codec::InputError(value("pins")->items[i].place.text() + ": /" + name + ": " + message);
      };
      if (pin.x > cells || pin.z > cells) {
        refusePin(point + " is not allowed: x and z must be from 0 to " + std::to_string(cells));
      }
      if (!seen.emplace(pin.x % side, pin.z % side).second) refusePin(point + " is pinned twice");
    }
  }

  void checkHeights() const {
    const std::int64_t bound = spec_.generatorEntry().boundQ16(spec_.parameters(spec_.mostOctaves()));
    // A height is floor(h * scale / 65536) with |h| <= bound: it fits while bound * scale < 2^31 * 65536.
    constexpr std::int64_t kProductLimit = (std::int64_t{1} << 47) - 1;
    const std::int64_t largest = bound == 0 ? kHeightLimit : kProductLimit / bound;
    if (spec_.heightScaleQ16 <= largest) return;
    fail("heightScaleQ16", std::to_string(spec_.heightScaleQ16) + " is not allowed: heights may reach " +
                               std::to_string(bound) + "/65536 times that, beyond 32 bits; the largest value that fits is " +
                               std::to_string(largest));
  }

  void checkNoise() const {
    using noise::Basis, noise::Interpolation;
    if (given("lacunarityShift") && spec_.lacunarityQ16 != 0) {
      throw codec::InputError(value("lacunarityQ16")->place.text() + ": /lacunarityQ16: given twice, also as /lacunarityShift");
    }
    if (spec_.basis == Basis::kPerlin && spec_.interpolation == Interpolation::kStep) {
      fail("interpolation", "\"step\" is not allowed with the basis perlin: its ramps would end in cliffs at every cell");
    }
    if (spec_.generator == "clouds" && spec_.normalise) {
      fail("normalise", "true is not allowed with clouds: their density is of the sum of the octaves");
    }
    if (spec_.period[0] == 0 && spec_.period[1] == 0) return;
    const std::string shown = spec_.period[0] == spec_.period[1]
                                  ? std::to_string(spec_.period[0])
                                  : "[" + std::to_string(spec_.period[0]) + ", " + std::to_string(spec_.period[1]) + "]";
    const auto refusePeriod = [&](const std::string& why) { fail("period", shown + " is not allowed with " + why); };
    if (spec_.basis == Basis::kSimplex) refusePeriod("the basis simplex: its triangles do not repeat along x and z");
    if (spec_.rotation != noise::Rotation::kNone) refusePeriod("a rotation: turned octaves do not repeat along x and z");
    if (spec_.lacunarity() % fixed::kOneQ16 != 0) refusePeriod("a lacunarity that is no whole number");
    std::int64_t last = std::max(spec_.period[0], spec_.period[1]);
    for (std::int64_t k = 1; k < spec_.mostOctaves(); ++k) {
      last *= spec_.lacunarity() / fixed::kOneQ16;  // below 2^46 * 2^8
      if (last > kWorldCells) {
        refusePeriod(std::to_string(spec_.mostOctaves()) + " octaves: the last would repeat after more than 2^46 cells");
      }
    }
  }

  void checkCoordinates() const {
    const std::int64_t most = spec_.reachQ16();
    const std::string lacunarity = spec_.lacunarityQ16 == 0 ? "lacunarityShift " + std::to_string(spec_.lacunarityShift)
                                                            : "lacunarityQ16 " + std::to_string(spec_.lacunarityQ16);
    const auto room = [&](std::size_t axis) { return most - std::abs(spec_.originQ16[axis]); };
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (spec_.extentQ16[axis] <= room(axis)) continue;
      const std::string why = " is not allowed: with " + lacunarity + " and " + std::to_string(spec_.octaves) + " octaves |origin| + extent must stay within " +
                              std::to_string(most) + "/65536, so that no octave's coordinates leave 62 bits; ";
      if (room(axis) < 1) fail("originQ16", std::to_string(spec_.originQ16[axis]) + why + "no extent fits this origin");
      // An extent that stands for both axes must fit the narrower one.
      const bool both = spec_.extentQ16[0] == spec_.extentQ16[1];
      const std::int64_t largest = both ? std::min(room(0), room(1)) : room(axis);
      if (largest < 1) continue;
      fail("extentQ16", std::to_string(spec_.extentQ16[axis]) + why + "the largest value that fits is " +
                            std::to_string(largest));
    }
    const std::int64_t steps = std::max(spec_.profileSamples, std::int64_t{4096}) - 1;
    if (spec_.profileLineQ16.empty() && spec_.profileStepQ16 > kCoordinateLimit / steps) {
      fail("profileStepQ16", std::to_string(spec_.profileStepQ16) + " is not allowed: " + std::to_string(steps + 1) +
                                 " samples of it would leave 62 bits; the largest value that fits is " +
                                 std::to_string(kCoordinateLimit / steps));
    }
  }

  void checkLags() const {
    const std::vector<std::int64_t>& lags = spec_.roughnessLags;
    for (std::size_t i = 1; i < lags.size(); ++i) {
      if (lags[i] <= lags[i - 1]) {
        fail("roughnessLags", std::to_string(lags[i]) + " after " + std::to_string(lags[i - 1]) +
                                  " is not allowed: the lags must rise");
      }
    }
    if (given("roughnessLags") && lags.back() >= spec_.profileLength()) {
      fail("roughnessLags", std::to_string(lags.back()) + " is not allowed: each must be less than the " +
                                std::to_string(spec_.profileLength()) + " samples of the profile");
    }
  }

  void checkMasks() const {
    const output::MaskOptions& masks = spec_.masks;
    if (masks.rockLowQ16 >= masks.rockHighQ16) {
      fail("masks", "rockLowQ16 " + std::to_string(masks.rockLowQ16) +
                        " is not allowed: it must be below rockHighQ16, " + std::to_string(masks.rockHighQ16));
    }
    std::set<std::string> names = {"rock"};
    for (std::size_t i = 0; i < masks.bands.size(); ++i) {
      const output::HeightLayer& band = masks.bands[i];
      const auto refuseBand = [&](const std::string& key, const std::string& message) {
        const JsonValue& at = value("masks")->find("bands")->items[i];
        const JsonValue* member = at.find(key);
        throw codec::InputError((member != nullptr ? *member : at).place.text() + ": /masks/bands/" +
                                std::to_string(i) + "/" + key + ": " + message);
      };
      // File systems that ignore case would make one file of two.
      if (!names.insert(lowerCase(band.name)).second) {
        refuseBand("name",
                   "\"" + band.name +
                       "\" is not allowed: no two layers may have one name, in capitals or not, and rock is one");
      }
      for (const auto& [key, height] : {std::pair{"fromQ16", band.fromQ16}, std::pair{"toQ16", band.toQ16}}) {
        const bool set = height != output::kUnset;
        if (i == 0 && set)
          refuseBand(key, std::to_string(height) + " is not allowed: the first band starts below all heights");
        if (i > 0 && !set) refuseBand(key, "missing: a band after the first must say between which heights it starts");
      }
      if (i == 0) continue;
      if (band.fromQ16 >= band.toQ16) {
        refuseBand("toQ16", std::to_string(band.toQ16) + " is not allowed: it must be above fromQ16, " +
                                std::to_string(band.fromQ16));
      }
      if (i > 1 && band.fromQ16 < masks.bands[i - 1].toQ16) {
        refuseBand("fromQ16", std::to_string(band.fromQ16) +
                                  " is not allowed: it must be at least toQ16 of the band before, " +
                                  std::to_string(masks.bands[i - 1].toQ16));
      }
    }
  }

  void checkMesh() const {
    const MeshSpec& mesh = spec_.mesh;
    const auto asked = [&](std::string_view kind) {
      return std::find(spec_.outputs.begin(), spec_.outputs.end(), kind) != spec_.outputs.end();
    };
    if (const std::string kind = mesh.texture == "height" ? "png" : mesh.texture; kind != "none" && asked("obj")) {
      const std::string text = "texture \"" + mesh.texture + "\" is not allowed ";
      if (!mesh.uvs) fail("mesh", text + "without uvs");
      if (!asked(kind)) fail("mesh", text + "where outputs lacks \"" + kind + "\", the kind of its picture");
      if (kind == "splat" && spec_.masks.bands.size() > 3) {
        fail("mesh", text + "with more than three bands in masks: their splat map is more than one picture");
      }
    }
    if (mesh.maxErrorQ16 < 0) return;
    const std::int64_t cells = spec_.gridN[0], most = mesh::AdaptiveMesh::kMostCells;
    if (spec_.gridN[1] != cells || cells > most || !std::has_single_bit(static_cast<std::uint64_t>(cells))) {
      fail("gridN", "[" + std::to_string(cells) + ", " + std::to_string(spec_.gridN[1]) +
                        "] is not allowed with mesh.maxErrorQ16: it must be one power of two from 1 to " +
                        std::to_string(most));
    }
    for (const char* name :
         {"expectedTerrainVertices", "expectedTerrainTriangles", "expectedSceneVertices", "expectedSceneTriangles"}) {
      if (given(name)) fail(name, "not allowed with mesh.maxErrorQ16: how many there are depends on the heights");
    }
  }

  void warn() {
    const terrain::Generator& generator = spec_.generatorEntry();
    for (const Key<Spec>& key : specKeys()) {
      if (given(key.name) && !applies(key.scope, generator)) {
        spec_.idleWarnings.push_back(key.name + " has no effect with the generator " + spec_.generator);
      }
    }
    const field::Grid mesh = spec_.meshGrid(), image = spec_.imageGrid();
    if (mesh.dxQ16 == 0 || mesh.dzQ16 == 0) {
      spec_.warnings.push_back("the extent is too small for gridN: vertices of the mesh coincide");
    }
    if (!generator.layered) return;
    warnNoise();
    warnFine("mesh", std::max(mesh.dxQ16, mesh.dzQ16));
    warnFine("image", std::max(image.dxQ16, image.dzQ16));
    std::int64_t step = spec_.profileStepQ16;
    if (const auto& line = spec_.profileLineQ16; !line.empty()) {
      step = std::max(std::abs(line[2] - line[0]), std::abs(line[3] - line[1])) / (spec_.profileSamples - 1);
    }
    warnFine("profile", step);
  }

  void warnNoise() {
    if (spec_.warp.strengthQ16 > fixed::kOneQ16) {
      spec_.warnings.push_back("a warp stronger than one cell folds the field over itself");
    }
    if (spec_.basis == noise::Basis::kSimplex && given("interpolation")) {
      spec_.idleWarnings.push_back("interpolation has no effect with the basis simplex");
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (spec_.period[axis] == 0) continue;
      // A period of more than 2^50 is wider than any window.
      const bool wide = spec_.period[axis] > (std::int64_t{1} << 50) / spec_.firstCellQ16();
      const std::int64_t period = wide ? std::int64_t{1} << 50 : spec_.period[axis] * spec_.firstCellQ16();
      if (!wide && 2 * spec_.extentQ16[axis] % period == 0) continue;
      spec_.warnings.push_back(std::string("along ") + (axis == 0 ? "x" : "z") + " the window of " +
                               codec::q16Text(2 * spec_.extentQ16[axis]) + " units is no whole number of periods of " +
                               (wide ? "more than " : "") + codec::q16Text(period) + " units: its far edge does not meet the near one");
    }
  }

  /// Octaves whose cells are smaller than two samples show as noise without shape.
  void warnFine(const std::string& what, std::int64_t stepQ16) {
    std::int64_t cell = spec_.firstCellQ16();
    for (std::int64_t octave = 0; octave < spec_.octaves; ++octave) {
      if (octave > 0) cell = spec_.perLacunarity(cell);
      if (cell >= 2 * stepQ16) continue;
      spec_.warnings.push_back("of " + std::to_string(spec_.octaves) + " octaves those from number " +
                               std::to_string(octave + 1) + " on are finer than two samples of the " + what);
      return;
    }
  }

  const JsonValue& document_;
  Spec& spec_;
};

void readTerrain(Spec& spec, const JsonValue& document, const JsonValue& terrain) {
  if (terrain.kind != JsonValue::Kind::kObject) refuse(terrain, "/terrain", "an object");
  for (const auto& [name, value] : terrain.members) {
    const std::string pointer = codec::pointerTo("/terrain", name);
    if (std::find(std::begin(kTerrainKeys), std::end(kTerrainKeys), name) == std::end(kTerrainKeys)) {
      refuseUnknown(value, pointer, name, {std::begin(kTerrainKeys), std::end(kTerrainKeys)});
    }
    const Key<Spec>& key = *findKey(specKeys(), name);
    for (const std::string& other : {key.name, key.twin}) {
      if (!other.empty() && document.find(other) != nullptr) refuseTwice(value, pointer, "/" + other);
    }
    key.read(spec, value, pointer);
  }
}

/// What the generator's name stands for.
void applyPreset(Spec& spec) {
  const JsonValue preset = codec::parseJson(spec.generatorEntry().preset, spec.generator);
  for (const auto& [name, value] : preset.members) findKey(specKeys(), name)->read(spec, value, codec::pointerTo("", name));
}

}  // namespace

Spec readSpec(std::string_view text, const std::string& source, const std::vector<std::string>& overrides) {
  Spec spec;
  JsonValue document;
  try {
    document = codec::parseJson(text, source);
  } catch (const codec::NumberTooLarge& number) {
    // The key, if it is one, says what it allows.
    const std::string name = number.key.substr(std::min<std::size_t>(1, number.key.size()));
    if (const Key<Spec>* key = findKey(specKeys(), name)) readMember(spec, *key, name, number.value, number.key);
    throw;
  }
  for (const std::string& one : overrides) applyOverride(document, one);

  if (document.kind != JsonValue::Kind::kObject) {
    throw codec::InputError(document.place.text() + ": a spec must be a JSON object, not " + document.forMessage());
  }
  if (const JsonValue* generator = document.find("generator")) {
    findKey(specKeys(), "generator")->read(spec, *generator, "/generator");
    applyPreset(spec);
  }
  for (const auto& [name, value] : document.members) {
    if (name == "$schema" || name == "description") continue;
    if (name == "terrain") {
      readTerrain(spec, document, value);
      continue;
    }
    const std::string pointer = codec::pointerTo("", name);
    const Key<Spec>* key = findKey(specKeys(), name);
    if (key == nullptr) {
      std::vector<std::string_view> known = keyNames(specKeys());
      known.push_back("terrain");
      refuseUnknown(value, pointer, name, known);
    }
    if (name == key->twin && document.find(key->name) != nullptr) refuseTwice(value, pointer, "/" + key->name);
    readMember(spec, *key, name, value, pointer);
  }
  Rules(document, spec).check();
  return spec;
}

void writeSpec(const Spec& spec, JsonWriter& json, Defaults defaults) {
  Spec usual;
  usual.generator = spec.generator;
  usual.consumer = spec.consumer;
  usual.outputs = spec.usualOutputs();
  usual.normalOctaves = spec.octaves;
  const auto text = [](const Key<Spec>& key, const Spec& of) {
    JsonWriter alone;
    key.write(of, alone);
    return alone.take();
  };
  json.beginObject();
  for (const Key<Spec>& key : specKeys()) {
    if (!applies(key.scope, spec.generatorEntry()) || !key.present(spec)) continue;
    // The default lags of a profile too short for them could not be given: their figures are null.
    if (key.name == "roughnessLags" && spec.roughnessLags.back() >= spec.profileLength()) continue;
    if (defaults == Defaults::kPlain && key.hiddenDefault && text(key, spec) == text(key, usual)) continue;
    json.key(key.name);
    key.write(spec, json);
  }
  json.endObject();
}

}  // namespace orograph::scene
