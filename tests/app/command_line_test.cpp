#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "codec/sha256.h"
#include "output/formats.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;
using test::contains;
using test::Outcome;
using test::runProgram;

namespace {

const std::string kSmall =
    R"({"gridN": 2, "statsGridN": 4, "profileSamples": 9, "octaves": 1, "referenceOctaves": 1, "latticeShift": 40})";
const std::vector<std::string> kAllFiles = {"SHA256SUMS", "height.png", "profile.csv", "report.json", "scene.obj"};

/// A refused command line: exit 2, one line on standard error, nothing else.
void checkRefused(const Outcome& outcome, const std::string& words) {
  CAPTURE(outcome.out, outcome.err, words);
  CHECK(outcome.exitCode == 2);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.starts_with("orograph: "));
  CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
  CHECK(contains(outcome.err, words));
}

/// No byte that a terminal obeys, save the line's end.
bool isPlain(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return false;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return false;
    const bool startsCharacter = byte < 0x80 || byte >= 0xC2;
    const bool inside = i > 0 && static_cast<unsigned char>(text[i - 1]) >= 0x80;
    if (!startsCharacter && !inside) return false;  // a bare C1 byte
  }
  return true;
}

Outcome shell(const std::string& script, const std::vector<std::string>& arguments,
              const test::RunOptions& options = {}) {
  std::vector<std::string> command = {"sh", "-c", script, "sh"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return test::runCommand(command, options);
}

TEST_CASE("no spec of a run is begun when a later one is over a limit") {
  const test::TemporaryFolder folder;
  const std::string small = folder.write("small.json", R"({"name": "small", "gridN": 4})");
  for (const std::string big :
       {R"({"name": "big", "gridN": 65536})",
        R"({"name": "big", "gridN": 4, "image": {"width": 65536, "height": 65536, "bits": 8}})"}) {
    const std::string spec = folder.write("big.json", big);
    CHECK(test::runProgram({"generate", small, spec, "-q", "-o", folder / "out"}).exitCode == 2);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
  }
}

}  // namespace

TEST_CASE("the option --help shows every command with examples and the exit codes") {
  for (const std::string flag : {"--help", "-h"}) {
    const Outcome outcome = runProgram({flag});
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    for (const char* words : {"Examples:", "orograph generate config/lantern.json", "generate", "verify", "check",
                              "schema", "--version", "Exit codes: 0 done"}) {
      CHECK(contains(outcome.out, words));
    }
  }
}

TEST_CASE("the option --version names the program's version and the PNG library") {
  const Outcome outcome = runProgram({"--version"});
  CHECK(outcome.exitCode == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with(std::string("orograph ") + OROGRAPH_TEST_VERSION + "\n"));
  CHECK(contains(outcome.out, "\n8-bit PNG by stb_image_write 1."));
}

TEST_CASE("every command has its own help") {
  const std::vector<std::pair<std::string, std::string>> commands = {
      {"generate", "--only"}, {"verify", "GOLDEN"}, {"check", "--set"}, {"schema", "--table"}, {"render", "--layers"}};
  for (const auto& [command, words] : commands) {
    const Outcome outcome = runProgram({command, "--help"});
    CAPTURE(command);
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK(contains(outcome.out, words));
  }
  for (const char* option :
       {"--output", "-o", "--set", "--only", "--threads", "--quiet", "-q", "--json", "--allow-huge"}) {
    CHECK(contains(runProgram({"generate", "--help"}).out, option));
  }
}

TEST_CASE("no command and unknown commands are refused, with the nearest one named") {
  checkRefused(runProgram({}), "no command; see orograph --help");
  checkRefused(runProgram({"generat"}), "unknown command generat; did you mean generate?");
  checkRefused(runProgram({"verfy", "x"}), "unknown command verfy; did you mean verify?");
  checkRefused(runProgram({"frobnicate"}), "unknown command frobnicate");
  checkRefused(runProgram({""}), "unknown command");
}

