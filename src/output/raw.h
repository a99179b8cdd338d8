// Samples without any header: .r16 (16-bit pixels), .i32 (heights in Q16), .r32 (heights as binary32); each with a .vrt
// that describes it, where asked for.
#pragma once

#include <string>
#include <vector>

#include "output/samples.h"

namespace orograph::output {

struct RawFile {
  std::string name;
  SampleLayout layout;
};

std::vector<File> r16Files(const Scene& scene);
std::vector<File> r16BigEndianFiles(const Scene& scene);
std::vector<File> i32Files(const Scene& scene);
std::vector<File> r32Files(const Scene& scene);

}  // namespace orograph::output
