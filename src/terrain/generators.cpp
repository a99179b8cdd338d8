#include "terrain/generators.h"

#include <array>

#include "terrain/fbm_source.h"
#include "terrain/midpoint.h"

namespace orograph::terrain {
namespace {

constexpr std::array kGenerators = {
    Generator{"fbm", "fbm/1", true, false, false, makeFbmSource},
    Generator{"diamond-square", "diamond-square/1", false, true, false, makeDiamondSquareSource},
    Generator{"midpoint", "midpoint/1", false, true, true, makeMidpointSource, kLineOutputs},
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
