// Cutting a field into tiles: the files of some, or of all that are not there yet.
#include <bit>
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/space.h"
#include "app/tile_set.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/json_writer.h"
#include "codec/text.h"
#include "output/file_set.h"

namespace orograph::app {
namespace {

const auto doNothing = [](std::int64_t) { throwIfInterrupted(); };

std::string axesText(std::int64_t x, std::int64_t z) { return std::to_string(x) + "x" + std::to_string(z); }

TileSet makeSet(const TileOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  const auto [nx, nz] = options.tiles;
  overrides.push_back("digestTiles=[" + std::to_string(nx) + "," + std::to_string(nz) + "]");
  if (options.tileSize > 0) {
    const auto side = [&](std::int64_t tiles) {
      return std::to_string(tiles * (options.tileSize - options.overlap) + options.overlap);
    };
    overrides.push_back("image.width=" + side(nx));
    overrides.push_back("image.height=" + side(nz));
  }
  TileSet set;
  set.spec = loadSpec(options.spec, overrides);
  set.folder = std::filesystem::path(options.folder) / set.spec.name;
  set.tiles = options.tiles;
  set.overlap = options.overlap;
  set.pyramid = options.pyramid;
  set.kinds = options.kinds.value_or(kindsOf(set.spec));

  const auto refuse = [&](const std::string& what, std::int64_t mostX, std::int64_t mostZ) {
    if (nx <= mostX && nz <= mostZ) return;
    throw codec::InputError("--tiles: " + axesText(nx, nz) + " is not allowed: the " + what + " can be cut into " +
                            axesText(mostX, mostZ) + " tiles at most");
  };
  if (set.kinds.contains("html")) {
    throw codec::InputError(set.spec.name + ": output html: not of tiles: it shows the whole field; leave it out with --only");
  }
  const field::Grid image = set.spec.imageGrid();
  refuse("image", image.columns - set.overlap, image.rows - set.overlap);
  for (const output::Format& format : output::formats()) {
    if (set.kinds.contains(format.kind) && format.needs.mesh) refuse("mesh", set.spec.gridN[0], set.spec.gridN[1]);
  }
  if (set.pyramid) {
    const auto refusePyramid = [](const std::string& why) { throw codec::InputError("--pyramid: not allowed " + why); };
    if (nx != nz || !std::has_single_bit(static_cast<std::uint64_t>(nx))) {
      refusePyramid("with --tiles " + axesText(nx, nz) + ": both must be one power of two");
    }
    if (set.overlap != 0) refusePyramid("with --overlap 1");
    if (set.spec.georef.given()) refusePyramid("with georef: places are in the names of the tiles");
    if (image.columns % nx != 0 || image.rows % nz != 0) {
      refusePyramid("with an image of " + axesText(image.columns, image.rows) + ": it must be a whole number of pixels a tile; see --tile-size");
    }
    const Pipeline one(set.spec, set.tileKinds(), options.computing, doNothing, set.ofFinest(0, 0));
    bool mesh = false;
    for (const output::Format& format : output::formats()) mesh |= set.kinds.contains(format.kind) && format.needs.mesh;
    if (set.kinds.contains("report") || set.kinds.size() != 1 || one.files().size() != 1 || mesh) {
      refusePyramid("with these kinds: it takes one image a tile, as --only png has it");
    }
  }
  return set;
}

/// The manifest is written by whoever comes first; all others hold theirs against it, and take its range.
void settle(TileSet& set, const TileOptions& options) {
  const std::filesystem::path manifest = set.folder / kManifestName;
  if (!std::filesystem::exists(manifest)) {
    output::FileSet files(set.folder);
    while (!files.tryLock()) {  // another measures; it may be killed, so its lock is what to wait for
      throwIfInterrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!std::filesystem::exists(manifest)) {
      Progress progress(set.spec.name + ": heights of black and white", set.spec.imageGrid().samples(), !options.quiet);
      const Pipeline whole(set.spec, set.tileKinds(), options.computing, [&](std::int64_t samples) {
        throwIfInterrupted();
        progress.add(samples);
      }, set.ofFinest(0, 0));
      if (whole.needsImageRange()) set.rangeQ16 = whole.findImageRange();
      files.add(kSpecName).write(set.specText());
      files.finish();
      files.add(kManifestName).write(set.manifestText());
      files.finish();
      files.commitUnlessThere();
    }
  }
  const TileSet there = readTileSet(set.folder);
  set.rangeQ16 = there.rangeQ16;
  if (set.specText() != there.specText() || set.manifestText() != there.manifestText()) {
    throw codec::InputError(codec::forMessage(set.folder.string(), 4096) +
                            " holds tiles of another spec, cut, overlap or choice of kinds; another -o or name, or remove it");
  }
}

enum class Result { kMade, kThere, kBusy };

Result makeTile(const TileSet& set, const Tile& tile, const Computing& computing,
                const std::function<void(std::int64_t)>& afterSamples) {
  output::FileSet files(set.folderOf(tile));
  if (!files.tryLock()) return Result::kBusy;
  std::string why;
  if (readTile(set, tile, false, why)) return Result::kThere;
  Pipeline pipeline(set.spec, set.tileKinds(), computing, afterSamples, tile);
  if (set.rangeQ16) pipeline.setImageRange(*set.rangeQ16);
  pipeline.measure();
  std::vector<FileEntry> written;
  for (const output::File& file : pipeline.files()) {
    output::Facts facts = pipeline.write(file, files.add(file.name));
    const output::FileSet::Sum sum = files.finish();
    written.push_back({sum.name, sum.bytes, sum.sha256, std::string(file.encoder), std::move(facts)});
  }
  files.add(TileSet::recordName(tile)).write(tileText(set, tile, pipeline.measurements(), written));
  files.finish();
  files.commit();
  return Result::kMade;
}

}  // namespace

int tile(const TileOptions& options) {
  TileSet set = makeSet(options);
  std::vector<Tile> mine;
  for (std::int64_t index = options.shard; index < set.count(); index += options.shards) mine.push_back(set.tile(index));

  // All tiles are like those in the corners: what cannot be made is refused before the first is begun.
  std::int64_t mostBytes = 0, samples = 0;
  for (const std::int64_t x : {std::int64_t{0}, set.tiles[0] - 1}) {
    for (const std::int64_t z : {std::int64_t{0}, set.tiles[1] - 1}) {
      const Pipeline corner(set.spec, set.tileKinds(), options.computing, doNothing, set.ofFinest(x, z));
      mostBytes = std::max(mostBytes, corner.mostBytes());
      samples = std::max(samples, corner.totalSamples());
    }
  }
  const auto count = static_cast<std::int64_t>(mine.size());
  checkSize(set.spec.name, mostBytes * count, set.folder, options.allowHuge);
  for (const std::string& warning : set.spec.warnings) {
    if (!options.quiet && options.shard == 0) printMessage(set.spec.name + ": warning: " + warning);
  }
  settle(set, options);

  std::int64_t made = 0;
  {
    Progress progress(set.spec.name, samples * count, !options.quiet);
    const auto afterSamples = [&](std::int64_t done) {
      throwIfInterrupted();
      progress.add(done);
    };
    // Tiles that another worker is at are looked at again at the end: it may have been killed.
    while (!mine.empty()) {
      std::vector<Tile> busy;
      for (const Tile& one : mine) {
        throwIfInterrupted();
        const Result result = makeTile(set, one, options.computing, afterSamples);
        if (result == Result::kMade) ++made;
        if (result == Result::kBusy) busy.push_back(one);
      }
      mine = std::move(busy);
      if (!mine.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  const std::string folder = set.folder.string();
  if (options.json) {
    codec::JsonWriter json(true);
    json.beginObject().key("name").string(set.spec.name).key("folder").string(folder);
    json.key("tiles").integer(count).key("made").integer(made).endObject();
    print(json.take() + "\n");
  } else if (!options.quiet) {
    print(set.spec.name + ": " + codec::forMessage(folder, 4096) + ": " + std::to_string(made) + " of " +
          std::to_string(count) + " tiles made, the others were there\n");
  }
  return kDone;
}

}  // namespace orograph::app
