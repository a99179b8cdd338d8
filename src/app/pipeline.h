// From a spec to its fields, figures and files: the file to read first.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
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

/// A tile of a set: which of how many along x and z, and how many samples of the image it shares with each neighbour, 0
/// or 1. Tiles of the mesh share their border vertices always.
struct Tile {
  std::array<std::int64_t, 2> of, at;
  std::int64_t overlap = 0;
  std::int64_t zoom = -1, step = 1;  // in a pyramid its level, of which the image has every step-th sample

  /// "x3_y1", or "2/3/1" in a pyramid: zoom, x and y.
  std::string name() const;
  /// The folder of its files: "x3_y1" or "2/3".
  std::string folder() const;
  /// What a file is called there: "height_x3_y1.png" or "1.png".
  std::string fileName(std::string_view name) const;
  /// The samples of the image, or vertices of the mesh, in its files.
  field::Grid image(const field::Grid& whole) const;
  field::Grid mesh(const field::Grid& whole) const;
  /// The samples that its figures are of: those of all tiles are the whole, each once.
  field::Grid share(const field::Grid& whole) const;
};

class Pipeline {
 public:
  /// Sets up the sources; computes nothing yet. `afterSamples` hears of every band done and may throw to end the work.
  /// Throws codec::InputError where a kind cannot be made of this spec.
  Pipeline(const scene::Spec& spec, Kinds kinds, const Computing& computing,
           std::function<void(std::int64_t)> afterSamples, const std::optional<Tile>& tile = {});

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
  /// The same, with the figures of the fields from elsewhere.
  void measure(const std::function<void(analysis::Measurements&)>& fields);

  /// The least and greatest height of the whole image: for `measure`, instead of finding them.
  void setImageRange(const std::array<std::int64_t, 2>& rangeQ16) { imageRangeQ16_ = rangeQ16; }
  /// Whether a format needs them.
  bool needsImageRange() const;
  /// Finds them.
  std::array<std::int64_t, 2> findImageRange() const;

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
  void placeFiles(const std::optional<Tile>& tile);
  void measureFields();
  void describeOctaves();
  void measureMesh();
  /// Statistics of a field of the spec's own source; returns its digest.
  std::string measureField(const field::Grid& grid, analysis::Statistics& statistics) const;
  void measureProfile();
  /// The heights of black and white, from the extremes of the image where those are measured.
  void placeImageRange();

  scene::Spec spec_;
  Kinds kinds_;
  Computing computing_;
  std::vector<output::File> files_;
  output::Needs needs_;
  std::unique_ptr<terrain::HeightSource> source_, singleOctave_, reference_, normals_;  // the last three for layered generators
  output::Scene scene_;
  field::Grid measuredMesh_, measuredImage_;
  std::array<std::int64_t, 2> digestTiles_;
  std::optional<std::array<std::int64_t, 2>> imageRangeQ16_;
  analysis::Measurements measurements_;
};

}  // namespace orograph::app
