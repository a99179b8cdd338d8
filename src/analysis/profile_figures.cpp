#include "analysis/profile_figures.h"

#include <cstdlib>
#include <vector>

#include "fixed/int256.h"
#include "fixed/q16.h"
#include "fixed/roots.h"

namespace orograph::analysis {
namespace {

using fixed::Int256;

/// value / (2^48 * divisor) in millionths, to the nearest. No tie can occur short of an exact logarithm: log2 of a
/// ratio of integers is an integer or irrational, and an integer over a divisor used here never ends in a half.
std::int64_t millionths(std::int64_t valueQ48, std::int64_t divisor) {
  const Int256 unit = Int256(divisor) * Int256(std::int64_t{1} << 48);
  return floorDiv(Int256(valueQ48) * Int256(2000000) + unit, unit * Int256(2)).toInt64();
}

/// The exact sum of a_i * b_i, of up to 2^31 products.
Int256 dot(Profile a, Profile b) {
  std::int64_t high = 0;
  std::uint64_t low = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t product = std::int64_t{a[i]} * b[i];
    low += static_cast<std::uint64_t>(product) & 0xFFFFFFFFu;
    high += product >> 32;
  }
  return Int256(high) * Int256(std::int64_t{1} << 32) + Int256::fromWords(0, low);
}

Int256 sum(Profile a) {
  std::int64_t total = 0;
  for (const std::int32_t value : a) total += value;
  return total;
}

}  // namespace

std::optional<std::int64_t> roughnessQ16(Profile profile, std::int64_t lag) {
  const auto n = static_cast<std::int64_t>(profile.size());
  if (lag >= n) return std::nullopt;
  const auto offset = static_cast<std::size_t>(lag);
  std::int64_t total = 0;  // at most 2^24 differences below 2^32
  for (std::size_t i = 0; i + offset < profile.size(); ++i) {
    total += std::abs(std::int64_t{profile[i + offset]} - profile[i]);
  }
  return total / (n - lag);
}

std::optional<std::int64_t> localSlopeMillionths(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  if (a.value_or(0) == 0 || b.value_or(0) == 0) return std::nullopt;
  return millionths(fixed::log2Q48(static_cast<std::uint64_t>(*b)) - fixed::log2Q48(static_cast<std::uint64_t>(*a)), 1);
}

// With abscissae 0 ... m-1 and w_i = 2i - (m - 1), twice their distance from the mean, the slope is
// 2 * sum w_i y_i / sum w_i^2.
std::optional<std::int64_t> selfSimilarityMillionths(Profile profile, int lagCount) {
  std::int64_t weighted = 0, squares = 0;  // |y| < 32 * 2^48 and |w| <= 7: below 2^60
  for (int i = 0; i < lagCount; ++i) {
    const std::int64_t rough = roughnessQ16(profile, std::int64_t{1} << i).value_or(0);
    if (rough == 0) return std::nullopt;
    const std::int64_t weight = 2 * i - (lagCount - 1);
    weighted += weight * fixed::log2Q48(static_cast<std::uint64_t>(rough));
    squares += weight * weight;
  }
  return millionths(2 * weighted, squares);
}

// With S the sum, Q and C the sums of p_i^2 and p_i p_(i+lag), and q_i = n p_i - S:
//   sum q_i^2        = n^2 Q - n S^2
//   sum q_i q_(i+lag) = n^2 C - n S (sum of all but the last lag + sum of all but the first lag) + (n - lag) S^2
// With n <= 2^24 and |p| < 2^31 nothing passes 2^147.
std::optional<std::int64_t> autocorrelationPermille(Profile profile, std::int64_t lag) {
  const auto n = static_cast<std::int64_t>(profile.size());
  if (lag >= n) return std::nullopt;
  const Profile head = profile.first(static_cast<std::size_t>(n - lag)), tail = profile.last(head.size());
  const Int256 total = sum(profile), count = n;
  const Int256 variance = count * count * dot(profile, profile) - count * total * total;
  if (variance == Int256(0)) return 0;
  const Int256 covariance = count * count * dot(head, tail) - count * total * (sum(head) + sum(tail)) +
                            Int256(n - lag) * total * total;
  return floorDiv(Int256(1000) * covariance, variance).toInt64();
}

}  // namespace orograph::analysis
