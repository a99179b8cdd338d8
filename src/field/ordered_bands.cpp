#include "field/ordered_bands.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <vector>

#if defined(__SANITIZE_THREAD__)
#define OROGRAPH_WATCHED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OROGRAPH_WATCHED
#endif
#endif
#ifdef OROGRAPH_WATCHED
#include <sanitizer/tsan_interface.h>
#endif

namespace orograph::field {
namespace {

// Thread sanitizer sees nothing of a TBB that was built without it. These tell it what parallel_pipeline promises, so that it
// can find where `make` and `take` share more than that: what is done before `handOver` is seen after `receive` of the same mark.
#ifdef OROGRAPH_WATCHED
void receive(void* mark) { __tsan_acquire(mark); }
void handOver(void* mark) { __tsan_release(mark); }
#else
void receive(void*) {}
void handOver(void*) {}
#endif

/// Hands over at its end, after an exception too.
class HandingOver {
 public:
  explicit HandingOver(void* mark) : mark_(mark) {}
  ~HandingOver() { handOver(mark_); }
  HandingOver(const HandingOver&) = delete;
  HandingOver& operator=(const HandingOver&) = delete;

 private:
  void* mark_;
};

/// Receives at its end, after an exception too.
class Receiving {
 public:
  explicit Receiving(void* mark) : mark_(mark) {}
  ~Receiving() { receive(mark_); }
  Receiving(const Receiving&) = delete;
  Receiving& operator=(const Receiving&) = delete;

 private:
  void* mark_;
};

// Of every pipeline: its own marks are reached through what the start hands over.
char started, ended;

struct Marks {
  char made, taken;
};

}  // namespace

std::int64_t bandRows(const Schedule& schedule, std::int64_t columns, std::int64_t rows) {
  const std::int64_t wanted = schedule.bandRows > 0 ? schedule.bandRows : std::max<std::int64_t>(16, (1 << 18) / columns);
  return std::min(wanted, rows);
}

// One a thread: each slot keeps tables, and more of them than threads would push one another out of the caches.
std::int64_t bandSlots(const Schedule& schedule) { return schedule.threads; }

void forEachBand(std::int64_t bands, const Schedule& schedule,
                 const std::function<void(std::int64_t, std::int64_t)>& make,
                 const std::function<void(std::int64_t, std::int64_t)>& take) {
  if (schedule.threads == 1 || bands == 1) {
    for (std::int64_t band = 0; band < bands; ++band) {
      make(0, band);
      take(0, band);
    }
    return;
  }
  const std::int64_t slots = bandSlots(schedule);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(schedule.threads));
  std::int64_t next = 0;
  std::vector<Marks> marks(static_cast<std::size_t>(slots));
  char order;  // of the bands that are taken, one after the other
  const auto marksOf = [&](std::int64_t band) -> Marks& { return marks[static_cast<std::size_t>(band % slots)]; };
  handOver(&started);
  const Receiving everything(&ended);
  // At most `slots` bands are in flight and they leave in order, so band b has left before band b + slots enters.
  tbb::parallel_pipeline(
      static_cast<std::size_t>(slots),
      tbb::make_filter<void, std::int64_t>(tbb::filter_mode::serial_in_order,
                                           [&](tbb::flow_control& control) {
                                             receive(&started);
                                             receive(&next);
                                             const HandingOver end(&ended), entered(&next);
                                             if (next == bands) control.stop();
                                             return next == bands ? next : next++;
                                           }) &
          tbb::make_filter<std::int64_t, std::int64_t>(tbb::filter_mode::parallel,
                                                       [&](std::int64_t band) {
                                                         receive(&started);
                                                         receive(&marksOf(band).taken);
                                                         const HandingOver end(&ended), made(&marksOf(band).made);
                                                         make(band % slots, band);
                                                         return band;
                                                       }) &
          tbb::make_filter<std::int64_t, void>(tbb::filter_mode::serial_in_order, [&](std::int64_t band) {
            receive(&started);
            receive(&marksOf(band).made);
            receive(&order);
            const HandingOver end(&ended), inOrder(&order), taken(&marksOf(band).taken);
            take(band % slots, band);
          }));
}

}  // namespace orograph::field
