// fBm row kernels against the plain scalar loop and memset, and their cost as the image grows, in nanoseconds per
// pixel: medians of interleaved runs. Pin it to one core.
//   fbm_bench [width] [height] [runs] [band]
// Rows go to one band of `band` rows that is used again and again; by default it holds the whole image, so that its
// way to memory counts too.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noise/fbm_rows.h"

namespace {

using namespace orograph;

constexpr std::int64_t kHeightScaleQ16 = 196608;

/// Not the time of day, of which other processes take a share.
double processorNs() { return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC); }

volatile std::int32_t consumed;  // an output that nobody reads would not be computed

struct Contender {
  std::string name;
  std::int64_t rows;
  std::function<void(std::int64_t rows)> run;
  std::vector<double> nsPerPixel = {};

  double median() {
    std::sort(nsPerPixel.begin(), nsPerPixel.end());
    return nsPerPixel[nsPerPixel.size() / 2];
  }
};

void compare(std::int64_t dxQ16, std::int64_t octaves, std::int64_t width, std::int64_t height, int runs,
             std::int64_t bandRows) {
  const field::Grid grid = {-width / 2 * dxQ16, -height / 2 * dxQ16, dxQ16, dxQ16, width, height};
  const noise::Fbm fbm({.octaves = octaves});
  std::vector<std::int32_t> band(static_cast<std::size_t>(width * bandRows));
  std::vector<Contender> contenders;
  contenders.push_back({"memset", height, [&](std::int64_t rows) {
                          for (std::int64_t z = 0; z < rows; z += bandRows) {
                            std::memset(band.data(), static_cast<int>(z & 1), band.size() * sizeof(std::int32_t));
                          }
                        }});
  for (const noise::Kernel& kernel : noise::kernels()) {
    const std::int64_t rows = kernel.rows == nullptr ? std::max<std::int64_t>(height / 64, 1) : height;
    const auto reader = std::make_shared<noise::FbmRows>(fbm, grid, 0, width, kHeightScaleQ16, kernel);
    contenders.push_back({std::string(kernel.name), rows, [&, reader](std::int64_t count) {
                            for (std::int64_t z = 0; z < count; ++z) reader->row(z, band.data() + z % bandRows * width);
                          }});
  }
  for (int i = 0; i < runs; ++i) {
    for (Contender& contender : contenders) {
      const double start = processorNs();
      contender.run(contender.rows);
      const double spent = processorNs() - start;
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < band.size(); k += 61) sum ^= band[k];
      consumed = sum;
      contender.nsPerPixel.push_back(spent / static_cast<double>(width * contender.rows));
    }
  }
  const double memset = contenders[0].median(), scalar = contenders[1].median();
  std::printf("\nfirst cell %.3f px, %d octaves, %d x %d\n", 262144.0 / static_cast<double>(dxQ16),
              static_cast<int>(octaves), static_cast<int>(width), static_cast<int>(height));
  for (Contender& contender : contenders) {
    const double ns = contender.median();
    std::printf("  %-10s %8.3f ns/px   %7.1f x scalar   %6.2f memsets\n", contender.name.c_str(), ns, scalar / ns,
                ns / memset);
  }
}

/// Square images of eight octaves, in one band of rows that is used again and again, as a writer of files would.
void compareSizes(int runs) {
  constexpr std::int64_t kBandRows = 64;
  const noise::Fbm fbm({.octaves = 8});
  const std::vector<std::int64_t> sizes = {512, 2048, 8192, 32768};
  std::vector<std::int32_t> band(static_cast<std::size_t>(sizes.back() * kBandRows));
  for (const std::int64_t dxQ16 : {4096, 5241}) {
    std::vector<std::vector<double>> nsPerPixel(sizes.size());
    for (int i = 0; i < runs; ++i) {
      for (std::size_t s = 0; s < sizes.size(); ++s) {
        const std::int64_t size = sizes[s], rows = std::min<std::int64_t>(size, 2048);
        const double start = processorNs();
        noise::FbmRows reader(fbm, {0, 0, dxQ16, dxQ16, size, size}, 0, size, kHeightScaleQ16, noise::chosenKernel());
        for (std::int64_t z = 0; z < rows; z += kBandRows) reader.rows(z, kBandRows, band.data(), size);
        const double spent = processorNs() - start;
        consumed = band[static_cast<std::size_t>(size) / 2];
        nsPerPixel[s].push_back(spent / static_cast<double>(size * rows));
      }
    }
    std::printf("\nfirst cell %.3f px, 8 octaves, %s, by size:", 262144.0 / static_cast<double>(dxQ16),
                std::string(noise::chosenKernel().name).c_str());
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      std::sort(nsPerPixel[s].begin(), nsPerPixel[s].end());
      std::printf("  %d: %.3f", static_cast<int>(sizes[s]), nsPerPixel[s][nsPerPixel[s].size() / 2]);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int i, std::int64_t otherwise) {
    return argc > i ? std::strtoll(argv[i], nullptr, 10) : otherwise;
  };
  const std::int64_t width = argument(1, 4096), height = argument(2, 4096), band = argument(4, height);
  const int runs = static_cast<int>(argument(3, 7));
  for (const std::int64_t dxQ16 : {4096, 5241}) {  // first cells of 64 and 50.02 pixels
    for (const std::int64_t octaves : {1, 4, 8}) compare(dxQ16, octaves, width, height, runs, band);
  }
  compareSizes(runs);
}
