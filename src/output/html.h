// report.html: the figures for people, in one file without script or anything from elsewhere. Pictures are every n-th pixel of
// every n-th row of height.png at 8 bits and of hillshade.png, as PNGs of at most 512 pixels along the longer side; the
// curves are SVG with integer coordinates. No date, path or version: a scene gives the same bytes everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/formats.h"

namespace orograph::output {

std::vector<File> htmlFiles(const Scene& scene);

inline constexpr std::size_t kHistogramBins = 256;

/// Exact counts of heights from `leastQ16` to `greatestQ16`: a height h is counted in the bin
/// floor((h - least) * 256 / (greatest - least + 1)).
class Histogram {
 public:
  Histogram(std::int64_t leastQ16, std::int64_t greatestQ16)
      : leastQ16_(leastQ16), sizeQ16_(greatestQ16 - leastQ16 + 1) {}
  void add(std::span<const std::int32_t> heightsQ16);
  void merge(const Histogram& other);
  const std::array<std::int64_t, kHistogramBins>& counts() const { return counts_; }

 private:
  std::int64_t leastQ16_, sizeQ16_;  // at most 2^32, so the product above stays below 2^40
  std::array<std::int64_t, kHistogramBins> counts_{};
};

/// Text as HTML shows it, in an element or between double quotes: control bytes and invalid UTF-8 escaped as in a JSON literal.
std::string htmlText(std::string_view text);

}  // namespace orograph::output
