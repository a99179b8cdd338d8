#include <string>
#include <vector>

#include "support/catch.h"
#include "support/program.h"

using namespace orograph;

TEST_CASE("no byte depends on the environment: time zone, mask, folder, addresses, stale memory, kernel, home") {
  struct Setting {
    std::string name;
    std::vector<std::string> environment, before;  // words before the command
    std::string folder = "/";
  };
  std::vector<Setting> settings = {
      {"time zone", {"TZ=Asia/Kathmandu"}, {}},
      {"stale memory", {"MALLOC_PERTURB_=170"}, {}},
      {"other stale memory", {"MALLOC_PERTURB_=85", "MALLOC_ARENA_MAX=1"}, {}},
      {"kernel", {"OROGRAPH_KERNEL=scalar"}, {}},
      {"home, language and scratch", {"HOME=/nonexistent", "LANG=xx_XX", "LANGUAGE=de", "TMPDIR=/nonexistent", "COLUMNS=1"}, {}},
      {"mask", {}, {"sh", "-c", "umask 077; exec \"$@\"", "sh"}},
      {"no environment", {}, {"env", "-i"}},
      {"folder", {}, {}, "/usr"},
      {"descriptors", {}, {"sh", "-c", "exec 5</dev/null 7</dev/null; exec \"$@\"", "sh"}},
  };
  if (test::haveProgram("setarch") && test::runCommand({"setarch", "-R", "true"}).exitCode == 0) {
    settings.push_back({"fixed addresses", {}, {"setarch", "-R"}});
  } else {
    WARN("skipped: setarch -R does not work here");
  }
  for (const std::string name : {"lantern", "islands", "mountain", "tile", "midpoint"}) {
    const test::TemporaryFolder folder;
    const std::string spec = test::projectPath("config/" + name + ".json").string();
    const auto generate = [&](const Setting& setting, const std::string& out) {
      std::vector<std::string> command = setting.before;
      command.insert(command.end(), {OROGRAPH_PROGRAM, "generate", spec, "-q", "-o", folder / out});
      const test::Outcome outcome = test::runCommand(command, {"", setting.environment, setting.folder});
      CAPTURE(setting.name, outcome.err);
      REQUIRE(outcome.exitCode == 0);
      return folder / out + "/" + test::listFolder(folder / out).at(0);
    };
    const std::string plain = generate({"plain", {}, {}}, "plain");
    const std::vector<std::string> files = test::listFolder(plain);
    CHECK(files.size() >= 4);
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const std::string other = generate(settings[i], std::to_string(i));
      CAPTURE(name, settings[i].name);
      REQUIRE(test::listFolder(other) == files);
      for (const std::string& file : files) CHECK((test::readFile(plain + "/" + file) == test::readFile(other + "/" + file)));
    }
  }
}
