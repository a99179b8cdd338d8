// fBm rows by every kernel against the plain loop, libnoise, and the filling and copying of the output.
#ifdef OROGRAPH_LIBNOISE
#include <noise.h>
#endif

#include <algorithm>
#include <cstring>
#include <string>

#include "bench.h"
#include "fields.h"
#include "fixed/q16.h"
#include "noise/fbm_rows.h"

namespace orograph::bench {
namespace {

/// The definition of an fBm of value noise, and nothing that other noises need: the leanest plain loop.
std::int64_t valueQ16(const noise::Fbm& fbm, std::int64_t xQ16, std::int64_t zQ16) {
  std::int64_t sum = 0;
  for (const noise::Fbm::Octave& octave : fbm.octaves()) {
    const std::int64_t noise = noise::valueNoiseQ16(xQ16, zQ16, octave.seed, octave.latticeShift, fbm.lattice());
    sum += fixed::multiplyQ16(noise, octave.amplitudeQ16);
  }
  return fixed::divideQ16(sum, fbm.totalAmplitudeQ16());
}

/// The definition, point by point.
void plainRows(const noise::Fbm& fbm, const field::Grid& grid, std::int64_t rows, std::int32_t* out) {
  const bool lean = fbm.parameters().basis == noise::Basis::kValue;
  for (std::int64_t z = 0; z < rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      const std::int64_t xQ16 = grid.xQ16(x), zQ16 = grid.zQ16(z);
      const std::int64_t value = lean ? valueQ16(fbm, xQ16, zQ16) : fbm.valueQ16(xQ16, zQ16);
      *out++ = static_cast<std::int32_t>(fixed::multiplyQ16(value, kHeightScaleQ16));
    }
  }
}

enum class Output {
  kBand,   // one band of rows that is used again and again, as the program has it
  kImage,  // the whole image: its way to memory counts too
};

/// Every kernel makes all rows, tables and all; the slow peers a part of them, as their rows cost alike.
Contest compare(double cellPixels, const noise::FbmParameters& parameters, Output output, const Options& options) {
  const std::int64_t octaves = parameters.octaves;
  const std::int64_t side = options.quick ? 1024 : 4096, slowRows = side / 64;
  const field::Grid grid = fbmGrid(cellPixels, side, side);
  const noise::Fbm fbm(parameters);
  const std::string basis(noise::kBasisNames[static_cast<std::size_t>(parameters.basis)]);
  const std::int64_t outRows = output == Output::kBand ? kBandRows : side;
  std::vector<std::int32_t> out(static_cast<std::size_t>(side * outRows)), other = out;
  std::vector<std::int32_t> plain(static_cast<std::size_t>(side * slowRows));
  const std::size_t bytes = out.size() * sizeof(std::int32_t);
  const auto pixels = static_cast<double>(grid.samples()), slowPixels = static_cast<double>(slowRows * side);

  char cells[32];
  std::snprintf(cells, sizeof cells, "%.2f", 262144 / static_cast<double>(grid.dxQ16));
  Contest contest("fBm of " + basis + " noise, " + std::to_string(side) + "^2, " + std::to_string(octaves) +
                      (octaves == 1 ? " octave" : " octaves") + ", cells of " + cells + " px, one thread, " +
                      (output == Output::kBand ? "band by band" : "into an image"),
                  "ns/px");
  int fill = 0;
  contest.add("memset", pixels, [&] {
    for (std::int64_t z = 0; z < side; z += outRows) {
      std::memset(out.data(), ++fill, bytes);
      consume(out.data(), bytes);
    }
  });
  contest.add("memcpy", pixels, [&] {
    for (std::int64_t z = 0; z < side; z += outRows) {
      std::memcpy(out.data(), other.data(), bytes);
      consume(out.data(), bytes);
    }
  });
  contest.add("plain loop", slowPixels, [&] {
    plainRows(fbm, grid, slowRows, plain.data());
    consume(plain.data(), plain.size() * sizeof(std::int32_t));
  });
#ifdef OROGRAPH_LIBNOISE
  ::noise::module::Perlin perlin;
  perlin.SetFrequency(1 / cellPixels);
  perlin.SetOctaveCount(static_cast<int>(octaves));
  contest.add("libnoise Perlin", slowPixels, [&] {
    std::int32_t* next = out.data();
    for (std::int64_t z = 0; z < slowRows; ++z) {
      for (std::int64_t x = 0; x < side; ++x) {
        *next++ =
            static_cast<std::int32_t>(perlin.GetValue(static_cast<double>(x), 0.5, static_cast<double>(z)) * 65536);
      }
    }
    consume(out.data(), bytes);
  });
#endif
  for (const noise::Kernel& kernel : noise::kernels()) {
    if (kernel.rows == nullptr) continue;
    contest.add(std::string(kernel.name), pixels, [&] {
      noise::FbmRows reader(fbm, grid, 0, side, kHeightScaleQ16, kernel);
      for (std::int64_t z = 0; z < side; z += kBandRows) {
        std::int32_t* const band = &out[static_cast<std::size_t>(z % outRows * side)];
        reader.rows(z, kBandRows, band, side);
        consume(band, static_cast<std::size_t>(kBandRows * side) * sizeof(std::int32_t));
      }
    });
  }
  contest.run(options.quick ? 3 : 15);
  // The first rows once more, by the best kernel.
  noise::FbmRows(fbm, grid, 0, side, kHeightScaleQ16, noise::kernels().back()).rows(0, slowRows, out.data(), side);
  require(std::equal(plain.begin(), plain.end(), out.begin()), contest.title());
  return contest;
}

}  // namespace

