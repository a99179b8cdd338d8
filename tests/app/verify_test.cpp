#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "codec/sha256.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;
using test::contains;
using Json = nlohmann::ordered_json;

namespace {

const std::string kSpec =
    R"({"name": "small", "octaves": 3, "latticeShift": 20, "gridN": 6, "statsGridN": 16, "profileSamples": 40,
 "spheres": [{"centerQ16": [0, 300000, 0], "radiusQ16": 65536, "subdiv": 1}], "expectedSceneVertices": 67})";

/// A spec, the folder it gave, and its report.
struct Generated {
  test::TemporaryFolder folder;
  std::string spec, out, report;

  explicit Generated(const std::string& text = kSpec)
      : spec(folder.write("spec.json", text)), out(folder / "out/small") {
    REQUIRE(test::runProgram({"generate", spec, "-q", "-o", folder / "out"}).exitCode == 0);
    report = out + "/report.json";
  }
  std::string golden(const Json& changed) const { return folder.write("golden.json", changed.dump(2)); }
  Json readReport() const { return Json::parse(test::readFile(report)); }
  void writeReport(const Json& changed) const { folder.write("out/small/report.json", changed.dump(2)); }
  void write(const std::string& name, const std::string& content) const { folder.write("out/small/" + name, content); }
  std::string read(const std::string& name) const { return test::readFile(out + "/" + name); }
  /// Enters a file's own sums into the report, so that only its content can tell.
  void amendSums(const std::string& name) const {
    const std::string content = read(name), sum = codec::sha256Hex(content);
    Json changed = readReport();
    std::string sums;
    for (Json& file : changed["files"]) {
      if (file["name"] == name) file["sha256"] = sum, file["bytes"] = content.size();
      if (file["name"] == "SHA256SUMS") {
        write("SHA256SUMS", sums);
        file["sha256"] = codec::sha256Hex(sums), file["bytes"] = sums.size();
      }
      sums += file["sha256"].get<std::string>() + "  " + file["name"].get<std::string>() + "\n";
    }
    writeReport(changed);
  }
};

/// The JSON pointers of all values that hold no others.
void collectLeaves(const Json& value, const std::string& pointer, std::vector<std::string>& leaves) {
  if (!value.is_structured()) leaves.push_back(pointer);
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) collectLeaves(value[i], pointer + "/" + std::to_string(i), leaves);
  }
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) collectLeaves(member, pointer + "/" + key, leaves);
  }
}

Json another(const Json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number_float()) return value.get<double>() + 0.000001;
  if (value.is_number_unsigned())
    return value.get<std::uint64_t>() == UINT64_MAX ? Json(0) : Json(value.get<std::uint64_t>() + 1);
  if (value.is_number()) return value.get<std::int64_t>() + 1;
  if (value.is_string()) return value.get<std::string>() + "x";
  return 0;
}

std::string flipped(std::string bytes, std::size_t at) {
  bytes.at(at) = static_cast<char>(bytes[at] ^ 1);
  return bytes;
}

}  // namespace

TEST_CASE("verify finds a spec equal to its own report, with the files or without") {
  const Generated made;
  const test::Outcome outcome = test::runProgram({"verify", made.spec, made.report});
  CHECK(outcome.exitCode == 0);
  CHECK(contains(outcome.out, "values agree"));
  CHECK(outcome.err.find("differ") == std::string::npos);
  for (const std::string kinds : {"report", "csv,report", "obj,png,report"}) {
    REQUIRE(test::runProgram({"generate", made.spec, "-q", "--only", kinds, "-o", made.folder / "part"}).exitCode == 0);
    CHECK(test::runProgram({"verify", made.spec, made.folder / "part/small/report.json"}).exitCode == 0);
  }
}

TEST_CASE("verify writes nothing") {
  const Generated made;
  const std::vector<std::string> before = test::listFolder(made.folder.path()), files = test::listFolder(made.out);
  CHECK(test::runProgram({"verify", made.spec, made.report}).exitCode == 0);
  CHECK(test::runProgram({"verify", made.out}).exitCode == 0);
  CHECK(test::listFolder(made.folder.path()) == before);
  CHECK(test::listFolder(made.out) == files);
}

