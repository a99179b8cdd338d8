// orograph_bench [--quick] [--big] [--realtime] [--only THEME,...] [--orograph PROGRAM] [--config FOLDER]
//                [--json FILE]
// Prints each figure beside its limit; speed is never an error. scripts/bench builds and runs it.
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "bench.h"

namespace {

using namespace orograph::bench;

struct Theme {
  const char* name;
  void (*run)(const Options&, Report&);
};

// Processes come first: a child's peak memory is at least what its parent held when it started it.
constexpr std::array kThemes = {
    Theme{"processes", processes}, Theme{"fbm", fbm}, Theme{"diamond-square", diamondSquare},
    Theme{"size", sizes},          Theme{"obj", obj}, Theme{"stages", stages},
    Theme{"threads", threads},     Theme{"png", png},
    Theme{"picture", picture},
};

int usage() {
  std::fprintf(stderr,
               "usage: orograph_bench [--quick] [--big] [--realtime] [--only THEME,...] [--orograph PROGRAM]"
               " [--config FOLDER] [--json FILE]\nthemes:");
  for (const Theme& theme : kThemes) std::fprintf(stderr, " %s", theme.name);
  std::fprintf(stderr, "\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string only, jsonPath;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    std::string* const value = option == "--only"       ? &only
                               : option == "--orograph" ? &options.orograph
                               : option == "--config"   ? &options.config
                               : option == "--json"     ? &jsonPath
                                                        : nullptr;
    if (value != nullptr && i + 1 < argc)
      *value = argv[++i];
    else if (option == "--quick")
      options.quick = true;
    else if (option == "--big")
      options.big = true;
    else if (option == "--realtime")
      options.realtime = true;
    else
      return usage();
  }
  Report report;
  bool ran = false;
  for (const Theme& theme : kThemes) {
    if (!only.empty() && ("," + only + ",").find(std::string(",") + theme.name + ",") == std::string::npos) continue;
    theme.run(options, report);
    ran = true;
  }
  if (!ran) return usage();
  report.printFigures();
  if (jsonPath.empty()) return 0;
  std::ofstream file(jsonPath);
  file << report.json(options);
  file.close();
  if (!file) std::fprintf(stderr, "orograph_bench: cannot write %s\n", jsonPath.c_str());
  return file ? 0 : 3;
}
