// The 16-bit PNG encoder beside libpng's defaults, on a 4096 x 4096 fBm of eight octaves that lies in memory. "own" is
// the encoder with quantisation and digest, as the program runs it; libpng gets its rows of bytes ready made. Rounds
// are interleaved and medians printed; what counts is the ratio within one run.
//   png_bench [ROUNDS]
#include <png.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#ifdef __linux__
#include <pthread.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#endif

#include "output/png.h"
#include "terrain/generators.h"

namespace {

using namespace orograph;

constexpr std::int64_t kSide = 4096;

#ifdef __linux__
/// Gives each thread a processor of its own: the system may leave two on one.
class Pins : public tbb::task_scheduler_observer {
 public:
  Pins() { observe(true); }
  void on_scheduler_entry(bool) override {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()) % CPU_SETSIZE, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  }
};
#endif

class MemorySource final : public terrain::HeightSource {
 public:
  explicit MemorySource(const std::vector<std::int32_t>& heights) : heights_(heights) {}
  std::unique_ptr<terrain::HeightRows> over(const field::Grid&, std::int64_t, std::int64_t) const override {
    struct Rows final : terrain::HeightRows {
      const std::vector<std::int32_t>* heights = nullptr;
      void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
        std::copy_n(&(*heights)[static_cast<std::size_t>(z * kSide)], count * kSide, out);
      }
    };
    auto rows = std::make_unique<Rows>();
    rows->heights = &heights_;
    return rows;
  }

 private:
  const std::vector<std::int32_t>& heights_;
};

struct CountingSink final : output::ByteSink {
  std::size_t bytes = 0;
  void write(std::string_view text) override { bytes += text.size(); }
};

void countBytes(png_structp png, png_bytep, png_size_t count) {
  *static_cast<std::size_t*>(png_get_io_ptr(png)) += count;
}

std::size_t libpngDefaults(const std::vector<unsigned char>& pixels) {
  std::size_t bytes = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &bytes, countBytes, nullptr);
  png_set_IHDR(png, info, kSide, kSide, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (std::size_t at = 0; at < pixels.size(); at += 2 * kSide) png_write_row(png, &pixels[at]);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

struct Timing {
  std::vector<double> times;
  std::size_t bytes = 0;

  template <class Run>
  void add(Run&& run) {
    const auto start = std::chrono::steady_clock::now();
    bytes = run();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  double median() {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }
};

void measure(std::int64_t cell, int rounds) {
  terrain::Parameters parameters;
  parameters.fbm.octaves = 8;
  parameters.fbm.latticeShift = 20;
  const auto source = terrain::findGenerator("fbm")->make(parameters);
  const field::Grid grid{0, 0, (1 << 20) / cell, (1 << 20) / cell, kSide, kSide};
  std::vector<std::int32_t> heights(kSide * kSide);
  source->over(grid, 0, kSide)->rows(0, kSide, heights.data());

  const MemorySource memory(heights);
  output::Scene scene;
  scene.source = &memory;
  scene.imageGrid = grid;
  const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
  scene.image = {16, *least, *greatest};
  std::vector<unsigned char> pixels;
  output::forEachPixelRow(
      scene, [&](std::span<const unsigned char> row) { pixels.insert(pixels.end(), row.begin(), row.end()); });

  Timing peer, copy, own[2];
  for (int round = 0; round < rounds; ++round) {
    peer.add([&] { return libpngDefaults(pixels); });
    for (const int threads : {1, 2}) {
      scene.schedule.threads = threads;
      own[threads - 1].add([&] {
        CountingSink sink;
        output::writePng16(scene, sink);
        return sink.bytes;
      });
    }
  }
  const double raw = static_cast<double>(pixels.size());
  std::printf("cells of %d px\n  libpng defaults    %7.0f ms  %5.2f%% of raw\n", static_cast<int>(cell), peer.median(),
              100 * static_cast<double>(peer.bytes) / raw);
  for (const int threads : {1, 2}) {
    Timing& timing = own[threads - 1];
    std::printf("  own, %d thread%s     %7.0f ms  %5.2f%%", threads, threads == 1 ? " " : "s", timing.median(),
                100 * static_cast<double>(timing.bytes) / raw);
    std::printf("  %.1f x as fast at %.4f of the size\n", peer.median() / timing.median(),
                static_cast<double>(timing.bytes) / static_cast<double>(peer.bytes));
  }
}

}  // namespace

int main(int argc, char** argv) {
#ifdef __linux__
  const Pins pins;
#endif
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  for (const std::int64_t cell : {1024, 64}) measure(cell, rounds);
}
