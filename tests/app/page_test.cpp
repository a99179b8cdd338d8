// report.html as the program writes it.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"
#include "support/well_formed.h"

using namespace orograph;
using test::contains;
using test::runProgram;
using Json = nlohmann::json;

namespace {

std::vector<std::string> configs() {
  std::vector<std::string> names;
  for (const std::string& name : test::listFolder(test::projectPath("config"))) {
    if (name != "scene_spec.schema.json") names.push_back(name);
  }
  return names;
}

/// The folder that a spec's page and report were written to.
std::string madeIn(const test::TemporaryFolder& folder, const std::string& config, const std::string& threads) {
  const test::Outcome outcome =
      runProgram({"generate", test::projectPath("config/" + config).string(), "--only", "html,report", "-q", "-o",
                  folder / threads, "--set", "name=page", "--threads", threads});
  CAPTURE(config, outcome.err);
  REQUIRE(outcome.exitCode == 0);
  return folder / (threads + "/page");
}

void collectDigests(const Json& value, std::vector<std::string>& digests) {
  for (const auto& [key, member] : value.items()) {
    if (value.is_object() && key == "files") continue;
    if (member.is_structured()) collectDigests(member, digests);
    if (member.is_string() && key.ends_with("Digest")) digests.push_back(member);
  }
}

}  // namespace

TEST_CASE("the page of every config is well-formed, tells every digest of the report, and never depends on the threads") {
  for (const std::string& config : configs()) {
    const test::TemporaryFolder folder;
    CAPTURE(config);
    const std::string one = madeIn(folder, config, "1");
    const std::string html = test::readFile(one + "/report.html");
    CHECK((html == test::readFile(madeIn(folder, config, "3") + "/report.html")));
    CHECK(test::wrongInMarkup(html) == "");
    const Json report = Json::parse(test::readFile(one + "/report.json"));
    std::vector<std::string> digests;
    collectDigests(report, digests);
    REQUIRE(digests.size() >= 3);
    for (const std::string& digest : digests) CHECK(contains(html, digest));
    for (const Json& warning : report["warnings"]) CHECK(contains(html, warning.get<std::string>()));
    for (const auto& [key, value] : report["spec"].items()) CHECK(contains(html, "&quot;" + key + "&quot;"));
    REQUIRE(report["files"].size() == 2);
    CHECK(report["files"][0]["name"] == "report.html");
    CHECK(report["files"][0]["bytes"] == html.size());
    CHECK_FALSE(contains(html, folder.path().string()));
    CHECK_FALSE(contains(html, OROGRAPH_TEST_VERSION));
    CHECK(runProgram({"verify", one}).exitCode == 0);
  }
}

