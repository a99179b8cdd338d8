// Samples without any header: .r16 (16-bit pixels), .i32 (heights in Q16), .r32 (heights as binary32).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/samples.h"

namespace orograph::output {

std::vector<File> r16Files(const Scene& scene);
std::vector<File> r16BigEndianFiles(const Scene& scene);
std::vector<File> i32Files(const Scene& scene);
std::vector<File> r32Files(const Scene& scene);

struct RawFile {
  std::string name;
  SampleLayout layout;
};
/// The raw file of a kind of output, or nothing for other kinds.
std::optional<RawFile> rawFile(std::string_view kind, const Scene& scene);

}  // namespace orograph::output
