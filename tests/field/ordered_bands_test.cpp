#include "field/ordered_bands.h"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <vector>

#include "support/catch.h"

namespace orograph::field {

TEST_CASE("bands are taken in order, each once, for any number of threads") {
  for (const std::int64_t threads : {1, 2, 3, 5, 16}) {
    std::vector<std::int64_t> made(static_cast<std::size_t>(bandSlots({threads})), -1), taken;
    forEachBand(
        100, {threads}, [&](std::int64_t slot, std::int64_t band) { made[static_cast<std::size_t>(slot)] = band; },
        [&](std::int64_t slot, std::int64_t band) {
          CHECK(made[static_cast<std::size_t>(slot)] == band);
          taken.push_back(band);
        });
    std::vector<std::int64_t> expected;
    for (std::int64_t band = 0; band < 100; ++band) expected.push_back(band);
    CHECK(taken == expected);
  }
}

TEST_CASE("no two bands in flight share a slot, and no more are in flight than there are slots") {
  const Schedule schedule{4};
  std::mutex mutex;
  std::set<std::int64_t> busy;
  std::atomic<bool> shared = false;
  forEachBand(
      400, schedule,
      [&](std::int64_t slot, std::int64_t) {
        const std::lock_guard lock(mutex);
        if (!busy.insert(slot).second || slot < 0 || slot >= bandSlots(schedule)) shared = true;
      },
      [&](std::int64_t slot, std::int64_t) {
        const std::lock_guard lock(mutex);
        busy.erase(slot);
      });
  CHECK_FALSE(shared);
  CHECK(busy.empty());
}

TEST_CASE("an exception of either stage ends the work and is thrown on") {
  for (const std::int64_t threads : {1, 3}) {
    const auto nothing = [](std::int64_t, std::int64_t) {};
    const auto fail = [](std::int64_t, std::int64_t band) {
      if (band == 7) throw std::runtime_error("band 7");
    };
    CHECK_THROWS_WITH(forEachBand(50, {threads}, fail, nothing), "band 7");
    std::int64_t taken = 0;
    CHECK_THROWS_WITH(forEachBand(
                          50, {threads}, nothing,
                          [&](std::int64_t slot, std::int64_t band) {
                            fail(slot, band);
                            ++taken;
                          }),
                      "band 7");
    CHECK(taken == 7);
  }
}

TEST_CASE("a band is at least 16 rows high where there are so many, and never higher than the field") {
  CHECK(bandRows({1}, 65536, 1000) == 16);
  CHECK(bandRows({1}, 1, 5) == 5);
  CHECK(bandRows({1}, 1024, 100000) == 256);
  CHECK(bandRows({1, 7}, 1024, 100000) == 7);
}

}  // namespace orograph::field