void fbm(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  const auto add = [&](const Contest& contest, std::string name, const char* slow, const char* fast, Wanted wanted,
                       double must, double aim) {
    if (contest.has(slow) && contest.has(fast)) {
      report.add({std::move(name), "x", contest.ratio(slow, fast), wanted, must, aim});
    } else {
      report.addMissing(std::move(name), "x", wanted, must, aim);
    }
  };
  const Wanted most = Wanted::kAtMost, least = Wanted::kAtLeast;
  for (const Output output : {Output::kBand, Output::kImage}) {
    const Contest eight = compare(64, {.octaves = 8}, output, options), odd = compare(50.02, {.octaves = 8}, output, options);
    const Contest one = compare(64, {.octaves = 1}, output, options), four = compare(64, {.octaves = 4}, output, options);
    for (const Contest& contest : {eight, odd, one, four}) report.add(contest, "plain loop");
    if (output == Output::kImage) {
      add(eight, "fBm 8 octaves, AVX2 in memsets of an image", "avx2", "memset", most, 11, 7);
      break;
    }
    add(eight, "fBm 8 octaves, cells of 64 px, AVX2 against the plain loop", "plain loop", "avx2", least, 50, 70);
    add(odd, "fBm 8 octaves, cells of 50.02 px, AVX2 against the plain loop", "plain loop", "avx2", least, 35, 50);
    add(one, "fBm 1 octave, AVX2 against the plain loop", "plain loop", "avx2", least, 30, 40);
    add(four, "fBm 4 octaves, AVX2 against the plain loop", "plain loop", "avx2", least, 50, 70);
    add(eight, "fBm 8 octaves, AVX-512 against AVX2", "avx2", "avx512", least, 1.0, 1.3);
    add(eight, "fBm 8 octaves, SSE4 against AVX2", "avx2", "sse4", least, 0.4, 0.6);
    add(eight, "fBm 8 octaves, AVX2 in memsets of a band, in cache", "avx2", "memset", most, 11, 7);
  }
  for (const noise::Basis basis : {noise::Basis::kPerlin, noise::Basis::kSimplex}) {
    const Contest contest = compare(64, {.octaves = 8, .basis = basis}, Output::kBand, options);
    report.add(contest, "plain loop");
    const std::string name(noise::kBasisNames[static_cast<std::size_t>(basis)]);
    add(contest, name + " 8 octaves, AVX2 against the plain loop", "plain loop", "avx2", least, 10, 20);
  }
}

}  // namespace orograph::bench
