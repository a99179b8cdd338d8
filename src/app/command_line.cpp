#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <stdexcept>
#include <thread>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/interrupt.h"
#include "app/shell_help.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/text.h"
#include "output/consumers.h"
#include "output/png.h"
#include "scene/keys.h"

namespace orograph::app {
namespace {

constexpr const char* kExamples = R"(Examples:
  orograph generate config/lantern.json            writes out/lantern-fbm-terrain/
  orograph generate a.json b.json -o maps          several specs, one folder each
  orograph generate a.json --set seed=7 --set image.width=1024 --set image.height=1024
  echo '{"seed": 5}' | orograph generate -         a spec from standard input
  orograph generate a.json --only png,report --json
  orograph generate a.json --for unreal            the files that Unreal takes, and the scales to type in
  orograph verify a.json golden/a.report.json      exit 1 if any figure differs
  orograph verify out/lantern-fbm-terrain          checks the files against their report
  orograph render a.json -o a.png --camera 0,40,60 --look-at 0,0,0
  orograph check a.json                            the spec with every default filled in
  orograph schema > spec.schema.json

Exit codes: 0 done; 1 a check failed; 2 bad command line or spec, nothing written;
3 reading or writing failed, earlier files untouched; 70 a fault of the program.)";

/// The option nearest to an unknown one, of the command's own.
std::string hintFor(const std::string& word, const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto hint = codec::nearest(word.substr(0, word.find('=')), views);
  return hint ? "; did you mean " + std::string(*hint) + "?" : "";
}

void refuseExtras(const CLI::App& command) {
  std::vector<std::string> extras = command.remaining();
  std::erase(extras, "--");  // what follows it was taken as it stands
  if (extras.empty()) return;
  const bool whole = command.get_parent() == nullptr;
  throw codec::InputError(command.get_name() + ": unexpected argument " + codec::forMessage(extras.front()) +
                          hintFor(extras.front(), command) + "; see " + (whole ? "" : "orograph ") + command.get_name() +
                          " --help");
}

std::string kindList(const Kinds& kinds, std::string_view separator) {
  std::string list;
  for (const std::string& kind : kinds) list += (list.empty() ? "" : std::string(separator)) + kind;
  return list;
}

Kinds parseKinds(const std::string& list) {
  const Kinds all = allKinds();
  Kinds kinds;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    const std::string kind = list.substr(start, end - start);
    if (!all.contains(kind)) {
      throw codec::InputError("--only: \"" + codec::forMessage(kind) + "\" is not allowed: it must be some of " +
                              kindList(all, ", ") + ", joined by commas");
    }
    kinds.insert(kind);
    start = end + 1;
  }
  return kinds;
}

/// --for NAME is the key "for" given last.
std::string overrideFor(const std::string& name) {
  const std::vector<std::string_view> names = output::consumerNames();
  if (output::findConsumer(name) == nullptr) {
    std::string list;
    for (const std::string_view one : names) list += (list.empty() ? "" : ", ") + std::string(one);
    const auto hint = codec::nearest(name, names);
    throw codec::InputError("--for: \"" + codec::forMessage(name) + "\" is not allowed: it must be one of " + list +
                            (hint ? "; did you mean " + std::string(*hint) + "?" : ""));
  }
  return "for=" + name;
}

constexpr std::int64_t kMostThreads = 1024;

std::string shellList() {
  std::string list;
  for (const Shell& shell : shells()) list += (list.empty() ? "" : ", ") + std::string(shell.name);
  return list;
}

const Shell& parseShell(const std::string& name) {
  for (const Shell& shell : shells()) {
    if (shell.name == name) return shell;
  }
  throw codec::InputError("completions: \"" + codec::forMessage(name) + "\" is not allowed: it must be one of " + shellList());
}

std::int64_t parseThreads(const std::string& text) {
  const auto threads = codec::parseInt64(text);
  if (!threads || *threads < 1 || *threads > kMostThreads) {
    throw codec::InputError("--threads: \"" + codec::forMessage(text) + "\" is not allowed: it must be an integer from 1 to " +
                            std::to_string(kMostThreads));
  }
  return *threads;
}

