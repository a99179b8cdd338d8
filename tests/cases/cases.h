// What the trouble cases share: fields from a spec's text, the statistics that show a fault, and one run of the
// program.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "scene/spec.h"
#include "support/program.h"
#include "support/whole_field.h"

namespace orograph::cases {

using test::Heights;

inline scene::Spec specOf(const std::string& json) { return scene::readSpec(json, "spec", {}); }

inline Heights heightsOver(const scene::Spec& spec, const field::Grid& grid) {
  return test::wholeField(*spec.generatorEntry().make(spec.parameters(spec.octaves)), grid);
}

inline Heights meshHeights(const std::string& json) {
  const scene::Spec spec = specOf(json);
  return heightsOver(spec, spec.meshGrid());
}

inline Heights imageHeights(const std::string& json) {
  const scene::Spec spec = specOf(json);
  return heightsOver(spec, spec.imageGrid());
}

/// Pearson's correlation of pairs added one by one.
class Correlation {
 public:
  void add(double a, double b) {
    ++n_;
    a_ += a, b_ += b, aa_ += a * a, bb_ += b * b, ab_ += a * b;
  }
  double value() const { return (n_ * ab_ - a_ * b_) / std::sqrt((n_ * aa_ - a_ * a_) * (n_ * bb_ - b_ * b_)); }

 private:
  double n_ = 0, a_ = 0, b_ = 0, aa_ = 0, bb_ = 0, ab_ = 0;
};

/// The mean of |height - its western neighbour|, over all columns or one.
inline double meanStep(const Heights& table, std::size_t firstColumn, std::size_t lastColumn) {
  double sum = 0, count = 0;
  for (const auto& row : table) {
    for (std::size_t x = firstColumn; x <= lastColumn; ++x) {
      sum += std::abs(static_cast<double>(row[x]) - row[x - 1]);
      ++count;
    }
  }
  return sum / count;
}

/// One run of `generate` on a spec from standard input; its folder lives as long as the object.
class Generated {
 public:
  explicit Generated(const std::string& spec, const std::vector<std::string>& more = {},
                     test::RunOptions options = {}) {
    std::vector<std::string> arguments = {"generate", "-", "-o", folder_ / "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    options.input = spec;
    outcome_ = test::runProgram(arguments, options);
  }

  int exitCode() const { return outcome_.exitCode; }
  const std::string& out() const { return outcome_.out; }
  const std::string& err() const { return outcome_.err; }
  std::string path(const std::string& name) const { return folder_ / ("out/terrain/" + name); }
  std::string text(const std::string& name) const { return test::readFile(path(name)); }
  std::vector<std::string> files() const { return test::listFolder(path("")); }
  /// Whether anything at all was written.
  bool wroteNothing() const { return test::listFolder(folder_.path()).empty(); }
  nlohmann::json report() const { return nlohmann::json::parse(text("report.json")); }

 private:
  test::TemporaryFolder folder_;
  test::Outcome outcome_;
};

/// Runs the program, but ends it where it does not end by itself: exit code 124 then.
class Timed {
 public:
  explicit Timed(std::vector<std::string> arguments, const test::RunOptions& options = {}) {
    const auto start = std::chrono::steady_clock::now();
    arguments.insert(arguments.begin(), {"timeout", "5", OROGRAPH_PROGRAM});
    outcome = test::runCommand(arguments, options);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  test::Outcome outcome;
  double seconds = 0;
};

using Vector = std::array<double, 3>;

struct Obj {
  struct Face {
    std::array<std::size_t, 3> positions{}, normals{};  // from 0
  };
  std::vector<Vector> positions, normals;
  std::size_t uvs = 0;
  std::vector<Face> faces;
};

/// The lines of an OBJ whose faces are triangles.
inline Obj parseObj(const std::string& text) {
  Obj obj;
  std::istringstream lines(text);
  lines.imbue(std::locale::classic());
  for (std::string keyword; lines >> keyword;) {
    if (keyword == "v" || keyword == "vn") {
      Vector& v = (keyword == "v" ? obj.positions : obj.normals).emplace_back();
      lines >> v[0] >> v[1] >> v[2];
    } else if (keyword == "f") {
      Obj::Face& face = obj.faces.emplace_back();
      for (std::size_t i = 0; i < 3; ++i) {
        std::string corner;
        lines >> corner;
        face.positions[i] = std::stoul(corner) - 1;
        const std::size_t slash = corner.rfind('/');
        face.normals[i] = slash == std::string::npos ? 0 : std::stoul(corner.substr(slash + 1)) - 1;
      }
    } else {
      if (keyword == "vt") ++obj.uvs;
      std::getline(lines, keyword);
    }
  }
  return obj;
}

/// A coordinate as it was before it was printed.
inline std::int64_t toQ16(double value) { return std::llround(value * 65536); }

}  // namespace orograph::cases
