#include <chrono>
#include <string>
#include <vector>

#include "app/verbs.h"
#include "noise/row_kernel_portable.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"

using namespace orograph;
using test::contains;

namespace {

const std::string kSpec = R"({"name": "small", "octaves": 3, "gridN": 6, "statsGridN": 16, "profileSamples": 40})";

std::string reportOf(const test::TemporaryFolder& folder) {
  const std::string spec = folder.write("spec.json", kSpec);
  REQUIRE(test::runProgram({"generate", spec, "-q", "-o", folder / "out"}).exitCode == 0);
  return test::readFile(folder / "out/small/report.json");
}

/// The portable loops, and one height a unit too great where the sum is of simplex noise.
const noise::RowKernel& broken() {
  static noise::RowKernel kernel = noise::kPortableRowKernel;
  kernel.simplexRow = [](fixed::Lattice lattice, const noise::Places& places, const noise::LatticePoint& row,
                         std::uint32_t seed, std::int64_t count, std::uint16_t* values) {
    noise::kPortableRowKernel.simplexRow(lattice, places, row, seed, count, values);
    if (lattice == fixed::Lattice::kMixed && count > 100) values[100] ^= 0x8000;
  };
  return kernel;
}

int countOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("selftest says in a second what it checked: the published terrain, and every kernel over every noise and generator") {
  const auto start = std::chrono::steady_clock::now();
  const test::Outcome outcome = test::runProgram({"selftest"});
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CAPTURE(outcome.out, outcome.err, seconds);
  CHECK(outcome.exitCode == 0);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out, "lantern-fbm-terrain"));
  CHECK_FALSE(contains(outcome.out, "DIFFERENT"));
  for (const noise::Kernel& kernel : noise::kernels()) CHECK(countOf(outcome.out, "kernel " + std::string(kernel.name) + ",") == 2);
  for (const std::string_view name : noise::kBasisNames) CHECK(contains(outcome.out, std::string(name)));
  for (const terrain::Generator& generator : terrain::generators()) CHECK(contains(outcome.out, std::string(generator.name)));
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  CHECK(seconds < 3);  // a loaded machine; alone it is under one
#endif
}

TEST_CASE("selftest finds a kernel that computes one height of one basis otherwise") {
  const test::TemporaryFolder folder;
  const std::vector<noise::Kernel> kernels = {{"portable", &noise::kPortableRowKernel}, {"broken", &broken()},
                                              noise::kernels().front()};
  const app::SelftestResult result = app::selftestOf(kSpec, reportOf(folder), kernels);
  CAPTURE(result.text);
  CHECK_FALSE(result.passed);
  CHECK(countOf(result.text, "DIFFERENT") == 1);
  CHECK(contains(result.text, "kernel broken"));
  CHECK(contains(result.text, "DIFFERENT: simplex noise on the lattice mixed, height 100: "));
}

TEST_CASE("selftest finds one figure and one sum that are not the published ones") {
  const test::TemporaryFolder folder;
  const std::string report = reportOf(folder);
  CHECK(app::selftestOf(kSpec, report, noise::kernels()).passed);
  for (const std::string key : {"\"maxQ16\": ", "\"heightFieldDigest\": \"", "\"sha256\": \""}) {
    std::string other = report;
    char& digit = other.at(other.find(key) + key.size());
    digit = digit == '1' ? '2' : '1';
    const app::SelftestResult result = app::selftestOf(kSpec, other, noise::kernels());
    CAPTURE(key, result.text);
    CHECK_FALSE(result.passed);
    CHECK(countOf(result.text, "DIFFERENT") == 1);
    CHECK(contains(result.text, " expected, "));
  }
}
