#include "mesh/terrain_mesh.h"

#include <algorithm>

#include "mesh/unit_vector.h"

namespace orograph::mesh {
namespace {

/// rise / run in Q29, rounded toward zero: |rise| < 2^32, so the shifted rise stays within 62 bits. 0 over no run.
std::int64_t slopeQ29(std::int64_t rise, std::int64_t run) { return run == 0 ? 0 : rise * (std::int64_t{1} << 29) / run; }

}  // namespace

void rowNormals(const field::Grid& grid, std::span<const std::int32_t> north, std::span<const std::int32_t> row,
                std::span<const std::int32_t> south, std::int64_t rowsApart,
                std::vector<std::array<std::int64_t, 3>>& normalsQ16) {
  normalsQ16.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t west = i == 0 ? 0 : i - 1, east = std::min(i + 1, row.size() - 1);
    const std::int64_t slopeX = slopeQ29(std::int64_t{row[east]} - row[west],
                                         static_cast<std::int64_t>(east - west) * grid.dxQ16);
    const std::int64_t slopeZ = slopeQ29(std::int64_t{south[i]} - north[i], rowsApart * grid.dzQ16);
    normalsQ16[i] = unitVectorQ16({-slopeX, std::int64_t{1} << 29, -slopeZ});
  }
}

}  // namespace orograph::mesh
