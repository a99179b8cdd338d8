#include "app/pipeline.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analysis/profile_figures.h"
#include "app/report.h"
#include "codec/errors.h"
#include "fixed/int256.h"
#include "fixed/q16.h"
#include "fixed/splitmix64.h"
#include "noise/fbm.h"
#include "output/georef.h"
#include "terrain/every_source.h"
#include "terrain/height_bands.h"

namespace orograph::app {
namespace {

using terrain::HeightSource;

/// floor(distance) between two points, whose coordinates differ by less than 2^48.
std::int64_t distance(std::int64_t dx, std::int64_t dz) {
  using fixed::Int256;
  return isqrt(Int256(dx) * Int256(dx) + Int256(dz) * Int256(dz)).toInt64();
}

}  // namespace

std::string Tile::folder() const {
  if (zoom >= 0) return std::to_string(zoom) + "/" + std::to_string(at[0]);
  return "x" + std::to_string(at[0]) + "_y" + std::to_string(at[1]);
}

std::string Tile::name() const { return zoom >= 0 ? folder() + "/" + std::to_string(at[1]) : folder(); }

std::string Tile::fileName(std::string_view name) const {
  if (zoom >= 0) return std::to_string(at[1]) + std::string(name.substr(std::min(name.find('.'), name.size())));
  output::Scene scene;
  scene.tile = "_" + folder();
  return scene.named(name);
}

field::Grid Tile::image(const field::Grid& whole) const {
  const auto first = [&](std::size_t axis, std::int64_t count, std::int64_t index) {
    return field::cut(count - overlap, of[axis], index);
  };
  const std::int64_t x = first(0, whole.columns, at[0]), z = first(1, whole.rows, at[1]);
  return whole.part(x, z, first(0, whole.columns, at[0] + 1) - x + overlap, first(1, whole.rows, at[1] + 1) - z + overlap);
}

field::Grid Tile::mesh(const field::Grid& whole) const {
  return Tile{of, at, 1, zoom}.image(whole);
}

field::Grid Tile::share(const field::Grid& whole) const { return Tile{of, at, 0, zoom}.image(whole); }

Kinds allKinds() {
  Kinds kinds = {"report"};
  for (const std::string_view kind : output::formatKinds()) kinds.emplace(kind);
  return kinds;
}

Kinds kindsOf(const scene::Spec& spec) {
  Kinds kinds(spec.outputs.begin(), spec.outputs.end());
  kinds.emplace("report");
  return kinds;
}

Pipeline::Pipeline(const scene::Spec& spec, Kinds kinds, const Computing& computing,
                   std::function<void(std::int64_t)> afterSamples, const std::optional<Tile>& tile)
    : spec_(spec), kinds_(std::move(kinds)), computing_(computing), source_(makeSource(spec.octaves)) {
  measurements_.generator = spec_.generator;
  measurements_.layered = spec_.generatorEntry().layered;
  measurements_.roughnessLags = spec_.roughnessLags;
  if (measurements_.layered) {
    singleOctave_ = makeSource(1);
    normals_ = makeSource(spec_.normalOctaves);
    reference_ = makeSource(spec_.referenceOctaves);
  }
  scene_.source = source_.get();
  scene_.normalSource = normals_.get();
  scene_.meshGrid = measuredMesh_ = spec_.meshGrid();
  scene_.imageGrid = measuredImage_ = spec_.imageGrid();
  digestTiles_ = spec_.digestTilesOf();
  scene_.reachQ16 = spec_.reachQ16();
  static_cast<output::FormatOptions&>(scene_) = spec_;
  scene_.schedule = computing.schedule;
  scene_.image.bits = spec_.image.bits;
  scene_.mesh = {spec_.mesh.normals, spec_.mesh.uvs, spec_.spheres, spec_.mesh.texture, spec_.mesh.maxErrorQ16};
  scene_.afterSamples = std::move(afterSamples);
  if (tile) {
    scene_.tile = "_" + tile->folder();
    scene_.meshGrid = tile->mesh(scene_.meshGrid);
    scene_.imageGrid = tile->image(scene_.imageGrid.every(tile->step));
    if (tile->step > 1 && spec_.generatorEntry().latticeOnly) {
      source_ = std::make_unique<terrain::EverySource>(std::move(source_), tile->step);
      scene_.source = source_.get();
    }
    measuredMesh_ = tile->share(measuredMesh_);
    measuredImage_ = tile->share(measuredImage_);
    digestTiles_ = {1, 1};
    if (scene_.georef.given()) scene_.georef = output::movedBy(scene_.georef, scene_.imageGrid.firstColumn, scene_.imageGrid.firstRow);
    if (tile->at != std::array<std::int64_t, 2>{}) scene_.mesh.spheres.clear();  // they are in the first tile
  } else {
    placeProfile();
  }
  placeFiles(tile);
}

void Pipeline::placeFiles(const std::optional<Tile>& tile) {
  needs_.extremes = needs_.imageRange = spec_.consumerEntry() != nullptr;
  for (const output::Format& format : output::formats()) {
    if (!wants(format.kind)) continue;
    needs_.imageRange |= format.needs.imageRange;
    needs_.extremes |= format.needs.extremes;
    needs_.profile |= format.needs.profile;
    needs_.figures |= format.needs.figures;
    try {
      for (output::File& file : format.files(scene_)) {
        if (tile) file.name = tile->fileName(file.name);
        files_.push_back(std::move(file));
      }
    } catch (const codec::InputError& error) {
      throw codec::InputError(spec_.name + ": output " + std::string(format.kind) + ": " + error.what());
    }
  }
}

std::unique_ptr<HeightSource> Pipeline::makeSource(std::int64_t octaves) const {
  return makeSource(octaves, *computing_.kernel);
}

std::unique_ptr<HeightSource> Pipeline::makeSource(std::int64_t octaves, const noise::Kernel& kernel) const {
  terrain::Parameters parameters = spec_.parameters(octaves);
  parameters.kernel = &kernel;
  return spec_.generatorEntry().make(parameters);
}

Pipeline::Points Pipeline::profilePoints(std::int64_t samples) const {
  Points points;
  const std::vector<std::int64_t>& line = spec_.profileLineQ16;
  if (line.empty() || spec_.generatorEntry().latticeOnly) {
    const field::Grid grid = spec_.generatorEntry().latticeOnly ? spec_.meshGrid()
                                                                : field::profileGrid(samples, spec_.profileStepQ16);
    for (std::int64_t i = 0; i < samples; ++i) points.xQ16.push_back(grid.xQ16(i));
    return points;
  }
  for (std::int64_t i = 0; i < samples; ++i) {
    // floor(d * i / steps) with d = q * steps + r: neither product passes 2^49.
    const std::int64_t steps = samples - 1;
    const auto along = [&](std::int64_t d) {
      const std::int64_t q = fixed::floorDiv(d, steps);
      return q * i + (d - q * steps) * i / steps;
    };
    const std::int64_t dx = along(line[2] - line[0]), dz = along(line[3] - line[1]);
    points.xQ16.push_back(line[0] + dx);
    points.zQ16.push_back(line[1] + dz);
    points.distanceQ16.push_back(distance(dx, dz));
  }
  return points;
}

void Pipeline::placeProfile() {
  scene_.profile.points = profilePoints(spec_.profileLength());
  const auto addColumn = [&](const std::string& name) { scene_.profile.columns.emplace_back(name, std::span<const std::int32_t>()); };
  if (measurements_.layered) {
    for (const std::int64_t octaves : {spec_.octaves, spec_.referenceOctaves}) {
      addColumn(spec_.generator + std::to_string(octaves) + "Q16");
    }
  } else {
    addColumn("heightQ16");
  }
}

output::Numbers Pipeline::numbers() const {
  const output::Consumer* consumer = spec_.consumerEntry();
  return consumer == nullptr ? output::Numbers{} : consumer->numbers(scene_);
}

std::int64_t Pipeline::mostBytes() const {
  std::int64_t bytes = 0;
  for (const output::File& file : files_) bytes += file.mostBytes;
  return bytes;
}

std::int64_t Pipeline::totalSamples() const {
  std::int64_t samples = wantsFigures() ? measuredMesh_.samples() + measuredImage_.samples() : 0;
  for (const output::File& file : files_) samples += file.samples;
  return samples;
}

void Pipeline::measure() {
  measure([&](analysis::Measurements&) { measureFields(); });
}

void Pipeline::measureFields() {
  if (wantsFigures()) measureMesh();
  if (wantsFigures() && measuredImage_ == measuredMesh_) {
    measurements_.image = measurements_.mesh;
    measurements_.imageDigest = measurements_.meshDigest;
  } else if (wantsFigures() || (needsImageRange() && !imageRangeQ16_)) {
    measurements_.imageDigest = measureField(measuredImage_, measurements_.image);
  }
}

std::array<std::int64_t, 2> Pipeline::findImageRange() const {
  analysis::Statistics image;
  measureField(spec_.imageGrid(), image);
  return {image.minQ16(), image.maxQ16()};
}

void Pipeline::measure(const std::function<void(analysis::Measurements&)>& fields) {
  if (wantsFigures() && measurements_.layered) describeOctaves();
  fields(measurements_);
  if (scene_.tile.empty() && (wantsFigures() || needs_.profile)) measureProfile();
  placeImageRange();
  if (needs_.figures) scene_.page = pageOf(spec_, measurements_, numbers());
}

bool Pipeline::needsImageRange() const {
  return needs_.extremes || (needs_.imageRange && (spec_.image.range == "data" || spec_.image.range == "centred"));
}

void Pipeline::placeImageRange() {
  output::Scene::Image& image = scene_.image;
  if (imageRangeQ16_) {
    image.minQ16 = (*imageRangeQ16_)[0];
    image.maxQ16 = (*imageRangeQ16_)[1];
  } else if (scene_.tile.empty() && (wantsFigures() || needsImageRange())) {
    image.minQ16 = measurements_.image.minQ16();
    image.maxQ16 = measurements_.image.maxQ16();
  }
  if (spec_.image.range == "full") {
    image.whiteQ16 = spec_.fullHeightQ16();
  } else if (spec_.image.range == "centred") {
    // Rounded up; the quotients and products stay below 2^34.
    const std::int64_t middle = std::int64_t{1} << (image.bits - 1);
    const std::int64_t step = std::max({std::int64_t{1}, -fixed::floorDiv(image.minQ16, middle),
                                        -fixed::floorDiv(-image.maxQ16, middle - 1)});
    image.blackQ16 = -middle * step;
    image.whiteQ16 = (middle - 1) * step;
  } else if (!spec_.image.rangeQ16.empty()) {
    image.blackQ16 = spec_.image.rangeQ16[0];
    image.whiteQ16 = spec_.image.rangeQ16[1];
  } else {
    image.blackQ16 = image.minQ16;
    image.whiteQ16 = image.maxQ16;
  }
}

void Pipeline::describeOctaves() {
  analysis::Measurements& m = measurements_;
  const noise::Fbm fbm(spec_.parameters(spec_.octaves).fbm);
  fixed::SplitMix64 random(spec_.seed);
  m.octaveSeeds = fixed::latticeSeeds(spec_.lattice, spec_.seed, static_cast<int>(spec_.referenceOctaves));
  for (std::int64_t k = 0; k < spec_.referenceOctaves; ++k) random.next();
  m.randomState = random.state();
  for (const noise::Fbm::Octave& octave : fbm.octaves()) m.amplitudesQ16.push_back(octave.amplitudeQ16);
}

namespace {

/// What a band of mesh rows of a layered generator adds to the figures.
struct LayeredBand {
  std::unique_ptr<terrain::HeightRows> singleRows, referenceRows, plainRows;
  std::vector<std::int32_t> single, reference, plain;  // the last of one row, by the plain definition
  analysis::Statistics own, singleOctave, referenceOctaves;
  analysis::Deviation againstSingleOctave, againstReference;
  std::int64_t identityMaxQ16 = 0;
};

}  // namespace

void Pipeline::measureMesh() {
  analysis::Measurements& m = measurements_;
  const field::Grid& grid = measuredMesh_;
  analysis::FieldDigest digest(grid, digestTiles_), referenceDigest(grid, digestTiles_);
  if (!m.layered || grid.samples() == 0) {
    m.meshDigest = measureField(grid, m.mesh);
    if (m.layered) m.meshReferenceDigest = m.meshDigest;
    return;
  }

  const auto greatestDifference = [](std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
    std::int64_t greatest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) greatest = std::max(greatest, std::abs(std::int64_t{a[i]} - b[i]));
    return greatest;
  };
  const std::unique_ptr<HeightSource> plain = makeSource(1, noise::kernels().front());
  terrain::forEachBand<LayeredBand>(
      *source_, grid, scene_.schedule, 0,
      [&](const terrain::HeightBand& band, LayeredBand& product) {
        if (product.singleRows == nullptr) {
          product.singleRows = singleOctave_->over(grid, 0, grid.columns);
          product.referenceRows = reference_->over(grid, 0, grid.columns);
          product.plainRows = plain->over(grid, 0, grid.columns);
          product.plain.resize(static_cast<std::size_t>(grid.columns));
        }
        product.single.resize(band.rows().size());
        product.reference.resize(band.rows().size());
        product.identityMaxQ16 = 0;
        for (std::int64_t z = band.first(); z < band.last(); ++z) {
          const auto offset = static_cast<std::size_t>((z - band.first()) * grid.columns);
          product.singleRows->row(z, &product.single[offset]);
          product.referenceRows->row(z, &product.reference[offset]);
          product.plainRows->row(z, product.plain.data());
          const std::span single(&product.single[offset], product.plain.size());
          product.identityMaxQ16 = std::max(product.identityMaxQ16, greatestDifference(single, product.plain));
        }
        product.own = product.singleOctave = product.referenceOctaves = {};
        product.againstSingleOctave = product.againstReference = {};
        product.own.add(band.rows());
        product.singleOctave.add(product.single);
        product.referenceOctaves.add(product.reference);
        product.againstSingleOctave.add(band.rows(), product.single);
        product.againstReference.add(band.rows(), product.reference);
      },
      [&](const terrain::HeightBand& band, const LayeredBand& product) {
        m.mesh.merge(product.own);
        m.meshSingleOctave.merge(product.singleOctave);
        m.meshReference.merge(product.referenceOctaves);
        m.againstSingleOctave.merge(product.againstSingleOctave);
        m.againstReference.merge(product.againstReference);
        m.oneLayerIdentityMaxQ16 = std::max(m.oneLayerIdentityMaxQ16, product.identityMaxQ16);
        digest.add(band.rows());
        referenceDigest.add(product.reference);
        scene_.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  m.meshDigest = digest.hex();
  m.meshReferenceDigest = referenceDigest.hex();
}

std::string Pipeline::measureField(const field::Grid& grid, analysis::Statistics& statistics) const {
  analysis::FieldDigest digest(grid, digestTiles_);
  if (grid.samples() == 0) return digest.hex();  // a tile of a grid with fewer rows than the set
  terrain::forEachBand<analysis::Statistics>(
      *source_, grid, scene_.schedule, 0,
      [](const terrain::HeightBand& band, analysis::Statistics& own) {
        own = {};
        own.add(band.rows());
      },
      [&](const terrain::HeightBand& band, const analysis::Statistics& own) {
        statistics.merge(own);
        digest.add(band.rows());
        scene_.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  return digest.hex();
}

std::vector<std::int32_t> Pipeline::profileHeights(const HeightSource& source, const Points& points) const {
  std::vector<std::int32_t> heights(points.xQ16.size());
  const auto samples = static_cast<std::int64_t>(heights.size());
  if (spec_.generatorEntry().latticeOnly) {
    source.rows(scene_.meshGrid, 0, samples, spec_.gridN[1] / 2, heights.data());
  } else if (points.zQ16.empty()) {
    source.rows(field::profileGrid(samples, spec_.profileStepQ16), 0, samples, 0, heights.data());
  } else {
    for (std::size_t i = 0; i < heights.size(); ++i) {
      source.rows({points.xQ16[i], points.zQ16[i], 0, 0, 1, 1}, 0, 1, 0, &heights[i]);
    }
  }
  scene_.afterSamples(0);
  return heights;
}

void Pipeline::measureProfile() {
  analysis::Measurements& m = measurements_;
  const Points& points = scene_.profile.points;
  m.profile = profileHeights(*source_, points);
  scene_.profile.columns[0].second = m.profile;
  if (!m.layered) return;
  m.profileReference = profileHeights(*reference_, points);
  scene_.profile.columns[1].second = m.profileReference;
  if (!wantsFigures()) return;

  m.profileLong = profileHeights(*source_, profilePoints(analysis::kLongProfileSamples));
  for (std::int64_t octaves = 1; octaves <= spec_.referenceOctaves; ++octaves) {
    const std::vector<std::int32_t> profile = profileHeights(*makeSource(octaves), points);
    m.selfSimilarityByOctaves.push_back(analysis::selfSimilarityMillionths(profile, analysis::kSlopeLagCount));
  }
}

}  // namespace orograph::app
