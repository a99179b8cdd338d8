// Completions and the man page against --help and real shells.
#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "output/formats.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;
using test::contains;
using test::runCommand;
using test::runProgram;

namespace {

using Names = std::set<std::string>;

/// The words that lead a line of the help's section.
Names leading(const std::string& help, const std::string& pattern) {
  Names names;
  const std::regex expression(pattern);
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, expression)) continue;
    for (std::size_t i = 1; i < match.size(); ++i) {
      if (match[i].matched) names.insert(match[i]);
    }
  }
  return names;
}

Names verbs() {
  const std::string help = runProgram({"--help"}).out, list = help.substr(help.find("Subcommands:"));
  return leading(list.substr(0, list.find("\n\n")), "^  ([a-z]+) ");
}

/// The options of a command, as its help lists them.
Names options(const std::string& verb) {
  const std::string help = runProgram(verb.empty() ? std::vector<std::string>{"--help"} : std::vector<std::string>{verb, "--help"}).out;
  return leading(help.substr(help.find("Options:")), "^  (-[a-z])?,?(--[a-z-]+)?");
}

std::string completions(const std::string& shell) {
  const test::Outcome outcome = runProgram({"completions", shell});
  CHECK(outcome.exitCode == 0);
  return outcome.out;
}

/// What bash offers after these words, the last being completed.
Names offered(const std::string& script, const std::vector<std::string>& words, const std::string& folder = "") {
  std::string list;
  for (const std::string& word : words) list += " '" + word + "'";
  const test::Outcome outcome = runCommand(
      {"bash", "--norc", "-c",
       "source \"$0\"; complete -p orograph >/dev/null || exit 9; COMP_WORDS=(orograph" + list +
           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _orograph; printf '%s\\n' \"${COMPREPLY[@]}\"",
       script},
      {"", {}, folder});
  CAPTURE(list, outcome.err);
  CHECK(outcome.exitCode == 0);
  CHECK(outcome.err.empty());
  std::istringstream lines(outcome.out);
  Names names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) names.insert(line);
  }
  return names;
}

}  // namespace

TEST_CASE("bash offers every command and option that help lists, and no other") {
  const test::TemporaryFolder folder;
  const std::string script = folder.write("completions", completions("bash"));
  REQUIRE(verbs().size() >= 7);
  CHECK(offered(script, {""}) == verbs());
  CHECK(offered(script, {"-"}) == options(""));
  CHECK(offered(script, {"ver"}) == Names{"verify"});
  for (const std::string& verb : verbs()) {
    CAPTURE(verb);
    REQUIRE(options(verb).size() >= 2);
    CHECK(offered(script, {verb, "-"}) == options(verb));
  }
  CHECK(options("generate").contains("--allow-huge"));
}

TEST_CASE("bash offers the values of options, and files where files go") {
  const test::TemporaryFolder folder;
  const std::string script = folder.write("completions", completions("bash"));
  folder.write("here/a spec.json", "{}");
  folder.write("here/sub/b.json", "{}");
  const std::string here = folder / "here";
  Names kinds{"report"};
  for (const std::string_view kind : output::formatKinds()) kinds.emplace(kind);
  CHECK(offered(script, {"generate", "a.json", "--only", ""}) == kinds);
  CHECK(offered(script, {"generate", "--only", "=", "cs"}) == Names{"csv"});
  CHECK(offered(script, {"generate", "--only", "="}) == kinds);
  CHECK(offered(script, {"generate", "--only", "png,cs"}) == Names{"png,csv"});
  CHECK(offered(script, {"generate", "--set", "lacunarityS"}) == Names{"lacunarityShift="});
  CHECK(offered(script, {"check", "--set", "seed", "=", ""}, here).empty());
  CHECK(offered(script, {"generate", "--for", "un"}) == Names{"unity", "unreal"});
  CHECK(offered(script, {"generate", "--threads", ""}, here).empty());
  CHECK(offered(script, {"generate", ""}, here) == Names{"a spec.json", "sub"});
  CHECK(offered(script, {"generate", "-o", ""}, here) == Names{"sub"});
  CHECK(offered(script, {"render", "x.json", "-o", ""}, here) == Names{"a spec.json", "sub"});
  CHECK(offered(script, {"render", "--layers", "smooth,sun-"}) == Names{"smooth,sun-disc"});
  CHECK(offered(script, {"completions", ""}, here) == Names{"bash", "fish", "zsh"});
  CHECK(offered(script, {"man", ""}, here).empty());
}

