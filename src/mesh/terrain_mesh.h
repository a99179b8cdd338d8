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

/// A row of samples between its neighbours; a border row stands for the neighbour it lacks. `rowsApart` is 2 between
/// inner neighbours, 1 at a border, 0 for a single row.
struct RowAmongOthers {
  std::span<const std::int32_t> north, row, south;
  std::int64_t rowsApart;
};

/// Slopes along x and z (Q29, toward zero, |slope| < 2^61) of the samples [first, last) of a row. Central differences
/// inside, one-sided at the border; 0 where the grid's spacing is 0.
void rowSlopes(const field::Grid& grid, const RowAmongOthers& rows, std::size_t first, std::size_t last,
               std::vector<std::array<std::int64_t, 2>>& slopesQ29);

/// The upward unit normal (Q16) over slopes in Q29, with heights taken as 2^29 / `upQ29` times what they are; upQ29
/// from 1 to 2^45.
std::array<std::int64_t, 3> normalQ16(const std::array<std::int64_t, 2>& slopesQ29,
                                      std::int64_t upQ29 = std::int64_t{1} << 29);

/// Unit normals (Q16) of the vertices [first, last) of a row, or of all, from their slopes.
void rowNormals(const field::Grid& grid, const RowAmongOthers& rows, std::size_t first, std::size_t last,
                std::vector<std::array<std::int64_t, 3>>& normalsQ16);
inline void rowNormals(const field::Grid& grid, const RowAmongOthers& rows,
                       std::vector<std::array<std::int64_t, 3>>& normalsQ16) {
  rowNormals(grid, rows, 0, rows.row.size(), normalsQ16);
}

}  // namespace orograph::mesh
