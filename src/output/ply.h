// scene.ply: binary little-endian PLY 1.0 (G. Turk, "The PLY polygon file format", 1994). The terrain and then the
// spheres as one mesh; y up, right-handed; normals nx ny nz, texture coordinates s t with t = 1 at row 0 (spheres: 0).
#pragma once

#include "output/formats.h"

namespace orograph::output {

/// Throws codec::InputError where there are more vertices than a 32-bit int counts, or floats would merge neighbours.
std::vector<File> plyFiles(const Scene& scene);

}  // namespace orograph::output