TEST_CASE("every shell's completions name every command and option that help lists") {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string text = completions(shell);
    CAPTURE(shell);
    for (const std::string& verb : verbs()) {
      CHECK(contains(text, verb));
      for (const std::string& option : options(verb)) {
        CAPTURE(verb, option);
        const std::string name = option.substr(option.find_first_not_of('-'));
        CHECK(contains(text, shell != "fish" ? option : (name.size() == 1 ? " -s " : " -l ") + name));
      }
    }
    for (const std::string_view kind : output::formatKinds()) CHECK(contains(text, kind));
    if (!test::haveProgram(shell)) {
      WARN("skipped: " + shell + " is not installed");
      continue;
    }
    const test::TemporaryFolder folder;
    const test::Outcome parsed = runCommand({shell, "-n", folder.write("completions", text)});
    CHECK(parsed.exitCode == 0);
    CHECK(parsed.err.empty());
  }
}

TEST_CASE("fish and zsh complete with what they were given") {
  const test::TemporaryFolder folder;
  if (test::haveProgram("fish")) {
    const std::string script = folder.write("o.fish", completions("fish"));
    const auto offers = [&](const std::string& line) {
      return runCommand({"fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line},
                        {"", {"HOME=" + folder.path().string()}, folder.path()})
          .out;
    };
    CHECK(contains(offers("orograph gen"), "generate\tGenerate"));
    CHECK(contains(offers("orograph generate --al"), "--allow-huge\t"));
    CHECK(contains(offers("orograph generate --only png,cs"), "png,csv"));
    CHECK(contains(offers("orograph generate --set latticeS"), "latticeShift="));
    CHECK(contains(offers("orograph generate "), "o.fish"));
    CHECK_FALSE(contains(offers("orograph generate --threads "), "o.fish"));
    CHECK(contains(offers("orograph completions "), "zsh"));
  } else {
    WARN("skipped: fish is not installed");
  }
  if (test::haveProgram("zsh")) {
    folder.write("functions/_orograph", completions("zsh"));
    const test::Outcome outcome =
        runCommand({"zsh", "-f", "-c", "fpath=($1 $fpath); autoload -Uz compinit; compinit -u -d $2; print $_comps[orograph]", "zsh",
                    folder / "functions", folder / "dump"});
    CHECK(outcome.out == "_orograph\n");
    CHECK(outcome.err.empty());
  } else {
    WARN("skipped: zsh is not installed");
  }
}

TEST_CASE("an unknown shell is refused with those that are known") {
  const test::Outcome outcome = runProgram({"completions", "csh"});
  CHECK(outcome.exitCode == 2);
  CHECK(contains(outcome.err, "completions: \"csh\" is not allowed: it must be one of bash, zsh, fish"));
  CHECK(runProgram({"completions"}).exitCode == 2);
  CHECK(runProgram({"man", "extra"}).exitCode == 2);
}

TEST_CASE("the man page names every command, option and key, and formatters take it without complaint") {
  const test::Outcome man = runProgram({"man"});
  REQUIRE(man.exitCode == 0);
  const auto inRoff = [](const std::string& text) { return std::regex_replace(text, std::regex("-"), "\\-"); };
  for (const std::string& verb : verbs()) {
    CHECK(contains(man.out, "\n.SS " + verb));
    for (const std::string& option : options(verb)) {
      CAPTURE(verb, option);
      CHECK(contains(man.out, inRoff(option)));
    }
  }
  for (const char* key : {"lacunarityShift", "extentQ16", "expectedSceneTriangles"}) CHECK(contains(man.out, key));
  CHECK(contains(man.out, ".SH EXIT CODES"));
  CHECK(contains(man.out, ".SH EXAMPLES"));

  const test::TemporaryFolder folder;
  const std::string page = folder.write("orograph.1", man.out);
  const std::vector<std::vector<std::string>> formatters = {
      {"groff", "-man", "-ww", "-Tascii", page}, {"mandoc", "-W", "error,stop", "-T", "ascii", page}, {"man", "--warnings", "-E", "ascii", "-l", page}};
  for (const std::vector<std::string>& formatter : formatters) {
    if (!test::haveProgram(formatter[0])) {
      WARN("skipped: " + formatter[0] + " is not installed");
      continue;
    }
    const test::Outcome outcome = runCommand(formatter, {"", {"MANWIDTH=200", "MANPAGER=cat", "LC_ALL=C"}, {}});
    CAPTURE(formatter[0]);
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK(contains(outcome.out, "Print the man page."));
  }
}
