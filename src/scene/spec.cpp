#include "scene/spec.h"

#include <algorithm>

namespace orograph::scene {
namespace {

field::Window window(const Spec& spec) {
  return {{spec.originQ16[0], spec.originQ16[1]}, {spec.extentQ16[0], spec.extentQ16[1]}};
}

}  // namespace

std::vector<std::string> Spec::usualOutputs() const {
  const auto kinds = generatorEntry().outputs;
  return {kinds.begin(), kinds.end()};
}

terrain::Parameters Spec::parameters(std::int64_t octaveCount) const {
  const auto hash = lattice == fixed::kLatticeNames[1] ? fixed::Lattice::kMixed : fixed::Lattice::kSpatial;
  terrain::Parameters parameters;
  parameters.fbm = {seed, octaveCount, gainQ16, lacunarityShift, latticeShift, hash};
  parameters.diamondSquare = {seed, hash, gridN[0], hurstQ16, amplitudeQ16, cornersQ16, wrap, pins};
  parameters.heightScaleQ16 = heightScaleQ16;
  return parameters;
}

field::Grid Spec::meshGrid() const { return field::meshGrid(window(*this), {gridN[0], gridN[1]}); }

field::Grid Spec::imageGrid() const {
  if (!generatorEntry().latticeOnly) return field::imageGrid(window(*this), image.width, image.height);
  field::Grid grid = meshGrid();
  grid.columns = image.width;
  grid.rows = image.height;
  return grid;
}

std::int64_t Spec::reachQ16() const {
  const terrain::Generator& entry = generatorEntry();
  const std::int64_t shift = entry.layered ? lacunarityShift * (octaves - 1) : 0;
  return entry.latticeOnly || shift > 62 ? 0 : kCoordinateLimit >> shift;
}

std::int64_t Spec::profileLength() const { return generatorEntry().latticeOnly ? gridN[0] + 1 : profileSamples; }

}  // namespace orograph::scene