TEST_CASE("unknown options are refused, with the nearest one named") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  const auto generate = [&](const std::string& option) {
    return runProgram({"generate", spec, option}, {"", {}, folder.path()});
  };
  checkRefused(generate("--onyl"), "--onyl; did you mean --only?");
  checkRefused(generate("--quite"), "--quite; did you mean --quiet?");
  checkRefused(generate("--thread=2"), "did you mean --threads?");
  checkRefused(generate("--frobnicate"), "--frobnicate");
  checkRefused(generate("-x"), "-x");
  checkRefused(runProgram({"check", spec, "--st", "seed=1"}), "did you mean --set?");
  checkRefused(runProgram({"schema", "--tabel"}), "did you mean --table?");
  checkRefused(runProgram({"schema", "extra"}), "extra");
  checkRefused(runProgram({"check", spec, "extra"}), "unexpected argument extra");
  checkRefused(runProgram({"verify", spec, spec, "extra"}), "unexpected argument extra");
  checkRefused(runProgram({"verify", folder.path().string(), "--set", "seed=1"}), "--set goes with a spec");
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
}

TEST_CASE("missing arguments and values are refused") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  for (const std::string command : {"generate", "verify", "check"}) checkRefused(runProgram({command}), "required");
  for (const std::string option : {"-o", "--output", "--set", "--only", "--threads"}) {
    checkRefused(runProgram({"generate", spec, option}, {"", {}, folder.path()}), "orograph");
  }
  checkRefused(runProgram({"generate", spec, "--set", "seed"}, {"", {}, folder.path()}),
               "--set seed: it must be KEY=VALUE");
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
}

TEST_CASE("the option --only writes the files of the kinds asked for and leaves others alone") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"png", {"height.png"}},
      {"csv", {"profile.csv"}},
      {"obj", {"scene.obj"}},
      {"report", {"report.json"}},
      {"png,csv", {"height.png", "profile.csv"}},
      {"obj,report", {"SHA256SUMS", "report.json", "scene.obj"}},
      {"png,png", {"height.png"}},
      {"report,obj,csv,png", kAllFiles},
  };
  for (const auto& [kinds, files] : cases) {
    const test::TemporaryFolder folder;
    const std::string spec = folder.write("spec.json", kSmall);
    CAPTURE(kinds);
    CHECK(runProgram({"generate", spec, "--only", kinds, "-q", "-o", folder / "out"}).exitCode == 0);
    CHECK(test::listFolder(folder / "out/terrain") == files);
    folder.write("out/terrain/other.txt", "mine");
    CHECK(runProgram({"generate", spec, "--only=" + kinds, "-q", "-o", folder / "out"}).exitCode == 0);
    CHECK(test::readFile(folder / "out/terrain/other.txt") == "mine");
  }
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  for (const std::string kinds : {"", ",", "png,", ",png", "png,,csv", "jpg", "PNG", "png csv", "all"}) {
    const Outcome outcome = runProgram({"generate", spec, "--only", kinds}, {"", {}, folder.path()});
    checkRefused(outcome, "it must be some of ");
    for (const std::string_view kind : output::formatKinds()) CHECK(contains(outcome.err, kind));
    CHECK(contains(outcome.err, "report"));
    CHECK(contains(outcome.err, ", joined by commas"));
  }
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
}

