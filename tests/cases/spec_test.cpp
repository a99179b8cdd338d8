// Trouble cases of reading a spec.
#include <string>
#include <utility>

#include "cases/cases.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using namespace orograph::cases;
using test::contains;

namespace {

std::string digestOf(const std::string& spec) {
  const Generated made(spec, {"--only", "report", "-q"});
  REQUIRE(made.exitCode() == 0);
  return made.report()["heightFieldDigest"].get<std::string>();
}

void checkRefused(const std::string& spec, const std::vector<std::string>& parts) {
  const Generated refused(spec);
  INFO(spec.substr(0, 200) << "\n" << refused.err());
  CHECK(refused.exitCode() == 2);
  for (const std::string& part : parts) CHECK(contains(refused.err(), part));
  CHECK(refused.out().empty());
  CHECK(refused.wroteNothing());
}

}  // namespace

TEST_CASE("B077 an unknown key is refused with its path at every depth") {
  checkRefused(R"({"octavs": 4})", {"standard input:1:", "/octavs: unknown key", "did you mean \"octaves\"?"});
  checkRefused(R"({"terrain": {"gridM": 4}})", {"/terrain/gridM: unknown key", "did you mean \"gridN\"?"});
  checkRefused(R"({"image": {"widht": 4}})", {"/image/widht: unknown key", "did you mean \"width\"?"});
  checkRefused(R"({"mesh": {"normal": true}})", {"/mesh/normal: unknown key", "did you mean \"normals\"?"});
  checkRefused(R"({"spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 1}, {"centerQ16": [0, 0, 0], "radus": 1}]})",
               {"/spheres/1/radus: unknown key", "did you mean \"radiusQ16\"?"});
  checkRefused(R"({"generator": "diamond-square", "pins": [{"x": 0, "z": 0, "heightQ16": 1, "y": 2}]})",
               {"/pins/0/y: unknown key"});
}

TEST_CASE("B079 seeds of 64 bits are kept digit for digit and larger ones refused") {
  CHECK(digestOf(R"({"seed": 9007199254740992})") != digestOf(R"({"seed": 9007199254740993})"));
  for (const std::string seed : {"9007199254740992", "9007199254740993", "18446744073709551615"}) {
    const Generated made(R"({"seed": )" + seed + "}", {"--only", "report", "-q"});
    REQUIRE(made.exitCode() == 0);
    CHECK(contains(made.text("report.json"), "\"seed\": " + seed + ","));
    CHECK(made.report()["spec"]["seed"].get<std::uint64_t>() == std::stoull(seed));
    const auto check = test::runProgram({"check", "-"}, {R"({"seed": )" + seed + "}", {}, {}});
    CHECK(contains(check.out, "\"seed\": " + seed + ","));
    // From the command line too.
    CHECK(contains(test::runProgram({"check", "-", "--set", "seed=" + seed}, {"{}", {}, {}}).out,
                   "\"seed\": " + seed + ","));
  }
  checkRefused(R"({"seed": 18446744073709551616})",
               {"/seed: 18446744073709551616 is not allowed", "from 0 to 18446744073709551615"});
}

TEST_CASE("B081 a byte-order mark and CRLF line ends change nothing") {
  const std::string lines = "{\n  \"seed\": 77,\n  \"octaves\": 6\n}\n";
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : lines) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(digestOf(windows) == digestOf(lines));
  CHECK(digestOf(windows) != digestOf("{}"));
}

TEST_CASE("B083 an integer is refused where it is written as a real, and text where a number is meant") {
  for (const std::string octaves : {"4.7", "4.0", "4e0", "\"4\"", "true"}) {
    checkRefused(R"({"octaves": )" + octaves + "}", {"/octaves: ", "it must be an integer from 1 to 32"});
  }
  checkRefused(R"({"image": {"width": 64.5}})", {"/image/width: 64.5", "an integer from 1 to 1048576"});
  checkRefused(R"({"gain": "0.5"})", {"/gain: \"0.5\"", "a number from 0 to 1"});
  checkRefused(R"({"gainQ16": 32768.0})", {"/gainQ16: 32768.0"});
  CHECK(digestOf(R"({"gain": 1})") == digestOf(R"({"gain": 1.0})"));
  CHECK(digestOf(R"({"gain": 1})") == digestOf(R"({"gain": 10e-1})"));
  CHECK(digestOf(R"({"gain": 1})") != digestOf(R"({"gain": 0.5})"));
}

TEST_CASE("B085 a spec made to break the parser is refused at once and in few words") {
  const std::string digits(10000, '1');
  for (const std::string& spec :
       {std::string(100000, '['), std::string(), std::string("{\"seed\": " + digits + "}"),
        std::string("{\"gain\": " + digits + ".5}"), std::string("{\"gain\": 1e" + digits + "}"),
        std::string(2 << 20, ' ') + "{}", std::string("{\"a\":", 5) + std::string(200000, '[')}) {
    const Timed refused({"check", "-"}, {spec, {}, {}});
    INFO(spec.substr(0, 40) << "\n" << refused.outcome.err);
    CHECK(refused.outcome.exitCode == 2);
    CHECK(contains(refused.outcome.err, "orograph: standard input"));
    CHECK(refused.outcome.err.size() < 1000);
    CHECK(refused.outcome.out.empty());
    CHECK(refused.seconds < 1);
  }
  // As many digits as one likes are fine where they make a number in range.
  CHECK(digestOf("{\"gain\": 0." + digits + "}") == digestOf(R"({"gain": 0.11111111111111111})"));
}

TEST_CASE("B087 comments and trailing commas are refused where they stand") {
  checkRefused("{\n  // a comment\n  \"seed\": 5\n}", {"standard input:2:3: "});
  checkRefused("{\n  \"seed\": 5 /* a comment */\n}", {"standard input:2:13: "});
  checkRefused("{\n  \"seed\": 5,\n}", {"standard input:3:1: "});
  checkRefused("{\n  \"roughnessLags\": [1, 2,]\n}", {"standard input:2:26: "});
  checkRefused("{\n  \"seed\": 5, // both\n}", {"standard input:2:14: "});
}
