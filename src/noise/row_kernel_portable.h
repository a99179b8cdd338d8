// The row kernel in plain loops, for processors without a vector kernel.
#pragma once

#include "noise/row_kernel.h"

namespace orograph::noise {

extern const RowKernel kPortableRowKernel;

}  // namespace orograph::noise
