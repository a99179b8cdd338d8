#include <algorithm>
#include <array>
#include <utility>

#include "analysis/figures.h"
#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::analysis {
namespace {

using codec::JsonValue;

constexpr std::array<std::pair<std::string_view, Statistics Measurements::*>, 4> kStatistics = {
    {{"mesh", &Measurements::mesh},
     {"image", &Measurements::image},
     {"meshSingleOctave", &Measurements::meshSingleOctave},
     {"meshReference", &Measurements::meshReference}}};
constexpr std::array<std::pair<std::string_view, Deviation Measurements::*>, 2> kDeviations = {
    {{"againstSingleOctave", &Measurements::againstSingleOctave}, {"againstReference", &Measurements::againstReference}}};
constexpr std::array<std::pair<std::string_view, std::string Measurements::*>, 3> kDigests = {
    {{"meshDigest", &Measurements::meshDigest},
     {"imageDigest", &Measurements::imageDigest},
     {"meshReferenceDigest", &Measurements::meshReferenceDigest}}};
/// How many of each exist without layers; the others are of layered generators.
constexpr std::size_t kPlainStatistics = 2, kPlainDigests = 2;
constexpr std::string_view kIdentity = "oneLayerIdentityMaxQ16";

const JsonValue& memberOf(const JsonValue& object, std::string_view name) {
  if (const JsonValue* found = object.find(name)) return *found;
  throw codec::InputError(object.place.text() + ": " + std::string(name) + " is missing");
}

}  // namespace

void writeFields(const Measurements& part, codec::JsonWriter& json) {
  json.beginObject();
  for (std::size_t i = 0; i < (part.layered ? kStatistics.size() : kPlainStatistics); ++i) {
    json.key(kStatistics[i].first);
    (part.*kStatistics[i].second).write(json);
  }
  for (std::size_t i = 0; i < (part.layered ? kDigests.size() : kPlainDigests); ++i) {
    json.key(kDigests[i].first).string(part.*kDigests[i].second);
  }
  if (part.layered) {
    for (const auto& [name, member] : kDeviations) {
      json.key(name);
      (part.*member).write(json);
    }
    json.key(kIdentity).integer(part.oneLayerIdentityMaxQ16);
  }
  json.endObject();
}

Measurements readFields(const JsonValue& object, bool layered) {
  Measurements part;
  part.layered = layered;
  for (std::size_t i = 0; i < (layered ? kStatistics.size() : kPlainStatistics); ++i) {
    part.*kStatistics[i].second = Statistics::read(memberOf(object, kStatistics[i].first));
  }
  for (std::size_t i = 0; i < (layered ? kDigests.size() : kPlainDigests); ++i) {
    part.*kDigests[i].second = memberOf(object, kDigests[i].first).text;
  }
  if (layered) {
    for (const auto& [name, member] : kDeviations) part.*member = Deviation::read(memberOf(object, name));
    part.oneLayerIdentityMaxQ16 = codec::parseInt64(memberOf(object, kIdentity).text).value_or(0);
  }
  return part;
}

void copyFields(const Measurements& from, Measurements& to) {
  for (const auto& [name, member] : kStatistics) to.*member = from.*member;
  for (const auto& [name, member] : kDeviations) to.*member = from.*member;
  for (const auto& [name, member] : kDigests) to.*member = from.*member;
  to.oneLayerIdentityMaxQ16 = from.oneLayerIdentityMaxQ16;
}

void FieldsMerger::add(const Measurements& part) {
  for (const auto& [name, member] : kStatistics) (whole_.*member).merge(part.*member);
  for (const auto& [name, member] : kDeviations) (whole_.*member).merge(part.*member);
  whole_.oneLayerIdentityMaxQ16 = std::max(whole_.oneLayerIdentityMaxQ16, part.oneLayerIdentityMaxQ16);
  mesh_.add(part.meshDigest);
  meshReference_.add(part.meshReferenceDigest);
  image_.add(part.imageDigest);
}

void FieldsMerger::finish() {
  whole_.meshDigest = mesh_.hex();
  whole_.meshReferenceDigest = meshReference_.hex();
  whole_.imageDigest = image_.hex();
}

}  // namespace orograph::analysis
