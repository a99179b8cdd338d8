// fBm rows by every kernel against the plain loop, libnoise, and the filling and copying of the output.
#ifdef OROGRAPH_LIBNOISE
#include <noise.h>
#endif

#include <cstring>
#include <string>

#include "bench.h"
#include "fields.h"
#include "fixed/q16.h"
#include "noise/fbm_rows.h"

namespace orograph::bench {
namespace {

/// The definition, point by point.
void plainRows(const noise::Fbm& fbm, const field::Grid& grid, std::int64_t rows, std::int32_t* out) {
  for (std::int64_t z = 0; z < rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      *out++ = static_cast<std::int32_t>(fixed::multiplyQ16(fbm.valueQ16(grid.xQ16(x), grid.zQ16(z)), kHeightScaleQ16));
    }
  }
}

/// Every kernel makes the whole image, tables and all; the slow peers a part of its rows, as their rows cost alike.
Contest compare(double cellPixels, std::int64_t octaves, const Options& options) {
  const std::int64_t side = options.quick ? 1024 : 4096, slowRows = side / 64;
  const field::Grid grid = fbmGrid(cellPixels, side, side);
  const noise::Fbm fbm({.octaves = octaves});
  std::vector<std::int32_t> image(static_cast<std::size_t>(grid.samples())), other = image;
  const std::size_t bytes = image.size() * sizeof(std::int32_t);
  const auto pixels = static_cast<double>(grid.samples()), slowPixels = static_cast<double>(slowRows * side);

  char cells[32];
  std::snprintf(cells, sizeof cells, "%.2f", 262144 / static_cast<double>(grid.dxQ16));
  Contest contest("fBm " + std::to_string(side) + "^2, " + std::to_string(octaves) + (octaves == 1 ? " octave" : " octaves") + ", cells of " + cells +
                      " px, one thread",
                  "ns/px");
  int fill = 0;
  contest.add("memset", pixels, [&] {
    std::memset(image.data(), ++fill, bytes);
    consume(image.data(), bytes);
  });
  contest.add("memcpy", pixels, [&] {
    std::memcpy(image.data(), other.data(), bytes);
    consume(image.data(), bytes);
  });
  contest.add("plain loop", slowPixels, [&] {
    plainRows(fbm, grid, slowRows, other.data());
    consume(other.data(), bytes);
  });
#ifdef OROGRAPH_LIBNOISE
  ::noise::module::Perlin perlin;
  perlin.SetFrequency(1 / cellPixels);
  perlin.SetOctaveCount(static_cast<int>(octaves));
  contest.add("libnoise Perlin", slowPixels, [&] {
    std::int32_t* out = image.data();
    for (std::int64_t z = 0; z < slowRows; ++z) {
      for (std::int64_t x = 0; x < side; ++x) {
        *out++ = static_cast<std::int32_t>(perlin.GetValue(static_cast<double>(x), 0.5, static_cast<double>(z)) * 65536);
      }
    }
    consume(image.data(), bytes);
  });
#endif
  for (const noise::Kernel& kernel : noise::kernels()) {
    if (kernel.rows == nullptr) continue;
    contest.add(std::string(kernel.name), pixels, [&] {
      noise::FbmRows reader(fbm, grid, 0, side, kHeightScaleQ16, kernel);
      for (std::int64_t z = 0; z < side; z += kBandRows) reader.rows(z, kBandRows, &image[static_cast<std::size_t>(z * side)], side);
      consume(image.data(), bytes);
    });
  }
  contest.run(options.quick ? 3 : 15);
  // The best kernel came last.
  require(std::memcmp(image.data(), other.data(), static_cast<std::size_t>(slowRows * side) * sizeof(std::int32_t)) == 0,
          contest.title());
  return contest;
}

}  // namespace

void fbm(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  const auto add = [&](const Contest& contest, std::string name, const char* slow, const char* fast, double must, double aim) {
    if (contest.has(slow) && contest.has(fast)) {
      report.add({std::move(name), "x", contest.ratio(slow, fast), Wanted::kAtLeast, must, aim});
    } else {
      report.addMissing(std::move(name), "x", Wanted::kAtLeast, must, aim);
    }
  };
  const Contest eight = compare(64, 8, options), odd = compare(50.02, 8, options);
  const Contest one = compare(64, 1, options), four = compare(64, 4, options);
  for (const Contest& contest : {eight, odd, one, four}) report.add(contest, "plain loop");
  add(eight, "fBm 8 octaves, cells of 64 px, AVX2 against the plain loop", "plain loop", "avx2", 50, 70);
  add(odd, "fBm 8 octaves, cells of 50.02 px, AVX2 against the plain loop", "plain loop", "avx2", 35, 50);
  if (eight.has("avx2")) {
    report.add({"fBm 8 octaves, cells of 64 px, AVX2 against memset", "x", eight.ratio("avx2", "memset"),
                Wanted::kAtMost, 11, 7});
  } else {
    report.addMissing("fBm 8 octaves, cells of 64 px, AVX2 against memset", "x", Wanted::kAtMost, 11, 7);
  }
  add(one, "fBm 1 octave, AVX2 against the plain loop", "plain loop", "avx2", 30, 40);
  add(four, "fBm 4 octaves, AVX2 against the plain loop", "plain loop", "avx2", 50, 70);
  add(eight, "fBm 8 octaves, AVX-512 against AVX2", "avx2", "avx512", 1.0, 1.3);
  add(eight, "fBm 8 octaves, SSE4 against AVX2", "avx2", "sse4", 0.4, 0.6);
}

}  // namespace orograph::bench
