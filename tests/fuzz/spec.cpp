// Any bytes as a spec: refused with a message of plain words, or read; and what was read, written out, reads back the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "codec/errors.h"
#include "codec/json_writer.h"
#include "scene/spec.h"

using namespace orograph;

namespace {

std::string written(const scene::Spec& spec) {
  codec::JsonWriter json;
  scene::writeSpec(spec, json);
  return json.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scene::Spec spec;
  try {
    spec = scene::readSpec(std::string(data, data + size), "spec.json", {});
  } catch (const codec::InputError& error) {
    for (const char* c = error.what(); *c != '\0'; ++c) {
      if (static_cast<unsigned char>(*c) < 32 || *c == 127) std::abort();
    }
    return 0;
  }
  const std::string text = written(spec);
  if (written(scene::readSpec(text, "again.json", {})) != text) std::abort();
  return 0;
}
