// Sets of tiles from outside: what any number of workers make, in any order and after any accident, is the whole field.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "noise/fbm.h"
#include "output/formats.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/png_file.h"
#include "support/program.h"
#include "support/random.h"
#include "terrain/generators.h"

using namespace orograph;
using test::contains;
using test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

nlohmann::json run(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const test::Outcome outcome = test::runProgram(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.exitCode == 0);
  return nlohmann::json::parse(outcome.out);
}

std::string specOf(std::string_view generator, const std::string& more) {
  const std::string grid = generator == "diamond-square" ? "32" : generator == "midpoint" ? "[64, 21]" : "[41, 23]";
  return R"({"name": "set", "generator": ")" + std::string(generator) + R"(", "gridN": )" + grid + more + "}";
}

/// The kinds that are drawn on the image or the mesh.
std::string tiledKinds() {
  std::string kinds = "report";
  for (const output::Format& format : output::formats()) {
    if (!format.needs.profile) kinds += "," + std::string(format.kind);
  }
  return kinds;
}

/// Vertices and normals of an OBJ's first object, a line each.
struct ObjLines {
  std::vector<std::string> positions, normals;

  explicit ObjLines(const fs::path& path) {
    std::istringstream lines(test::readFile(path));
    for (std::string line; std::getline(lines, line) && !line.starts_with("o sphere");) {
      if (line.starts_with("v ")) positions.push_back(line);
      if (line.starts_with("vn ")) normals.push_back(line);
    }
  }
};

struct Cut {
  std::int64_t nx, nz, overlap;
  std::string folderOf(std::int64_t x, std::int64_t z) const { return "x" + std::to_string(x) + "_y" + std::to_string(z); }
};

/// Every pixel of every tile of one image against the whole; every pixel of the whole must be in some tile.
void checkImage(const fs::path& set, const fs::path& whole, const std::string& stem, const Cut& cut) {
  INFO(stem);
  const std::string bytes = test::readFile(whole / (stem + ".png"));
  const test::PngFile all(bytes);
  const auto width = static_cast<std::int64_t>(all.width()), height = static_cast<std::int64_t>(all.height());
  const auto channels = static_cast<std::int64_t>(all.channels());
  std::set<std::int64_t> seen;
  std::int64_t different = 0, pixels = 0;
  for (std::int64_t z = 0; z < cut.nz; ++z) {
    for (std::int64_t x = 0; x < cut.nx; ++x) {
      const std::string name = cut.folderOf(x, z);
      const std::string own = test::readFile(set / name / (stem + "_" + name + ".png"));
      const test::PngFile tile(own);
      const std::int64_t left = (width - cut.overlap) * x / cut.nx, top = (height - cut.overlap) * z / cut.nz;
      for (std::int64_t row = 0; row < static_cast<std::int64_t>(tile.height()); ++row) {
        for (std::int64_t column = 0; column < static_cast<std::int64_t>(tile.width()); ++column) {
          const std::int64_t there = (top + row) * width + left + column;
          seen.insert(there);
          ++pixels;
          for (std::int64_t c = 0; c < channels; ++c) {
            const auto at = static_cast<std::size_t>((row * static_cast<std::int64_t>(tile.width()) + column) * channels + c);
            different += tile.pixels().at(at) != all.pixels().at(static_cast<std::size_t>(there * channels + c)) ? 1 : 0;
          }
        }
      }
    }
  }
  CHECK(different == 0);
  CHECK(static_cast<std::int64_t>(seen.size()) == width * height);
  const std::int64_t shared = cut.overlap * ((cut.nx - 1) * height + (cut.nz - 1) * width + (cut.nx - 1) * (cut.nz - 1));
  CHECK(pixels == width * height + shared);
}

