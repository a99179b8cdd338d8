#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

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
    R"({"name": "small", "octaves": 2, "latticeShift": 22, "gridN": 30, "statsGridN": 20, "profileSamples": 50})";
const std::vector<std::string> kFiles = {"SHA256SUMS", "height.png", "profile.csv", "report.json", "scene.obj"};
const std::vector<std::string> kReplace = {"--set", "seed=2"};  // a run whose files all differ from those before

using Contents = std::map<std::string, std::string>;

Contents contentsOf(const std::string& folder) {
  Contents contents;
  for (const std::string& name : test::listFolder(folder)) contents[name] = test::readFile(folder + "/" + name);
  return contents;
}

/// A folder that holds the files of an earlier run.
struct Earlier {
  test::TemporaryFolder folder;
  std::string spec, out, small;
  Contents files;

  Earlier() : spec(folder.write("spec.json", kSmall)), out(folder / "out"), small(out + "/small") {
    REQUIRE(runProgram({"generate", spec, "-q", "-o", out}).exitCode == 0);
    files = contentsOf(small);
    REQUIRE(files.size() == 5);
  }

  std::vector<std::string> command() const {
    std::vector<std::string> words = {OROGRAPH_PROGRAM, "generate", spec, "-q", "-o", out};
    words.insert(words.end(), kReplace.begin(), kReplace.end());
    return words;
  }

  /// Exit 3 with a message, the old files as they were, and nothing else in the folder.
  void checkUntouched(const Outcome& outcome, const std::string& reason) const {
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(outcome.err.starts_with("orograph: cannot "));
    CHECK(contains(outcome.err, small));
    CHECK(contains(outcome.err, reason));
    CHECK((contentsOf(small) == files));
  }
};

Outcome inShell(const std::string& script, std::vector<std::string> command, const test::RunOptions& options = {}) {
  command.insert(command.begin(), {"sh", "-c", script, "sh"});
  return test::runCommand(command, options);
}

/// Whether the system calls of a child can be traced here; if not, says so.
bool canTrace() {
  if (test::haveProgram("strace") && test::runCommand({"strace", "-f", "-qq", "-o", "/dev/null", "true"}).exitCode == 0)
    return true;
  WARN("skipped: strace is missing or may not trace here");
  return false;
}

/// Runs a command under strace. Under a tracer the leak check of a sanitized build cannot work.
Outcome runTraced(std::vector<std::string> traced, const std::vector<std::string>& command) {
  traced.insert(traced.begin(), {"strace", "-f", "-qq"});
  traced.insert(traced.end(), command.begin(), command.end());
  const char* options = std::getenv("ASAN_OPTIONS");
  return test::runCommand(
      traced, {"", {"ASAN_OPTIONS=" + std::string(options == nullptr ? "" : options) + ":detect_leaks=0"}, {}});
}

Outcome runWithFault(const std::string& call, const std::string& fault, const std::vector<std::string>& command) {
  return runTraced({"-o", "/dev/null", "-e", "trace=" + call, "-e", "inject=" + call + ":" + fault}, command);
}

/// Which calls of a kind, counted from 1, concern the folder or its temporary files.
std::vector<int> callsWithin(const Earlier& earlier, const std::string& call, const std::string& mark) {
  const test::TemporaryFolder scratch;
  REQUIRE(runTraced({"-y", "-o", scratch / "log", "-e", "trace=" + call}, earlier.command()).exitCode == 0);
  std::istringstream log(test::readFile(scratch / "log"));
  std::vector<int> found;
  int count = 0;
  for (std::string line; std::getline(log, line);) {
    if (!contains(line, call + "(")) continue;
    ++count;
    if (contains(line, mark)) found.push_back(count);
  }
  return found;
}

