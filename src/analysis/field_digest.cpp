#include "analysis/field_digest.h"

#include <utility>

namespace orograph::analysis {

void FieldDigest::add(std::span<const std::int32_t> rows) {
  for (std::size_t at = 0; at < rows.size(); at += static_cast<std::size_t>(columns_), ++row_) {
    endTiles();
    for (std::int64_t tile = 0; tile < tiles_[0]; ++tile) {
      const std::int64_t first = field::cut(columns_, tiles_[0], tile), last = field::cut(columns_, tiles_[0], tile + 1);
      codec::updateInt32(leaves_[static_cast<std::size_t>(tile)],
                         rows.subspan(at + static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    }
  }
}

void FieldDigest::endTiles() {
  for (; tileRow_ < tiles_[1] && row_ >= field::cut(rows_, tiles_[1], tileRow_ + 1); ++tileRow_) {
    for (codec::Sha256& leaf : leaves_) digests_.add(std::exchange(leaf, {}).hex());
  }
}

std::string FieldDigest::hex() {
  endTiles();
  return digests_.hex();
}

}  // namespace orograph::analysis
