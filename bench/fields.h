// Fields and sinks that several benchmarks draw on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bench.h"
#include "field/grid.h"
#include "noise/fbm.h"
#include "output/byte_sink.h"
#include "terrain/generators.h"
#include "terrain/height_source.h"

#ifdef __linux__
#include <pthread.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#endif

namespace orograph::bench {

inline constexpr std::int64_t kHeightScaleQ16 = 196608;
inline constexpr std::int64_t kBandRows = 64;

/// `columns` x `rows` with first cells of `cellPixels` of the default fBm.
inline field::Grid fbmGrid(double cellPixels, std::int64_t columns, std::int64_t rows) {
  const auto step = static_cast<std::int64_t>((1 << 18) / cellPixels);
  return {-columns / 2 * step, -rows / 2 * step, step, step, columns, rows};
}

inline std::unique_ptr<terrain::HeightSource> fbmSource(std::int64_t octaves) {
  terrain::Parameters parameters;
  parameters.fbm.octaves = octaves;
  return terrain::findGenerator("fbm")->make(parameters);
}

/// A whole field that lies in memory.
class MemorySource final : public terrain::HeightSource {
 public:
  MemorySource(const terrain::HeightSource& source, const field::Grid& grid)
      : heights_(static_cast<std::size_t>(grid.samples())) {
    source.over(grid, 0, grid.columns)->rows(0, grid.rows, heights_.data());
  }
  const std::vector<std::int32_t>& heights() const { return heights_; }

  std::unique_ptr<terrain::HeightRows> over(const field::Grid&, std::int64_t x0, std::int64_t x1) const override {
    struct Rows final : terrain::HeightRows {
      const std::int32_t* heights = nullptr;
      std::int64_t columns = 0;
      void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
        std::copy_n(heights + z * columns, count * columns, out);
      }
    };
    auto rows = std::make_unique<Rows>();
    rows->heights = heights_.data() + x0;
    rows->columns = x1 - x0;
    return rows;
  }

 private:
  std::vector<std::int32_t> heights_;
};

struct CountingSink final : output::ByteSink {
  std::size_t bytes = 0;
  void write(std::string_view text) override { bytes += text.size(); }
};

#ifdef __linux__
/// Gives each thread a processor of its own: the system may leave two on one.
class Pins : public tbb::task_scheduler_observer {
 public:
  explicit Pins(bool beforeOthers) : beforeOthers_(beforeOthers) { observe(true); }
  ~Pins() override { observe(false); }
  void on_scheduler_entry(bool) override {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()) % CPU_SETSIZE, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    if (tbb::this_task_arena::current_thread_index() > 0) own().emplace(beforeOthers_);
  }
  void on_scheduler_exit(bool) override { own().reset(); }

 private:
  static std::optional<BeforeOthers>& own() {
    thread_local std::optional<BeforeOthers> priority;
    return priority;
  }
  bool beforeOthers_;
};
#else
struct Pins {
  explicit Pins(bool) {}
};
#endif

}  // namespace orograph::bench
