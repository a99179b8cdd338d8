// The key table.
#pragma once

#include <vector>

#include "scene/key.h"
#include "scene/spec.h"

namespace orograph::scene {

/// Every key of a spec, in the order of the docs.
const std::vector<Key<Spec>>& specKeys();

/// The keys that may also stand in an object "terrain".
inline constexpr std::string_view kTerrainKeys[] = {"gridN", "extentQ16", "heightScaleQ16"};

/// Whether a generator reads the keys of that scope.
bool applies(Scope scope, const terrain::Generator& generator);

}  // namespace orograph::scene
