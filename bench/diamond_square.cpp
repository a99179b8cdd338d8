// Diamond-square rows against a plain version of the same definition with the whole grid in memory.
#include <cstring>
#include <string>

#include "bench.h"
#include "fields.h"
#include "fixed/q16.h"
#include "fixed/splitmix64.h"
#include "terrain/displacement.h"

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
      const std::int64_t half = n >> (level + 1);
      const terrain::DisplacedPoints points{parameters_.lattice, seeds_[level], amplitudes_[level], 0, 0, 0};
      const auto displace = [&](std::int64_t x, std::int64_t z, std::int64_t mean) {
        terrain::DisplacedPoints point = points;
        point.firstX = x / half;
        point.z = z / half;
        at(x, z) = static_cast<std::int32_t>(mean + point.displacement(0));
      };
      for (std::int64_t z = half; z < n; z += 2 * half) {
        for (std::int64_t x = half; x < n; x += 2 * half) {
          const std::int64_t north = std::int64_t{at(x - half, z - half)} + at(x + half, z - half);
          displace(x, z, (north + at(x - half, z + half) + at(x + half, z + half)) >> 2);
        }
      }
      for (std::int64_t z = 0; z <= n; z += half) {
        const bool isOdd = (z / half & 1) != 0;
        for (std::int64_t x = isOdd ? 0 : half; x <= n; x += 2 * half) {
          if (x > 0 && z > 0 && x < n && z < n) {
            const std::int64_t sum = std::int64_t{at(x, z - half)} + at(x - half, z) + at(x + half, z) + at(x, z + half);
            displace(x, z, sum >> 2);
          } else {
            std::int64_t sum = 0;
            if (z > 0) sum += at(x, z - half);
            if (x > 0) sum += at(x - half, z);
            if (x < n) sum += at(x + half, z);
            if (z < n) sum += at(x, z + half);
            displace(x, z, fixed::floorDiv(sum, 3));
          }
        }
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
        reader->rows(z, std::min(kBandRows, side - z), &image[static_cast<std::size_t>(z * side)]);
      }
      consume(image.data(), bytes);
    });
  }
  contest.run(options.quick ? 3 : 15);
  require(image == plain.heights(), contest.title());
  report.add(contest, "plain, in memory");
  const std::string best(noise::kernels().back().name);
  report.add({"diamond-square " + std::to_string(side) + "^2, " + best + " against the plain version", "x",
              contest.ratio("plain, in memory", best), Wanted::kAtLeast, 2, 4});
}

}  // namespace orograph::bench
