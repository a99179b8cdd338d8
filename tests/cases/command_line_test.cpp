// Trouble cases of running the program: sizes, folders, options, exit codes.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "cases/cases.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;
using test::TemporaryFolder;

namespace {

test::RunOptions input(const std::string& spec) { return {spec, {}, {}}; }

void checkTooLarge(const std::vector<std::string>& settings, const std::vector<std::string>& parts,
                   const std::string& kinds = "png,csv,obj,report") {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"generate", "-", "-q", "-o", folder / "out", "--only", kinds};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  const Timed refused(arguments, input("{}"));
  INFO(settings.front() << ": " << refused.seconds << " s\n" << refused.outcome.err);
  CHECK(refused.outcome.exitCode == 2);
  for (const std::string& part : parts) CHECK(contains(refused.outcome.err, part));
  CHECK(refused.seconds < 1);
  CHECK(test::listFolder(folder.path()).empty());
}

}  // namespace

TEST_CASE("B047 sizes beyond a key's range are refused at once") {
  for (const std::string size : {"2147483647", "1000000000", "4294967297", "9223372036854775808"}) {
    const std::string allowed = size + " is not allowed: it must be an integer from 1 to 1048576";
    checkTooLarge({"image.width=" + size, "image.height=1"}, {"/image/width: " + allowed});
    checkTooLarge({"image.width=1", "image.height=" + size}, {"/image/height: " + allowed});
    checkTooLarge({"image.width=" + size, "image.height=" + size}, {"/image/width: " + allowed});
    checkTooLarge({"gridN=" + size}, {"/gridN: " + size + " is not allowed: it must be an integer from 1 to 65536"});
  }
}

TEST_CASE("B047 an output over 16 GiB is refused at once") {
  checkTooLarge({"image.width=1048576", "image.height=1048576"}, {"16 GiB", "--allow-huge"});
  checkTooLarge({"gridN=65536"}, {"17179869184", "16 GiB", "--allow-huge"});
  checkTooLarge({"generator=diamond-square", "gridN=65536"}, {"17179869184", "16 GiB", "--allow-huge"});
}

TEST_CASE("B047 an 8-bit image of more bytes than its encoder counts is refused at once") {
  for (const std::string range : {"data", "full"}) {
    checkTooLarge({"image.width=46341", "image.height=46341", "image.bits=8", "image.range=" + range},
                  {"/image", "46341"}, "png");
    checkTooLarge({"image.width=65536", "image.height=65536", "image.bits=8", "image.range=" + range},
                  {"/image", "65536"});
  }
}

TEST_CASE("B093 missing output folders are made") {
  const TemporaryFolder folder;
  const auto outcome = test::runProgram({"generate", "-", "-o", folder / "nosuch/dir"}, input("{}"));
  CHECK(outcome.exitCode == 0);
  CHECK(test::listFolder(folder / "nosuch/dir/terrain").size() == 5);
}

TEST_CASE("B093 where an output cannot be written the run fails with its path and leaves nothing") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a/terrain/height.png");  // a folder in place of the file
  const auto blocked = test::runProgram({"generate", "-", "-o", folder / "a"}, input("{}"));
  CHECK(blocked.exitCode == 3);
  CHECK(contains(blocked.err, folder / "a/terrain/height.png"));
  CHECK(test::listFolder(folder / "a/terrain") == std::vector<std::string>{"height.png"});

  folder.write("file", "precious");
  for (const std::string path : {"file", "file/below"}) {
    const auto outcome = test::runProgram({"generate", "-", "-o", folder / path}, input("{}"));
    CHECK(outcome.exitCode == 3);
    CHECK(contains(outcome.err, folder / "file"));
    CHECK(outcome.out.empty());
  }
  CHECK(test::readFile(folder / "file") == "precious");
}

TEST_CASE("B093 a read-only folder makes the run fail with its path") {
  const TemporaryFolder folder;
  const std::string locked = folder / "locked";
  std::filesystem::create_directory(locked);
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(locked.c_str(), 0555);
  std::vector<std::string> command;
  if (::geteuid() == 0) {  // to whom no folder is read-only
    command = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    if (!test::haveProgram("setpriv")) {
      WARN("skipped: run as root without setpriv");
      return;
    }
  }
  command.emplace_back(OROGRAPH_PROGRAM);
  std::vector<std::string> version = command;
  version.emplace_back("--version");
  if (test::runCommand(version).exitCode != 0) {
    WARN("skipped: another user cannot run " << OROGRAPH_PROGRAM);
    return;
  }
  command.insert(command.end(), {"generate", "-", "-o", locked});
  const auto outcome = test::runCommand(command, input("{}"));
  CHECK(outcome.exitCode == 3);
  CHECK(contains(outcome.err, locked));
  CHECK(contains(outcome.err, "Permission denied"));
  CHECK(outcome.out.empty());
  CHECK(test::listFolder(locked).empty());
}

