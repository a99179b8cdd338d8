#include "scene/spec.h"

#include <algorithm>

#include "fixed/q16.h"
#include "terrain/clouds.h"

namespace orograph::scene {
namespace {

field::Window window(const Spec& spec) {
  return {{spec.originQ16[0], spec.originQ16[1]}, {spec.extentQ16[0], spec.extentQ16[1]}};
}

}  // namespace

std::vector<std::string> Spec::usualOutputs() const {
  if (const output::Consumer* entry = consumerEntry()) return {entry->kinds.begin(), entry->kinds.end()};
  const auto kinds = generatorEntry().outputs;
  return {kinds.begin(), kinds.end()};
}

terrain::Parameters Spec::parameters(std::int64_t octaveCount) const {
  terrain::Parameters parameters;
  parameters.fbm = {.seed = seed,
                    .octaves = octaveCount,
                    .gainQ16 = gainQ16,
                    .lacunarityShift = lacunarityShift,
                    .latticeShift = latticeShift,
                    .lattice = lattice,
                    .basis = basis,
                    .interpolation = interpolation,
                    .lacunarityQ16 = lacunarityQ16,
                    .rotation = rotation,
                    .attenuation = attenuation,
                    .octaveScaleQ16 = octaveScaleQ16,
                    .normalise = normalise,
                    .period = {period[0], period[1]},
                    .warp = warp};
  parameters.diamondSquare = {seed, lattice, gridN[0], hurstQ16, amplitudeQ16, cornersQ16, wrap, pins};
  parameters.heightScaleQ16 = heightScaleQ16;
  return parameters;
}

std::int64_t Spec::fullHeightQ16() const {
  if (!generatorEntry().layered) return heightScaleQ16;
  return fixed::multiplyQ16(generatorEntry().boundQ16(parameters(octaves)), heightScaleQ16);
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
  if (generatorEntry().latticeOnly) return 0;
  if (!generatorEntry().layered) return kCoordinateLimit;
  // Indices of a periodic lattice must be exact, others only modulo 2^32.
  const bool periodic = period[0] != 0 || period[1] != 0;
  std::int64_t reach = kCoordinateLimit >> (periodic ? std::max<std::int64_t>(16 - latticeShift, 0) : 0);
  for (std::int64_t k = 1; k < octaves; ++k) reach = perLacunarity(reach);
  // A warp moves a point by less than its strength in cells: at most 16 of 2^46 units each.
  const std::int64_t warped = warp.strengthQ16 == 0 ? 0 : ((warp.strengthQ16 >> 16) + 1) * firstCellQ16();
  return std::max<std::int64_t>(reach - warped, 0);
}

std::int64_t Spec::firstCellQ16() const {
  const std::int64_t cell = std::int64_t{1} << latticeShift;
  return generator == "clouds" ? cell * terrain::kCloudFrequencyDenominator / terrain::kCloudFrequencyNumerator : cell;
}

std::int64_t Spec::perLacunarity(std::int64_t value) const {
  return value / lacunarity() * fixed::kOneQ16 + value % lacunarity() * fixed::kOneQ16 / lacunarity();
}

std::int64_t Spec::profileLength() const { return generatorEntry().latticeOnly ? gridN[0] + 1 : profileSamples; }

}  // namespace orograph::scene