const noise::Kernel& parseKernel(const std::string& name) {
  try {
    return noise::chosenKernel(name);
  } catch (const std::invalid_argument& error) {
    throw codec::InputError(codec::forMessage(error.what(), 400));
  }
}

std::string versionText(const noise::Kernel& chosen) {
  std::string text = std::string("orograph ") + OROGRAPH_VERSION + "\nkernel " + std::string(chosen.name) + ", of";
  for (const noise::Kernel& kernel : noise::kernels()) text += " " + std::string(kernel.name);
  return text + "\n8-bit PNG by " + std::string(output::png8Encoder()) + "\n";
}

int dispatch(int argc, const char* const* argv) {
  CLI::App app("Heightmaps from a scene spec, with the same bytes everywhere.", "orograph");
  app.footer(kExamples);
  bool version = false;
  app.add_flag("--version", version, "Print the version and the libraries that encode, and end");
  GenerateOptions options;
  RenderOptions drawing;
  std::string only, consumer, kernel, spec, golden, shell;
  OptionWords words;
  std::string threads = std::to_string(std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, kMostThreads));
  bool table = false;

  const auto addComputing = [&](CLI::App* command) {
    command->add_option("--threads", threads, "Worker threads, by default one per core; the files never depend on it")
        ->type_name("N");
    command->add_option("--kernel", kernel, "The loops to compute with, by default the best; see --version")
        ->type_name("NAME");
  };
  Words keys{{}, Words::Form::kKeys};
  for (const scene::Key<scene::Spec>& key : scene::specKeys()) {
    for (const std::string& name : {key.name, key.twin}) {
      if (!name.empty()) keys.words.push_back(name);
    }
  }
  const auto addSet = [&](CLI::App* command, std::vector<std::string>& overrides) {
    words[command->add_option("--set", overrides, "Override a key of the spec: KEY=VALUE, dots for nested keys")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")] = keys;
    return command->allow_extras();
  };
  CLI::App* generateCommand = addSet(app.add_subcommand("generate", "Generate the files of one or more specs"), options.overrides);
  generateCommand->add_option("SPEC", options.specs, "Spec files, or - for standard input")->required()->type_name("");
  generateCommand->add_option("-o,--output", options.folder, "Folder that gets a folder per spec")->capture_default_str()->type_name("DIR");
  const Kinds all = allKinds();
  words[generateCommand->add_option("--only", only, "These kinds alone, whatever the spec asks for: some of " + kindList(all, ","))
            ->type_name("KIND,...")] = {{all.begin(), all.end()}, Words::Form::kCommaList};
  const std::vector<std::string_view> consumerNames = output::consumerNames();
  words[generateCommand->add_option("--for", consumer, "The files that a program takes, and what to type in there; the same as --set for=NAME")
            ->type_name("NAME")]
      .words.assign(consumerNames.begin(), consumerNames.end());
  generateCommand->add_flag("-q,--quiet", options.quiet, "No summary, warnings or progress");
  generateCommand->add_flag("--json", options.json, "Print one JSON object per spec instead of a summary");
  generateCommand->add_flag("--allow-huge", options.allowHuge, "Allow more than 16 GiB of output");

  addComputing(generateCommand);

  CLI::App* verifyCommand = addSet(app.add_subcommand("verify", "Compare a spec with an earlier report, or a folder with its own"), options.overrides);
  verifyCommand->add_option("SPEC|DIR", spec, "A spec with a golden report, or an output folder")->required()->type_name("");
  verifyCommand->add_option("GOLDEN", golden, "A report.json of that spec")->type_name("");

  addComputing(verifyCommand);

  CLI::App* renderCommand = addSet(app.add_subcommand("render", "Draw the terrain in perspective, for looking at"), drawing.overrides);
  renderCommand->add_option("SPEC", drawing.spec, "A spec file, or - for standard input")->required()->type_name("");
  renderCommand->add_option("-o,--output", drawing.output, "The PNG file to write")->capture_default_str()->type_name("FILE.png");
  for (const render::Option& option : render::options()) {
    CLI::Option* added = renderCommand
        ->add_option_function<std::string>(
            std::string(option.name),
            [&drawing, &option](const std::string& text) { option.read(drawing.view, drawing.layers, text); },
            std::string(option.meaning))
        ->type_name(std::string(option.type));
    if (option.name != "--layers") continue;
    words[added].form = Words::Form::kCommaList;
    for (const render::Layer& layer : render::layerTable()) words[added].words.emplace_back(layer.name);
  }
  renderCommand->add_flag("-q,--quiet", drawing.quiet, "No summary, warnings or progress");
  renderCommand->add_flag("--json", drawing.json, "Print a JSON object instead of a summary");
  addComputing(renderCommand);

  CLI::App* checkCommand = addSet(app.add_subcommand("check", "Validate a spec and print it with every default filled in"), options.overrides);
  checkCommand->add_option("SPEC", spec, "A spec file, or - for standard input")->required()->type_name("");

  CLI::App* schemaCommand = app.add_subcommand("schema", "Print the JSON Schema of a spec")->allow_extras();
  schemaCommand->add_flag("--table", table, "Print the keys as a Markdown table instead");

  CLI::App* completionsCommand = app.add_subcommand("completions", "Print the completions for a shell")->allow_extras();
  CLI::Option* shellOption =
      completionsCommand->add_option("SHELL", shell, "The shell: one of " + shellList())->required()->type_name("");
  for (const Shell& one : shells()) words[shellOption].words.emplace_back(one.name);
  CLI::App* manCommand = app.add_subcommand("man", "Print the man page")->allow_extras();

  app.allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    print((chosen.empty() ? &app : chosen.front())->help());
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw codec::InputError(codec::forMessage(error.what(), 400) + "; see orograph --help");
  }
  const noise::Kernel& chosenKernel = parseKernel(kernel);
  if (version) {
    print(versionText(chosenKernel));
    return kDone;
  }
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    const std::vector<std::string> extras = app.remaining();
    if (extras.empty()) throw codec::InputError("no command; see orograph --help");
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    const auto hint = codec::nearest(extras.front(), views);
    throw codec::InputError("unknown command " + codec::forMessage(extras.front()) +
                            (hint ? "; did you mean " + std::string(*hint) + "?" : "") + "; see orograph --help");
  }
  refuseExtras(app);
  refuseExtras(*chosen.front());
  if (!only.empty() || generateCommand->count("--only") > 0) options.kinds = parseKinds(only);
  if (generateCommand->count("--for") > 0) options.overrides.push_back(overrideFor(consumer));
  options.computing = {{parseThreads(threads)}, &chosenKernel};
  if (options.folder.empty()) throw codec::InputError("generate: --output: \"\" is not allowed: it must name a folder");
  if (*generateCommand) return generate(options);
  if (*completionsCommand || *manCommand) {
    print(*manCommand ? manPage(app) : parseShell(shell).completions(app, words));
    return kDone;
  }
  drawing.computing = options.computing;
  if (*renderCommand) return renderPicture(drawing);
  if (*verifyCommand && golden.empty() && !options.overrides.empty()) {
    throw codec::InputError("verify: --set goes with a spec and a golden report, not with a folder");
  }
  if (*verifyCommand) return golden.empty() ? verifyFolder(spec) : verifySpec(spec, golden, options.overrides, options.computing);
  if (*checkCommand) return check(spec, options.overrides);
  return schema(table);
}

}  // namespace

int run(int argc, const char* const* argv) {
  try {
    catchInterrupts();
    return dispatch(argc, argv);
  } catch (const codec::InputError& error) {
    printMessage(error.what());
    return kBadInput;
  } catch (const codec::FileError& error) {
    printMessage(error.what());
    return kFileFailed;
  } catch (const Interrupted& interrupted) {
    printMessage("interrupted; files of unfinished specs are as they were");
    return 128 + interrupted.signal;
  } catch (const std::bad_alloc&) {
    printMessage("out of memory");
    return kFileFailed;
  } catch (const std::exception& error) {
    printMessage(std::string("a fault of the program: ") + error.what());
    return kProgramFault;
  }
}

}  // namespace orograph::app
