#include "mesh/terrain_mesh.h"

#include <algorithm>

#include "mesh/unit_vector.h"

namespace orograph::mesh {
namespace {

/// rise / run in Q29, rounded toward zero: |rise| < 2^32, so the shifted rise stays within 62 bits. 0 over no run.
std::int64_t slopeQ29(std::int64_t rise, std::int64_t run) { return run == 0 ? 0 : rise * (std::int64_t{1} << 29) / run; }

}  // namespace

void rowSlopes(const field::Grid& grid, const RowAmongOthers& rows, std::size_t first, std::size_t last,
               std::vector<std::array<std::int64_t, 2>>& slopesQ29) {
  const std::span<const std::int32_t> row = rows.row;
  slopesQ29.resize(last - first);
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t west = i == 0 ? 0 : i - 1, east = std::min(i + 1, row.size() - 1);
    slopesQ29[i - first] = {
        slopeQ29(std::int64_t{row[east]} - row[west], static_cast<std::int64_t>(east - west) * grid.dxQ16),
        slopeQ29(std::int64_t{rows.south[i]} - rows.north[i], rows.rowsApart * grid.dzQ16)};
  }
}

std::array<std::int64_t, 3> normalQ16(const std::array<std::int64_t, 2>& slopesQ29, std::int64_t upQ29) {
  return unitVectorQ16({-slopesQ29[0], upQ29, -slopesQ29[1]});
}

void rowNormals(const field::Grid& grid, const RowAmongOthers& rows, std::size_t first, std::size_t last,
                std::vector<std::array<std::int64_t, 3>>& normalsQ16) {
  std::vector<std::array<std::int64_t, 2>> slopesQ29;
  rowSlopes(grid, rows, first, last, slopesQ29);
  normalsQ16.resize(slopesQ29.size());
  std::transform(slopesQ29.begin(), slopesQ29.end(), normalsQ16.begin(),
                 [](const auto& slopes) { return normalQ16(slopes); });
}

}  // namespace orograph::mesh
