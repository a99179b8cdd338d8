// terrain.stl: binary STL (3D Systems, 1988) for printing: the terrain, walls along its border, and a bottom, as one
// closed surface; no spheres. Millimetres, z up, north (least z of the scene) is +y, least corner at (0, 0, 0).
#pragma once

#include "output/formats.h"

namespace orograph::output {

/// Throws codec::InputError where a model has no width, is larger than a kilometre, would merge neighbouring vertices,
/// or has more triangles than 32 bits count.
std::vector<File> stlFiles(const Scene& scene);

}  // namespace orograph::output
