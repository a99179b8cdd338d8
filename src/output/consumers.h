// The programs that take heightmaps, one line each: what files each wants, of what size, and what to type in there.
// docs/consumers.md has the sources.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/formats.h"

namespace orograph::output {

/// Names and decimals, as a consumer's own import dialog asks for them.
using Numbers = std::vector<std::pair<std::string_view, std::string>>;

struct Consumer {
  std::string_view name;  // as the key "for" has it
  std::vector<std::string_view> kinds;
  std::vector<std::int64_t> sides;    // it takes squares of these sides, rising; none: any size
  std::int64_t mostSide;              // in pixels
  std::int64_t usualSide;             // where a spec says no size; 0: the spec's own default
  std::string_view range;             // of the image where a spec says none
  std::string_view firstRow, ending;  // of raw files
  void (*addNumbers)(const Scene&, Numbers&);  // its own, besides those that all have
  std::string_view advice;                     // how to read the files there

  bool takes(std::int64_t width, std::int64_t height) const;
  /// What it takes, and of that the nearest to a size it does not.
  std::string sizesFor(std::int64_t width, std::int64_t height) const;
  /// Of a scene whose image is measured: what to type in.
  Numbers numbers(const Scene& scene) const;
};

std::span<const Consumer> consumers();
std::vector<std::string_view> consumerNames();

/// The consumer of that name, or null.
const Consumer* findConsumer(std::string_view name);

}  // namespace orograph::output