/// The faults of one call: at each of its uses on the output the old files must stand.
void checkEveryFault(const std::string& call, const std::string& mark,
                     const std::vector<std::pair<std::string, std::string>>& errors, std::size_t fewest) {
  const std::vector<int> uses = callsWithin(Earlier(), call, mark);
  CAPTURE(call);
  CHECK(uses.size() >= fewest);
  for (const int use : uses) {
    for (const auto& [error, reason] : errors) {
      const Earlier earlier;
      CAPTURE(use, error);
      earlier.checkUntouched(runWithFault(call, "error=" + error + ":when=" + std::to_string(use), earlier.command()),
                             reason);
    }
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// How long a run may take to end after a signal. Sanitized code is several times slower.
constexpr int kPatienceMilliseconds = kSanitized ? 10000 : 1000;

const std::vector<std::pair<std::string, std::string>> kDiskErrors = {{"ENOSPC", "No space left on device"},
                                                                      {"EIO", "Input/output error"}};

/// A tiny disk of its own, or none where it cannot be mounted.
class TinyDisk {
 public:
  TinyDisk() {
    std::filesystem::create_directory(folder_ / "disk");
    mounted_ =
        ::geteuid() == 0 && test::runCommand({"mount", "-t", "tmpfs", "-o", "size=64k", "none", path()}).exitCode == 0;
    if (!mounted_) WARN("skipped: no tmpfs can be mounted here");
  }
  ~TinyDisk() {
    if (mounted_) test::runCommand({"umount", path()});
  }
  TinyDisk(const TinyDisk&) = delete;
  TinyDisk& operator=(const TinyDisk&) = delete;

  bool mounted() const { return mounted_; }
  std::string path() const { return folder_ / "disk"; }

 private:
  test::TemporaryFolder folder_;
  bool mounted_;
};

}  // namespace

TEST_CASE("output larger than the free space is refused before any work") {
  const TinyDisk disk;
  if (!disk.mounted()) return;
  // Large enough to take minutes, were it begun.
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = runProgram({"generate", "-", "-o", disk.path() + "/new"}, {R"({"gridN": 8192})", {}, {}});
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  CAPTURE(outcome.err);
  CHECK(outcome.exitCode == 3);
  CHECK(contains(outcome.err, disk.path()));
  CHECK(contains(outcome.err, "No space left on device"));
  CHECK(test::listFolder(disk.path()).empty());
}

TEST_CASE("a disk that fills up on the way leaves the old files") {
  const TinyDisk disk;
  if (!disk.mounted()) return;
  const std::string out = disk.path() + "/out", small = out + "/small";
  REQUIRE(runProgram({"generate", "-", "-q", "--only", "csv,report", "-o", out}, {kSmall, {}, {}}).exitCode == 0);
  const Contents before = contentsOf(small);
  REQUIRE(before.size() == 3);
  // All but the last few bytes are taken: the profile may fit, the report will not.
  inShell("head -c 65536 </dev/zero >\"$1\"", {disk.path() + "/filler"});
  for (const std::string kinds :
       {"report", "csv,report", "png", "csv,png,obj,report", "r16", "i32,r32", "tiff", "tiff32", "exr,report"}) {
    const Outcome outcome =
        runProgram({"generate", "-", "-q", "--only", kinds, "-o", out, "--set", "seed=2"}, {kSmall, {}, {}});
    CAPTURE(kinds, outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(contains(outcome.err, "No space left on device"));
    CHECK((contentsOf(small) == before));
    const Outcome elsewhere =
        runProgram({"generate", "-", "-q", "--only", kinds, "-o", disk.path() + "/other"}, {kSmall, {}, {}});
    CHECK(elsewhere.exitCode == 3);
    CHECK(test::listFolder(disk.path()) == std::vector<std::string>{"filler", "out"});
  }
}

TEST_CASE("a failing write leaves the old files, whichever write it is") {
  if (canTrace()) checkEveryFault("write", ".tmp>", kDiskErrors, 5);
}

TEST_CASE("a failing flush leaves the old files, whichever file it is of") {
  if (canTrace()) checkEveryFault("fsync", "/small", kDiskErrors, 6);
}

TEST_CASE("a failing close leaves the old files, whichever file it is of") {
  if (canTrace()) checkEveryFault("close", ".tmp>", kDiskErrors, 5);
}

TEST_CASE("a temporary file that cannot be created leaves the old files") {
  if (canTrace())
    checkEveryFault(
        "openat", ".tmp\"",
        {{"ENOSPC", "No space left on device"}, {"EACCES", "Permission denied"}, {"EMFILE", "Too many open files"}}, 5);
}

TEST_CASE("a failing rename puts the old files back, whichever file it is of") {
  if (!canTrace()) return;
  const std::size_t renames = callsWithin(Earlier(), "renameat", "/small").size();
  const std::size_t others = callsWithin(Earlier(), "renameat2", "/small").size();
  REQUIRE(renames + others >= 5);
  if (renames > 0)
    checkEveryFault("renameat", "/small", {{"EIO", "Input/output error"}, {"EACCES", "Permission denied"}}, 5);
  if (others > 0)
    checkEveryFault("renameat2", "/small", {{"EIO", "Input/output error"}, {"EACCES", "Permission denied"}}, 5);
}

TEST_CASE("where hard links cannot be made the new set is whole, or the old one stands") {
  if (!canTrace()) return;
  for (const std::string when : {"1", "2", "5", "1+"}) {
    const Earlier earlier;
    const Outcome outcome = runWithFault("linkat", "error=EPERM:when=" + when, earlier.command());
    CAPTURE(when, outcome.err);
    if (outcome.exitCode != 0) {
      earlier.checkUntouched(outcome, "Operation not permitted");
    } else {
      CHECK(test::listFolder(earlier.small) == kFiles);
      CHECK(runProgram({"verify", earlier.spec, earlier.small + "/report.json", "--set", "seed=2"}).exitCode == 0);
      CHECK(runProgram({"verify", earlier.small}).exitCode == 0);
    }
  }
}

TEST_CASE("where hard links cannot be made a failing rename leaves no report that vouches for other files") {
  if (!canTrace()) return;
  for (int use = 1; use <= 6; ++use) {
    const Earlier earlier;
    const Outcome outcome =
        runTraced({"-o", "/dev/null", "-e", "trace=linkat,renameat", "-e", "inject=linkat:error=EPERM", "-e",
                   "inject=renameat:error=EIO:when=" + std::to_string(use)},
                  earlier.command());
    CAPTURE(use, outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(test::listFolder(earlier.small).size() >= 4);
    for (const std::string& name : test::listFolder(earlier.small)) CHECK(name[0] != '.');
    const int verified = runProgram({"verify", earlier.small}).exitCode;
    CHECK((verified == 0 || !std::filesystem::exists(earlier.small + "/report.json")));
  }
}

TEST_CASE("a first run that fails leaves nothing, not even the folders") {
  if (!canTrace()) return;
  for (const auto& [call, fault] : std::vector<std::pair<std::string, std::string>>{{"write", "error=ENOSPC:when=2"},
                                                                                    {"fsync", "error=EIO:when=1"},
                                                                                    {"fsync", "error=EIO:when=5"},
                                                                                    {"renameat", "error=EIO:when=4"},
                                                                                    {"renameat", "error=EIO:when=6"}}) {
    if (kSanitized && call == "write") continue;  // the sanitizer writes too, and does not stand a failure
    const test::TemporaryFolder folder;
    const std::string spec = folder.write("spec.json", kSmall);
    const Outcome outcome = runWithFault(call, fault, {OROGRAPH_PROGRAM, "generate", spec, "-q", "-o", folder / "a/b"});
    CAPTURE(call, fault, outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
  }
}

TEST_CASE("interrupted calls are taken up again") {
  if (!canTrace()) return;
  for (const std::string when : {"1", "2", "4"}) {
    const Earlier earlier;
    CAPTURE(when);
    CHECK(runWithFault("write", "error=EINTR:when=" + when, earlier.command()).exitCode == 0);
    CHECK(runProgram({"verify", earlier.small}).exitCode == 0);
  }
  const Earlier earlier;
  CHECK(runWithFault("read", "error=EINTR:when=" + std::to_string(callsWithin(Earlier(), "read", "spec.json").at(0)),
                     earlier.command())
            .exitCode == 0);
}

TEST_CASE("a failing read of the spec is exit 3") {
  if (!canTrace()) return;
  const Earlier earlier;
  const Outcome outcome = runWithFault(
      "read", "error=EIO:when=" + std::to_string(callsWithin(Earlier(), "read", "spec.json").at(0)), earlier.command());
  CHECK(outcome.exitCode == 3);
  CHECK(outcome.err == "orograph: cannot read " + earlier.spec + ": Input/output error\n");
  CHECK((contentsOf(earlier.small) == earlier.files));
}

TEST_CASE("a file-size limit is exit 3, not a signal") {
  const Earlier earlier;
  earlier.checkUntouched(inShell("ulimit -f 8; exec \"$@\"", earlier.command()), "File too large");
}

TEST_CASE("missing folders are made") {
  const test::TemporaryFolder folder;
  CHECK(runProgram({"generate", "-", "-q", "-o", folder / "a/b/c"}, {kSmall, {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "a/b/c/small") == kFiles);
}

TEST_CASE("a file where a folder is needed is exit 3 and stays") {
  const test::TemporaryFolder folder;
  folder.write("file", "mine");
  folder.write("out/small", "mine too");
  for (const std::string out : {"file", "file/deeper", "out"}) {
    const Outcome outcome = runProgram({"generate", "-", "-q", "-o", folder / out}, {kSmall, {}, {}});
    CAPTURE(out, outcome.err);
    CHECK(outcome.exitCode == 3);
    CHECK(contains(outcome.err, folder / out));
    CHECK(contains(outcome.err, "Not a directory"));
  }
  CHECK(test::readFile(folder / "file") == "mine");
  CHECK(test::readFile(folder / "out/small") == "mine too");
}

TEST_CASE("a read-only folder is exit 3, the files in it intact") {
  const Earlier earlier;
  std::vector<std::string> command = earlier.command();
  if (::geteuid() == 0) {
    if (!test::haveProgram("setpriv")) {
      WARN("skipped: root ignores modes, and setpriv is missing");
      return;
    }
    // Another user must be able to reach the program and its input.
    std::filesystem::copy_file(OROGRAPH_PROGRAM, earlier.folder / "orograph");
    command[0] = earlier.folder / "orograph";
    REQUIRE(::chmod(earlier.folder.path().c_str(), 0755) == 0);
    command.insert(command.begin(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
  }
  REQUIRE(::chmod(earlier.small.c_str(), 0555) == 0);
  earlier.checkUntouched(test::runCommand(command), "Permission denied");
  REQUIRE(::chmod(earlier.out.c_str(), 0555) == 0);
  command.insert(command.end(), {"--set", "name=another"});
  const Outcome another = test::runCommand(command);
  CHECK(another.exitCode == 3);
  CHECK(contains(another.err, earlier.out + "/another: Permission denied"));
  CHECK(test::listFolder(earlier.out) == std::vector<std::string>{"small"});
  ::chmod(earlier.out.c_str(), 0755);
  ::chmod(earlier.small.c_str(), 0755);
}

TEST_CASE("a folder, link, pipe, device or socket in a file's place is refused up front and stays") {
  const test::TemporaryFolder other;
  const std::string target = other.write("target", "mine");
  const std::vector<std::pair<std::string, std::vector<std::string>>> kinds = {
      {"a folder", {"mkdir"}},
      {"a symbolic link", {"ln", "-s", target}},
      {"a symbolic link", {"ln", "-s", other / "nowhere"}},
      {"a pipe", {"mkfifo"}},
      {"a device", {"mknod", "-m", "666"}},
  };
  for (const auto& [kind, make] : kinds) {
    for (const std::string& name : kFiles) {
      Earlier earlier;
      const std::string path = earlier.small + "/" + name;
      std::filesystem::remove(path);
      std::vector<std::string> command = make;
      command.push_back(path);
      if (kind == "a device") command.insert(command.end(), {"c", "1", "3"});
      if (test::runCommand(command).exitCode != 0) {
        WARN("skipped: cannot make " + kind);
        break;
      }
      earlier.files.erase(name);
      struct stat before {
      }, after{};
      REQUIRE(::lstat(path.c_str(), &before) == 0);
      const Outcome outcome = test::runCommand(earlier.command());
      CAPTURE(kind, name, outcome.err);
      CHECK(outcome.exitCode == 3);
      CHECK(outcome.err == "orograph: cannot write " + path + ": it is " + kind + ", not a regular file\n");
      REQUIRE(::lstat(path.c_str(), &after) == 0);
      CHECK(before.st_ino == after.st_ino);
      CHECK(before.st_mode == after.st_mode);
      for (const auto& [file, content] : earlier.files) CHECK((test::readFile(earlier.small + "/" + file) == content));
      CHECK(test::listFolder(earlier.small) == kFiles);
    }
  }
  CHECK(test::readFile(target) == "mine");
  CHECK(test::listFolder(other.path()) == std::vector<std::string>{"target"});
}

TEST_CASE("a link to a folder may stand for the output folder") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_directory_symlink(folder / "real", folder / "link");
  CHECK(runProgram({"generate", "-", "-q", "-o", folder / "link"}, {kSmall, {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "real/small") == kFiles);
}

TEST_CASE("other files of the folder are left alone, a second run replaces the first") {
  const Earlier earlier;
  earlier.folder.write("out/small/.hidden.tmp", "mine");
  earlier.folder.write("out/small/notes.txt", "mine");
  CHECK(test::runCommand(earlier.command()).exitCode == 0);
  const Contents now = contentsOf(earlier.small);
  CHECK(now.size() == 7);
  CHECK(now.at(".hidden.tmp") == "mine");
  CHECK(now.at("notes.txt") == "mine");
  for (const auto& [name, content] : earlier.files) CHECK((now.at(name) != content));
}

TEST_CASE("SIGINT and SIGTERM end a long run at once and leave nothing behind") {
  if (!test::haveProgram("timeout")) {
    WARN("skipped: timeout is missing");
    return;
  }
  for (const auto& [signal, exitCode] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    for (const std::string kinds : {"report", "obj", "png,csv,obj,report"}) {
      const test::TemporaryFolder folder;
      const std::string spec = folder.write(
          "spec.json", R"({"name": "long", "octaves": 16, "gridN": 8192, "image": {"width": 8192, "height": 8192}})");
      const auto start = std::chrono::steady_clock::now();
      const Outcome outcome = test::runCommand({"timeout", "--preserve-status", "-s", signal, "0.4", OROGRAPH_PROGRAM,
                                                "generate", spec, "-q", "--only", kinds, "-o", folder / "out"});
      const auto milliseconds =
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
      CAPTURE(signal, kinds, milliseconds, outcome.err);
      CHECK(outcome.exitCode == exitCode);
      CHECK(milliseconds >= 400);
      CHECK(milliseconds < 400 + kPatienceMilliseconds);
      CHECK(outcome.err == "orograph: interrupted; files of unfinished specs are as they were\n");
      CHECK(test::listFolder(folder.path()) == std::vector<std::string>{"spec.json"});
    }
  }
}

TEST_CASE("an interrupted run leaves the old files") {
  if (!test::haveProgram("timeout")) return;
  const Earlier earlier;
  std::vector<std::string> command = earlier.command();
  command.insert(command.begin(), {"timeout", "--preserve-status", "-s", "INT", "0.3"});
  command.insert(command.end(), {"--set", "gridN=8192", "--set", "octaves=16"});
  CHECK(test::runCommand(command).exitCode == 130);
  CHECK((contentsOf(earlier.small) == earlier.files));
}

TEST_CASE("all files and results are the same under a locale with a decimal comma") {
  const test::TemporaryFolder folder;
  const std::string compiled = folder / "de_DE.UTF-8";
  const std::vector<std::string> german = {"LOCPATH=" + folder.path().string(), "LC_ALL=de_DE.UTF-8",
                                           "LANG=de_DE.UTF-8"};
  if (test::haveProgram("localedef")) test::runCommand({"localedef", "-i", "de_DE", "-f", "UTF-8", compiled});
  if (test::runCommand({"locale", "decimal_point"}, {"", german, {}}).out != ",\n") {
    WARN("skipped: the locale de_DE.UTF-8 cannot be made here");
    return;
  }
  const std::vector<std::string> plain = {"LC_ALL=C"};
  for (const std::string name : {"lantern", "diamond-square", "wide", "cross-section"}) {
    const std::string spec = test::projectPath("config/" + name + ".json").string();
    const Outcome there = runProgram({"generate", spec, "-o", "g"}, {"", german, folder.path()});
    const Outcome here = runProgram({"generate", spec, "-o", "g"}, {"", plain, folder.path()});
    CHECK(there.exitCode == 0);
    CHECK(there.out == here.out);
    CHECK(there.err == here.err);
    REQUIRE(runProgram({"generate", spec, "-q", "-o", "german"}, {"", german, folder.path()}).exitCode == 0);
    REQUIRE(runProgram({"generate", spec, "-q", "-o", "plain"}, {"", plain, folder.path()}).exitCode == 0);
    const std::string sub = test::listFolder(folder / "german").front();
    CHECK((contentsOf(folder / "german/" + sub) == contentsOf(folder / "plain/" + sub)));
    CHECK(contentsOf(folder / "plain/" + sub).size() == 5);
    std::filesystem::remove_all(folder / "german");
    std::filesystem::remove_all(folder / "plain");
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"check", spec}, {"schema"}, {"schema", "--table"}}) {
      CHECK(runProgram(command, {"", german, {}}).out == runProgram(command, {"", plain, {}}).out);
    }
    CHECK(runProgram({"verify", spec, test::projectPath("tests/golden/config/" + name + ".report.json").string()},
                     {"", german, {}})
              .exitCode == 0);
  }
  // Every kind of file, and decimals for a consumer.
  std::string all = "report";
  for (const std::string_view kind : output::formatKinds()) all += "," + std::string(kind);
  const std::string placed = R"({"for": "unity", "raster": {"vrt": true}, "image": {"width": 33, "height": 33},)"
                             R"("georef": {"originX": 1234567.5, "originY": -0.25, "pixelSize": 0.1, "epsg": 32633}})";
  for (const auto& [name, environment] : {std::pair{"german", german}, {"plain", plain}}) {
    REQUIRE(runProgram({"generate", "-", "-q", "-o", name, "--only", all}, {placed, environment, folder.path()}).exitCode ==
            0);
  }
  CHECK((contentsOf(folder / "german/terrain") == contentsOf(folder / "plain/terrain")));
  CHECK(contentsOf(folder / "plain/terrain").size() > output::formatKinds().size());
  CHECK(runProgram({"check", "-", "--set", "gain=0.5"}, {"{\"heightScale\": 2.25}", german, {}}).out ==
        runProgram({"check", "-", "--set", "gain=0.5"}, {"{\"heightScale\": 2.25}", plain, {}}).out);
}
