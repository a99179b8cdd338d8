// The table of generators: one line each.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "noise/fbm.h"
#include "noise/kernel.h"
#include "terrain/diamond_square.h"
#include "terrain/height_source.h"

namespace orograph::terrain {

/// What any generator may read; each reads its own part.
struct Parameters {
  noise::FbmParameters fbm;
  DiamondSquareParameters diamondSquare;
  std::int64_t heightScaleQ16 = 196608;
  const noise::Kernel* kernel = &noise::kernels().back();  // which loops compute; the heights do not depend on it
};

inline constexpr std::array<std::string_view, 3> kUsualOutputs = {"png", "csv", "obj"};
inline constexpr std::array<std::string_view, 2> kLineOutputs = {"csv", "ridge"};

struct Generator {
  std::string_view name;  // as a spec names it
  std::string_view id;    // frozen: the heights of an id never change, a better rule gets a new id
  bool layered;           // a sum of octaves, so the octave figures apply
  bool latticeOnly;       // defined at the mesh vertices alone, so image and profile are cut from the mesh
  bool line;              // of those, one along x that is the same in every row
  std::unique_ptr<HeightSource> (*make)(const Parameters&);
  /// No height is further from 0 than this times the height scale.
  std::int64_t (*boundQ16)(const Parameters&);
  std::string_view preset = "{}";  // its own defaults, as a spec would give them
  std::span<const std::string_view> outputs = kUsualOutputs;  // where a spec does not say; in the format table's order
};

std::span<const Generator> generators();

/// The generator of that name, or null.
const Generator* findGenerator(std::string_view name);

}  // namespace orograph::terrain
