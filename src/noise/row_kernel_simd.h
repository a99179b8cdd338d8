// The row kernels made with Google Highway.
#pragma once

#include <vector>

#include "noise/kernel.h"

namespace orograph::noise {

/// Those that this processor can run, better ones later.
std::vector<Kernel> simdKernels();

}  // namespace orograph::noise
