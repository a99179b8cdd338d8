#include "field/ordered_bands.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>

namespace orograph::field {

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
  // At most `slots` bands are in flight and they leave in order, so band b has left before band b + slots enters.
  tbb::parallel_pipeline(
      static_cast<std::size_t>(slots),
      tbb::make_filter<void, std::int64_t>(tbb::filter_mode::serial_in_order,
                                           [&](tbb::flow_control& control) {
                                             if (next == bands) control.stop();
                                             return next == bands ? next : next++;
                                           }) &
          tbb::make_filter<std::int64_t, std::int64_t>(tbb::filter_mode::parallel,
                                                       [&](std::int64_t band) {
                                                         make(band % slots, band);
                                                         return band;
                                                       }) &
          tbb::make_filter<std::int64_t, void>(tbb::filter_mode::serial_in_order,
                                               [&](std::int64_t band) { take(band % slots, band); }));
}

}  // namespace orograph::field
