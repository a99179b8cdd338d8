#include "analysis/statistics.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "fixed/int256.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using analysis::Deviation;
using analysis::Statistics;
using fixed::Int256;
using Heights = std::vector<std::int32_t>;

namespace {

Heights draw(test::Random& random, std::size_t count, int mostBits) {
  Heights heights(count);
  for (std::int32_t& height : heights) height = static_cast<std::int32_t>(random.ofAnySize(mostBits));
  return heights;
}

/// The figures by their meaning: the mean square of the distances from the mean, as n h - S to stay with integers.
void checkAgainstDefinition(const Statistics& statistics, const Heights& heights) {
  const Int256 n = static_cast<std::int64_t>(heights.size());
  Int256 sum, distances;
  for (const std::int32_t height : heights) sum += Int256(height);
  for (const std::int32_t height : heights) {
    const Int256 distance = n * Int256(height) - sum;
    distances += distance * distance;
  }
  REQUIRE(statistics.meanQ16() == floorDiv(sum, n).toInt64());
  REQUIRE(statistics.stdQ16() == isqrt(floorDiv(distances, n * n * n)).toInt64());
  REQUIRE(statistics.minQ16() == *std::min_element(heights.begin(), heights.end()));
  REQUIRE(statistics.maxQ16() == *std::max_element(heights.begin(), heights.end()));
  REQUIRE(statistics.rangeQ16() == statistics.maxQ16() - statistics.minQ16());
}

}  // namespace

TEST_CASE("statistics agree with their definitions for heights of every size") {
  test::Random random(28);
  for (int round = 0; round < 150; ++round) {
    Heights heights =
        draw(random, static_cast<std::size_t>(random.within(1, 200)), static_cast<int>(random.within(0, 31)));
    if (round % 3 == 0) heights[0] = INT32_MIN, heights.back() = INT32_MAX;
    CAPTURE(round);
    Statistics statistics;
    statistics.add(heights);
    checkAgainstDefinition(statistics, heights);
  }
  // Small numbers, where every way of rounding shows.
  for (int round = 0; round < 2000; ++round) {
    const Heights heights =
        draw(random, static_cast<std::size_t>(random.within(1, 7)), static_cast<int>(random.within(1, 5)));
    CAPTURE(round);
    Statistics statistics;
    statistics.add(heights);
    checkAgainstDefinition(statistics, heights);
  }
}

TEST_CASE("statistics of known heights") {
  const auto of = [](const Heights& heights) {
    Statistics statistics;
    statistics.add(heights);
    return statistics;
  };
  CHECK(of({-1, -2}).meanQ16() == -2);  // floor(-1.5)
  CHECK(of({5}).stdQ16() == 0);
  CHECK(of({0, 10}).stdQ16() == 5);
  CHECK(of({1, 1, 2}).stdQ16() == 0);  // a variance of 2/9, between a mean square of 2 and a squared mean of 16/9
  CHECK(of({INT32_MIN, INT32_MAX}).meanQ16() == -1);
  CHECK(of({INT32_MIN, INT32_MAX}).stdQ16() == 2147483647);
  CHECK(of({INT32_MIN, INT32_MAX}).rangeQ16() == 4294967295);
  CHECK(of(Heights(1000, INT32_MIN)).stdQ16() == 0);
  CHECK(of(Heights(1000, INT32_MIN)).meanQ16() == INT32_MIN);
}

TEST_CASE("a small spread on a great height is not lost") {
  Heights heights(1 << 20);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 30000 * 65536 + (i % 2 == 0 ? 1 : -1);
  Statistics statistics;
  statistics.add(heights);
  CHECK(statistics.meanQ16() == 30000 * 65536);
  CHECK(statistics.stdQ16() == 1);
  CHECK(statistics.rangeQ16() == 2);
}

TEST_CASE("sums merge in any grouping to the same figures") {
  test::Random random(29);
  for (int round = 0; round < 100; ++round) {
    const Heights heights = draw(random, 300, 31), others = draw(random, 300, 31);
    Statistics whole, merged;
    Deviation wholeDeviation, mergedDeviation;
    whole.add(heights);
    wholeDeviation.add(heights, others);
    std::vector<Statistics> parts(static_cast<std::size_t>(random.within(1, 9)));
    std::vector<Deviation> deviations(parts.size());
    for (std::size_t done = 0; done < heights.size();) {
      const auto most = static_cast<std::int64_t>(heights.size() - done);
      const auto count = static_cast<std::size_t>(random.within(0, std::min<std::int64_t>(most, 60)));
      const auto part = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(parts.size()) - 1));
      parts[part].add(std::span(heights).subspan(done, count));
      deviations[part].add(std::span(heights).subspan(done, count), std::span(others).subspan(done, count));
      done += count;
    }
    for (std::size_t i = parts.size(); i-- > 0;) merged.merge(parts[i]), mergedDeviation.merge(deviations[i]);
    CAPTURE(round);
    REQUIRE(merged.meanQ16() == whole.meanQ16());
    REQUIRE(merged.stdQ16() == whole.stdQ16());
    REQUIRE(merged.minQ16() == whole.minQ16());
    REQUIRE(merged.maxQ16() == whole.maxQ16());
    REQUIRE(mergedDeviation.maxQ16() == wholeDeviation.maxQ16());
    REQUIRE(mergedDeviation.meanTenThousandths() == wholeDeviation.meanTenThousandths());
  }
}

TEST_CASE("deviations are absolute differences, their mean rounded half up to four decimals") {
  const auto of = [](const Heights& a, const Heights& b) {
    Deviation deviation;
    deviation.add(a, b);
    return deviation;
  };
  CHECK(of({1, 5, 9}, {4, 3, 9}).maxQ16() == 3);
  CHECK(of({1, 5, 9}, {4, 3, 9}).meanTenThousandths() == 16667);  // 5/3
  CHECK(of({1, 1, 1}, {0, 1, 1}).meanTenThousandths() == 3333);
  CHECK(of({INT32_MIN}, {INT32_MAX}).maxQ16() == 4294967295);
  CHECK(of({INT32_MAX}, {INT32_MIN}).meanTenThousandths() == 42949672950000);
  Heights one(20000, 0), none(20000, 0);
  one[7] = 1;
  CHECK(of(one, none).meanTenThousandths() == 1);  // 0.00005 exactly: up
  one.push_back(0), none.push_back(0);
  CHECK(of(one, none).meanTenThousandths() == 0);
  CHECK(of(none, none).maxQ16() == 0);
}
