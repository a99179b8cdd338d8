// From a spec to its fields, figures and files: the file to read first.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "field/ordered_bands.h"
#include "output/formats.h"
#include "scene/spec.h"
#include "terrain/height_source.h"

namespace orograph::app {

/// The kinds of output: those of the format table, and "report".
using Kinds = std::set<std::string, std::less<>>;
Kinds allKinds();

struct Counts {
  std::int64_t terrainVertices, terrainTriangles, sceneVertices, sceneTriangles;
};
Counts countScene(const scene::Spec& spec);

/// The expectations of a spec that do not hold, as messages.
std::vector<std::string> failedExpectations(const scene::Spec& spec);

/// A file of the output as the report lists it.
struct FileEntry {
  std::string name;
  std::int64_t bytes;
  std::string sha256;
  std::string encoder;  // empty where the bytes depend on the spec alone
  output::Facts facts;
};

/// How to compute; what comes out never depends on it.
struct Computing {
  field::Schedule schedule;
  const noise::Kernel* kernel = &noise::kernels().back();
};

class Pipeline {
 public:
  /// Sets up the sources; computes nothing yet. `afterSamples` hears of every band done and may throw to end the work.
  Pipeline(const scene::Spec& spec, Kinds kinds, const Computing& computing,
           std::function<void(std::int64_t)> afterSamples);

  /// The formats that were asked for.
  const std::vector<output::Format>& formats() const { return formats_; }
  /// An upper bound of the bytes that they will write.
  std::int64_t mostBytes() const;
  /// About how many samples the whole work passes over.
  std::int64_t totalSamples() const;

  /// Runs the passes over mesh, image and profile that the kinds need.
  void measure();

  /// Writes one format. Only after `measure`.
  output::Facts write(const output::Format& format, output::ByteSink& sink) const { return format.write(scene_, sink); }

  /// The report of this run. Only after `measure`, with the kind "report".
  std::string report(const std::vector<FileEntry>& files) const;

  const analysis::Measurements& measurements() const { return measurements_; }

 private:
  bool wants(std::string_view kind) const { return kinds_.find(kind) != kinds_.end(); }
  using Points = output::Scene::Profile::Points;
  /// The profile's points, were it of that many samples.
  Points profilePoints(std::int64_t samples) const;
  std::vector<std::int32_t> profileHeights(const terrain::HeightSource& source, const Points& points) const;
  std::unique_ptr<terrain::HeightSource> makeSource(std::int64_t octaves) const;
  void placeProfile();
  void measureMesh();
  /// Statistics of a field of the spec's own source; returns its digest.
  std::string measureField(const field::Grid& grid, analysis::Statistics& statistics) const;
  void measureProfile();

  scene::Spec spec_;
  Kinds kinds_;
  Computing computing_;
  std::vector<output::Format> formats_;
  std::unique_ptr<terrain::HeightSource> source_, singleOctave_, reference_;  // the last two for layered generators
  output::Scene scene_;
  analysis::Measurements measurements_;
};

/// SHA256SUMS for `sha256sum -c`.
std::string sumsText(const std::vector<FileEntry>& files);

inline constexpr std::string_view kReportName = "report.json";
inline constexpr std::string_view kSumsName = "SHA256SUMS";

}  // namespace orograph::app
