// The digest of a field: of its rows, or of the digests of its tiles, which can be had apart.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/sha256.h"
#include "field/grid.h"

namespace orograph::analysis {

/// The digest of a field from those of its tiles, added row by row of tiles: of one tile its own, else SHA-256 over them,
/// 64 hexadecimal digits and a line feed each.
class TileDigests {
 public:
  void add(const std::string& leaf) {
    root_.update(leaf.data(), leaf.size());
    root_.update("\n", 1);
    if (++count_ == 1) first_ = leaf;
  }
  std::string hex() { return count_ == 1 ? first_ : root_.hex(); }

 private:
  codec::Sha256 root_;
  std::int64_t count_ = 0;
  std::string first_;
};

/// The same from the field's rows. A tile's digest is SHA-256 over its heights as little-endian 32-bit integers, row by row;
/// field::cut says where the tiles lie.
class FieldDigest {
 public:
  /// `tiles`: how many along x and z.
  FieldDigest(const field::Grid& grid, std::array<std::int64_t, 2> tiles)
      : columns_(grid.columns), rows_(grid.rows), tiles_(tiles), leaves_(static_cast<std::size_t>(tiles[0])) {}

  /// Whole rows, in order.
  void add(std::span<const std::int32_t> rows);
  /// After the last row; the object is then spent.
  std::string hex();

 private:
  void endTiles();

  std::int64_t columns_, rows_;
  std::array<std::int64_t, 2> tiles_;
  std::int64_t row_ = 0, tileRow_ = 0;
  std::vector<codec::Sha256> leaves_;
  TileDigests digests_;
};

}  // namespace orograph::analysis
