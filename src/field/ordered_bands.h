// The ordered pipeline: bands of rows are made in parallel and handed on one by one, in order. Memory is bounded by the
// bands in flight, whatever the size of the field; what comes out never depends on the threads or the height of a band.
#pragma once

#include <cstdint>
#include <functional>

namespace orograph::field {

struct Schedule {
  std::int64_t threads = 1;
  std::int64_t bandRows = 0;  // 0: chosen by the width
};

/// The rows of a band: about a quarter of a million samples, at least 16 rows unless fewer exist.
std::int64_t bandRows(const Schedule& schedule, std::int64_t columns, std::int64_t rows);

/// How many bands may be in flight at once.
std::int64_t bandSlots(const Schedule& schedule);

/// For every band calls make(slot, band), in parallel, and then take(slot, band) in the order of the bands, one at a time.
/// No two bands in flight share a slot in [0, bandSlots). An exception of either ends the work and is thrown on.
void forEachBand(std::int64_t bands, const Schedule& schedule,
                 const std::function<void(std::int64_t slot, std::int64_t band)>& make,
                 const std::function<void(std::int64_t slot, std::int64_t band)>& take);

}  // namespace orograph::field
