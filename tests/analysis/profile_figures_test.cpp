#include "analysis/profile_figures.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "fixed/int256.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using analysis::autocorrelationPermille;
using analysis::localSlopeMillionths;
using analysis::roughnessQ16;
using analysis::selfSimilarityMillionths;
using fixed::Int256;
using Heights = std::vector<std::int32_t>;

namespace {

Heights draw(test::Random& random, std::size_t count, int bits) {
  Heights heights(count);
  for (std::int32_t& height : heights) height = static_cast<std::int32_t>(random.ofAnySize(bits));
  return heights;
}

/// The figure by its definition, term by term.
std::int64_t plainAutocorrelation(const Heights& profile, std::size_t lag) {
  const Int256 n = static_cast<std::int64_t>(profile.size());
  Int256 sum, variance, covariance;
  for (const std::int32_t height : profile) sum += Int256(height);
  const auto q = [&](std::size_t i) { return n * Int256(profile[i]) - sum; };
  for (std::size_t i = 0; i < profile.size(); ++i) variance += q(i) * q(i);
  for (std::size_t i = 0; i + lag < profile.size(); ++i) covariance += q(i) * q(i + lag);
  return variance == Int256(0) ? 0 : floorDiv(Int256(1000) * covariance, variance).toInt64();
}

}  // namespace

TEST_CASE("roughness is the floor of the mean absolute difference over the lag") {
  const Heights profile = {0, 3, -1, 10};
  CHECK(roughnessQ16(profile, 1) == 6);  // (3 + 4 + 11) / 3
  CHECK(roughnessQ16(profile, 2) == 4);  // (1 + 7) / 2
  CHECK(roughnessQ16(profile, 3) == 10);
  CHECK_FALSE(roughnessQ16(profile, 4).has_value());
  CHECK_FALSE(roughnessQ16(profile, 5).has_value());
  CHECK(roughnessQ16(Heights{INT32_MIN, INT32_MAX, INT32_MIN}, 1) == 4294967295);
  CHECK(roughnessQ16(Heights(9, -5), 3) == 0);
}

TEST_CASE("local slopes are those computed with 50 decimal digits, to the nearest millionth") {
  struct Row {
    std::int64_t a, b, slope;
  };
  const Row rows[] = {
      {16506, 24229, 553744},    {24229, 34818, 523098},
      {34818, 38430, 142400},    {3, 1, -1584963},
      {1, 3, 1584963},           {4294967295, 1, -32000000},
      {1, 4294967295, 32000000}, {4294967294, 4294967295, 0},
      {65536, 65537, 22},        {7, 5, -485427},
      {1000003, 999983, -29},    {5, 5, 0},
      {3, 6, 1000000},           {1 << 20, 1, -20000000},
  };
  for (const Row& row : rows) {
    CAPTURE(row.a, row.b);
    CHECK(localSlopeMillionths(row.a, row.b) == row.slope);
  }
}

TEST_CASE("a slope over no roughness, or a roughness that is absent, is absent") {
  CHECK_FALSE(localSlopeMillionths(0, 5).has_value());
  CHECK_FALSE(localSlopeMillionths(5, 0).has_value());
  CHECK_FALSE(localSlopeMillionths(std::nullopt, 5).has_value());
  CHECK_FALSE(localSlopeMillionths(5, std::nullopt).has_value());
  CHECK_FALSE(selfSimilarityMillionths(Heights(100, 7), 3).has_value());
  CHECK_FALSE(selfSimilarityMillionths(Heights{0, 100, 0, 100, 0, 100, 0, 100}, 3).has_value());  // 0 over lag 2
  CHECK_FALSE(selfSimilarityMillionths(Heights{0, 9, 30, 100}, 3).has_value());                   // lag 4 does not fit
  CHECK(selfSimilarityMillionths(Heights{0, 9, 30, 100, 200}, 3).has_value());
}

TEST_CASE("an even slope has self-similarity 1 over any lags") {
  Heights profile(300);
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i] = -1000 * static_cast<std::int32_t>(i);
  for (const int lagCount : {2, 3, 4, 6, 8}) CHECK(selfSimilarityMillionths(profile, lagCount) == 1000000);
}

TEST_CASE("self-similarity is the least-squares slope of log roughness over log lag") {
  test::Random random(30);
  for (int round = 0; round < 300; ++round) {
    const Heights profile = draw(random, 200, 31);
    const int lagCount = static_cast<int>(random.within(2, 7));
    double meanX = 0, meanY = 0, above = 0, below = 0;
    std::vector<double> y;
    for (int i = 0; i < lagCount; ++i) {
      y.push_back(std::log2(static_cast<double>(roughnessQ16(profile, std::int64_t{1} << i).value())));
      meanX += static_cast<double>(i) / lagCount;
      meanY += y.back() / lagCount;
    }
    for (int i = 0; i < lagCount; ++i) {
      above += (i - meanX) * (y[static_cast<std::size_t>(i)] - meanY);
      below += (i - meanX) * (i - meanX);
    }
    const double difference =
        static_cast<double>(selfSimilarityMillionths(profile, lagCount).value()) - 1e6 * above / below;
    if (std::abs(difference) > 0.5001) FAIL("round " << round << ": off by " << difference);
  }
}

TEST_CASE("autocorrelation agrees with its definition for heights of every size") {
  test::Random random(31);
  for (int round = 0; round < 200; ++round) {
    const Heights profile =
        draw(random, static_cast<std::size_t>(random.within(2, 60)), static_cast<int>(random.within(0, 31)));
    for (std::size_t lag = 1; lag < profile.size() && lag <= 4; ++lag) {
      CAPTURE(round, lag);
      REQUIRE(autocorrelationPermille(profile, static_cast<std::int64_t>(lag)) == plainAutocorrelation(profile, lag));
    }
  }
}

TEST_CASE("autocorrelation of known profiles") {
  CHECK(autocorrelationPermille(Heights(10, 65536), 1) == 0);
  CHECK_FALSE(autocorrelationPermille(Heights(4, 1), 4).has_value());
  Heights alternating(100);
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 == 0 ? INT32_MAX : INT32_MIN;
  CHECK(autocorrelationPermille(alternating, 1) == -990);
  CHECK(autocorrelationPermille(alternating, 2) == 980);
  CHECK(autocorrelationPermille(Heights{0, 1, 2}, 1) == 0);     // -1, 0, 1
  CHECK(autocorrelationPermille(Heights{0, 0, 1}, 1) == -167);  // q = -1, -1, 2: floor(-1000 / 6)
}