TEST_CASE("a spec's outputs are what a run writes besides the report, unless --only says otherwise") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  const auto generate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"generate", spec, "-q", "-o", folder / "out"});
    CHECK(runProgram(more).exitCode == 0);
    const std::vector<std::string> files = test::listFolder(folder / "out/terrain");
    std::filesystem::remove_all(folder / "out");
    return files;
  };
  using Files = std::vector<std::string>;
  CHECK(generate({}) == kAllFiles);
  CHECK(generate({"--set", R"(outputs=["obj","png","csv"])"}) == kAllFiles);
  CHECK(generate({"--set", R"(outputs=["csv"])"}) == Files{"SHA256SUMS", "profile.csv", "report.json"});
  CHECK(generate({"--set", "outputs=[]"}) == Files{"report.json"});
  CHECK(generate({"--set", R"(outputs=["csv"])", "--only", "png"}) == Files{"height.png"});
  // A report says what was asked for, where it is not the usual.
  const auto check = [&](const std::string& outputs) {
    return runProgram({"check", spec, "--set", "outputs=" + outputs}).out;
  };
  CHECK(check(R"(["obj","csv","png"])") == runProgram({"check", spec}).out);
  CHECK(contains(runProgram({"check", spec}).out, R"("outputs": ["png", "csv", "obj"])"));
  CHECK(contains(check(R"(["obj","csv"])"), R"("outputs": ["csv", "obj"])"));
  CHECK(contains(check("[]"), R"("outputs": [])"));
  CHECK(runProgram({"generate", spec, "-q", "-o", folder / "out", "--set", R"(outputs=["obj"])"}).exitCode == 0);
  CHECK(runProgram({"verify", folder / "out/terrain"}).exitCode == 0);
  CHECK(runProgram({"verify", spec, folder / "out/terrain/report.json", "--set", R"(outputs=["obj"])"}).exitCode == 0);
  CHECK(runProgram({"verify", spec, folder / "out/terrain/report.json"}).exitCode == 1);
}

TEST_CASE("every kind of file can be asked for alone, and all of them stand before verify") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  std::string all = "report";
  for (const std::string_view kind : output::formatKinds()) {
    all += "," + std::string(kind);
    CAPTURE(kind);
    REQUIRE(runProgram({"generate", spec, "-q", "-o", folder / "one", "--only", std::string(kind)}).exitCode == 0);
    for (const std::string& name : test::listFolder(folder / "one/terrain")) {
      const auto mayWrite = [&](const output::Format& format) { return format.kind == kind && format.mayWrite(name); };
      CHECK(std::ranges::any_of(output::formats(), mayWrite));
    }
    std::filesystem::remove_all(folder / "one");
  }
  REQUIRE(runProgram({"generate", spec, "-q", "-o", folder / "out", "--only", all}).exitCode == 0);
  CHECK(runProgram({"verify", folder / "out/terrain"}).exitCode == 0);
  CHECK(runProgram({"verify", spec, folder / "out/terrain/report.json"}).exitCode == 0);
  CHECK(runProgram({"verify", spec, folder / "out/terrain/report.json", "--set", "seed=2"}).exitCode == 1);
  // A layer of another run is none of this report's.
  folder.write("out/terrain/mask-old.png", "");
  const Outcome outcome = runProgram({"verify", folder / "out/terrain"});
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, "mask-old.png: no file, as the report lists none"));
}

TEST_CASE("help lists every kind of the format table") {
  const std::string help = runProgram({"generate", "--help"}).out;
  for (const std::string_view kind : output::formatKinds()) CHECK(contains(help, kind));
}

TEST_CASE("the option --threads takes an integer from 1 to 1024, and the files never depend on it") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  for (const std::string threads :
       {"0", "-1", "abc", "", "1.5", "1025", "99999999999999999999", "1e3", " 1", "1 ", "0x2"}) {
    const Outcome outcome = runProgram({"generate", spec, "--threads=" + threads}, {"", {}, folder.path()});
    CAPTURE(threads, outcome.err);
    CHECK(outcome.exitCode == 2);
    CHECK(contains(outcome.err, "--threads"));
  }
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
  std::vector<std::string> contents;
  for (const std::string threads : {"1", "2", "7"}) {
    REQUIRE(runProgram({"generate", spec, "--threads", threads, "-q", "-o", folder / threads, "--set", "gridN=100",
                        "--set", "statsGridN=70"})
                .exitCode == 0);
    std::string all;
    for (const std::string& name : kAllFiles) all += test::readFile(folder / (threads + "/terrain/" + name));
    contents.push_back(all);
  }
  CHECK(contents[0] == contents[1]);
  CHECK(contents[0] == contents[2]);
}

