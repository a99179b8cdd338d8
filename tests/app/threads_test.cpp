#include <map>

#include "app/input.h"
#include "app/pipeline.h"
#include "app/report.h"
#include "output/byte_sink.h"
#include "support/catch.h"
#include "support/program.h"

namespace orograph::app {
namespace {

/// All files of a run by name: their sums, and the report's text.
std::map<std::string, std::string> outputs(const scene::Spec& spec, const field::Schedule& schedule) {
  Pipeline pipeline(spec, allKinds(), {schedule}, [](std::int64_t) {});
  pipeline.measure();
  std::map<std::string, std::string> sums;
  std::vector<FileEntry> files;
  for (const output::File& file : pipeline.files()) {
    output::SummingSink sink;
    output::Facts facts = pipeline.write(file, sink);
    files.push_back({file.name, sink.bytes(), sink.sha256(), {}, std::move(facts)});
    sums[files.back().name] = files.back().sha256;
  }
  sums["report.json"] = reportText(spec, pipeline.measurements(), files);
  return sums;
}

}  // namespace

TEST_CASE("every byte of every config is the same for any number of threads and any band height") {
  for (const auto& entry : std::filesystem::directory_iterator(test::projectPath("config"))) {
    if (entry.path().filename() == "scene_spec.schema.json") continue;
    const scene::Spec spec = loadSpec(entry.path().string(), {});
    const auto expected = outputs(spec, {1});
    for (const field::Schedule schedule : {field::Schedule{1, 1}, {2}, {2, 3}, {3, 1}, {5, 16}, {16, 2}}) {
      INFO(entry.path() << ", " << schedule.threads << " threads, " << schedule.bandRows << " rows");
      CHECK(outputs(spec, schedule) == expected);
    }
  }
}

}  // namespace orograph::app
