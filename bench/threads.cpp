// Two threads and more against one. The one is timed by its processor time, which is never more than the wall clock's.
#include <string>
#include <thread>

#include "analysis/statistics.h"
#include "bench.h"
#include "codec/sha256.h"
#include "fields.h"
#include "terrain/height_bands.h"

namespace orograph::bench {
namespace {

enum class Task { kHeights, kDigest, kFigures };

void pass(const terrain::HeightSource& source, const field::Grid& grid, const field::Schedule& schedule, Task task) {
  codec::Sha256 digest;
  analysis::Statistics statistics;
  terrain::forEachBand<analysis::Statistics>(
      source, grid, schedule, 0,
      [&](const terrain::HeightBand& band, analysis::Statistics& own) {
        if (task != Task::kFigures) return;
        own = {};
        own.add(band.rows());
      },
      [&](const terrain::HeightBand& band, const analysis::Statistics& own) {
        consume(band.rows().data(), band.rows().size_bytes());
        if (task == Task::kHeights) return;
        if (task == Task::kFigures) statistics.merge(own);
        codec::updateInt32(digest, band.rows());
      });
  const std::string hex = digest.hex();
  consume(hex.data(), hex.size());
}

}  // namespace

void threads(const Options& options, Report& report) {
  const Pins pins(options.realtime);
  const std::int64_t side = options.quick ? 2048 : 8192;
  const field::Grid grid = fbmGrid(64, side, side);
  const auto source = fbmSource(8);
  const auto run = [&](const char* what, Task task) {
    Contest contest("fBm " + std::to_string(side) + "^2, 8 octaves, cells of 64 px, " + what, "ns/px");
    for (std::int64_t count = 1; count <= std::max<std::int64_t>(2, std::thread::hardware_concurrency()); count *= 2) {
      contest.add(std::to_string(count) + (count == 1 ? " thread" : " threads"), static_cast<double>(grid.samples()),
                  [&, count, task] {
                    const BeforeOthers priority(options.realtime && count > 1);
                    pass(*source, grid, {.threads = count}, task);
                  },
                  count == 1 ? Clock::kProcessor : Clock::kWall);
    }
    contest.run(options.quick ? 9 : 21);
    report.add(contest, "1 thread");
    return contest.ratio("1 thread", "2 threads");
  };
  report.add({"two threads against one, heights alone", "x", run("heights alone", Task::kHeights),
              Wanted::kAtLeast, 1.8, 1.95});
  report.add({"two threads against one, with the digest", "x", run("heights and digest", Task::kDigest),
              Wanted::kAtLeast, 1.5, 1.7});
  run("heights, digest and statistics, as a report has them", Task::kFigures);

  Contest heights("fBm " + std::to_string(side) + "^2, 8 octaves, heights alone, by the rows of a band", "ns/px");
  for (const std::int64_t rows : {16, 32, 64, 128, 256}) {
    for (const std::int64_t count : {1, 2}) {
      heights.add(std::to_string(rows) + (count == 1 ? " rows, 1 thread" : " rows, 2 threads"),
                  static_cast<double>(grid.samples()),
                  [&, rows, count] {
                    const BeforeOthers priority(options.realtime && count > 1);
                    pass(*source, grid, {.threads = count, .bandRows = rows}, Task::kHeights);
                  },
                  count == 1 ? Clock::kProcessor : Clock::kWall);
    }
  }
  heights.run(options.quick ? 3 : 9);
  report.add(heights, "32 rows, 1 thread");
}

}  // namespace orograph::bench
