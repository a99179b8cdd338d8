#include "scene/keys.h"

#include "output/formats.h"

namespace orograph::scene {
namespace {

constexpr std::int64_t kWorldLimit = std::int64_t{1} << 46;
constexpr std::int64_t kInt32Max = 0x7FFFFFFF;

std::vector<std::string_view> generatorNames() {
  std::vector<std::string_view> names;
  for (const terrain::Generator& generator : terrain::generators()) names.push_back(generator.name);
  return names;
}

bool isName(std::string_view text) {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return !text.empty() && text.size() <= 64 && text.find_first_not_of(kAllowed) == std::string_view::npos &&
         text[0] != '.' && text[0] != '-';
}

Key<Spec> nameKey() {
  const std::string allowed = "1 to 64 letters, digits, '.', '_' and '-', not starting with '.' or '-'";
  return {"name", "the output folder", allowed,
          [=](Spec& s, const JsonValue& v, const std::string& p) {
            if (v.kind != JsonValue::Kind::kString || !isName(v.text)) refuse(v, p, allowed);
            s.name = v.text;
          },
          [](const Spec& s, JsonWriter& json) { json.string(s.name); },
          [](JsonWriter& json) {
            json.key("type").string("string").key("pattern").string("^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$");
          }};
}

Key<Spec> seedKey() {
  const std::string allowed = "an integer from 0 to 18446744073709551615, or such a number as \"0x...\"";
  return {"seed", "the seed of everything random", allowed,
          [=](Spec& s, const JsonValue& v, const std::string& p) {
            const bool hexadecimal = v.kind == JsonValue::Kind::kString && v.text.starts_with("0x");
            const bool readable = v.kind == JsonValue::Kind::kInteger || hexadecimal;
            const auto number = readable ? codec::parseUint64(v.text) : std::nullopt;
            if (!number) refuse(v, p, allowed);
            s.seed = *number;
          },
          [](const Spec& s, JsonWriter& json) { json.integer(s.seed); },
          [](JsonWriter& json) {
            json.key("anyOf").beginArray().beginObject();
            json.key("type").string("integer").key("minimum").integer(0).key("maximum").raw("18446744073709551615");
            json.endObject().beginObject();
            json.key("type").string("string").key("pattern").string("^0x[0-9A-Fa-f]{1,16}$");
            json.endObject().endArray();
          }};
}

Key<ImageSpec> rangeKey() {
  const std::string allowed = "\"data\", \"full\", or [lowQ16, highQ16] with low below high, each " +
                              rangeText(-kInt32Max - 1, kInt32Max);
  return {"range", "the heights of black and white: those found, 0 to heightScale, or the given", allowed,
          [=](ImageSpec& image, const JsonValue& v, const std::string& p) {
            if (v.kind == JsonValue::Kind::kString && (v.text == "data" || v.text == "full")) {
              image.range = v.text;
              image.rangeQ16.clear();
              return;
            }
            if (v.kind != JsonValue::Kind::kArray || v.items.size() != 2) refuse(v, p, allowed);
            const std::int64_t low = readInteger(v.items[0], p + "/0", -kInt32Max - 1, kInt32Max, allowed);
            const std::int64_t high = readInteger(v.items[1], p + "/1", -kInt32Max - 1, kInt32Max, allowed);
            if (low >= high) refuse(v, p, allowed);
            image.range.clear();
            image.rangeQ16 = {low, high};
          },
          [](const ImageSpec& image, JsonWriter& json) {
            if (image.rangeQ16.empty()) json.string(image.range);
            else json.integers(image.rangeQ16);
          },
          [](JsonWriter& json) {
            json.key("anyOf").beginArray().beginObject();
            json.key("enum").beginArray(true).string("data").string("full").endArray();
            json.endObject().beginObject();
            integerListSchema(json, 2, 2, -kInt32Max - 1, kInt32Max);
            json.endObject().endArray();
          }};
}

const std::vector<Key<ImageSpec>>& imageKeys() {
  static const std::vector<Key<ImageSpec>> keys = {
      optionalInteger("width", &ImageSpec::width, 0, 1, 65536, "pixels along x"),
      optionalInteger("height", &ImageSpec::height, 0, 1, 65536, "pixels along z"),
      integerChoice("bits", &ImageSpec::bits, {8, 16}, "bits a pixel"),
      rangeKey(),
  };
  return keys;
}

const std::vector<Key<MeshSpec>>& meshKeys() {
  static const std::vector<Key<MeshSpec>> keys = {
      boolean("normals", &MeshSpec::normals, "write vertex normals"),
      boolean("uvs", &MeshSpec::uvs, "write texture coordinates"),
  };
  return keys;
}

const std::vector<Key<mesh::Sphere>>& sphereKeys() {
  using mesh::Sphere;
  static const std::vector<Key<Sphere>> keys = {
      integerList("centerQ16", &Sphere::centerQ16, 3, 3, -kWorldLimit, kWorldLimit, "x, y and z").mandatory(),
      integer("radiusQ16", &Sphere::radiusQ16, 1, kWorldLimit, "the radius").mandatory(),
      integer("subdiv", &Sphere::subdiv, 0, 8, "how often each edge of the octahedron is halved"),
  };
  return keys;
}

const std::vector<Key<terrain::Pin>>& pinKeys() {
  using terrain::Pin;
  static const std::vector<Key<Pin>> keys = {
      integer("x", &Pin::x, 0, 65536, "column of the grid").mandatory(),
      integer("z", &Pin::z, 0, 65536, "row of the grid").mandatory(),
      integer("heightQ16", &Pin::heightQ16, -kInt32Max - 1, kInt32Max, "the height before the height scale").mandatory(),
  };
  return keys;
}

const std::vector<Key<noise::Warp>>& warpKeys() {
  using noise::Warp;
  static const std::vector<Key<Warp>> keys = {
      withDecimal(integer("strengthQ16", &Warp::strengthQ16, 0, 1 << 20, "how far points move, in cells of the first octave"),
                  0, 1 << 20, false),
      integer("octaves", &Warp::octaves, 1, 32, "octaves of the noise that moves them"),
  };
  return keys;
}

Key<Spec> expected(std::string name, std::int64_t Spec::*member, const std::string& what) {
  return optionalInteger(std::move(name), member, kAbsent, 0, INT64_MAX, "the number of " + what + ", checked after generating");
}

}  // namespace

const std::vector<Key<Spec>>& specKeys() {
  static const std::vector<Key<Spec>> keys = {
      nameKey(),
      choice("generator", &Spec::generator, generatorNames(), "how heights are made"),
      choiceList("outputs", &Spec::outputs, output::formatKinds(),
                 "the kinds of files written besides the report; --only overrides it"),
      seedKey(),
      integer("octaves", &Spec::octaves, 1, 32, "fBm layers").with(Scope::kLayered),
      integer("referenceOctaves", &Spec::referenceOctaves, 1, 32,
              "the layers that deviations are measured against; at least octaves, and that many by default if above 8")
          .with(Scope::kLayered),
      withDecimal(integer("gainQ16", &Spec::gainQ16, 0, 65536, "amplitude ratio of successive octaves"), 0, 65536, false)
          .with(Scope::kLayered),
      integer("lacunarityShift", &Spec::lacunarityShift, 0, 8, "frequency ratio of successive octaves, as a power of two")
          .with(Scope::kLayered),
      withDecimal(optionalInteger("lacunarityQ16", &Spec::lacunarityQ16, 0, 65536, 1 << 24,
                                  "any frequency ratio of successive octaves instead"),
                  65536, 1 << 24, false)
          .with(Scope::kLayered),
      integer("latticeShift", &Spec::latticeShift, 1, 40, "the first lattice cell, as a power of two of 1/65536 unit")
          .with(Scope::kLayered),
      enumeration("lattice", &Spec::lattice, fixed::kLatticeNames, "lattice hash"),
      enumeration("basis", &Spec::basis, noise::kBasisNames, "the noise of an octave").with(Scope::kLayered),
      enumeration("interpolation", &Spec::interpolation, noise::kInterpolationNames,
                  "how a cell passes from corner to corner, for value and perlin")
          .with(Scope::kLayered),
      enumeration("rotation", &Spec::rotation, noise::kRotationNames,
                  "each further octave turned by the 3-4-5 triangle, atan(4/3), or back")
          .with(Scope::kLayered),
      enumeration("attenuation", &Spec::attenuation, noise::kAttenuationNames,
                  "what octaves are divided by: 1 + their number, 1 + the squared slope of those before, 1 + their own")
          .with(Scope::kLayered),
      withDecimal(integer("octaveScaleQ16", &Spec::octaveScaleQ16, 1, 1 << 20, "times every octave's value and slope"), 1,
                  1 << 20, false)
          .with(Scope::kLayered),
      boolean("normalise", &Spec::normalise, "divide the octaves by the sum of their amplitudes").with(Scope::kLayered),
      integer("normalOctaves", &Spec::normalOctaves, 1, 32, "the layers of normals, as many as octaves by default")
          .with(Scope::kLayered),
      integerOrPair("period", &Spec::period, 0, 1 << 30, "cells of the first octave after which the field repeats, 0 for never")
          .with(Scope::kLayered),
      nested("warp", &Spec::warp, warpKeys(), "domain warp: points move by a noise before their octaves are summed")
          .with(Scope::kLayered),
      integerOrPair("gridN", &Spec::gridN, 1, 65536,
                    "mesh cells per side; one power of two from 2 for diamond-square"),
      withDecimal(integerOrPair("extentQ16", &Spec::extentQ16, 1, kWorldLimit, "half the side of the window, world units"),
                  1, kWorldLimit, true),
      integerList("originQ16", &Spec::originQ16, 2, 2, -kWorldLimit, kWorldLimit,
                  "the centre of the window, x and z, world units"),
      withDecimal(integer("heightScaleQ16", &Spec::heightScaleQ16, 0, kInt32Max, "the height of the value 1"), 0, kInt32Max,
                  false),
      integer("statsGridN", &Spec::statsGridN, 1, 65536, "side of the image in pixels, where image does not say")
          .with(Scope::kContinuous),
      nested("image", &Spec::image, imageKeys(),
             "height.png; diamond-square: the grid itself, or its top-left width x height"),
      integer("profileSamples", &Spec::profileSamples, 2, 1 << 24, "points of the profile").with(Scope::kContinuous),
      integer("profileStepQ16", &Spec::profileStepQ16, 1, std::int64_t{1} << 40, "their distance along z = 0, from x = 0")
          .with(Scope::kContinuous),
      integerList("profileLineQ16", &Spec::profileLineQ16, 4, 4, -kWorldLimit, kWorldLimit,
                  "the profile along the line x0, z0, x1, z1 instead")
          .with(Scope::kContinuous),
      integerList("roughnessLags", &Spec::roughnessLags, 1, 64, 1, (1 << 24) - 1,
                  "lags of the roughness, rising, in samples, less than the profile has"),
      nestedList("spheres", &Spec::spheres, sphereKeys(), 4096, "spheres in the scene"),
      nested("mesh", &Spec::mesh, meshKeys(), "what scene.obj holds besides positions"),
      integer("hurstQ16", &Spec::hurstQ16, 0, 65536, "how fast displacements shrink per level").with(Scope::kLatticeOnly),
      integer("amplitudeQ16", &Spec::amplitudeQ16, 0, 1 << 30, "the displacement of the first level")
          .with(Scope::kLatticeOnly),
      integerList("cornersQ16", &Spec::cornersQ16, 4, 4, -kInt32Max - 1, kInt32Max,
                  "heights of the corners before the height scale: north-west, north-east, south-west, south-east")
          .with(Scope::kLatticeOnly),
      boolean("wrap", &Spec::wrap, "the last row and column equal the first; the corners must be one height")
          .with(Scope::kLatticeOnly),
      nestedList("pins", &Spec::pins, pinKeys(), 65536, "grid points that keep their height").with(Scope::kLatticeOnly),
      expected("expectedTerrainVertices", &Spec::expectedTerrainVertices, "vertices of the terrain"),
      expected("expectedTerrainTriangles", &Spec::expectedTerrainTriangles, "triangles of the terrain"),
      expected("expectedSceneVertices", &Spec::expectedSceneVertices, "vertices of terrain and spheres"),
      expected("expectedSceneTriangles", &Spec::expectedSceneTriangles, "triangles of terrain and spheres"),
  };
  return keys;
}

bool applies(Scope scope, const terrain::Generator& generator) {
  switch (scope) {
    case Scope::kAny: return true;
    case Scope::kLayered: return generator.layered;
    case Scope::kContinuous: return !generator.latticeOnly;
    case Scope::kLatticeOnly: return generator.latticeOnly;
  }
  return false;
}

}  // namespace orograph::scene