TEST_CASE("the option --json prints one object per spec, with the sums of the files") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("a.json", kSmall);
  const std::string square = folder.write("b.json", R"({"name": "square", "generator": "diamond-square", "gridN": 2})");
  const Outcome outcome = runProgram({"generate", spec, square, "--json", "-o", folder / "out"});
  CHECK(outcome.exitCode == 0);
  std::istringstream lines(outcome.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    names.push_back(json["name"]);
    CHECK(json["folder"] == folder / "out/" + json["name"].get<std::string>());
    std::vector<std::string> files;
    for (const auto& file : json["files"]) {
      const std::string content =
          test::readFile(std::filesystem::path(json["folder"].get<std::string>()) / file["name"].get<std::string>());
      CHECK(file["bytes"] == content.size());
      CHECK(file["sha256"] == codec::sha256Hex(content));
      files.push_back(file["name"]);
    }
    CHECK(files == std::vector<std::string>{"height.png", "profile.csv", "scene.obj", "SHA256SUMS", "report.json"});
    const auto report =
        nlohmann::json::parse(test::readFile(std::filesystem::path(json["folder"].get<std::string>()) / "report.json"));
    CHECK(json["digests"]["heightFieldDigest"] == report["heightFieldDigest"]);
    for (const auto& [key, value] : json["digests"].items()) CHECK(report[key] == value);
  }
  CHECK(names == std::vector<std::string>{"terrain", "square"});
}

TEST_CASE("the summary names the folder and the files, -q is silent") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  const Outcome loud = runProgram({"generate", spec}, {"", {}, folder.path()});
  CHECK(loud.exitCode == 0);
  CHECK(contains(loud.out, "terrain: out/terrain\n"));
  for (const std::string& name : kAllFiles) CHECK(contains(loud.out, "  " + name + "  "));
  CHECK(loud.err.empty());
  CHECK(test::listFolder(folder / "out/terrain") == kAllFiles);

  const Outcome quiet = runProgram({"generate", spec, "--quiet"}, {"", {}, folder.path()});
  CHECK(quiet.exitCode == 0);
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
}

TEST_CASE("warnings go to standard error, not to the results") {
  const Outcome check = runProgram({"check", "-"}, {"{}", {}, {}});
  CHECK(check.exitCode == 0);
  CHECK(nlohmann::json::accept(check.out));
  CHECK(contains(check.err, "orograph: warning: of 4 octaves"));
  const test::TemporaryFolder folder;
  const Outcome json =
      runProgram({"generate", "-", "--json", "--only", "csv", "-o", folder.path().string()}, {"{}", {}, {}});
  CHECK(nlohmann::json::accept(json.out));
  CHECK(contains(json.err, "warning: of 4 octaves"));
}

TEST_CASE("a dash is standard input, named so in messages") {
  const test::TemporaryFolder folder;
  CHECK(runProgram({"generate", "-", "-q", "-o", folder / "out"}, {kSmall, {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "out/terrain") == kAllFiles);
  CHECK(runProgram({"verify", "-", folder / "out/terrain/report.json"}, {kSmall, {}, {}}).exitCode == 0);
  checkRefused(runProgram({"check", "-"}, {"{\"octaves\": 0}", {}, {}}),
               "standard input:1:13: /octaves: 0 is not allowed");
  checkRefused(runProgram({"check", "-"}, {"", {}, {}}), "standard input:1:1: not JSON");
}

TEST_CASE("the option -o may be relative, absolute, or several folders deep") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  for (const std::string& out :
       {std::string("a/b/c"), std::string("./d/"), folder / "e", std::string("a/../f"), std::string(".")}) {
    CAPTURE(out);
    CHECK(runProgram({"generate", spec, "-q", "--only", "csv", "-o", out}, {"", {}, folder.path()}).exitCode == 0);
    CHECK(test::listFolder(folder.path() / out / "terrain") == std::vector<std::string>{"profile.csv"});
  }
}

TEST_CASE("two specs of one name are refused before anything is written") {
  const test::TemporaryFolder folder;
  const std::string a = folder.write("a.json", kSmall), b = folder.write("b.json", "{}");
  const Outcome outcome = runProgram({"generate", a, b}, {"", {}, folder.path()});
  checkRefused(outcome, b + ": /name: \"terrain\" is not allowed: " + a + " writes to that folder already");
  checkRefused(runProgram({"generate", a, a}, {"", {}, folder.path()}), "writes to that folder already");
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"a.json", "b.json"});
}

