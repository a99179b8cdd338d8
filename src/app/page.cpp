#include <algorithm>

#include "analysis/profile_figures.h"
#include "app/report.h"
#include "codec/json_writer.h"

namespace orograph::app {
namespace {

/// At lags of up to a quarter of the profile: beyond, few differences are left to average.
output::Page::Structure structureOf(analysis::Profile profile) {
  output::Page::Structure structure;
  const auto samples = static_cast<std::int64_t>(profile.size());
  for (std::int64_t lag = 1; lag == 1 || lag <= samples / 4; lag *= 2) {
    structure.roughnessQ16.push_back(analysis::roughnessQ16(profile, lag).value_or(0));
  }
  structure.slopeLags = std::min<std::int64_t>(4, static_cast<std::int64_t>(structure.roughnessQ16.size()));
  if (structure.slopeLags > 1) {
    structure.slopeMillionths = analysis::selfSimilarityMillionths(profile, static_cast<int>(structure.slopeLags));
  }
  return structure;
}

}  // namespace

output::Page pageOf(const scene::Spec& spec, const analysis::Measurements& measurements, const output::Numbers& numbers) {
  output::Page page;
  page.name = spec.name;
  page.warnings = spec.warnings;
  codec::JsonWriter figures, effective;
  figures.beginObject();
  writeNumbers(spec, numbers, figures);
  writeFigures(spec, measurements, figures);
  page.figures = figures.endObject().take();
  scene::writeSpec(spec, effective);
  page.spec = effective.take();
  page.meanQ16 = measurements.image.meanQ16();
  page.structures.push_back(structureOf(measurements.profile));
  if (!measurements.layered) return page;

  page.structures.push_back(structureOf(measurements.profileReference));
  page.slopeByOctavesMillionths = measurements.selfSimilarityByOctaves;
  const auto deviation = [&](const std::string& from, const analysis::Deviation& of) {
    page.deviations.push_back({from, of.maxQ16(), of.meanTenThousandths()});
  };
  deviation("the first octave alone", measurements.againstSingleOctave);
  deviation(std::to_string(spec.referenceOctaves) + " octaves", measurements.againstReference);
  return page;
}

}  // namespace orograph::app