/// Every vertex and normal of every tile against the whole mesh; the last column and row are the neighbours' first.
void checkMesh(const fs::path& set, const fs::path& whole, std::int64_t cellsX, std::int64_t cellsZ, const Cut& cut) {
  const ObjLines all(whole / "scene.obj");
  REQUIRE(all.positions.size() == static_cast<std::size_t>((cellsX + 1) * (cellsZ + 1)));
  std::int64_t different = 0, vertices = 0;
  for (std::int64_t z = 0; z < cut.nz; ++z) {
    for (std::int64_t x = 0; x < cut.nx; ++x) {
      const std::string name = cut.folderOf(x, z);
      const ObjLines tile(set / name / ("scene_" + name + ".obj"));
      const std::int64_t left = cellsX * x / cut.nx, right = cellsX * (x + 1) / cut.nx;
      const std::int64_t top = cellsZ * z / cut.nz, bottom = cellsZ * (z + 1) / cut.nz;
      REQUIRE(tile.positions.size() == static_cast<std::size_t>((right - left + 1) * (bottom - top + 1)));
      REQUIRE(tile.normals.size() == tile.positions.size());
      for (std::size_t i = 0; i < tile.positions.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i), columns = right - left + 1;
        const auto there = static_cast<std::size_t>((top + at / columns) * (cellsX + 1) + left + at % columns);
        different += tile.positions[i] != all.positions[there] || tile.normals[i] != all.normals[there] ? 1 : 0;
        ++vertices;
      }
    }
  }
  CHECK(different == 0);
  CHECK(vertices == (cellsX + cut.nx) * (cellsZ + cut.nz));
}

std::vector<fs::path> filesBelow(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder));
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool sameFiles(const fs::path& a, const fs::path& b) {
  const std::vector<fs::path> files = filesBelow(a);
  return files == filesBelow(b) && std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
           return test::readFile(a / file) == test::readFile(b / file);
         });
}

/// Starts the program and returns at once.
pid_t start(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), OROGRAPH_PROGRAM);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  return child;
}

int wait(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void checkRefused(const std::vector<std::string>& arguments, std::string_view message) {
  const test::Outcome outcome = test::runProgram(arguments);
  INFO(outcome.err);
  CHECK(outcome.exitCode == 2);
  CHECK(contains(outcome.err, std::string(message)));
}

}  // namespace

TEST_CASE("tiles of every kind are parts of the whole and merge to its report for every generator and odd cuts") {
  for (const terrain::Generator& generator : terrain::generators()) {
    const bool lattice = generator.latticeOnly;
    for (const Cut& cut : {Cut{5, 3, 0}, Cut{4, 7, 1}, Cut{1, 1, 0}, Cut{1, 2, 1}}) {
      INFO(std::string(generator.name) << " " << cut.nx << "x" << cut.nz << " overlap " << cut.overlap);
      const TemporaryFolder folder;
      const std::string image = lattice ? "" : R"(, "image": {"width": 61, "height": 37}, "originQ16": [-700001, 300007])";
      const std::string spec = folder.write("spec.json", specOf(generator.name, image));
      const std::string tiles = std::to_string(cut.nx) + "x" + std::to_string(cut.nz);
      const nlohmann::json made = run({"tile", spec, "--tiles", tiles, "--overlap", std::to_string(cut.overlap), "-o",
                                       folder / "tiles", "--only", tiledKinds() + ",csv"});
      CHECK(made["made"] == cut.nx * cut.nz);
      run({"merge", folder / "tiles/set"});
      run({"generate", spec, "-o", folder / "whole", "--only", tiledKinds()});
      const fs::path set = folder / "tiles/set", whole = folder / "whole/set";

      for (const std::string& name : test::listFolder(whole)) {
        if (name.ends_with(".png")) checkImage(set, whole, name.substr(0, name.find('.')), cut);
      }
      const nlohmann::json report = nlohmann::json::parse(test::readFile(whole / "report.json"));
      const nlohmann::json gridN = report["specConsistency"]["gridN"];
      const std::int64_t cellsX = gridN.is_array() ? gridN[0] : gridN, cellsZ = gridN.is_array() ? gridN[1] : gridN;
      checkMesh(set, whole, cellsX, cellsZ, cut);

      // The report is that of one run over the whole field, byte for byte; without the key it differs in digests alone.
      run({"generate", (set / "spec.json").string(), "-o", folder / "again", "--only", "report"});
      CHECK(test::readFile(set / "report.json") == test::readFile(folder / "again/set/report.json"));
      nlohmann::json merged = nlohmann::json::parse(test::readFile(set / "report.json"));
      CHECK(merged["heightField"] == report["heightField"]);
      CHECK(merged["imageField"] == report["imageField"]);
      CHECK(merged["roughnessQ16"] == report["roughnessQ16"]);
      CHECK((merged["imageDigest"] == report["imageDigest"]) == (cut.nx * cut.nz == 1));

      CHECK(test::runCommand({"sha256sum", "-c", "--quiet", "SHA256SUMS"}, {"", {}, set}).exitCode == 0);
      CHECK(filesBelow(set).size() == static_cast<std::size_t>(std::ranges::count(test::readFile(set / "SHA256SUMS"), '\n')) + 1);
      CHECK(test::runProgram({"verify", set.string()}).exitCode == 0);
      CHECK(test::runProgram({"verify", (set / "spec.json").string(), (set / "report.json").string()}).exitCode == 0);
    }
  }
}