TEST_CASE("another lacunarity, gain, seed, lattice or one octave more changes the height field and fails verify") {
  const Generated made;
  const Json golden = made.readReport();
  for (const std::string change : {"lacunarityShift=2", "lacunarityShift=0", "gainQ16=32769", "gain=0.6", "seed=1338",
                                   "seed=0x53a", "lattice=mixed", "octaves=4"}) {
    CAPTURE(change);
    const test::Outcome outcome = test::runProgram({"verify", made.spec, made.report, "--set", change});
    CHECK(outcome.exitCode == 1);
    CHECK(outcome.out.empty());
    REQUIRE(test::runProgram(
                {"generate", made.spec, "-q", "--only", "report", "-o", made.folder / "other", "--set", change})
                .exitCode == 0);
    const Json other = Json::parse(test::readFile(made.folder / "other/small/report.json"));
    CHECK(other["heightFieldDigest"] != golden["heightFieldDigest"]);
  }
}

TEST_CASE("verify names the first difference and the number of them") {
  const Generated made;
  Json golden = made.readReport();
  golden["heightField"]["fbm"]["meanQ16"] = 1;
  golden["imageDigest"] = "x";
  golden["warnings"].push_back("more");
  const test::Outcome outcome = test::runProgram({"verify", made.spec, made.golden(golden)});
  CAPTURE(outcome.err);
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, ": 3 of "));
  CHECK(contains(outcome.err, " values differ; the first is /heightField/fbm/meanQ16: 1 expected, "));
}

TEST_CASE("verify finds every single value of a report that is another") {
  const Generated made;
  const Json golden = made.readReport();
  std::vector<std::string> leaves;
  collectLeaves(golden, "", leaves);
  REQUIRE(leaves.size() > 100);
  for (const std::string& leaf : leaves) {
    Json changed = golden;
    Json& value = changed[Json::json_pointer(leaf)];
    value = another(value);
    CAPTURE(leaf, value.dump());
    const test::Outcome outcome = test::runProgram({"verify", made.spec, made.golden(changed)});
    if (leaf == "/version") {
      CHECK(outcome.exitCode == 0);
    } else if (leaf == "/program") {  // then it is no report of ours
      CHECK(outcome.exitCode == 2);
    } else if (leaf.ends_with("/encoder")) {  // its bytes may differ, what they decode to may not
      CHECK(outcome.exitCode == 0);
      CHECK(contains(outcome.err, "its bytes are not compared"));
    } else {
      CHECK(outcome.exitCode == 1);
      CHECK(contains(outcome.err, " values differ; the first is "));
    }
  }
}

TEST_CASE("verify misses every key that a report lacks or has too many") {
  const Generated made;
  const Json golden = made.readReport();
  for (const auto& [key, value] : golden.items()) {
    if (key == "program" || key == "version" || key == "files") continue;
    Json changed = golden;
    changed.erase(key);
    CAPTURE(key);
    CHECK(test::runProgram({"verify", made.spec, made.golden(changed)}).exitCode == 1);
  }
  Json changed = golden;
  changed["more"] = 1;
  CHECK(test::runProgram({"verify", made.spec, made.golden(changed)}).exitCode == 1);
}

TEST_CASE("an 8-bit image of another encoder is equal as long as the pixels are, other files know no encoder") {
  const Generated made;
  const test::TemporaryFolder folder;
  const std::vector<std::string> eightBits = {"--set", "image.bits=8", "--set", "name=eight"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), eightBits.begin(), eightBits.end());
    return test::runProgram(arguments);
  };
  REQUIRE(run({"generate", made.spec, "-q", "-o", folder.path().string()}).exitCode == 0);
  Json golden = Json::parse(test::readFile(folder.path() / "eight/report.json"));
  for (Json& file : golden["files"]) {
    // Another encoder's bytes change the PNG's sums, and so those of the file that lists them.
    if (file["name"] == "height.png")
      file["encoder"] = "another 1.0", file["bytes"] = 1, file["sha256"] = std::string(64, '0');
    if (file["name"] == "SHA256SUMS") file["sha256"] = std::string(64, '1');
  }
  const test::Outcome outcome = run({"verify", made.spec, made.golden(golden)});
  CAPTURE(outcome.err);
  CHECK(outcome.exitCode == 0);
  for (Json& file : golden["files"]) {
    if (file["name"] == "height.png") file["pixelDigest"] = std::string(64, '0');
  }
  CHECK(run({"verify", made.spec, made.golden(golden)}).exitCode == 1);

  Json claimed = made.readReport();
  for (Json& file : claimed["files"]) file["encoder"] = "another 1.0", file["sha256"] = std::string(64, '0');
  CHECK(test::runProgram({"verify", made.spec, made.golden(claimed)}).exitCode == 1);
}

