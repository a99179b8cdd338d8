// The scene spec, validated: every value is inside its range and the rules between keys hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_writer.h"
#include "field/grid.h"
#include "fixed/lattice_hash.h"
#include "mesh/sphere.h"
#include "output/consumers.h"
#include "output/options.h"
#include "terrain/generators.h"

namespace orograph::scene {

struct ImageSpec {
  std::int64_t width = 0, height = 0;  // 0 until completed
  std::int64_t bits = 16;
  std::string range = "data";         // "data", "full", "centred", or empty where rangeQ16 says it
  std::vector<std::int64_t> rangeQ16;  // the heights of black and white
};

struct MeshSpec {
  bool normals = true, uvs = true;
  std::string texture = "none";
  std::int64_t maxErrorQ16 = -1;  // absent
};

inline constexpr std::int64_t kAbsent = -1;
inline constexpr std::int64_t kCoordinateLimit = (std::int64_t{1} << 62) - 1;  // of an octave's coordinates

/// A default-constructed spec holds the defaults; keys.cpp has the ranges and meanings.
struct Spec : output::FormatOptions {
  std::string name = "terrain";
  std::string generator = "fbm";
  std::vector<std::string> outputs{terrain::kUsualOutputs.begin(), terrain::kUsualOutputs.end()};  // in the format table's order
  std::string consumer;  // empty, or the program that the files are for
  std::uint64_t seed = 1337;
  std::int64_t octaves = 4;
  std::int64_t referenceOctaves = 8;
  std::int64_t gainQ16 = 32768;
  std::int64_t lacunarityShift = 1;
  std::int64_t latticeShift = 18;
  std::int64_t lacunarityQ16 = 0;  // 0: lacunarityShift says it
  fixed::Lattice lattice = fixed::Lattice::kSpatial;
  noise::Basis basis = noise::Basis::kValue;
  noise::Interpolation interpolation = noise::Interpolation::kSmooth;
  noise::Rotation rotation = noise::Rotation::kNone;
  noise::Attenuation attenuation = noise::Attenuation::kNone;
  std::int64_t octaveScaleQ16 = 65536;
  bool normalise = true;
  std::int64_t normalOctaves = 4;
  std::vector<std::int64_t> period = {0, 0};
  noise::Warp warp;
  std::vector<std::int64_t> gridN = {16, 16};
  std::vector<std::int64_t> extentQ16 = {1441792, 1441792};
  std::vector<std::int64_t> originQ16 = {0, 0};
  std::int64_t heightScaleQ16 = 196608;
  std::int64_t statsGridN = 64;
  ImageSpec image;
  std::int64_t profileSamples = 512;
  std::int64_t profileStepQ16 = 65536;
  std::vector<std::int64_t> profileLineQ16;  // empty, or x0, z0, x1, z1
  std::vector<std::int64_t> roughnessLags = {1, 2, 4, 8};
  std::vector<mesh::Sphere> spheres;
  MeshSpec mesh;
  std::int64_t hurstQ16 = 65536;
  std::int64_t amplitudeQ16 = 65536;
  std::vector<std::int64_t> cornersQ16 = {0, 0, 0, 0};
  bool wrap = false;
  std::vector<terrain::Pin> pins;
  std::int64_t expectedTerrainVertices = kAbsent, expectedTerrainTriangles = kAbsent;
  std::int64_t expectedSceneVertices = kAbsent, expectedSceneTriangles = kAbsent;

  std::vector<std::string> warnings;      // of what comes out
  std::vector<std::string> idleWarnings;  // of keys given that the generator does not read: nothing of the output

  const terrain::Generator& generatorEntry() const { return *terrain::findGenerator(generator); }
  /// The consumer that the files are for, or null.
  const output::Consumer* consumerEntry() const { return output::findConsumer(consumer); }
  /// The outputs where none are given: the consumer's, or else the generator's.
  std::vector<std::string> usualOutputs() const;
  /// The frequency ratio of successive octaves, Q16.
  std::int64_t lacunarity() const { return lacunarityQ16 != 0 ? lacunarityQ16 : std::int64_t{65536} << lacunarityShift; }
  /// The width of the first octave's cells.
  std::int64_t firstCellQ16() const;
  /// floor(value / lacunarity) for value in [0, 2^62).
  std::int64_t perLacunarity(std::int64_t value) const;
  /// White of the image range "full": the height scale; for sums that are not divided, the greatest height there can be.
  std::int64_t fullHeightQ16() const;
  /// The most octaves that any figure or file asks for.
  std::int64_t mostOctaves() const { return std::max({octaves, referenceOctaves, normalOctaves}); }
  /// The generator's parameters, with that many octaves where it has any.
  terrain::Parameters parameters(std::int64_t octaveCount) const;
  field::Grid meshGrid() const;
  field::Grid imageGrid() const;
  /// Coordinates of up to this size leave no octave beyond 62 bits; 0 for a generator known at mesh vertices alone.
  std::int64_t reachQ16() const;
  /// The number of samples of the profile: for a generator known at mesh vertices alone, one row of them.
  std::int64_t profileLength() const;
};

/// Reads a spec. `overrides` are KEY=VALUE texts applied after parsing, in order. Throws codec::InputError naming the
/// place, the value and what is allowed.
Spec readSpec(std::string_view text, const std::string& source, const std::vector<std::string>& overrides);

/// Which defaults an effective spec shows: all; or those that every report has shown from the first, so that reports of specs
/// that don't use younger keys stay as they are.
enum class Defaults { kAll, kPlain };

/// The spec with its defaults filled in, as an object that reads back to the same spec.
void writeSpec(const Spec& spec, codec::JsonWriter& json, Defaults defaults = Defaults::kPlain);

/// The JSON Schema (draft-07) of a spec, from the key table.
std::string schemaText();

/// The key table in Markdown: key, type and range, default, meaning.
std::string keyTableText();

}  // namespace orograph::scene
