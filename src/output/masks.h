// mask-NAME.png and splat.png: how much of each layer of the ground lies at a sample. The layers are rock, then the
// height bands from the lowest up. Rock is smoothstep(rockLow, rockHigh, slope); the rest is divided among the bands by
// height: a band starts with smoothstep(from, to, height) and ends where the next one starts.
//
// At every pixel the layers sum to exactly 255: what is stored are the steps between the running sums of the bands,
// each rounded half up; rock is what is left of 255. So a pixel is within 1 of its layer's own share.
#pragma once

#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// One 8-bit gray image a layer.
std::vector<File> maskFiles(const Scene& scene);

/// The layers as the channels of an image, for shaders that mix textures by them: up to three as red, green and blue of
/// splat.png, the fourth as its alpha; more of them by fours in splat1.png, splat2.png ..., unused channels 0.
std::vector<File> splatFiles(const Scene& scene);

}  // namespace orograph::output
