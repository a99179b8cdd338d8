// Diamond-square rows against a plain version of the same definition with the whole grid in memory.
#include <cstring>
#include <string>

#include "bench.h"
#include "fields.h"
#include "fixed/q16.h"
#include "fixed/splitmix64.h"

namespace orograph::bench {
namespace {

/// Level after level over one array. It may leave the height scale out, which is 1 here.
class Plain {
 public:
  explicit Plain(const terrain::DiamondSquareParameters& parameters)
      : parameters_(parameters),
        side_(parameters.cells + 1),
        amplitudes_(terrain::levelAmplitudesQ16(parameters)),
        seeds_(fixed::derivedSeeds(parameters.seed, static_cast<int>(amplitudes_.size()))),
        heights_(static_cast<std::size_t>(side_ * side_)) {}
  const std::vector<std::int32_t>& heights() const { return heights_; }

  void make() {
    const std::int64_t n = side_ - 1;
    const std::vector<std::int64_t>& corners = parameters_.cornersQ16;
    at(0, 0) = static_cast<std::int32_t>(corners[0]);
    at(n, 0) = static_cast<std::int32_t>(corners[1]);
    at(0, n) = static_cast<std::int32_t>(corners[2]);
    at(n, n) = static_cast<std::int32_t>(corners[3]);
    for (std::size_t level = 0; level < seeds_.size(); ++level) {
      // Points are counted in steps of half a cell: (i, k) is the point's lattice index at this level.
      const std::int64_t half = n >> (level + 1), last = std::int64_t{2} << level;
      const std::uint32_t seed = seeds_[level];
      const std::int64_t amplitude = amplitudes_[level];
      const auto displace = [&](std::int64_t i, std::int64_t k, std::int64_t mean) {
        const std::uint32_t value = fixed::latticeValue(parameters_.lattice, i, k, seed);
        const std::int64_t factor = 2 * std::int64_t{value} + 1 - fixed::kOneQ16;
        at(i * half, k * half) = static_cast<std::int32_t>(mean + fixed::multiplyQ16(factor, amplitude));
      };
      const auto height = [&](std::int64_t i, std::int64_t k) { return std::int64_t{at(i * half, k * half)}; };
      for (std::int64_t k = 1; k < last; k += 2) {
        for (std::int64_t i = 1; i < last; i += 2) {
          const std::int64_t north = height(i - 1, k - 1) + height(i + 1, k - 1);
          displace(i, k, (north + height(i - 1, k + 1) + height(i + 1, k + 1)) >> 2);
        }
      }
      const auto atBorder = [&](std::int64_t i, std::int64_t k) {
        std::int64_t sum = 0;
        if (k > 0) sum += height(i, k - 1);
        if (i > 0) sum += height(i - 1, k);
        if (i < last) sum += height(i + 1, k);
        if (k < last) sum += height(i, k + 1);
        displace(i, k, fixed::floorDiv(sum, 3));
      };
      for (std::int64_t k = 0; k <= last; ++k) {
        const bool isBorder = k == 0 || k == last;
        std::int64_t i = (k & 1) != 0 ? 0 : 1;
        if (isBorder) {
          for (; i < last; i += 2) atBorder(i, k);
          continue;
        }
        if (i == 0) atBorder(0, k), i = 2;
        for (; i < last; i += 2) {
          displace(i, k, (height(i, k - 1) + height(i - 1, k) + height(i + 1, k) + height(i, k + 1)) >> 2);
        }
        if (i == last) atBorder(last, k);
      }
    }
  }

 private:
  std::int32_t& at(std::int64_t x, std::int64_t z) { return heights_[static_cast<std::size_t>(z * side_ + x)]; }

  terrain::DiamondSquareParameters parameters_;
  std::int64_t side_;
  std::vector<std::int64_t> amplitudes_;
  std::vector<std::uint32_t> seeds_;
  std::vector<std::int32_t> heights_;
};

}  // namespace

void diamondSquare(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  terrain::Parameters parameters;
  parameters.heightScaleQ16 = fixed::kOneQ16;
  parameters.diamondSquare.cells = options.quick ? 1024 : 4096;
  parameters.diamondSquare.hurstQ16 = 52429;
  const std::int64_t side = parameters.diamondSquare.cells + 1;
  const field::Grid grid{0, 0, 1, 1, side, side};
  const auto points = static_cast<double>(side * side);
  std::vector<std::int32_t> image(static_cast<std::size_t>(side * side));
  const std::size_t bytes = image.size() * sizeof(std::int32_t);
  std::vector<std::int32_t> band(static_cast<std::size_t>(side * kBandRows));  // as the program has it
  Plain plain(parameters.diamondSquare);

  Contest contest("diamond-square " + std::to_string(side) + "^2, one thread", "ns/px");
  int fill = 0;
  contest.add("memset", points, [&] {
    std::memset(image.data(), ++fill, bytes);
    consume(image.data(), bytes);
  });
  contest.add("plain, in memory", points, [&] {
    plain.make();
    consume(plain.heights().data(), bytes);
  });
  for (const noise::Kernel& kernel : noise::kernels()) {
    contest.add(std::string(kernel.name), points, [&] {
      terrain::Parameters own = parameters;
      own.kernel = &kernel;
      const auto source = terrain::findGenerator("diamond-square")->make(own);
      const auto reader = source->over(grid, 0, side);
      for (std::int64_t z = 0; z < side; z += kBandRows) {
        reader->rows(z, std::min(kBandRows, side - z), band.data());
        consume(band.data(), band.size() * sizeof(std::int32_t));
      }
    });
  }
  contest.run(options.quick ? 3 : 15);
  terrain::findGenerator("diamond-square")->make(parameters)->over(grid, 0, side)->rows(0, side, image.data());
  require(image == plain.heights(), contest.title());
  report.add(contest, "plain, in memory");
  const std::string best(noise::kernels().back().name);
  report.add({"diamond-square " + std::to_string(side) + "^2, " + best + " against the plain version", "x",
              contest.ratio("plain, in memory", best), Wanted::kAtLeast, 2, 4});
}

}  // namespace orograph::bench
