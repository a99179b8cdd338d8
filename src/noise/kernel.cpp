#include "noise/kernel.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "noise/row_kernel_portable.h"
#include "noise/row_kernel_simd.h"

namespace orograph::noise {

std::span<const Kernel> kernels() {
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> list = {{"scalar", nullptr}, {"portable", &kPortableRowKernel}};
    for (const Kernel& kernel : simdKernels()) list.push_back(kernel);
    return list;
  }();
  return all;
}

const Kernel& chosenKernel(std::string_view name) {
  if (name.empty()) {
    const char* fromEnvironment = std::getenv("OROGRAPH_KERNEL");
    if (fromEnvironment != nullptr) name = fromEnvironment;
  }
  if (name.empty()) return kernels().back();
  std::string allowed;
  for (const Kernel& kernel : kernels()) {
    if (kernel.name == name) return kernel;
    allowed += (allowed.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw std::invalid_argument("unknown kernel '" + std::string(name) + "'; this processor can run " + allowed);
}

}  // namespace orograph::noise
