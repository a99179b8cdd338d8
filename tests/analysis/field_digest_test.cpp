#include "analysis/field_digest.h"

#include <vector>

#include "support/catch.h"

namespace orograph::analysis {

TEST_CASE("a field's digest is of its rows, or of its tiles' digests, however the rows come") {
  const field::Grid grid{0, 0, 1, 1, 7, 5};
  std::vector<std::int32_t> heights(35);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = static_cast<std::int32_t>(i * i * 77) - 9000;
  const auto digestOf = [](const std::vector<std::int32_t>& some) {
    codec::Sha256 digest;
    codec::updateInt32(digest, some);
    return digest.hex();
  };
  for (const std::size_t rowsAtOnce : {1u, 2u, 5u}) {
    for (const auto& [nx, nz] : {std::pair{1, 1}, std::pair{2, 3}, std::pair{7, 5}, std::pair{9, 6}}) {
      FieldDigest digest(grid, {nx, nz});
      for (std::size_t row = 0; row < 5; row += rowsAtOnce) {
        const std::size_t count = std::min<std::size_t>(rowsAtOnce, 5 - row);
        digest.add(std::span(heights).subspan(7 * row, 7 * count));
      }
      std::string leaves;
      TileDigests gathered;
      for (int tz = 0; tz < nz; ++tz) {
        for (int tx = 0; tx < nx; ++tx) {
          std::vector<std::int32_t> tile;
          for (int z = 5 * tz / nz; z < 5 * (tz + 1) / nz; ++z) {
            for (int x = 7 * tx / nx; x < 7 * (tx + 1) / nx; ++x) tile.push_back(heights[static_cast<std::size_t>(7 * z + x)]);
          }
          leaves += digestOf(tile) + "\n";
          gathered.add(digestOf(tile));
        }
      }
      const std::string found = digest.hex();
      CHECK(found == (nx * nz == 1 ? digestOf(heights) : codec::sha256Hex(leaves)));
      CHECK(gathered.hex() == found);
    }
  }
}

}  // namespace orograph::analysis