TEST_CASE("the digest of a set can be had from its tiles with sha256sum alone") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", ""));
  run({"tile", spec, "--tiles", "3x2", "-o", folder / "out", "--only", "report"});
  run({"merge", folder / "out/set"});
  std::string leaves;
  for (const std::string z : {"0", "1"}) {
    for (const std::string x : {"0", "1", "2"}) {
      const auto record = nlohmann::json::parse(test::readFile(folder / ("out/set/x" + x + "_y" + z + "/tile.json")));
      leaves += record["fields"]["imageDigest"].get<std::string>() + "\n";
    }
  }
  const auto report = nlohmann::json::parse(test::readFile(folder / "out/set/report.json"));
  CHECK(test::runCommand({"sha256sum"}, {leaves, {}, {}}).out.starts_with(report["imageDigest"].get<std::string>()));
}

TEST_CASE("a tile size makes the image as large as all tiles and every tile that size") {
  for (const std::string overlap : {"0", "1"}) {
    const TemporaryFolder folder;
    const std::string spec = folder.write("spec.json", specOf("fbm", ""));
    run({"tile", spec, "--tiles", "3x2", "--tile-size", "17", "--overlap", overlap, "-o", folder / "out", "--only", "png"});
    for (const std::string name : {"x0_y0", "x2_y1", "x1_y0"}) {
      const std::string bytes = test::readFile(folder / ("out/set/" + name + "/height_" + name + ".png"));
      const test::PngFile tile(bytes);
      CHECK(tile.width() == 17);
      CHECK(tile.height() == 17);
    }
    const auto written = nlohmann::json::parse(test::readFile(folder / "out/set/spec.json"));
    CHECK(written["image"]["width"] == (overlap == "0" ? 51 : 49));
    CHECK(written["image"]["height"] == (overlap == "0" ? 34 : 33));
  }
}

TEST_CASE("shards and equal workers at once make every tile once and the very files that one worker makes") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", R"(, "image": {"width": 600, "height": 500})"));
  run({"tile", spec, "--tiles", "7x5", "-o", folder / "one"});
  run({"merge", folder / "one/set"});

  // Two shards, and two workers of all tiles besides: each tells what it made.
  constexpr std::string_view kStart = R"(
    for worker in 0/2 1/2 0/1 0/1; do
      "$0" tile "$1" --tiles 7x5 --shard $worker -o "$2" -q --json &
    done
    wait)";
  const test::Outcome outcome = test::runCommand({"sh", "-c", std::string(kStart), OROGRAPH_PROGRAM, spec, folder / "many"});
  INFO(outcome.err);
  std::istringstream lines(outcome.out);
  std::int64_t made = 0, workers = 0;
  for (std::string line; std::getline(lines, line); ++workers) made += nlohmann::json::parse(line)["made"].get<std::int64_t>();
  CHECK(workers == 4);
  CHECK(made == 35);
  run({"merge", folder / "many/set"});
  CHECK(sameFiles(folder / "one/set", folder / "many/set"));
}

