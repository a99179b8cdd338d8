// Wavefront OBJ: y up, right-handed; the object "terrain", then "sphere1" and so on; triangles counter-clockwise seen
// from above and from outside; positions with the decimals that read back to the exact Q16; LF.
#pragma once

#include "output/formats.h"

namespace orograph::output {

Facts writeObj(const Scene& scene, ByteSink& sink);
std::int64_t mostObjBytes(const Scene& scene);
std::vector<File> objFiles(const Scene& scene);

}  // namespace orograph::output
