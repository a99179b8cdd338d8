// A scene over a table of heights, for tests of what becomes of its image.
#pragma once

#include <algorithm>

#include "output/formats.h"
#include "support/random.h"
#include "support/table_source.h"
#include "support/whole_field.h"

namespace orograph::test {

/// Heights without any symmetry, so that no turned or mirrored image passes for the right one.
inline Heights unevenHeights(std::int64_t columns, std::int64_t rows, std::int32_t least = INT32_MIN,
                             std::int32_t greatest = INT32_MAX) {
  Random random(17);
  Heights heights(static_cast<std::size_t>(rows));
  for (auto& row : heights) {
    for (std::int64_t x = 0; x < columns; ++x) row.push_back(static_cast<std::int32_t>(random.within(least, greatest)));
  }
  return heights;
}

/// The image is the table, black its least height and white its greatest.
struct RasterScene : output::Scene {
  TableSource table;

  explicit RasterScene(const Heights& heights) : table(heights) {
    source = &table;
    imageGrid = {
        0, 0, 65536, 65536, static_cast<std::int64_t>(heights[0].size()), static_cast<std::int64_t>(heights.size())};
    image.minQ16 = INT64_MAX;
    image.maxQ16 = INT64_MIN;
    for (const auto& row : heights) {
      image.minQ16 = std::min<std::int64_t>(image.minQ16, *std::min_element(row.begin(), row.end()));
      image.maxQ16 = std::max<std::int64_t>(image.maxQ16, *std::max_element(row.begin(), row.end()));
    }
    image.blackQ16 = image.minQ16;
    image.whiteQ16 = image.maxQ16;
  }
};

/// An unsigned number of a file's bytes.
inline std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t count, bool bigEndian = false) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes.at(at + (bigEndian ? i : count - 1 - i)));
  }
  return value;
}

}  // namespace orograph::test