TEST_CASE("a report vouches for no file of another run, and no pipe in a file's place") {
  const Generated made;
  const test::TemporaryFolder folder;
  const std::string out = folder.path().string(), own = folder / "own";
  REQUIRE(test::runProgram({"generate", made.spec, "-q", "-o", out, "--set", "name=own"}).exitCode == 0);
  REQUIRE(test::runProgram({"generate", made.spec, "-q", "-o", out, "--set", "name=own", "--set", "seed=2", "--only",
                            "report"})
              .exitCode == 0);
  CHECK(test::runProgram({"verify", own}).exitCode == 1);
  REQUIRE(test::runProgram({"generate", made.spec, "-q", "-o", out, "--set", "name=own"}).exitCode == 0);
  CHECK(test::runProgram({"verify", own}).exitCode == 0);
  std::filesystem::remove(own + "/profile.csv");
  REQUIRE(test::runCommand({"mkfifo", own + "/profile.csv"}).exitCode == 0);
  CHECK(test::runProgram({"verify", own}).exitCode == 1);
}

TEST_CASE("verify tells bad input from missing files") {
  const Generated made;
  const auto verify = [&](const std::string& spec, const std::string& golden) {
    return test::runProgram({"verify", spec, golden}).exitCode;
  };
  CHECK(verify(made.spec, made.folder / "absent.json") == 3);
  CHECK(verify(made.folder / "absent.json", made.report) == 3);
  CHECK(verify(made.spec, made.folder.path().string()) == 3);
  CHECK(verify(made.spec, made.spec) == 2);
  CHECK(verify(made.report, made.report) == 2);
  for (const std::string text :
       {"", "{", "[]", "7", "{}", R"({"program": "orograph"})", R"({"program": "orograph", "files": 7})",
        R"({"program": "orograph", "files": [7]})", R"({"program": "orograph", "files": [{}]})",
        R"({"program": "orograph", "files": [{"name": 7}]})", R"({"program": 7, "files": []})"}) {
    CAPTURE(text);
    CHECK(verify(made.spec, made.folder.write("golden.json", text)) == 2);
  }
  CHECK(verify(made.spec, made.folder.write("golden.json", R"({"program": "orograph", "files": []})")) == 1);
}

TEST_CASE("expected counts off by one exit 1, with the files written and the report telling it") {
  const test::TemporaryFolder folder;
  for (const std::string key :
       {"expectedTerrainVertices", "expectedTerrainTriangles", "expectedSceneVertices", "expectedSceneTriangles"}) {
    const Json counts = {{"expectedTerrainVertices", 289},
                         {"expectedTerrainTriangles", 512},
                         {"expectedSceneVertices", 487},
                         {"expectedSceneTriangles", 896}};
    const std::string lantern = test::projectPath("config/lantern.json").string(),
                      out = folder / "out/lantern-fbm-terrain/";
    CHECK(test::runProgram({"generate", lantern, "-q", "-o", folder / "out"}).exitCode == 0);
    CHECK(Json::parse(test::readFile(out + "report.json"))["specConsistency"]["ok"] == true);
    for (const int off : {-1, 1}) {
      const int wrong = counts[key].get<int>() + off;
      const test::Outcome outcome = test::runProgram(
          {"generate", lantern, "-q", "-o", folder / "out", "--set", key + "=" + std::to_string(wrong)});
      CHECK(outcome.exitCode == 1);
      CHECK(contains(outcome.err, key + ": " + std::to_string(wrong) + " expected, " + counts[key].dump() + " found"));
      CHECK(Json::parse(test::readFile(out + "report.json"))["specConsistency"]["ok"] == false);
      CHECK(test::listFolder(out) ==
            std::vector<std::string>{"SHA256SUMS", "height.png", "profile.csv", "report.json", "scene.obj"});
      CHECK(test::runProgram({"verify", out}).exitCode == 0);
    }
  }
}

