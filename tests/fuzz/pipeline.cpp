// Any small spec through the whole of a generation: every kind of file that it asks for, by the best kernel on two threads and by
// the plain definition on one. The bytes must be the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "app/report.h"
#include "codec/errors.h"

using namespace orograph;

namespace {

std::string everything(const scene::Spec& spec, const app::Computing& computing) {
  app::Pipeline pipeline(spec, app::kindsOf(spec), computing, [](std::int64_t) {});
  if (pipeline.mostBytes() > (1 << 20) || pipeline.totalSamples() > 20000 || spec.profileLength() > 300) return {};
  pipeline.measure();
  std::string all;
  std::vector<app::FileEntry> files;
  for (const output::File& file : pipeline.files()) {
    output::SummingSink sink;
    output::Facts facts = pipeline.write(file, sink);
    if (sink.bytes() > file.mostBytes) std::abort();
    files.push_back({file.name, sink.bytes(), sink.sha256(), std::string(file.encoder), std::move(facts)});
  }
  return app::reportText(spec, pipeline.measurements(), files);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const scene::Spec spec = scene::readSpec(std::string(data, data + size), "spec.json", {"profileSamples=64", "statsGridN=9"});
    const std::string best = everything(spec, {{2, 3}, &noise::kernels().back()});
    if (best != everything(spec, {{1}, &noise::kernels().front()})) std::abort();
  } catch (const codec::InputError&) {
  }
  return 0;
}
