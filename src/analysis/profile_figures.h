// Figures of a height profile: roughness, its slopes on log-log scale, autocorrelation. A figure that the profile is
// too short for, and a slope over a roughness of 0, is absent.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace orograph::analysis {

using Profile = std::span<const std::int32_t>;

/// The first-order structure function: floor of the mean of |p[i + lag] - p[i]|, Q16.
std::optional<std::int64_t> roughnessQ16(Profile profile, std::int64_t lag);

/// log2(b / a) in millionths, to the nearest.
std::optional<std::int64_t> localSlopeMillionths(std::optional<std::int64_t> a, std::optional<std::int64_t> b);

/// The least-squares slope of log2 roughness over log2 lag for the lags 1, 2, 4 ... 2^(lagCount - 1), in millionths, to
/// the nearest. It estimates the Hurst exponent (Mandelbrot, Van Ness 1968).
std::optional<std::int64_t> selfSimilarityMillionths(Profile profile, int lagCount);

/// floor(1000 * sum q_i q_(i+lag) / sum q_i^2) with q the deviations from the mean; 0 for a constant profile.
std::optional<std::int64_t> autocorrelationPermille(Profile profile, std::int64_t lag);

}  // namespace orograph::analysis