TEST_CASE("workers killed at random and run again end in the same set with no finished tile made twice") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", R"(, "image": {"width": 900, "height": 700})"));
  const std::vector<std::string> tile = {"tile", spec, "--tiles", "6x6", "-q", "--threads", "1", "-o"};
  const auto to = [&](const std::string& out) {
    std::vector<std::string> arguments = tile;
    arguments.push_back(folder / out);
    return arguments;
  };
  REQUIRE(test::runProgram(to("calm")).exitCode == 0);
  run({"merge", folder / "calm/set"});

  // A tile that is made again would be another file: its number and time would change.
  using Identity = std::tuple<ino_t, std::int64_t, std::int64_t>;
  std::map<std::string, Identity> finished;
  const auto look = [&] {
    std::int64_t found = 0;
    for (const fs::path& file : filesBelow(folder / "wild")) {
      if (file.filename() != "tile.json") continue;
      struct stat status{};
      REQUIRE(::stat((folder.path() / "wild" / file).c_str(), &status) == 0);
      const Identity identity{status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
      const auto [known, isNew] = finished.emplace(file.string(), identity);
      CHECK(known->second == identity);
      ++found;
    }
    return found;
  };
  fs::create_directories(folder / "wild");
  test::Random random(7);
  int killed = 0;
  for (int round = 0; round < 200 && look() < 36; ++round) {
    std::vector<pid_t> workers;
    for (int i = 0; i < 3; ++i) workers.push_back(start(to("wild")));
    std::this_thread::sleep_for(std::chrono::milliseconds(2 + random.bits() % 60));
    for (const pid_t worker : workers) ::kill(worker, random.bits() % 4 == 0 ? SIGTERM : SIGKILL);
    for (const pid_t worker : workers) killed += wait(worker) >= 128 ? 1 : 0;
  }
  CHECK(killed > 3);
  REQUIRE(test::runProgram(to("wild")).exitCode == 0);
  CHECK(look() == 36);
  run({"merge", folder / "wild/set"});
  CHECK(sameFiles(folder / "calm/set", folder / "wild/set"));
}

TEST_CASE("what is damaged is found by merge and verify and made again by tile") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("diamond-square", ""));
  const std::vector<std::string> tile = {"tile", spec, "--tiles", "3x3", "-o", folder / "out"};
  run(tile);
  run({"merge", folder / "out/set"});
  const fs::path set = folder / "out/set";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"x1_y2/height_x1_y2.png", "height_x1_y2.png is not as"},
      {"x0_y1/tile.json", "tile.json is damaged"},
      {"x2_y0/scene_x2_y0.obj", "there is no scene_x2_y0.obj"}};
  for (const auto& [name, message] : files) {
    INFO(name);
    const std::string before = test::readFile(set / name);
    std::string damaged = before;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    if (name.ends_with(".obj")) fs::remove(set / name);
    else std::ofstream(set / name, std::ios::binary) << damaged;
    for (const std::string command : {"merge", "verify"}) {
      const test::Outcome outcome = test::runProgram({command, set.string()});
      CHECK(outcome.exitCode == 1);
      CHECK(contains(outcome.err, "1 of 9 tiles are missing or not whole; the first is " + name.substr(0, 5) + ": " + message));
    }
    CHECK(run(tile)["made"] == 1);
    CHECK(test::readFile(set / name) == before);
    CHECK(run(tile)["made"] == 0);
    CHECK(test::runProgram({"verify", set.string()}).exitCode == 0);
  }
  for (const std::string name : {"report.json", "height.vrt", "SHA256SUMS"}) {
    INFO(name);
    const std::string before = test::readFile(set / name);
    std::ofstream(set / name, std::ios::binary) << before << " ";
    CHECK(test::runProgram({"verify", set.string()}).exitCode == 1);
    std::ofstream(set / name, std::ios::binary) << before;
  }
  std::ofstream(set / "spec.json", std::ios::app) << " ";
  CHECK(test::runProgram({"verify", set.string()}).exitCode != 1);
}

TEST_CASE("a folder with tiles of another spec or cut is refused and left as it is") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", ""));
  run({"tile", spec, "--tiles", "2x2", "-o", folder / "out"});
  const std::string before = test::readFile(folder / "out/set/tiles.json");
  const std::vector<std::vector<std::string>> others = {{"--tiles", "2x3"},
                                                        {"--tiles", "2x2", "--overlap", "1"},
                                                        {"--tiles", "2x2", "--set", "seed=8"},
                                                        {"--tiles", "2x2", "--only", "png"}};
  for (const std::vector<std::string>& other : others) {
    std::vector<std::string> arguments = {"tile", spec, "-o", folder / "out"};
    arguments.insert(arguments.end(), other.begin(), other.end());
    const test::Outcome outcome = test::runProgram(arguments);
    CHECK(outcome.exitCode == 2);
    CHECK(contains(outcome.err, "holds tiles of another spec, cut, overlap or choice of kinds"));
  }
  CHECK(test::readFile(folder / "out/set/tiles.json") == before);
  CHECK(run({"tile", spec, "--tiles", "2x2", "-o", folder / "out"})["made"] == 0);
}