TEST_CASE("B095 a second run replaces the files of the first, and only those") {
  const TemporaryFolder folder;
  const auto generate = [&](const std::string& spec) {
    return test::runProgram({"generate", "-", "-o", folder / "out"}, input(spec)).exitCode;
  };
  REQUIRE(generate(R"({"seed": 1})") == 0);
  const std::string first = test::readFile(folder / "out/terrain/report.json");
  folder.write("out/terrain/notes.txt", "mine");
  REQUIRE(generate(R"({"seed": 2})") == 0);
  CHECK(test::readFile(folder / "out/terrain/report.json") != first);
  CHECK(test::runProgram({"verify", folder / "out/terrain"}).exitCode == 0);
  REQUIRE(generate(R"({"seed": 1})") == 0);
  CHECK(test::readFile(folder / "out/terrain/report.json") == first);
  CHECK(test::readFile(folder / "out/terrain/notes.txt") == "mine");
  CHECK(test::listFolder(folder / "out/terrain").size() == 6);
}

TEST_CASE("B095 two specs of one name in one run are refused before anything is written") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.json", R"({"name": "one"})"),
                    b = folder.write("b.json", R"({"name": "one", "seed": 2})");
  const auto outcome = test::runProgram({"generate", a, b, "-o", folder / "out"});
  CHECK(outcome.exitCode == 2);
  CHECK(contains(outcome.err, b + ": /name: \"one\" is not allowed"));
  CHECK(contains(outcome.err, a));
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
  CHECK(test::runProgram({"generate", a, a, "-o", folder / "out"}).exitCode == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("B097 relative paths start at the working directory, and the summary says where files went") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  folder.write("sub/a.json", R"({"name": "here"})");
  const test::RunOptions parent{"", {}, folder.path()};
  const auto outcome = test::runProgram({"generate", "sub/a.json", "-o", "maps/new"}, parent);
  CHECK(outcome.exitCode == 0);
  CHECK(std::filesystem::exists(folder / "maps/new/here/height.png"));
  CHECK(contains(outcome.out, "here: maps/new/here\n"));
  CHECK(test::listFolder(folder / "sub") == std::vector<std::string>{"a.json"});

  CHECK(test::runProgram({"generate", "sub/a.json"}, parent).exitCode == 0);
  CHECK(std::filesystem::exists(folder / "out/here/height.png"));
  const auto json = test::runProgram({"generate", "sub/a.json", "--json", "--only", "report"}, parent);
  CHECK(nlohmann::json::parse(json.out)["folder"] == "out/here");
}

TEST_CASE("B099 a mistyped option is refused with the word and a hint, and nothing is written") {
  struct Case {
    std::vector<std::string> arguments;
    std::string word;
  };
  for (const Case& one : std::vector<Case>{{{"generate", "a.json", "--sede", "5"}, "--sede"},
                                           {{"generate", "a.json", "--sett", "seed=5"}, "--sett; did you mean --set?"},
                                           {{"generate", "a.json", "-seed", "5"}, "-seed"},
                                           {{"check", "a.json", "extra"}, "extra"},
                                           {{"verify", "a.json", "a.json", "extra"}, "extra"},
                                           {{"schema", "extra"}, "extra"},
                                           {{"generat", "a.json"}, "generat; did you mean generate?"},
                                           {{"--sede", "5", "generate", "a.json"}, "--sede"},
                                           {{"generate", "a.json", "-o"}, "--output"},
                                           {{"generate", "a.json", "--set"}, "--set"},
                                           {{"generate", "a.json", "--only"}, "--only"},
                                           {{"generate", "a.json", "--threads"}, "--threads"},
                                           {{"generate", "a.json", "--threads", "two"}, "--threads: \"two\""},
                                           {{"generate", "a.json", "--only", "jpg"}, "--only: \"jpg\""},
                                           {{"generate", "a.json", "--set", "sede=5"}, "did you mean \"seed\"?"}}) {
    const TemporaryFolder folder;
    folder.write("a.json", "{}");
    const auto outcome = test::runProgram(one.arguments, {"", {}, folder.path()});
    INFO(one.word << "\n" << outcome.err);
    CHECK(outcome.exitCode == 2);
    CHECK(contains(outcome.err, one.word));
    const bool hinted =
        contains(outcome.err, "--help") || contains(outcome.err, "must be") || contains(outcome.err, "did you mean");
    CHECK(hinted);
    CHECK(outcome.out.empty());
    CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"a.json"});
  }
}

TEST_CASE("B101 every error ends with its exit code and a message on standard error") {
  const TemporaryFolder folder;
  folder.write("empty.json", "");
  folder.write("good.json", "{}");
  folder.write("file", "");
  folder.write("wrong.json", R"({"expectedTerrainVertices": 5})");
  const test::RunOptions there{"", {}, folder.path()};
  const auto failsWith = [&](int code, const std::vector<std::string>& arguments, const std::string& part) {
    const auto outcome = test::runProgram(arguments, there);
    INFO(outcome.err);
    CHECK(outcome.exitCode == code);
    CHECK(contains(outcome.err, part));
  };
  failsWith(3, {"generate", "missing.json"}, "missing.json: No such file or directory");
  failsWith(2, {"generate", "empty.json"}, "empty.json:1:1");
  failsWith(2, {"generate", "good.json", "--only", "png,gif"}, "gif");
  failsWith(3, {"generate", "good.json", "-o", "file"}, "file");
  failsWith(2, {"generate"}, "SPEC");
  failsWith(2, {}, "no command");
  failsWith(1, {"generate", "wrong.json"}, "expectedTerrainVertices: 5 expected, 289 found");
  for (const std::string help : {"--help", "--version"}) {
    const auto outcome = test::runProgram({help}, there);
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK_FALSE(outcome.out.empty());
  }
}
