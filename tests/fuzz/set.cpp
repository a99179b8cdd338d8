// Any lines as values of --set.
#include <cstdint>
#include <string>
#include <vector>

#include "codec/errors.h"
#include "scene/spec.h"

using namespace orograph;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> overrides(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') overrides.emplace_back();
    else overrides.back() += static_cast<char>(data[i]);
  }
  try {
    scene::readSpec(R"({"gridN": 3, "image": {"width": 3, "height": 3}, "spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 1}]})",
                    "spec.json", overrides);
  } catch (const codec::InputError&) {
  }
  return 0;
}
