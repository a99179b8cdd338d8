// report.json and SHA256SUMS: what was made, in figures and sums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "output/consumers.h"
#include "output/formats.h"
#include "scene/spec.h"

namespace orograph::app {

struct Counts {
  std::int64_t terrainVertices, terrainTriangles, sceneVertices, sceneTriangles;
};
Counts countScene(const scene::Spec& spec);

/// The expectations of a spec that do not hold, as messages.
std::vector<std::string> failedExpectations(const scene::Spec& spec);

// Members of a report, into an open object: its figures and counts; the numbers for the spec's consumer, where it has one.
void writeFigures(const scene::Spec& spec, const analysis::Measurements& measurements, codec::JsonWriter& json);
void writeNumbers(const scene::Spec& spec, const output::Numbers& numbers, codec::JsonWriter& json);

/// What the page of figures says.
output::Page pageOf(const scene::Spec& spec, const analysis::Measurements& measurements, const output::Numbers& numbers);

/// A file of the output as the report lists it.
struct FileEntry {
  std::string name;
  std::int64_t bytes;
  std::string sha256;
  std::string encoder;  // empty where the bytes depend on the spec alone
  output::Facts facts;
};

/// The report: the same text from the same spec, measurements, files, and numbers for the spec's consumer. No date, duration, path or machine.
std::string reportText(const scene::Spec& spec, const analysis::Measurements& measurements,
                       const std::vector<FileEntry>& files, const output::Numbers& numbers = {});

/// SHA256SUMS for `sha256sum -c`.
std::string sumsText(const std::vector<FileEntry>& files);

inline constexpr std::string_view kReportName = "report.json";
inline constexpr std::string_view kSumsName = "SHA256SUMS";

}  // namespace orograph::app
