// What a format of the table makes of a scene.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "output/formats.h"
#include "support/table_source.h"

namespace orograph::test {

/// The files of a kind, by name. Throws where one is longer than announced, or named as the table does not say.
inline std::map<std::string, std::string> writtenFiles(std::string_view kind, const output::Scene& scene) {
  std::map<std::string, std::string> written;
  for (const output::Format& format : output::formats()) {
    if (format.kind != kind) continue;
    for (const output::File& file : format.files(scene)) {
      StringSink sink;
      file.write(scene, sink);
      if (static_cast<std::int64_t>(sink.text.size()) > file.mostBytes || !format.mayWrite(file.name) ||
          !written.emplace(file.name, sink.text).second) {
        throw std::logic_error(file.name + " is not as the table says");
      }
    }
  }
  if (written.empty()) throw std::logic_error("no such kind");
  return written;
}

}  // namespace orograph::test
