// The instruction sets that can compute fBm rows here, and the choice of one.
#pragma once

#include <span>
#include <string_view>

#include "noise/row_kernel.h"

namespace orograph::noise {

struct Kernel {
  std::string_view name;
  const RowKernel* rows;  // null: point by point with Fbm::valueQ16, the authority
};

/// Those compiled in that this processor can run: "scalar" first, "portable" (plain loops) second, then better and
/// better.
std::span<const Kernel> kernels();

/// The kernel called `name`; with no name the one that the environment variable OROGRAPH_KERNEL names; else the best.
/// Throws std::invalid_argument, listing the allowed names, for any other.
const Kernel& chosenKernel(std::string_view name = {});

}  // namespace orograph::noise
