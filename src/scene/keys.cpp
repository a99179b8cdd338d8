#include "scene/keys.h"

#include "output/consumers.h"
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

/// A word that a file or folder may be named by.
template <class T>
Key<T> fileName(std::string name, std::string T::*member, std::string meaning) {
  const std::string allowed = "1 to 64 letters, digits, '.', '_' and '-', not starting with '.' or '-'";
  return {std::move(name),
          std::move(meaning),
          allowed,
          [=](T& t, const JsonValue& v, const std::string& p) {
            if (v.kind != JsonValue::Kind::kString || !isName(v.text)) refuse(v, p, allowed);
            t.*member = v.text;
          },
          [=](const T& t, JsonWriter& json) { json.string(t.*member); },
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
  const std::string allowed = "\"data\", \"full\", \"centred\", or [lowQ16, highQ16] with low below high, each " +
                              rangeText(-kInt32Max - 1, kInt32Max);
  return {"range", "the heights of black and white: those found; 0 to heightScale; the narrowest with 0 at the middle pixel and pixels a "
          "whole number of 1/65536 apart; or the given", allowed,
          [=](ImageSpec& image, const JsonValue& v, const std::string& p) {
            if (v.kind == JsonValue::Kind::kString && (v.text == "data" || v.text == "full" || v.text == "centred")) {
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
            json.key("enum").beginArray(true).string("data").string("full").string("centred").endArray();
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
  static const std::vector<Key<MeshSpec>> keys = [] {
    Key<MeshSpec> texture = choice("texture", &MeshSpec::texture, {"none", "height", "splat"},
                                   "the picture that scene.mtl lays on the terrain of scene.obj");
    texture.present = [](const MeshSpec& mesh) { return mesh.texture != "none"; };
    return std::vector{boolean("normals", &MeshSpec::normals, "write vertex normals"),
                       boolean("uvs", &MeshSpec::uvs, "write texture coordinates"), std::move(texture),
                       withDecimal(optionalInteger("maxErrorQ16", &MeshSpec::maxErrorQ16, -1, 0, kInt32Max,
                                                   "triangles as few as keep within that of every height; gridN must "
                                                   "be one power of two up to 8192"),
                                   0, kInt32Max, false)};
  }();
  return keys;
}

const std::vector<Key<output::PrintOptions>>& printKeys() {
  using output::PrintOptions;
  constexpr std::int64_t kWidest = std::int64_t{10000} << 16;
  static const std::vector<Key<PrintOptions>> keys = {
      withDecimal(integer("widthMmQ16", &PrintOptions::widthMmQ16, 1, kWidest, "the model's size along x, millimetres"),
                  1, kWidest, false),
      withDecimal(integer("baseMmQ16", &PrintOptions::baseMmQ16, 1, kWidest,
                          "the thickness below its lowest point, millimetres"),
                  1, kWidest, false),
      withDecimal(integer("exaggerationQ16", &PrintOptions::exaggerationQ16, 1, 1 << 26,
                          "how much higher than they are heights are taken"),
                  1, 1 << 26, false),
  };
  return keys;
}

const std::vector<Key<output::HillshadeOptions>>& hillshadeKeys() {
  using output::HillshadeOptions;
  static const std::vector<Key<HillshadeOptions>> keys = [] {
    Key<HillshadeOptions> light = integerList("lightQ16", &HillshadeOptions::lightQ16, 3, 3, -kInt32Max, kInt32Max,
                                              "x, y and z toward the light; y is up, -z is north");
    light.allowed += ", not all 0";
    light.read = [read = light.read, allowed = light.allowed](HillshadeOptions& h, const JsonValue& v,
                                                              const std::string& p) {
      read(h, v, p);
      if (h.lightQ16 == std::vector<std::int64_t>(3)) refuse(v, p, allowed);
    };
    light.writeSchema = [write = light.writeSchema](JsonWriter& json) {
      write(json);
      json.key("not").beginObject().key("const").integers(std::array{0, 0, 0}).endObject();
    };
    return std::vector{std::move(light),
                       withDecimal(integer("exaggerationQ16", &HillshadeOptions::exaggerationQ16, 1, 1 << 26,
                                           "how much higher than they are heights are taken"),
                                   1, 1 << 26, false)};
  }();
  return keys;
}

const std::vector<Key<output::NormalMapOptions>>& normalMapKeys() {
  using output::NormalMapOptions;
  static const std::vector<Key<NormalMapOptions>> keys = {
      choice("green", &NormalMapOptions::green, {"up", "down"},
             "green toward row 0, as OpenGL has it, or away, as DirectX"),
  };
  return keys;
}

const std::vector<Key<output::HeightLayer>>& heightLayerKeys() {
  using output::HeightLayer;
  static const std::vector<Key<HeightLayer>> keys = {
      fileName("name", &HeightLayer::name, "the layer's name, as in mask-NAME.png").mandatory(),
      optionalInteger("fromQ16", &HeightLayer::fromQ16, output::kUnset, -kInt32Max - 1, kInt32Max,
                      "the height where the layer begins to take over from the one before; not for the first"),
      optionalInteger("toQ16", &HeightLayer::toQ16, output::kUnset, -kInt32Max - 1, kInt32Max,
                      "the height where it has; not for the first"),
  };
  return keys;
}

const std::vector<Key<output::MaskOptions>>& maskKeys() {
  using output::MaskOptions;
  constexpr std::int64_t kSteepest = 1 << 22;
  static const std::vector<Key<MaskOptions>> keys = {
      withDecimal(integer("rockLowQ16", &MaskOptions::rockLowQ16, 0, kSteepest - 1,
                          "the slope, rise over run, up to which there is no rock"),
                  0, kSteepest - 1, false),
      withDecimal(
          integer("rockHighQ16", &MaskOptions::rockHighQ16, 1, kSteepest, "the slope from which on all is rock"), 1,
          kSteepest, false),
      nestedList("bands", &MaskOptions::bands, heightLayerKeys(), 1, 8,
                 "the layers of what is not rock, from the lowest up"),
  };
  return keys;
}

const std::vector<Key<output::RidgeOptions>>& ridgeKeys() {
  using output::RidgeOptions;
  static const std::vector<Key<RidgeOptions>> keys = {
      optionalInteger("width", &RidgeOptions::width, 0, 1, 65536, "pixels along the profile"),
      optionalInteger("height", &RidgeOptions::height, 0, 1, 65536, "pixels from its least to its greatest height"),
  };
  return keys;
}

const std::vector<Key<output::RasterOptions>>& rasterKeys() {
  using output::RasterOptions;
  static const std::vector<Key<RasterOptions>> keys = {
      choice("firstRow", &RasterOptions::firstRow, {"north", "south"}, "the row that raw files begin with; north is least z"),
      choice("ending", &RasterOptions::ending, {"r16", "raw"}, "what the names of raw 16-bit files end in"),
      boolean("vrt", &RasterOptions::vrt, "a .vrt beside each raw file, for GDAL"),
  };
  return keys;
}

const std::vector<Key<output::Georef>>& georefKeys() {
  using output::Georef;
  constexpr std::int64_t kMost = 1'000'000'000'000'000'000;
  static const std::vector<Key<Georef>> keys = {
      exactDecimal("originX", &Georef::originX, Georef::kOriginPlaces, -kMost, kMost, "x of the sample in column 0 and row 0")
          .mandatory(),
      exactDecimal("originY", &Georef::originY, Georef::kOriginPlaces, -kMost, kMost, "y of that sample").mandatory(),
      exactDecimal("pixelSize", &Georef::pixelSize, Georef::kSizePlaces, 1, kMost, "between samples; rows go toward lesser y")
          .mandatory(),
      integer("epsg", &Georef::epsg, 1024, 32766, "the code of the reference system").mandatory(),
      boolean("geographic", &Georef::geographic, "whether x and y are longitude and latitude"),
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
      fileName("name", &Spec::name, "the output folder"),
      choice("generator", &Spec::generator, generatorNames(), "how heights are made"),
      choiceList("outputs", &Spec::outputs, output::formatKinds(),
                 "the kinds of files written besides the report; --only overrides it")
          .hidingDefault(),
      optionalChoice("for", &Spec::consumer, output::consumerNames(),
                     "the program that the files are for: see docs/consumers.md; what it fixes must not be given otherwise"),
      seedKey(),
      integer("octaves", &Spec::octaves, 1, 32, "fBm layers").with(Scope::kLayered),
      integer("referenceOctaves", &Spec::referenceOctaves, 1, 32,
              "the layers that deviations are measured against; at least octaves, and that many by default if above 8")
          .with(Scope::kLayered),
      withDecimal(integer("gainQ16", &Spec::gainQ16, 0, 65536, "amplitude ratio of successive octaves"), 0, 65536,
                  false)
          .with(Scope::kLayered),
      integer("lacunarityShift", &Spec::lacunarityShift, 0, 8,
              "frequency ratio of successive octaves, as a power of two")
          .with(Scope::kLayered)
          .where([](const Spec& spec) { return spec.lacunarityQ16 == 0; }),
      withDecimal(optionalInteger("lacunarityQ16", &Spec::lacunarityQ16, 0, 65536, 1 << 24,
                                  "any frequency ratio of successive octaves instead"),
                  65536, 1 << 24, false)
          .with(Scope::kLayered),
      integer("latticeShift", &Spec::latticeShift, 1, 40, "the first lattice cell, as a power of two of 1/65536 unit")
          .with(Scope::kLayered),
      enumeration("lattice", &Spec::lattice, fixed::kLatticeNames, "lattice hash"),
      enumeration("basis", &Spec::basis, noise::kBasisNames, "the noise of an octave").with(Scope::kLayered).hidingDefault(),
      enumeration("interpolation", &Spec::interpolation, noise::kInterpolationNames,
                  "how a cell passes from corner to corner, for value and perlin")
          .with(Scope::kLayered).hidingDefault(),
      enumeration("rotation", &Spec::rotation, noise::kRotationNames,
                  "each further octave turned by the 3-4-5 triangle, atan(4/3), or back")
          .with(Scope::kLayered).hidingDefault(),
      enumeration("attenuation", &Spec::attenuation, noise::kAttenuationNames,
                  "what octaves are divided by: 1 + their number, 1 + the squared slope of those before, 1 + their own")
          .with(Scope::kLayered).hidingDefault(),
      withDecimal(integer("octaveScaleQ16", &Spec::octaveScaleQ16, 1, 1 << 20, "times every octave's value and slope"), 1,
                  1 << 20, false)
          .with(Scope::kLayered).hidingDefault(),
      boolean("normalise", &Spec::normalise, "divide the octaves by the sum of their amplitudes").with(Scope::kLayered).hidingDefault(),
      integer("normalOctaves", &Spec::normalOctaves, 1, 32, "the layers of normals, as many as octaves by default")
          .with(Scope::kLayered).hidingDefault(),
      integerOrPair("period", &Spec::period, 0, 1 << 30, "cells of the first octave after which the field repeats, 0 for never")
          .with(Scope::kLayered).hidingDefault(),
      nested("warp", &Spec::warp, warpKeys(), "domain warp: points move by a noise before their octaves are summed")
          .with(Scope::kLayered).hidingDefault(),
      integerOrPair("gridN", &Spec::gridN, 1, 65536,
                    "mesh cells per side; one power of two from 2 for diamond-square, and along x for midpoint"),
      withDecimal(
          integerOrPair("extentQ16", &Spec::extentQ16, 1, kWorldLimit, "half the side of the window, world units"), 1,
          kWorldLimit, true),
      integerList("originQ16", &Spec::originQ16, 2, 2, -kWorldLimit, kWorldLimit,
                  "the centre of the window, x and z, world units"),
      withDecimal(integer("heightScaleQ16", &Spec::heightScaleQ16, 0, kInt32Max, "the height of the value 1"), 0,
                  kInt32Max, false),
      integer("statsGridN", &Spec::statsGridN, 1, 65536, "side of the image in pixels, where image does not say")
          .with(Scope::kContinuous),
      nested("image", &Spec::image, imageKeys(),
             "height.png; diamond-square and midpoint: the grid itself, or its top-left width x height"),
      integer("profileSamples", &Spec::profileSamples, 2, 1 << 24, "points of the profile").with(Scope::kContinuous),
      integer("profileStepQ16", &Spec::profileStepQ16, 1, std::int64_t{1} << 40,
              "their distance along z = 0, from x = 0")
          .with(Scope::kContinuous),
      integerList("profileLineQ16", &Spec::profileLineQ16, 4, 4, -kWorldLimit, kWorldLimit,
                  "the profile along the line x0, z0, x1, z1 instead")
          .with(Scope::kContinuous),
      integerList("roughnessLags", &Spec::roughnessLags, 1, 64, 1, (1 << 24) - 1,
                  "lags of the roughness, rising, in samples, less than the profile has"),
      nestedList("spheres", &Spec::spheres, sphereKeys(), 0, 4096, "spheres in the scene"),
      nested("mesh", &Spec::mesh, meshKeys(), "what mesh files hold besides positions, and how fine they are"),
      nested<Spec, output::PrintOptions>("print", &Spec::print, printKeys(), "the model for printing, terrain.stl").hidingDefault(),
      nested<Spec, output::HillshadeOptions>("hillshade", &Spec::hillshade, hillshadeKeys(),
                                             "the light of hillshade.png")
          .hidingDefault(),
      nested<Spec, output::NormalMapOptions>("normalMap", &Spec::normalMap, normalMapKeys(), "normal.png")
          .hidingDefault(),
      nested<Spec, output::MaskOptions>("masks", &Spec::masks, maskKeys(), "the layers of the masks and the splat map")
          .hidingDefault(),
      nested<Spec, output::RidgeOptions>(
          "ridge", &Spec::ridge, ridgeKeys(),
          "ridge.png; by default as wide as the profile has points, up to 4096, and 256 high")
          .hidingDefault(),
      nested<Spec, output::RasterOptions>("raster", &Spec::raster, rasterKeys(), "raw files").hidingDefault(),
      optionalNested<Spec, output::Georef>("georef", &Spec::georef, georefKeys(), &output::Georef::given,
                                           "where the image lies on a map, for tiff, tiff32 and .vrt"),
      integer("hurstQ16", &Spec::hurstQ16, 0, 65536,
              "how fast displacements shrink per level: by 2^-hurst; 65536 smooth, 0 jagged")
          .with(Scope::kLatticeOnly),
      integer("amplitudeQ16", &Spec::amplitudeQ16, 0, 1 << 30, "the displacement of the first level")
          .with(Scope::kLatticeOnly),
      integerList("cornersQ16", &Spec::cornersQ16, 4, 4, -kInt32Max - 1, kInt32Max,
                  "heights of the corners before the height scale: north-west, north-east, south-west, south-east")
          .with(Scope::kLatticeSquare),
      boolean("wrap", &Spec::wrap, "the last row and column equal the first; the corners must be one height")
          .with(Scope::kLatticeSquare),
      nestedList("pins", &Spec::pins, pinKeys(), 0, 65536, "grid points that keep their height")
          .with(Scope::kLatticeSquare),
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
    case Scope::kLatticeSquare:
      return generator.latticeOnly && !generator.line;
  }
  return false;
}

}  // namespace orograph::scene
