// From a spec to its fields, figures and files: the file to read first.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "field/ordered_bands.h"
#include "output/consumers.h"
#include "output/formats.h"
#include "scene/spec.h"
#include "terrain/height_source.h"

namespace orograph::app {

/// The kinds of output: those of the format table, and "report".
using Kinds = std::set<std::string, std::less<>>;
Kinds allKinds();
/// What a spec's outputs ask for, and the report.
Kinds kindsOf(const scene::Spec& spec);

/// How to compute; what comes out never depends on it.
struct Computing {
  field::Schedule schedule;
  const noise::Kernel* kernel = &noise::kernels().back();
};

class Pipeline {
 public:
  /// Sets up the sources; computes nothing yet. `afterSamples` hears of every band done and may throw to end the work.
  /// Throws codec::InputError where a kind cannot be made of this spec.
  Pipeline(const scene::Spec& spec, Kinds kinds, const Computing& computing,
           std::function<void(std::int64_t)> afterSamples);

  /// The files of the formats that were asked for.
  const std::vector<output::File>& files() const { return files_; }
  /// What to type in at the spec's consumer, if it has one. Only after `measure`.
  output::Numbers numbers() const;
  /// An upper bound of their bytes.
  std::int64_t mostBytes() const;
  /// About how many samples the whole work passes over.
  std::int64_t totalSamples() const;

  /// Runs the passes over mesh, image and profile that the kinds need.
  void measure();

  /// Writes one file. Only after `measure`.
  output::Facts write(const output::File& file, output::ByteSink& sink) const { return file.write(scene_, sink); }

  const analysis::Measurements& measurements() const { return measurements_; }

 private:
  bool wants(std::string_view kind) const { return kinds_.find(kind) != kinds_.end(); }
  bool wantsFigures() const { return wants("report") || needs_.figures; }
  using Points = output::Scene::Profile::Points;
  /// The profile's points, were it of that many samples.
  Points profilePoints(std::int64_t samples) const;
  std::vector<std::int32_t> profileHeights(const terrain::HeightSource& source, const Points& points) const;
  std::unique_ptr<terrain::HeightSource> makeSource(std::int64_t octaves) const;
  std::unique_ptr<terrain::HeightSource> makeSource(std::int64_t octaves, const noise::Kernel& kernel) const;
  void placeProfile();
  void placeFiles();
  void measureMesh();
  /// Statistics of a field of the spec's own source; returns its digest.
  std::string measureField(const field::Grid& grid, analysis::Statistics& statistics) const;
  void measureProfile();
  /// The heights of black and white, from the extremes of the image where those are measured.
  void placeImageRange(bool measured);

  scene::Spec spec_;
  Kinds kinds_;
  Computing computing_;
  std::vector<output::File> files_;
  output::Needs needs_;
  std::unique_ptr<terrain::HeightSource> source_, singleOctave_, reference_, normals_;  // the last three for layered generators
  output::Scene scene_;
  analysis::Measurements measurements_;
};

}  // namespace orograph::app
