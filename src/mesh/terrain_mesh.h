// The terrain's triangle mesh: grid vertices row by row, z outer; y up, right-handed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "field/grid.h"

namespace orograph::mesh {

constexpr std::int64_t terrainVertices(const field::Grid& grid) { return grid.columns * grid.rows; }
constexpr std::int64_t terrainTriangles(const field::Grid& grid) { return 2 * (grid.columns - 1) * (grid.rows - 1); }

/// The two triangles of the cell at (column, row) as vertex numbers from 0, counter-clockwise seen from above.
constexpr std::array<std::array<std::int64_t, 3>, 2> cellTriangles(const field::Grid& grid, std::int64_t column,
                                                                   std::int64_t row) {
  const std::int64_t nw = row * grid.columns + column;
  const std::int64_t sw = nw + grid.columns;
  return {{{nw, sw, nw + 1}, {nw + 1, sw, sw + 1}}};
}

/// Unit normals (Q16) of one row of vertices from the heights of the row and its neighbours; a border row passes itself
/// for the neighbour it lacks. Central differences inside, one-sided at the border; straight up where the grid's
/// spacing is 0. `rowsApart` is 2 between inner neighbours, 1 at a border, 0 for a single row.
void rowNormals(const field::Grid& grid, std::span<const std::int32_t> north, std::span<const std::int32_t> row,
                std::span<const std::int32_t> south, std::int64_t rowsApart,
                std::vector<std::array<std::int64_t, 3>>& normalsQ16);

}  // namespace orograph::mesh
