// Any bytes as a golden report: refused, or compared with the report of a small spec.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/input.h"
#include "app/verbs.h"
#include "codec/errors.h"

using namespace orograph;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const scene::Spec spec =
      scene::readSpec(R"({"gridN": 2, "octaves": 1, "referenceOctaves": 1, "statsGridN": 4, "profileSamples": 8, "roughnessLags": [1]})",
                      "spec.json", {});
  static const int descriptor = ::memfd_create("report", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  try {
    app::compareWithReport(spec, app::loadReport(path), {});
  } catch (const codec::InputError&) {
  }
  return 0;
}