TEST_CASE("the page is made alone, and not unless asked for") {
  const test::TemporaryFolder folder;
  CHECK(runProgram({"generate", "-", "-q", "-o", folder / "a"}, {"{}", {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "a/terrain") ==
        std::vector<std::string>{"SHA256SUMS", "height.png", "profile.csv", "report.json", "scene.obj"});
  const std::string spec = R"({"outputs": ["html"]})";
  CHECK(runProgram({"generate", "-", "-q", "-o", folder / "b"}, {spec, {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "b/terrain") == std::vector<std::string>{"SHA256SUMS", "report.html", "report.json"});
  CHECK(runProgram({"verify", "-", folder / "b/terrain/report.json"}, {spec, {}, {}}).exitCode == 0);
  CHECK(runProgram({"generate", "-", "-q", "--only", "html", "-o", folder / "c"}, {spec, {}, {}}).exitCode == 0);
  CHECK(test::listFolder(folder / "c/terrain") == std::vector<std::string>{"report.html"});
  CHECK((test::readFile(folder / "b/terrain/report.html") == test::readFile(folder / "c/terrain/report.html")));
}

TEST_CASE("the page for a consumer has the numbers to type in") {
  const test::TemporaryFolder folder;
  const test::Outcome outcome = runProgram({"generate", "-", "--for", "unreal", "--set", "statsGridN=505", "--only", "html,report", "-q", "-o", folder.path().string()},
                                           {"{}", {}, {}});
  CAPTURE(outcome.err);
  REQUIRE(outcome.exitCode == 0);
  const std::string html = test::readFile(folder / "terrain/report.html");
  const Json report = Json::parse(test::readFile(folder / "terrain/report.json"));
  REQUIRE(report["consumer"].size() > 2);
  for (const auto& [name, value] : report["consumer"].items()) {
    CHECK(contains(html, "<tr><th scope=\"row\">" + name + "</th><td>"));
  }
}

namespace {

/// Tells the page around it of everything that is wider than the window or its own box, and of labels that leave their chart.
constexpr const char* kMeasure = R"js(<script>addEventListener("load", () => {
  const root = document.documentElement, width = root.clientWidth, wrong = [];
  for (const e of document.body.querySelectorAll("*")) {
    const r = e.getBoundingClientRect(), box = e.closest("svg")?.getBoundingClientRect();
    if (r.right > width + 0.5 || r.left < -0.5) wrong.push("window:" + e.tagName);
    else if (box && (r.right > box.right + 0.5 || r.left < box.left - 0.5 || r.bottom > box.bottom + 0.5)) wrong.push("chart:" + e.textContent);
    else if (!box && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1) wrong.push("box:" + e.tagName + e.className);
  }
  parent.postMessage([width, root.scrollWidth <= width, matchMedia("(prefers-color-scheme: dark)").matches, ...wrong].join(" "), "*");
})</script></body>)js";

struct Seen {
  std::string told;
  bool console;
};

/// What a browser makes of a page in a frame of that width: a window may not be that narrow.
Seen seenBy(const test::TemporaryFolder& folder, const std::string& html, int width, bool dark) {
  folder.write("measured.html", html);
  const std::string frame = folder.write(
      "frame.html",
      "<!DOCTYPE html><html><head><link rel=\"icon\" href=\"data:,\"><script>addEventListener(\"message\", e => "
      "document.documentElement.setAttribute(\"data-seen\", e.data))</script></head><body>"
      "<iframe src=\"measured.html\" style=\"border:0;height:20000px;width:" +
          std::to_string(width) + "px\"></iframe></body></html>");
  std::vector<std::string> command = {"chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                                      "--enable-logging=stderr", "--dump-dom", "--user-data-dir=" + folder / "home",
                                      "--window-size=1400,900"};
  if (dark) command.push_back("--blink-settings=preferredColorScheme=0");
  command.push_back("file://" + frame);
  const test::Outcome outcome = test::runCommand(command, {"", {"HOME=" + folder / "home"}, {}});
  const std::size_t at = outcome.out.find("data-seen=\"");
  CAPTURE(outcome.err);
  REQUIRE(at != std::string::npos);
  return {outcome.out.substr(at + 11, outcome.out.find('"', at + 11) - at - 11), contains(outcome.err, "CONSOLE")};
}

}  // namespace

TEST_CASE("a browser shows the page without a message, and nothing overflows on a phone or a desk, in light and dark") {
  if (!test::haveProgram("chromium")) {
    WARN("skipped: chromium is not installed");
    return;
  }
  const test::TemporaryFolder folder;
  // A page that overflows and talks is told from one that does not.
  const Seen wrong = seenBy(folder,
                            std::string("<!DOCTYPE html><html><body><p style=\"width:5000px\">x</p><script>console.log(1)</script>") +
                                kMeasure + "</html>",
                            360, false);
  CHECK(contains(wrong.told, "window:P"));
  CHECK(wrong.console);

  for (const std::string config : {"lantern.json", "wide.json", "diamond-square.json", "mountain.json"}) {
    std::string html = test::readFile(madeIn(folder, config, "2") + "/report.html");
    html.replace(html.find("</body>"), 7, kMeasure);
    for (const int width : {360, 1280}) {
      for (const bool dark : {false, true}) {
        CAPTURE(config);
        const Seen seen = seenBy(folder, html, width, dark);
        CHECK(seen.told == std::to_string(width) + " true " + (dark ? "true" : "false"));
        CHECK_FALSE(seen.console);
      }
    }
  }
}