TEST_CASE("a bad spec among several is refused before anything is written") {
  const test::TemporaryFolder folder;
  const std::string a = folder.write("a.json", kSmall), b = folder.write("b.json", R"({"name": "b", "octaves": 0})");
  checkRefused(runProgram({"generate", a, b}, {"", {}, folder.path()}), b + ":1:26: /octaves: 0 is not allowed");
  CHECK(runProgram({"generate", a, folder / "absent.json"}, {"", {}, folder.path()}).exitCode == 3);
  CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"a.json", "b.json"});
}

TEST_CASE("a refused spec leaves no folder behind") {
  const test::TemporaryFolder folder;
  for (const std::string spec :
       {"", "{", "{\"octaves\": 0}", "[]", "{\"a\": 1, \"a\": 2}", "\xff\xfe", "{\"name\": \"a/b\"}"}) {
    CAPTURE(spec);
    CHECK(runProgram({"generate", "-"}, {spec, {}, folder.path()}).exitCode == 2);
    CHECK(test::listFolder(folder.path()).empty());
  }
}

TEST_CASE("output over 16 GiB is refused unless --allow-huge") {
  const test::TemporaryFolder folder;
  checkRefused(runProgram({"generate", "-"}, {R"({"gridN": 65536})", {}, folder.path()}), "(16 GiB)");
  if (std::filesystem::space(folder.path()).available >> 39 != 0) {
    WARN("skipped: so much is free here that the run would not end");
    return;
  }
  const Outcome allowed = runProgram({"generate", "-", "--allow-huge"}, {R"({"gridN": 65536})", {}, folder.path()});
  CHECK(allowed.exitCode == 3);  // hundreds of gigabytes: more than is free here
  CHECK(contains(allowed.err, "No space left on device"));
  CHECK(test::listFolder(folder.path()).empty());
}

TEST_CASE("a closed standard output is exit 3") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"--version"},
                                             {"check", spec},
                                             {"schema"},
                                             {"generate", spec, "-o", folder / "out"},
                                             {"generate", spec, "--json", "-o", folder / "out"}}) {
    std::vector<std::string> arguments = {OROGRAPH_PROGRAM};
    arguments.insert(arguments.end(), command.begin(), command.end());
    const Outcome outcome = shell("exec \"$@\" >&-", arguments);
    CAPTURE(command[0], outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(contains(outcome.err, "cannot write to standard output: "));
  }
  CHECK(
      shell("exec \"$@\" >&- 2>&- <&-", {OROGRAPH_PROGRAM, "generate", spec, "-q", "-o", folder / "silent"}).exitCode ==
      0);
  CHECK(runProgram({"verify", folder / "silent/terrain"}).exitCode == 0);
}

TEST_CASE("a full standard output is exit 3") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", kSmall), full = folder / "full";
  // A node of our own: a careless program could replace the system's.
  if (::geteuid() != 0 || test::runCommand({"mknod", "-m", "666", full, "c", "1", "7"}).exitCode != 0 ||
      shell("{ : >\"$1\"; } && ! echo x >\"$1\"", {full}).exitCode != 0) {
    WARN("skipped: no full device can be made here");
    return;
  }
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"--help"}, {"check", spec}, {"schema"}, {"generate", spec, "-o", folder / "out"}}) {
    std::vector<std::string> arguments = {full, OROGRAPH_PROGRAM};
    arguments.insert(arguments.end(), command.begin(), command.end());
    const Outcome outcome = shell("full=$1; shift; exec \"$@\" >\"$full\"", arguments);
    CAPTURE(command[0], outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(contains(outcome.err, "cannot write to standard output: No space left on device"));
  }
}

TEST_CASE("a missing spec, or a folder in its place, is exit 3 with path and reason") {
  const test::TemporaryFolder folder;
  for (const std::string command : {"check", "generate"}) {
    const Outcome missing = runProgram({command, folder / "absent.json"}, {"", {}, folder.path()});
    CHECK(missing.exitCode == 3);
    CHECK(missing.err == "orograph: cannot read " + folder / "absent.json" + ": No such file or directory\n");
    const Outcome directory = runProgram({command, folder.path().string()}, {"", {}, folder.path()});
    CHECK(directory.exitCode == 3);
    CHECK(contains(directory.err, "Is a directory"));
  }
  CHECK(test::listFolder(folder.path()).empty());
}

