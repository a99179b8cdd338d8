#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace orograph::app {

/// A line on a terminal that tells share, rate and remaining time, for work over two seconds; silent elsewhere.
class Progress {
 public:
  /// `totalSamples` may be an estimate. `shown` turns the line on where standard error is a terminal; `rate` tells the
  /// samples a second too.
  Progress(std::string name, std::int64_t totalSamples, bool shown, bool rate = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::int64_t samples);

 private:
  using Clock = std::chrono::steady_clock;

  std::string name_;
  std::int64_t total_, done_ = 0;
  bool shown_, rate_, printed_ = false;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(2);
};

}  // namespace orograph::app
