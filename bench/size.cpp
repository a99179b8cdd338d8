// How the cost of a pixel changes with the size of the image, the octaves, and the size of the first cell.
#include <string>

#include "bench.h"
#include "fields.h"
#include "noise/fbm_rows.h"

namespace orograph::bench {
namespace {

/// Adds the making of an image through one band that is used again and again, as a writer of files does it.
void addImage(Contest& contest, std::string name, double cellPixels, std::int64_t octaves, std::int64_t side,
              std::int64_t rows, std::vector<std::int32_t>& band) {
  const field::Grid grid = fbmGrid(cellPixels, side, side);
  contest.add(std::move(name), static_cast<double>(side * rows), [=, &band, fbm = noise::Fbm({.octaves = octaves})] {
    noise::FbmRows reader(fbm, grid, 0, side, kHeightScaleQ16, noise::chosenKernel());
    for (std::int64_t z = 0; z < rows; z += kBandRows) {
      reader.rows(z, kBandRows, band.data(), side);
      consume(band.data(), static_cast<std::size_t>(side * kBandRows) * sizeof(std::int32_t));
    }
  });
}

}  // namespace

void sizes(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  const int rounds = options.quick ? 3 : 11;
  const std::string kernel(noise::chosenKernel().name);
  const std::vector<std::int64_t> sides = {512, 2048, 8192, 32768};
  std::vector<std::int32_t> band(static_cast<std::size_t>(sides.back() * kBandRows));
  for (const double cellPixels : {64.0, 50.02}) {
    const std::string cells = cellPixels == 64.0 ? "64" : "50.02";
    Contest contest("fBm 8 octaves, cells of " + cells + " px, by size, " + kernel, "ns/px");
    for (const std::int64_t side : sides) {
      // Of the large ones a part of the rows, enough for their tables to count no more than in the whole.
      addImage(contest, std::to_string(side) + "^2", cellPixels, 8, side, std::min<std::int64_t>(side, options.quick ? 512 : 2048), band);
    }
    contest.run(rounds);
    report.add(contest, "512^2");
    double least = 1, most = 1;
    for (const Contender& contender : contest.contenders()) {
      const double ratio = contest.ratio(contender.name, "512^2");
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
    report.add({"dearest against cheapest pixel, 512^2 to 32768^2, cells of " + cells + " px", "x", most / least,
                Wanted::kAtMost, 1.3, 1.15});
  }

  Contest octaves("fBm 2048^2, cells of 64 px, by octaves, " + kernel, "ns/px");
  for (const std::int64_t count : {1, 2, 4, 8, 12, 16, 32}) {
    addImage(octaves, "octaves: " + std::to_string(count), 64, count, 2048, options.quick ? 512 : 2048, band);
  }
  octaves.run(rounds);
  report.add(octaves, "octaves: 1");

  Contest cells("fBm 2048^2, 8 octaves, by the first cell, " + kernel, "ns/px");
  for (const int pixels : {4, 16, 64, 256, 1024, 4096}) {
    addImage(cells, std::to_string(pixels) + " px", pixels, 8, 2048, options.quick ? 512 : 2048, band);
  }
  cells.run(rounds);
  report.add(cells, "64 px");
}

}  // namespace orograph::bench
