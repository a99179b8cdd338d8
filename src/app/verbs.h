// One function per command; each returns an exit code, and throws what ends it early.
#pragma once

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