TEST_CASE("a folder agrees with its own report") {
  for (const std::string bits : {"8", "16"}) {
    const Generated made;
    REQUIRE(test::runProgram({"generate", made.spec, "-q", "-o", made.folder / "out", "--set", "image.bits=" + bits})
                .exitCode == 0);
    const test::Outcome outcome = test::runProgram({"verify", made.out});
    CHECK(outcome.exitCode == 0);
    CHECK(contains(outcome.out, "values agree"));
  }
}

TEST_CASE("one changed byte anywhere in any file is found") {
  const Generated made;
  for (const std::string name : {"height.png", "profile.csv", "scene.obj", "SHA256SUMS"}) {
    const std::string content = made.read(name);
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{1}, content.size() / 3, content.size() / 2, content.size() - 1}) {
      made.write(name, flipped(content, at));
      const test::Outcome outcome = test::runProgram({"verify", made.out});
      CAPTURE(name, at, outcome.err);
      CHECK(outcome.exitCode == 1);
      CHECK(contains(outcome.err, name));
    }
    made.write(name, content.substr(0, content.size() - 1));
    CHECK(test::runProgram({"verify", made.out}).exitCode == 1);
    made.write(name, content + "x");
    CHECK(test::runProgram({"verify", made.out}).exitCode == 1);
    made.write(name, "");
    CHECK(test::runProgram({"verify", made.out}).exitCode == 1);
    made.write(name, content);
    CHECK(test::runProgram({"verify", made.out}).exitCode == 0);
  }
}

TEST_CASE("a missing file is found") {
  const Generated made;
  for (const std::string name : {"height.png", "profile.csv", "scene.obj", "SHA256SUMS"}) {
    const std::string content = made.read(name);
    std::filesystem::remove(made.out + "/" + name);
    const test::Outcome outcome = test::runProgram({"verify", made.out});
    CHECK(outcome.exitCode == 1);
    CHECK(contains(outcome.err, name + ": a file expected, none found"));
    made.write(name, content);
  }
}

TEST_CASE("another picture is found by its pixels, even with all sums amended") {
  const Generated made, other;
  REQUIRE(test::runProgram({"generate", other.spec, "-q", "-o", other.folder / "out", "--set", "seed=5"}).exitCode ==
          0);
  made.write("height.png", other.read("height.png"));
  CHECK(test::runProgram({"verify", made.out}).exitCode == 1);
  made.amendSums("height.png");
  const test::Outcome outcome = test::runProgram({"verify", made.out});
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, "1 of "));
  CHECK(contains(outcome.err, "height.png pixels: "));
}

TEST_CASE("one changed height of the mesh is found by the field's digest, even with all sums amended") {
  const Generated made;
  std::string obj = made.read("scene.obj");
  std::size_t line = 0;
  for (int i = 0; i < 9; ++i) line = obj.find("\nv ", line) + 1;
  const std::size_t y = obj.find(' ', line + 2) + 1, end = obj.find(' ', y);
  obj.replace(y, end - y, "0.00002");
  made.write("scene.obj", obj);
  made.amendSums("scene.obj");
  const test::Outcome outcome = test::runProgram({"verify", made.out});
  CAPTURE(outcome.err);
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, "1 of "));
  CHECK(contains(outcome.err, "scene.obj heights: "));
}

TEST_CASE("a triangle too few is found, even with all sums amended") {
  const Generated made;
  std::string obj = made.read("scene.obj");
  obj.erase(obj.rfind("\nf ") + 1);
  made.write("scene.obj", obj);
  made.amendSums("scene.obj");
  const test::Outcome outcome = test::runProgram({"verify", made.out});
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, "scene.obj triangles: "));
}