TEST_CASE("options of tile and merge that do not fit are refused with what is allowed and nothing is written") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", R"(, "image": {"width": 100, "height": 9})"));
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"--tiles", "2"}, R"(--tiles: "2" is not allowed: it must be NXxNZ, each an integer from 1 to 65536)"},
      {{"--tiles", "0x1"}, "it must be NXxNZ"},
      {{"--tiles", "2x2x2"}, "it must be NXxNZ"},
      {{"--tiles", "2x65537"}, "it must be NXxNZ"},
      {{"--tiles", "2x10"}, "the image can be cut into 100x9 tiles at most"},
      {{"--tiles", "42x2"}, "the mesh can be cut into 41x23 tiles at most"},
      {{"--tiles", "2x9", "--overlap", "1"}, "the image can be cut into 99x8 tiles at most"},
      {{"--tiles", "2x2", "--overlap", "2"}, R"(--overlap: "2" is not allowed: it must be 0 or 1)"},
      {{"--tiles", "2x2", "--tile-size", "1"}, "it must be an integer from 2 to 65536"},
      {{"--tiles", "65536x1", "--tile-size", "65536"}, "/image/width: 4294967296 is not allowed"},
      {{"--tiles", "2x2", "--shard", "2/2"}, R"(--shard: "2/2" is not allowed: it must be I/N, integers with I from 0 to N - 1)"},
      {{"--tiles", "2x2", "--shard", "1"}, "it must be I/N"},
      {{"--tiles", "2x2", "--only", "html"}, "output html: not of tiles"},
      {{"--tiles", "2x2", "-o", ""}, "it must name a folder"},
      {{}, "--tiles is required"}};
  for (const auto& [options, message] : wrong) {
    std::vector<std::string> arguments = {"tile", spec, "-o", folder / "out"};
    if (std::ranges::find(options, "-o") != options.end()) arguments.resize(2);
    arguments.insert(arguments.end(), options.begin(), options.end());
    checkRefused(arguments, message);
    CHECK(!fs::exists(folder / "out"));
  }
  CHECK(test::runProgram({"merge", folder / "nowhere"}).exitCode == 3);
  CHECK(test::runProgram({"merge"}).exitCode == 2);
}

TEST_CASE("tiles of a world of 262144 x 262144 samples are as evaluated one by one within 256 MiB") {
  const TemporaryFolder folder;
  const std::string text = R"({"name": "world", "octaves": 6, "latticeShift": 24, "extentQ16": 17179869184,
    "image": {"width": 262144, "height": 262144, "range": "full"}})";
  const std::string path = folder.write("world.json", text);
  const scene::Spec spec = scene::readSpec(text, "world", {});
  const field::Grid grid = spec.imageGrid();
  const noise::Fbm fbm(spec.parameters(spec.octaves).fbm);
  test::Random random(100);
  std::int64_t different = 0, samples = 0;
  for (int i = 0; i < 100; ++i) {
    const auto tile = static_cast<std::int64_t>(random.bits() % (std::uint64_t{1} << 24));
    const std::int64_t x = tile % 4096, z = tile / 4096;
    run({"tile", path, "--tiles", "4096x4096", "--shard", std::to_string(tile) + "/16777216", "-o", folder / "out",
         "--only", "png", "--threads", "1"});
    const std::string name = "x" + std::to_string(x) + "_y" + std::to_string(z);
    const std::string bytes = test::readFile(folder / ("out/world/" + name + "/height_" + name + ".png"));
    const test::PngFile png(bytes);
    REQUIRE(png.width() == 64);
    REQUIRE(png.height() == 64);
    for (std::int64_t row = 0; row < 64; ++row) {
      for (std::int64_t column = 0; column < 64; ++column, ++samples) {
        const std::int64_t value = fbm.valueQ16(grid.xQ16(64 * x + column), grid.zQ16(64 * z + row));
        const std::int64_t height = value * spec.heightScaleQ16 >> 16;
        const std::int64_t pixel = (2 * height * 65535 + spec.heightScaleQ16) / (2 * spec.heightScaleQ16);
        different += png.pixels()[static_cast<std::size_t>(row * 64 + column)] != pixel ? 1 : 0;
      }
    }
  }
  CHECK(samples == 100 * 64 * 64);
  CHECK(different == 0);
  struct rusage usage{};
  REQUIRE(::getrusage(RUSAGE_CHILDREN, &usage) == 0);
  CHECK(usage.ru_maxrss <= 256 * 1024);
}

