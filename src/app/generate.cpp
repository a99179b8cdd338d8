#include <filesystem>
#include <map>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/pipeline.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/space.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/json_writer.h"
#include "codec/text.h"
#include "output/file_set.h"

namespace orograph::app {
namespace {

/// The files written, the report last.
std::vector<FileEntry> writeFiles(const scene::Spec& spec, Pipeline& pipeline, const Kinds& kinds,
                                  const std::filesystem::path& folder) {
  // The user may well have linked the folder of all specs; the one of this spec is the program's own.
  if (std::error_code error; std::filesystem::is_symlink(folder, error)) {
    throw codec::FileError("cannot write " + codec::forMessage(folder.string(), 4096) + ": it is a symbolic link, not a folder");
  }
  output::FileSet set(folder);
  for (const output::File& file : pipeline.files()) set.requireReplaceable(file.name);
  for (const std::string_view name : {kSumsName, kReportName}) {
    if (kinds.contains("report")) set.requireReplaceable(name);
  }
  std::vector<FileEntry> written;
  pipeline.measure();
  for (const output::File& file : pipeline.files()) {
    output::Facts facts = pipeline.write(file, set.add(file.name));
    const output::FileSet::Sum sum = set.finish();
    written.push_back({sum.name, sum.bytes, sum.sha256, std::string(file.encoder), std::move(facts)});
  }
  const auto writeText = [&](std::string_view name, const std::string& text) {
    set.add(name).write(text);
    const output::FileSet::Sum sum = set.finish();
    written.push_back({sum.name, sum.bytes, sum.sha256, {}, {}});
  };
  if (kinds.contains("report")) {
    if (!written.empty()) writeText(kSumsName, sumsText(written));
    writeText(kReportName, reportText(spec, pipeline.measurements(), written, pipeline.numbers()));
  }
  set.commit();
  return written;
}

std::string jsonLine(const scene::Spec& spec, const std::string& folder, const Pipeline& pipeline, bool figures,
                     const std::vector<FileEntry>& files) {
  codec::JsonWriter json(true);
  json.beginObject().key("name").string(spec.name).key("folder").string(folder).key("files").beginArray();
  for (const FileEntry& file : files) {
    json.beginObject().key("name").string(file.name).key("bytes").integer(file.bytes).key("sha256").string(file.sha256);
    json.endObject();
  }
  json.endArray();
  writeNumbers(spec, pipeline.numbers(), json);
  json.key("digests").beginObject();
  for (const analysis::Figure& figure : analysis::figures()) {
    const bool made = figures && (pipeline.measurements().layered || !figure.layeredOnly);
    if (!made || !figure.key.ends_with("Digest")) continue;
    json.key(figure.key);
    figure.write(pipeline.measurements(), json);
  }
  json.endObject().endObject();
  return json.take() + "\n";
}

std::string summary(const scene::Spec& spec, const std::string& folder, const Pipeline& pipeline,
                    const std::vector<FileEntry>& files) {
  std::string text = spec.name + ": " + codec::forMessage(folder, 4096) + "\n";
  for (const FileEntry& file : files) text += "  " + file.name + "  " + std::to_string(file.bytes) + " bytes\n";
  if (const output::Consumer* consumer = spec.consumerEntry()) {
    text += "for " + spec.consumer + ": " + std::string(consumer->advice) + "\n";
    for (const auto& [name, value] : pipeline.numbers()) text += "  " + std::string(name) + "  " + value + "\n";
  }
  return text;
}

}  // namespace

int generate(const GenerateOptions& options) {
  std::vector<scene::Spec> specs;
  std::map<std::string, std::string> folders;  // by name, the spec that took it
  for (const std::string& path : options.specs) {
    const scene::Spec& spec = specs.emplace_back(loadSpec(path, options.overrides));
    const auto [taken, isNew] = folders.emplace(spec.name, path);
    if (!isNew) {
      throw codec::InputError(codec::forMessage(path, 4096) + ": /name: \"" + spec.name + "\" is not allowed: " +
                              codec::forMessage(taken->second, 4096) + " writes to that folder already");
    }
  }

  const auto kindsFor = [&](const scene::Spec& spec) { return options.kinds.value_or(kindsOf(spec)); };
  // All are held against the limits before the first is begun.
  std::int64_t mostBytes = 0;
  for (const scene::Spec& spec : specs) {
    mostBytes += Pipeline(spec, kindsFor(spec), options.computing, [](std::int64_t) {}).mostBytes();
    checkSize(spec.name, mostBytes, std::filesystem::path(options.folder) / spec.name, options.allowHuge);
  }

  int exitCode = kDone;
  for (const scene::Spec& spec : specs) {
    const std::string folder = (std::filesystem::path(options.folder) / spec.name).string();
    std::unique_ptr<Progress> progress;
    const Kinds kinds = kindsFor(spec);
    Pipeline pipeline(spec, kinds, options.computing, [&](std::int64_t samples) {
      throwIfInterrupted();
      progress->add(samples);
    });
    progress = std::make_unique<Progress>(spec.name, pipeline.totalSamples(), !options.quiet);
    for (const auto* warnings : {&spec.idleWarnings, &spec.warnings}) {
      for (const std::string& warning : *warnings) {
        if (!options.quiet) printMessage(spec.name + ": warning: " + warning);
      }
    }
    const std::vector<FileEntry> written = writeFiles(spec, pipeline, kinds, folder);
    progress.reset();
    if (options.json) {
      print(jsonLine(spec, folder, pipeline, kinds.contains("report"), written));
    } else if (!options.quiet) {
      print(summary(spec, folder, pipeline, written));
    }
    for (const std::string& failed : failedExpectations(spec)) {
      printMessage(spec.name + ": " + failed);
      exitCode = kCheckFailed;
    }
  }
  return exitCode;
}

}  // namespace orograph::app
