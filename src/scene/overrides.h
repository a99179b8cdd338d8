// --set KEY=VALUE on a parsed spec.
#pragma once

#include <string>

#include "codec/json_document.h"

namespace orograph::scene {

/// Sets one key: a name, or names and list places joined by dots ("image.width", "spheres.0.subdiv"). The value is JSON,
/// or a bare word taken as a string. It replaces the key wherever it stood: under "terrain", or as a decimal.
void applyOverride(codec::JsonValue& document, const std::string& keyAndValue);

}  // namespace orograph::scene
