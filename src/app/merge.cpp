// From finished tiles to the files of the whole set, and the check of a set.
#include <algorithm>
#include <filesystem>

#include "analysis/figures.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/tile_set.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/json_writer.h"
#include "codec/sha256.h"
#include "codec/text.h"
#include "output/file_set.h"
#include "output/mosaic.h"

namespace orograph::app {
namespace {

using output::ByteSink;

/// What the tiles of a set say together.
struct Gathered {
  analysis::Measurements fields;
  std::vector<FileEntry> firstFiles;  // of the first tile
  std::string sums;
  std::int64_t amiss = 0;
  std::string firstAmiss;
};

Gathered gather(const TileSet& set, std::int64_t threads, bool sizesAlone) {
  Gathered gathered;
  analysis::FieldsMerger merger(gathered.fields);
  forEachTile(set, threads, sizesAlone, [&](const Tile& tile, const std::optional<TileRecord>& record, const std::string& why) {
    if (!record) {
      if (gathered.amiss++ == 0) gathered.firstAmiss = tile.name() + ": " + why;
      return;
    }
    if (tile.at == std::array<std::int64_t, 2>{}) gathered.firstFiles = record->files;
    gathered.sums += record->sums;
    merger.add(record->fields);
  });
  merger.finish();
  return gathered;
}

/// Makes the files of the whole: `file` is handed a name and a function that writes it, and returns its sum.
void makeWhole(const TileSet& set, const Gathered& gathered, const Computing& computing,
               const std::function<std::string(const std::string& name, const std::function<void(ByteSink&)>&)>& file) {
  Pipeline whole(set.spec, set.wholeKinds(), computing, [](std::int64_t) { throwIfInterrupted(); });
  if (set.rangeQ16) whole.setImageRange(*set.rangeQ16);
  whole.measure([&](analysis::Measurements& m) { analysis::copyFields(gathered.fields, m); });

  std::string sums = codec::sha256Hex(set.specText()) + "  " + std::string(kSpecName) + "\n" +
                     codec::sha256Hex(set.manifestText()) + "  " + std::string(kManifestName) + "\n" + gathered.sums;
  const auto add = [&](const std::string& name, const std::function<void(ByteSink&)>& write) {
    const std::string sha256 = file(name, write);
    sums += sha256 + "  " + name + "\n";
  };
  const std::string firstTile = "_" + set.tile(0).folder();
  for (const FileEntry& entry : gathered.firstFiles) {
    if (set.pyramid) break;  // a map's own viewer knows where its tiles lie
    const auto fact = [&](std::string_view key, std::int64_t otherwise) {
      const auto found = std::ranges::find(entry.facts, key, &std::pair<std::string, std::string>::first);
      return found == entry.facts.end() ? otherwise : codec::parseInt64(found->second).value_or(otherwise);
    };
    if (!entry.name.ends_with(".png") || fact("width", 0) == 0) continue;
    std::string name = entry.name;
    name.erase(name.find(firstTile), firstTile.size());
    const field::Grid image = set.spec.imageGrid();
    output::Mosaic mosaic{image.columns, image.rows, fact("channels", 1), fact("bits", 8), {}, set.count()};
    mosaic.tile = [&set, &image, name](std::int64_t index) {
      const Tile tile = set.tile(index);
      const field::Grid part = tile.image(image);
      return output::Mosaic::Tile{tile.folder() + "/" + tile.fileName(name), part.firstColumn, part.firstRow, part.columns,
                                  part.rows};
    };
    add(name.substr(0, name.rfind('.')) + ".vrt", [&](ByteSink& sink) { writeMosaic(mosaic, sink); });
  }
  for (const output::File& one : whole.files()) add(one.name, [&](ByteSink& sink) { whole.write(one, sink); });
  if (set.kinds.contains("report")) {
    add(std::string(kReportName), [&](ByteSink& sink) { sink.write(reportText(set.spec, whole.measurements(), {}, whole.numbers())); });
  }
  file(std::string(kSumsName), [&](ByteSink& sink) { sink.write(sums); });
}

/// Says what is amiss with the tiles; true where nothing is.
bool allThere(const TileSet& set, const Gathered& gathered) {
  if (gathered.amiss == 0) return true;
  printMessage(codec::forMessage(set.folder.string(), 4096) + ": " + std::to_string(gathered.amiss) + " of " +
               std::to_string(set.count()) + " tiles are missing or not whole; the first is " +
               codec::forMessage(gathered.firstAmiss, 400));
  return false;
}

}  // namespace

bool isTileSet(const std::string& folder) {
  return std::filesystem::is_regular_file(std::filesystem::path(folder) / kManifestName);
}

int merge(const MergeOptions& options) {
  const TileSet set = readTileSet(options.folder);
  const Gathered gathered = gather(set, options.computing.schedule.threads, options.sizesAlone);
  if (!allThere(set, gathered)) return kCheckFailed;

  output::FileSet files(set.folder);
  std::vector<output::FileSet::Sum> written;
  makeWhole(set, gathered, options.computing, [&](const std::string& name, const std::function<void(ByteSink&)>& write) {
    write(files.add(name));
    written.push_back(files.finish());
    return written.back().sha256;
  });
  files.commit();

  if (options.json) {
    codec::JsonWriter json(true);
    json.beginObject().key("name").string(set.spec.name).key("folder").string(set.folder.string());
    json.key("tiles").integer(set.count()).key("files").beginArray();
    for (const output::FileSet::Sum& sum : written) {
      json.beginObject().key("name").string(sum.name).key("bytes").integer(sum.bytes).key("sha256").string(sum.sha256);
      json.endObject();
    }
    json.endArray().endObject();
    print(json.take() + "\n");
  } else if (!options.quiet) {
    std::string text = set.spec.name + ": " + codec::forMessage(set.folder.string(), 4096) + ": " +
                       std::to_string(set.count()) + " tiles\n";
    for (const output::FileSet::Sum& sum : written) text += "  " + sum.name + "  " + std::to_string(sum.bytes) + " bytes\n";
    print(text);
  }
  int exitCode = kDone;
  for (const std::string& failed : failedExpectations(set.spec)) {
    printMessage(set.spec.name + ": " + failed);
    exitCode = kCheckFailed;
  }
  return exitCode;
}

int verifyTileSet(const std::string& folder, const Computing& computing) {
  const TileSet set = readTileSet(folder);
  const Gathered gathered = gather(set, computing.schedule.threads, false);
  if (!allThere(set, gathered)) return kCheckFailed;
  std::int64_t equal = 0, different = 0;
  std::string first;
  makeWhole(set, gathered, computing, [&](const std::string& name, const std::function<void(ByteSink&)>& write) {
    output::SummingSink sink;
    write(sink);
    const std::string expected = sink.sha256();
    std::int64_t bytes = 0;
    std::string found = "no file";
    sumFile((set.folder / name).string(), bytes, found);
    if (found == expected) ++equal;
    else if (different++ == 0) first = name + ": " + expected + " expected, " + found + " found";
    return expected;
  });
  const std::string shown = codec::forMessage(set.folder.string(), 4096);
  if (different == 0) {
    print(shown + ": all " + std::to_string(set.count()) + " tiles and " + std::to_string(equal) + " files of the whole agree\n");
    return kDone;
  }
  printMessage(shown + ": " + std::to_string(different) + " of " + std::to_string(equal + different) +
               " files of the whole differ; the first is " + first);
  return kCheckFailed;
}

}  // namespace orograph::app
