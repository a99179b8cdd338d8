#include "analysis/figures.h"

#include <array>
#include <utility>

#include "analysis/profile_figures.h"
#include "codec/sha256.h"
#include "codec/text.h"

namespace orograph::analysis {
namespace {

using codec::JsonWriter;

void writeInteger(std::optional<std::int64_t> value, JsonWriter& json) {
  if (value) json.integer(*value);
  else json.null();
}

void writeMillionths(std::optional<std::int64_t> value, JsonWriter& json) {
  if (value) json.raw(codec::decimalText(*value, 6));
  else json.null();
}

void writeStatistics(const Statistics& statistics, JsonWriter& json) {
  json.beginObject();
  json.key("meanQ16").integer(statistics.meanQ16());
  json.key("stdQ16").integer(statistics.stdQ16());
  json.key("minQ16").integer(statistics.minQ16());
  json.key("maxQ16").integer(statistics.maxQ16());
  json.key("rangeQ16").integer(statistics.rangeQ16());
  json.endObject();
}

void writeDeviation(const Deviation& deviation, JsonWriter& json) {
  json.beginObject();
  json.key("maxQ16").integer(deviation.maxQ16());
  json.key("maeQ16").raw(codec::decimalText(deviation.meanTenThousandths(), 4));
  json.endObject();
}

void writeDigest(const std::vector<std::int32_t>& heights, JsonWriter& json) {
  codec::Sha256 digest;
  codec::updateInt32(digest, heights);
  json.string(digest.hex());
}

void writeHeightField(const Measurements& m, JsonWriter& json) {
  json.beginObject();
  json.key(m.generator);
  writeStatistics(m.mesh, json);
  if (m.layered) {
    json.key("singleOctave");
    writeStatistics(m.meshSingleOctave, json);
    json.key("reference");
    writeStatistics(m.meshReference, json);
  }
  json.endObject();
}

void writeRoughness(const Measurements& m, JsonWriter& json) {
  json.beginObject();
  for (const std::int64_t lag : m.roughnessLags) {
    json.key(std::to_string(lag));
    writeInteger(roughnessQ16(m.profile, lag), json);
  }
  json.endObject();
}

void writeLocalSlopes(const Measurements& m, JsonWriter& json) {
  json.beginObject();
  for (std::size_t i = 0; i + 1 < m.roughnessLags.size(); ++i) {
    json.key(std::to_string(m.roughnessLags[i]));
    writeMillionths(localSlopeMillionths(roughnessQ16(m.profile, m.roughnessLags[i]),
                                         roughnessQ16(m.profile, m.roughnessLags[i + 1])),
                    json);
  }
  json.endObject();
}

void writeAutocorrelation(const Measurements& m, JsonWriter& json) {
  json.beginObject();
  for (const std::int64_t lag : {1, 2, 4}) {
    json.key(std::to_string(lag));
    writeInteger(autocorrelationPermille(m.profile, lag), json);
  }
  json.endObject();
}

void writeSelfSimilarityByOctaves(const Measurements& m, JsonWriter& json) {
  json.beginObject();
  for (std::size_t i = 0; i < m.selfSimilarityByOctaves.size(); ++i) {
    json.key(std::to_string(i + 1));
    writeMillionths(m.selfSimilarityByOctaves[i], json);
  }
  json.endObject();
}

void writeSensitivity(const Measurements& m, JsonWriter& json) {
  constexpr std::array<std::pair<std::string_view, int>, 4> kLagSets = {
      {{"lags[1,2,4]", 3}, {"lags[1,2,4,8]", 4}, {"lags[1..32]", 6}, {"lags[1..128]", 8}}};
  json.beginObject();
  for (const auto& [name, lagCount] : kLagSets) {
    json.key(name);
    writeMillionths(selfSimilarityMillionths(m.profile, lagCount), json);
  }
  json.key(std::to_string(kLongProfileSamples) + "pts lags[1,2,4]");
  writeMillionths(selfSimilarityMillionths(m.profileLong, kSlopeLagCount), json);
  json.endObject();
}

constexpr bool kLayered = true, kAny = false;

constexpr std::array kFigures = {
    Figure{"octaveSeeds", kLayered, [](const Measurements& m, JsonWriter& json) { json.integers(m.octaveSeeds); }},
    Figure{"rngFinalStateHex", kLayered,
           [](const Measurements& m, JsonWriter& json) { json.string(codec::hexText(m.randomState)); }},
    Figure{"octaveAmplitudesQ16", kLayered,
           [](const Measurements& m, JsonWriter& json) { json.integers(m.amplitudesQ16); }},
    Figure{"heightField", kAny, writeHeightField},
    Figure{"deviationVsSingleOctave", kLayered,
           [](const Measurements& m, JsonWriter& json) { writeDeviation(m.againstSingleOctave, json); }},
    Figure{"deviationVsReference", kLayered,
           [](const Measurements& m, JsonWriter& json) { writeDeviation(m.againstReference, json); }},
    Figure{"roughnessQ16", kAny, writeRoughness},
    Figure{"roughnessLocalSlope", kAny, writeLocalSlopes},
    Figure{"profileAutocorrPermille", kAny, writeAutocorrelation},
    Figure{"selfSimilarityByOctaves", kLayered, writeSelfSimilarityByOctaves},
    Figure{"selfSimilaritySensitivity", kLayered, writeSensitivity},
    Figure{"profileDigest", kAny, [](const Measurements& m, JsonWriter& json) { writeDigest(m.profile, json); }},
    Figure{"profileReferenceDigest", kLayered,
           [](const Measurements& m, JsonWriter& json) { writeDigest(m.profileReference, json); }},
    Figure{"heightFieldDigest", kAny, [](const Measurements& m, JsonWriter& json) { json.string(m.meshDigest); }},
    Figure{"heightFieldReferenceDigest", kLayered,
           [](const Measurements& m, JsonWriter& json) { json.string(m.meshReferenceDigest); }},
    Figure{"imageField", kAny, [](const Measurements& m, JsonWriter& json) { writeStatistics(m.image, json); }},
    Figure{"imageDigest", kAny, [](const Measurements& m, JsonWriter& json) { json.string(m.imageDigest); }},
};

}  // namespace

std::span<const Figure> figures() { return kFigures; }

}  // namespace orograph::analysis
