// profile.csv: one line a sample; comma, LF.
#pragma once

#include "output/formats.h"

namespace orograph::output {

Facts writeCsv(const Scene& scene, ByteSink& sink);
std::int64_t mostCsvBytes(const Scene& scene);
std::vector<File> csvFiles(const Scene& scene);

}  // namespace orograph::output
