// All heights of a grid at once, for comparisons.
#pragma once

#include <cstdint>
#include <vector>

#include "terrain/height_source.h"

namespace orograph::test {

using Heights = std::vector<std::vector<std::int32_t>>;

/// Row by row from the first to the last, through one reader.
inline Heights wholeField(const terrain::HeightSource& source, const field::Grid& grid) {
  Heights heights(static_cast<std::size_t>(grid.rows),
                  std::vector<std::int32_t>(static_cast<std::size_t>(grid.columns)));
  const auto reader = source.over(grid, 0, grid.columns);
  for (std::int64_t z = 0; z < grid.rows; ++z) reader->row(z, heights[static_cast<std::size_t>(z)].data());
  return heights;
}

}  // namespace orograph::test
