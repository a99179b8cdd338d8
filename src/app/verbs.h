// One function per command; each returns an exit code, and throws what ends it early.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "render/view.h"

namespace orograph::app {

struct GenerateOptions {
  std::vector<std::string> specs;
  std::string folder = "out";
  std::vector<std::string> overrides;
  std::optional<Kinds> kinds;  // where absent, each spec's own
  Computing computing;
  bool quiet = false;
  bool json = false;
  bool allowHuge = false;
};

int generate(const GenerateOptions& options);

struct TileOptions {
  std::string spec;
  std::string folder = "out";
  std::vector<std::string> overrides;
  std::optional<Kinds> kinds;
  std::array<std::int64_t, 2> tiles{};
  std::int64_t tileSize = 0;  // in samples; 0: the image as the spec has it, cut evenly
  std::int64_t overlap = 0;
  bool pyramid = false;
  std::int64_t shard = 0, shards = 1;
  Computing computing;
  bool quiet = false;
  bool json = false;
  bool allowHuge = false;
};

/// Makes those of a shard's tiles that are not there yet.
int tile(const TileOptions& options);

struct MergeOptions {
  std::string folder;
  Computing computing;
  bool sizesAlone = false;
  bool quiet = false;
  bool json = false;
};

/// Makes the files of the whole set, once every tile is there and whole.
int merge(const MergeOptions& options);

bool isTileSet(const std::string& folder);
/// Holds every file of a set against the tiles' records, and the whole against what they make together.
int verifyTileSet(const std::string& folder, const Computing& computing);

struct RenderOptions {
  std::string spec;
  std::string output = "preview.png";
  std::vector<std::string> overrides;
  render::View view;
  render::Layers layers;
  Computing computing;
  bool quiet = false;
  bool json = false;
};

/// Draws the terrain in perspective.
int renderPicture(const RenderOptions& options);

/// Recomputes a spec and holds it against an earlier report.
int verifySpec(const std::string& spec, const std::string& golden, const std::vector<std::string>& overrides,
               const Computing& computing);

/// Holds the files of a folder against the report in it.
int verifyFolder(const std::string& folder);

int check(const std::string& spec, const std::vector<std::string>& overrides);

int schema(bool asTable);

}  // namespace orograph::app
