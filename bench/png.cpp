// The 16-bit PNG encoder beside libpng's defaults, on an fBm of eight octaves that lies in memory. "own" is the
// encoder with quantisation and digest, as the program runs it; libpng gets its rows of bytes ready made. What runs on
// one thread is timed by its processor time, which is never more than the wall clock's.
#include "output/png.h"

#include <png.h>

#include <string>

#include "bench.h"
#include "fields.h"
#include "output/formats.h"

namespace orograph::bench {
namespace {

void countBytes(png_structp png, png_bytep, png_size_t count) {
  *static_cast<std::size_t*>(png_get_io_ptr(png)) += count;
}

std::size_t libpngDefaults(const std::vector<unsigned char>& pixels, std::int64_t side) {
  std::size_t bytes = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &bytes, countBytes, nullptr);
  const auto pixelsAcross = static_cast<png_uint_32>(side);
  png_set_IHDR(png, info, pixelsAcross, pixelsAcross, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (std::size_t at = 0; at < pixels.size(); at += 2 * static_cast<std::size_t>(side))
    png_write_row(png, &pixels[at]);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

void compare(int cellPixels, double must, double aim, const Options& options, Report& report) {
  const std::int64_t side = options.quick ? 1024 : 4096;
  const field::Grid grid = fbmGrid(cellPixels, side, side);
  const MemorySource memory(*fbmSource(8), grid);
  output::Scene scenes[2];
  std::size_t ownBytes = 0, peerBytes = 0;
  for (const std::int64_t threads : {1, 2}) {
    output::Scene& scene = scenes[threads - 1];
    scene.source = &memory;
    scene.imageGrid = grid;
    const auto [least, greatest] = std::minmax_element(memory.heights().begin(), memory.heights().end());
    scene.image = {16, *least, *greatest};
    scene.schedule.threads = threads;
  }
  std::vector<unsigned char> pixels;
  output::forEachPixelRow(
      scenes[0], [&](std::span<const unsigned char> row) { pixels.insert(pixels.end(), row.begin(), row.end()); });
  const std::string cells = std::to_string(cellPixels);
  Contest contest("PNG16 of an fBm " + std::to_string(side) + "^2, 8 octaves, cells of " + cells + " px", "ns/px");
  const auto count = static_cast<double>(grid.samples());
  contest.add("libpng defaults", count, [&] { peerBytes = libpngDefaults(pixels, side); });
  for (const output::Scene& scene : scenes) {
    const bool alone = scene.schedule.threads == 1;
    const auto write = [&, alone] {
      const BeforeOthers priority(options.realtime && !alone);
      CountingSink sink;
      output::writePng16(scene, sink);
      ownBytes = sink.bytes;
    };
    contest.add(alone ? "own, 1 thread" : "own, 2 threads", count, write, alone ? Clock::kProcessor : Clock::kWall, 7);
  }
  contest.run(options.quick ? 2 : 3);
  report.add(contest, "libpng defaults");
  const double raw = static_cast<double>(pixels.size());
  std::printf("  of the raw size: libpng %.2f%%, own %.2f%%\n", 100 * static_cast<double>(peerBytes) / raw,
              100 * static_cast<double>(ownBytes) / raw);
  report.add({"PNG16, cells of " + cells + " px, two threads against libpng", "x",
              contest.ratio("libpng defaults", "own, 2 threads"), Wanted::kAtLeast, must, aim});
  report.add({"PNG16, cells of " + cells + " px, size against libpng", "x",
              static_cast<double>(ownBytes) / static_cast<double>(peerBytes), Wanted::kAtMost, 1.06, 1.06});
}

}  // namespace

void png(const Options& options, Report& report) {
  const Pins pins(options.realtime);
  compare(1024, 30, 60, options, report);
  compare(64, 12, 20, options, report);
}

}  // namespace orograph::bench