TEST_CASE("GDAL reads the mosaics of a set as the whole images") {
  if (!test::haveProgram("gdalinfo")) {
    WARN("skipped: gdalinfo is not installed");
    return;
  }
  for (const std::string overlap : {"0", "1"}) {
    const TemporaryFolder folder;
    const std::string spec = folder.write("spec.json", specOf("fbm", R"(, "image": {"width": 93, "height": 51})"));
    run({"tile", spec, "--tiles", "4x3", "--overlap", overlap, "-o", folder / "out", "--only", "report,png,normal"});
    run({"merge", folder / "out/set"});
    run({"generate", spec, "-o", folder / "whole", "--only", "png,normal"});
    const auto checksums = [](const std::string& file) {
      const test::Outcome outcome = test::runCommand({"gdalinfo", "-checksum", file});
      std::istringstream lines(outcome.out);
      std::string found;
      for (std::string line; std::getline(lines, line);) {
        if (contains(line, "Checksum") || contains(line, "Size is")) found += line + "\n";
      }
      return found;
    };
    for (const std::string name : {"height", "normal"}) {
      const std::string expected = checksums(folder / ("whole/set/" + name + ".png"));
      CHECK(contains(expected, "Size is 93, 51"));
      CHECK(checksums(folder / ("out/set/" + name + ".vrt")) == expected);
    }
  }
}

TEST_CASE("a pyramid has every second sample of the next level at each zoom for every generator") {
  for (const terrain::Generator& generator : terrain::generators()) {
    INFO(generator.name);
    const TemporaryFolder folder;
    std::string spec = specOf(generator.name, "");
    if (generator.name == "midpoint") spec = R"({"name": "set", "generator": "midpoint", "gridN": [64, 40]})";
    const std::string path = folder.write("spec.json", spec);
    const std::vector<std::string> tile = {"tile", path, "--tiles", "4x4", "--tile-size", "8", "--pyramid", "--only", "png",
                                           "-o", folder / "out"};
    CHECK(run(tile)["made"] == 21);
    CHECK(run(tile)["made"] == 0);
    run({"merge", folder / "out/set"});
    CHECK(test::runProgram({"verify", folder / "out/set"}).exitCode == 0);
    CHECK(test::runCommand({"sha256sum", "-c", "--quiet", "SHA256SUMS"}, {"", {}, folder / "out/set"}).exitCode == 0);
    run({"generate", folder / "out/set/spec.json", "--only", "png", "-o", folder / "whole"});
    const std::string whole = test::readFile(folder / "whole/set/height.png");
    const test::PngFile all(whole);
    REQUIRE(all.width() == 32);
    std::int64_t different = 0;
    for (std::size_t zoom = 0; zoom <= 2; ++zoom) {
      const std::size_t side = std::size_t{1} << zoom, step = 4 / side;
      for (std::size_t x = 0; x < side; ++x) {
        for (std::size_t y = 0; y < side; ++y) {
          const std::string bytes =
              test::readFile(fs::path(folder / "out/set") / std::to_string(zoom) / std::to_string(x) / (std::to_string(y) + ".png"));
          const test::PngFile png(bytes);
          REQUIRE(png.pixels().size() == 64);
          for (std::size_t i = 0; i < 64; ++i) {
            const std::size_t column = (8 * x + i % 8) * step, row = (8 * y + i / 8) * step;
            different += png.pixels()[i] != all.pixels()[row * 32 + column] ? 1 : 0;
          }
        }
      }
    }
    CHECK(different == 0);
  }
}

TEST_CASE("what is no pyramid is refused") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", specOf("fbm", ""));
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"--tiles", "3x3", "--only", "png"}, "both must be one power of two"},
      {{"--tiles", "2x4", "--only", "png"}, "both must be one power of two"},
      {{"--tiles", "2x2", "--only", "png", "--overlap", "1"}, "not allowed with --overlap 1"},
      {{"--tiles", "2x2", "--only", "png", "--set", "image.width=63"}, "it must be a whole number of pixels a tile"},
      {{"--tiles", "2x2"}, "it takes one image a tile"},
      {{"--tiles", "2x2", "--only", "obj"}, "it takes one image a tile"},
      {{"--tiles", "2x2", "--only", "masks"}, "it takes one image a tile"}};
  for (const auto& [options, message] : wrong) {
    std::vector<std::string> arguments = {"tile", spec, "--pyramid", "-o", folder / "out"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    checkRefused(arguments, message);
    CHECK(!fs::exists(folder / "out"));
  }
}
