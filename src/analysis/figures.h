// The table of report figures: one line each, from what the passes over the fields measured.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/field_digest.h"
#include "analysis/statistics.h"
#include "codec/json_writer.h"

namespace orograph::analysis {

/// Everything that the figures are made of. A figure about octaves exists for layered generators alone.
struct Measurements {
  std::string generator;
  bool layered = false;

  std::vector<std::uint32_t> octaveSeeds;
  std::uint64_t randomState = 0;              // the seed generator's state after the reference octaves
  std::vector<std::int64_t> amplitudesQ16;    // of the spec's octaves

  Statistics mesh, meshSingleOctave, meshReference, image;
  Deviation againstSingleOctave, againstReference;
  std::string meshDigest, meshReferenceDigest, imageDigest;
  std::int64_t oneLayerIdentityMaxQ16 = 0;    // the largest difference of one octave from plain value noise

  std::vector<std::int32_t> profile;           // the spec's own
  std::vector<std::int32_t> profileReference;  // with the reference octaves
  std::vector<std::int32_t> profileLong;       // with kLongProfileSamples samples
  std::vector<std::optional<std::int64_t>> selfSimilarityByOctaves;  // millionths, for 1, 2 ... octaves
  std::vector<std::int64_t> roughnessLags;
};

/// What a part of the fields adds to the figures, as an object that `readFields` takes back: sums, and digests of the part.
void writeFields(const Measurements& part, codec::JsonWriter& json);
/// Throws codec::InputError where it is no such object. The result knows the fields alone.
Measurements readFields(const codec::JsonValue& object, bool layered);

/// Copies what is of the fields.
void copyFields(const Measurements& from, Measurements& to);

/// Gathers parts, row by row of tiles, into the figures of the whole fields.
class FieldsMerger {
 public:
  explicit FieldsMerger(Measurements& whole) : whole_(whole) {}
  void add(const Measurements& part);
  void finish();

 private:
  Measurements& whole_;
  TileDigests mesh_, meshReference_, image_;
};

inline constexpr std::int64_t kLongProfileSamples = 4096;
/// The lags of the slopes by octaves: 1, 2 and 4.
inline constexpr int kSlopeLagCount = 3;

struct Figure {
  std::string_view key;
  bool layeredOnly;
  void (*write)(const Measurements&, codec::JsonWriter&);
};

std::span<const Figure> figures();

}  // namespace orograph::analysis