TEST_CASE("sums that disagree with the report are found, though the file's own sum is amended") {
  const Generated made;
  made.write("SHA256SUMS", std::string(64, '0') + "  height.png\n");
  Json changed = made.readReport();
  for (Json& file : changed["files"]) {
    if (file["name"] == "SHA256SUMS")
      file["sha256"] = codec::sha256Hex(made.read("SHA256SUMS")), file["bytes"] = made.read("SHA256SUMS").size();
  }
  made.writeReport(changed);
  const test::Outcome outcome = test::runProgram({"verify", made.out});
  CHECK(outcome.exitCode == 1);
  CHECK(contains(outcome.err, "SHA256SUMS against the report"));
}

TEST_CASE("a file that is no whole PNG or OBJ is a difference, even with all sums amended") {
  const Generated made;
  for (const std::string name : {"height.png", "scene.obj"}) {
    const std::string content = made.read(name), report = made.read("report.json"), sums = made.read("SHA256SUMS");
    for (const std::string& broken :
         {std::string("not such a file\nv 1\nf x y z\n"), content.substr(0, content.size() / 2)}) {
      made.write(name, broken);
      made.amendSums(name);
      const test::Outcome outcome = test::runProgram({"verify", made.out});
      CAPTURE(name, outcome.err);
      CHECK(outcome.exitCode == 1);
      CHECK(contains(outcome.err, name));
    }
    made.write(name, content);
    made.write("report.json", report);
    made.write("SHA256SUMS", sums);
  }
}

TEST_CASE("a report names files of its own folder and nothing else") {
  const Generated made;
  const Json golden = made.readReport();
  made.folder.write("out/secret", "x");
  for (const std::string name :
       {"../secret", "/etc/hostname", "..", ".", "", ".hidden", "a/b", "a\\b", "\x1b[31m", "a\nb", "ä"}) {
    Json changed = golden;
    changed["files"][0]["name"] = name;
    made.writeReport(changed);
    const test::Outcome outcome = test::runProgram({"verify", made.out});
    CAPTURE(name, outcome.err);
    CHECK(outcome.exitCode == 2);
    CHECK_FALSE(contains(outcome.err, "secret"));
    CHECK_FALSE(contains(outcome.err, "\x1b"));
  }
}

TEST_CASE("a folder without a report, or with none of ours, has its own exit codes") {
  const Generated made;
  for (const std::string text : {"", "{", "not JSON", "[]", "{}", R"({"program": "other", "files": []})"}) {
    made.write("report.json", text);
    CHECK(test::runProgram({"verify", made.out}).exitCode == 2);
  }
  for (const std::string key : {"name", "sha256", "bytes"}) {
    test::runProgram({"generate", made.spec, "-q", "-o", made.folder / "out"});
    Json changed = made.readReport();
    changed["files"][1].erase(key);
    made.writeReport(changed);
    CHECK(test::runProgram({"verify", made.out}).exitCode == 2);
  }
  std::filesystem::remove(made.report);
  const test::Outcome outcome = test::runProgram({"verify", made.out});
  CHECK(outcome.exitCode == 3);
  CHECK(contains(outcome.err, "report.json: No such file or directory"));
  CHECK(test::runProgram({"verify", made.folder / "absent"}).exitCode == 3);
  CHECK(test::runProgram({"verify", made.spec}).exitCode == 3);
}

TEST_CASE("a report of diamond-square is verified alike") {
  const Generated made(R"({"name": "small", "generator": "diamond-square", "gridN": 8})");
  CHECK(test::runProgram({"verify", made.spec, made.report}).exitCode == 0);
  CHECK(test::runProgram({"verify", made.out}).exitCode == 0);
  for (const std::string change :
       {"hurstQ16=65535", "amplitudeQ16=65537", "cornersQ16=[0,0,0,1]", "wrap=true", "seed=1", "gridN=16"}) {
    CHECK(test::runProgram({"verify", made.spec, made.report, "--set", change}).exitCode == 1);
  }
}
