// One function per command; each returns an exit code, and throws what ends it early.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// What agrees with a golden report and what does not, the first difference in words.
struct Comparison {
  std::int64_t equal = 0, different = 0;
  std::string first;
};
Comparison compareWithReport(const scene::Spec& spec, const codec::JsonValue& golden, const Computing& computing);

/// Recomputes a spec and holds it against an earlier report.
int verifySpec(const std::string& spec, const std::string& golden, const std::vector<std::string>& overrides,
               const Computing& computing);

/// Holds the files of a folder against the report in it.
int verifyFolder(const std::string& folder);

int check(const std::string& spec, const std::vector<std::string>& overrides);

int schema(bool asTable);

/// What a self-test found: a line for each thing checked.
struct SelftestResult {
  bool passed = true;
  std::string text;
};
/// Recomputes `spec` against `golden`, its report, and holds each kernel against the plain definition of every noise and
/// every generator.
SelftestResult selftestOf(std::string_view spec, std::string_view golden, std::span<const noise::Kernel> kernels);

/// The same for the published terrain and the kernels of this processor, and prints it.
int selftest();

}  // namespace orograph::app
