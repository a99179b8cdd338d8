// A field in tiles, each in a folder of its own, made by any number of workers in any order:
//   tiles.json, spec.json   what the set is: written once, before the first tile
//   x3_y1/height_x3_y1.png  the files of the tile in column 3 (along x) and row 1 (along z), the others likewise
//   x3_y1/tile.json         the tile's part of the figures and the sums of its files, written last
// A pyramid for web maps has 2/3/1.png instead (zoom, x, y), and 2/3/1.json beside it.
//   report.json, *.vrt, SHA256SUMS …  of the whole, by merge
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "app/report.h"

namespace orograph::app {

inline constexpr std::string_view kManifestName = "tiles.json", kSpecName = "spec.json", kTileName = "tile.json";

struct TileSet {
  std::filesystem::path folder;
  scene::Spec spec;  // its digests are of the set's tiles
  std::array<std::int64_t, 2> tiles{};
  std::int64_t overlap = 0;
  bool pyramid = false;  // 2^z x 2^z tiles for every zoom z up to that many tiles
  Kinds kinds;                                          // and "report" where figures are wanted
  std::optional<std::array<std::int64_t, 2>> rangeQ16;  // of the whole image, where black and white are measured

  std::int64_t count() const { return pyramid ? (4 * tiles[0] * tiles[1] - 1) / 3 : tiles[0] * tiles[1]; }
  /// Row by row; of a pyramid the levels from zoom 0 on.
  Tile tile(std::int64_t index) const;
  /// One of the whole cut alone.
  Tile ofFinest(std::int64_t x, std::int64_t z) const { return {tiles, {x, z}, overlap}; }
  std::filesystem::path folderOf(const Tile& tile) const { return folder / tile.folder(); }
  static std::string recordName(const Tile& tile) { return tile.zoom < 0 ? std::string(kTileName) : tile.fileName(".json"); }
  /// Of the kinds those that each tile has, and those that only the whole has: files of the profile.
  Kinds tileKinds() const;
  Kinds wholeKinds() const;

  std::string specText() const;
  std::string manifestText() const;
};

/// Reads a set's spec.json and tiles.json. Throws codec::FileError or codec::InputError.
TileSet readTileSet(const std::filesystem::path& folder);

/// What a finished tile says of itself.
struct TileRecord {
  analysis::Measurements fields;  // where the set has a report
  std::vector<FileEntry> files;   // with the facts that are integers
  std::string sums;               // lines of SHA256SUMS, tile.json's last
};

std::string tileText(const TileSet& set, const Tile& tile, const analysis::Measurements& fields,
                     const std::vector<FileEntry>& files);

/// The record of a tile that is whole: its files have the sizes and, unless `sizesAlone`, the sums that the record
/// says, and the record is of this set. Otherwise nothing, and `why` says what is amiss.
std::optional<TileRecord> readTile(const TileSet& set, const Tile& tile, bool sizesAlone, std::string& why);

/// Calls take(tile, record, why) for every tile in order; reads them in many threads.
void forEachTile(const TileSet& set, std::int64_t threads, bool sizesAlone,
                 const std::function<void(const Tile&, const std::optional<TileRecord>&, const std::string& why)>& take);

}  // namespace orograph::app
