#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <published.h>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/verbs.h"
#include "codec/json_document.h"
#include "fixed/q16.h"
#include "noise/fbm_rows.h"
#include "scene/spec.h"
#include "terrain/generators.h"

namespace orograph::app {
namespace {

using Heights = std::vector<std::int32_t>;

/// The first height that is another, or nothing.
std::string firstDifference(const Heights& plain, const Heights& found) {
  const auto [expected, other] = std::mismatch(plain.begin(), plain.end(), found.begin());
  if (expected == plain.end()) return {};
  return "height " + std::to_string(expected - plain.begin()) + ": " + std::to_string(*expected) + " expected, " +
         std::to_string(*other) + " found";
}

/// Fields whose columns share cells, have cells of their own, lie on power-of-two ratios and on others.
std::vector<noise::FbmParameters> noises() {
  using namespace noise;
  std::vector<FbmParameters> all;
  for (std::size_t basis = 0; basis < kBasisNames.size(); ++basis) {
    for (std::size_t lattice = 0; lattice < fixed::kLatticeNames.size(); ++lattice) {
      for (std::size_t interpolation = 0; interpolation < kInterpolationNames.size(); ++interpolation) {
        FbmParameters one;
        one.octaves = 5;
        one.basis = static_cast<Basis>(basis);
        one.lattice = static_cast<fixed::Lattice>(lattice);
        one.interpolation = static_cast<Interpolation>(interpolation);
        if (one.basis == Basis::kPerlin && one.interpolation == Interpolation::kStep) continue;  // no spec has them
        all.push_back(one);
        one.octaves = 3;
        one.lacunarityQ16 = 123456;
        one.rotation = Rotation::kForward;
        one.attenuation = Attenuation::kIndex;
        one.normalise = false;
        all.push_back(one);
      }
    }
  }
  return all;
}

constexpr std::int64_t kColumns = 263, kRows = 3;
constexpr field::Grid kGrids[] = {{-70000, -50000, 5241, 5241, kColumns, kRows},
                                  {-70368744177000, 70368744100000, 300007, 290011, kColumns, kRows}};

/// One kernel over every noise; the first difference, or nothing.
std::string compareNoises(const noise::Kernel& kernel, const std::vector<noise::FbmParameters>& all,
                          const std::vector<Heights>& plain) {
  std::size_t field = 0;
  Heights found(static_cast<std::size_t>(kColumns * kRows));
  for (const noise::FbmParameters& parameters : all) {
    for (const field::Grid& grid : kGrids) {
      noise::FbmRows(noise::Fbm(parameters), grid, 0, kColumns, fixed::kOneQ16, kernel).rows(0, kRows, found.data(), kColumns);
      const std::string difference = firstDifference(plain[field++], found);
      if (difference.empty()) continue;
      return std::string(noise::kBasisNames[static_cast<std::size_t>(parameters.basis)]) + " noise on the lattice " +
             std::string(fixed::kLatticeNames[static_cast<std::size_t>(parameters.lattice)]) + ", " + difference;
    }
  }
  return {};
}

Heights plainNoise(const noise::Fbm& fbm, const field::Grid& grid) {
  Heights heights;
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      heights.push_back(static_cast<std::int32_t>(fbm.valueQ16(grid.xQ16(x), grid.zQ16(z))));
    }
  }
  return heights;
}

/// The mesh of a generator as a spec with nothing else has it.
Heights meshOf(const terrain::Generator& generator, const noise::Kernel& kernel) {
  const scene::Spec spec =
      scene::readSpec(R"({"gridN": 64, "generator": ")" + std::string(generator.name) + "\"}", "selftest", {});
  terrain::Parameters parameters = spec.parameters(spec.octaves);
  parameters.kernel = &kernel;
  const field::Grid grid = spec.meshGrid();
  Heights heights(static_cast<std::size_t>(grid.samples()));
  generator.make(parameters)->over(grid, 0, grid.columns)->rows(0, grid.rows, heights.data());
  return heights;
}

template <class Names>
std::string listOf(const Names& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace

SelftestResult selftestOf(std::string_view specText, std::string_view golden, std::span<const noise::Kernel> kernels) {
  SelftestResult result;
  const auto tell = [&](const std::string& subject, const std::string& agreement, const std::string& difference) {
    result.passed &= difference.empty();
    result.text += subject + ": " + (difference.empty() ? agreement : "DIFFERENT: " + difference) + "\n";
  };

  const scene::Spec spec = scene::readSpec(std::string(specText), "selftest", {});
  const codec::JsonValue report = codec::parseJson(golden, "selftest");
  const std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 2, 8);
  const Comparison found = compareWithReport(spec, report, {{threads, 3}, &kernels.back()});
  tell(spec.name + ", its figures and the sums of its files, on " + std::to_string(threads) + " threads",
       "all " + std::to_string(found.equal) + " published values agree", found.first);

  const std::vector<noise::FbmParameters> all = noises();
  std::vector<Heights> plain;
  for (const noise::FbmParameters& parameters : all) {
    for (const field::Grid& grid : kGrids) plain.push_back(plainNoise(noise::Fbm(parameters), grid));
  }
  const std::string heights = std::to_string(static_cast<std::int64_t>(plain.size()) * kColumns * kRows);
  std::vector<Heights> meshes;
  std::vector<std::string_view> names;
  for (const terrain::Generator& generator : terrain::generators()) {
    meshes.push_back(meshOf(generator, noise::kernels().front()));
    names.push_back(generator.name);
  }
  for (const noise::Kernel& kernel : kernels) {
    const std::string subject = "kernel " + std::string(kernel.name);
    tell(subject + ", the noises " + listOf(noise::kBasisNames) + " on the lattices " + listOf(fixed::kLatticeNames),
         heights + " heights are those of the plain definition", compareNoises(kernel, all, plain));
    std::string difference;
    for (std::size_t i = 0; i < meshes.size() && difference.empty(); ++i) {
      difference = firstDifference(meshes[i], meshOf(terrain::generators()[i], kernel));
      if (!difference.empty()) difference = std::string(names[i]) + ", " + difference;
    }
    tell(subject + ", the generators " + listOf(names), "the meshes are those of the plain definition", difference);
  }
  return result;
}

int selftest() {
  const SelftestResult result = selftestOf(kPublishedSpec, kPublishedReport, noise::kernels());
  print(result.text);
  if (!result.passed) printMessage("this machine does not compute what was published; do not trust its files");
  return result.passed ? kDone : kCheckFailed;
}

}  // namespace orograph::app
