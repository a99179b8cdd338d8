// What report.html says besides the pictures and the profile that it draws of the scene.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orograph::output {

struct Page {
  std::string name;
  std::vector<std::string> warnings;
  std::string figures, spec;  // two JSON objects

  std::int64_t meanQ16 = 0;  // of the image's samples

  /// The first-order structure function of a column of the profile, at the lags 1, 2, 4, 8 ...
  struct Structure {
    std::vector<std::int64_t> roughnessQ16;
    std::optional<std::int64_t> slopeMillionths;  // on log-log scale, over the first `slopeLags` of them
    std::int64_t slopeLags = 0;
  };
  std::vector<Structure> structures;

  // For a sum of octaves alone.
  std::vector<std::optional<std::int64_t>> slopeByOctavesMillionths;  // with 1, 2 ... octaves
  struct Deviation {
    std::string from;
    std::int64_t maxQ16, meanTenThousandths;
  };
  std::vector<Deviation> deviations;
};

}  // namespace orograph::output
