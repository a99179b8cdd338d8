#include "terrain/generators.h"

#include <array>

#include "terrain/clouds.h"
#include "terrain/fbm_source.h"
#include "terrain/midpoint.h"

namespace orograph::terrain {
namespace {

std::int64_t diamondSquareBound(const Parameters& parameters) { return diamondSquareBoundQ16(parameters.diamondSquare); }

std::int64_t midpointBound(const Parameters& parameters) { return midpointBoundQ16(parameters.diamondSquare); }

constexpr std::string_view kMountain = R"({
  "octaves": 6, "normalOctaves": 12, "gainQ16": 36700, "latticeShift": 17, "lattice": "fract", "rotation": "forward",
  "attenuation": "slope", "octaveScaleQ16": 108134, "normalise": false})";

constexpr std::string_view kRidges = R"({
  "octaves": 4, "normalOctaves": 12, "gainQ16": 32768, "latticeShift": 17, "lattice": "fract", "rotation": "forward",
  "attenuation": "index", "octaveScaleQ16": 108134, "normalise": false})";

constexpr std::string_view kClouds = R"({
  "octaves": 4, "latticeShift": 16, "lattice": "fract", "rotation": "forward", "normalise": false})";

constexpr std::array kGenerators = {
    Generator{"fbm", "fbm/1", true, false, false, makeFbmSource, fbmBoundQ16},
    Generator{"diamond-square", "diamond-square/1", false, true, false, makeDiamondSquareSource, diamondSquareBound},
    Generator{"midpoint", "midpoint/1", false, true, true, makeMidpointSource, midpointBound, "{}", kLineOutputs},
    Generator{"mountain", "mountain/1", true, false, false, makeFbmSource, fbmBoundQ16, kMountain},
    Generator{"ridges", "ridges/1", true, false, false, makeFbmSource, fbmBoundQ16, kRidges},
    Generator{"clouds", "clouds/1", true, false, false, makeCloudsSource, cloudsBoundQ16, kClouds},
};

}  // namespace

std::span<const Generator> generators() { return kGenerators; }

const Generator* findGenerator(std::string_view name) {
  for (const Generator& generator : kGenerators) {
    if (generator.name == name) return &generator;
  }
  return nullptr;
}

}  // namespace orograph::terrain