TEST_CASE("control bytes are escaped in every message") {
  const test::TemporaryFolder folder;
  const std::string nasty =
      "a\x1b[31m\x07\r\n\t\x7f\xc2\x9b"
      "31m\x9b"
      "b";
  const std::string spec = folder.write(nasty + ".json", kSmall),
                    bad = folder.write(nasty + "2.json", "{\"octaves\": 0}");
  const std::vector<std::vector<std::string>> commands = {
      {nasty},
      {"generate", nasty},
      {"check", nasty},
      {"check", bad},
      {"check", spec, nasty},
      {"check", spec, "--" + nasty},
      {"verify", nasty},
      {"verify", spec, nasty},
      {"verify", spec, spec},
      {"generate", spec, "--only", nasty},
      {"generate", spec, "--threads", nasty},
      {"generate", spec, "--set", nasty},
      {"generate", spec, "--set", nasty + "=1"},
      {"generate", spec, "--set", "name=" + nasty},
      {"generate", spec, "--set", "image." + nasty + "=1"},
      {"generate", spec, spec},
      {"generate", spec, "-o", spec + "/" + nasty},
      {"--" + nasty},
      {"generate", spec, "-o", folder / nasty},
      {"schema", nasty},
      {"verify", folder / nasty},
      {"verify", folder / nasty + "/terrain"},
  };
  for (const std::vector<std::string>& command : commands) {
    const Outcome outcome = runProgram(command, {"", {}, folder.path()});
    CAPTURE(command[0], outcome.out, outcome.err);
    CHECK(isPlain(outcome.out));
    CHECK(isPlain(outcome.err));
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') <= 1);
  }
  for (const std::string text :
       {"{\"a\\u001b[31m\\u009b\": 1}", "{\"name\": \"\\u001b\\u007f\\u0085\"}", "{\"\x1b\": 1}", "{\"\xc2\x9b\": 1}",
        "\x1b[31m", "{\"seed\": \"0x\x7f\"}", "{\"generator\": \"\xc2\x85\"}", "{\"seed\": \x07}"}) {
    const Outcome outcome = runProgram({"check", "-"}, {text, {}, {}});
    CAPTURE(outcome.err);
    CHECK(outcome.exitCode == 2);
    CHECK(isPlain(outcome.err));
  }
}

TEST_CASE("options may stand before and after the specs") {
  const test::TemporaryFolder folder;
  folder.write("spec.json", kSmall);
  folder.write("-odd.json", kSmall);
  CHECK(runProgram({"generate", "-q", "--set", "seed=1", "--only", "csv", "spec.json", "-o", "x"},
                   {"", {}, folder.path()})
            .exitCode == 0);
  CHECK(runProgram({"generate", "-q", "./-odd.json", "--only", "csv", "-o", "z"}, {"", {}, folder.path()}).exitCode ==
        0);
  for (const std::string out : {"x", "z"})
    CHECK(test::listFolder(folder / (out + "/terrain")) == std::vector<std::string>{"profile.csv"});
}

TEST_CASE("the option --set applies to every spec, in order") {
  const test::TemporaryFolder folder;
  const std::string a = folder.write("a.json", R"({"name": "a", "seed": 1})"),
                    b = folder.write("b.json", R"({"name": "b"})");
  REQUIRE(runProgram({"generate", a, b, "-q", "--only", "report", "-o", folder / "out", "--set", "seed=3", "--set",
                      "seed=4", "--set", "gridN=2"})
              .exitCode == 0);
  for (const std::string name : {"a", "b"}) {
    const auto report = nlohmann::json::parse(test::readFile(folder / ("out/" + name + "/report.json")));
    CHECK(report["spec"]["seed"] == 4);
    CHECK(report["spec"]["gridN"] == 2);
  }
}
