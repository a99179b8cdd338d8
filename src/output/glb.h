// scene.glb: binary glTF 2.0 (Khronos Group; ISO/IEC 12113:2022). One mesh and node for the terrain and for each
// sphere; y up, right-handed, 1 unit is 1 m to glTF; interleaved vertices, texture v = 0 at row 0, 32-bit indices.
#pragma once

#include "output/formats.h"

namespace orograph::output {

/// Throws codec::InputError where the file could pass 4 GiB, which glTF's sizes cannot tell, or floats would merge
/// neighbours.
std::vector<File> glbFiles(const Scene& scene);

}  // namespace orograph::output
