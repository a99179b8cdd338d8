#include "app/progress.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "app/console.h"

namespace orograph::app {

Progress::Progress(std::string name, std::int64_t totalSamples, bool shown, bool rate)
    : name_(std::move(name)),
      total_(std::max<std::int64_t>(totalSamples, 1)),
      shown_(shown && ::isatty(STDERR_FILENO) == 1),
      rate_(rate) {}

Progress::~Progress() {
  if (printed_) printProgress("\r\033[K");
}

void Progress::add(std::int64_t samples) {
  done_ += samples;
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  printed_ = true;
  const std::int64_t elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - start_).count();
  const std::int64_t done = std::min(done_, total_);
  const std::int64_t left = elapsed * ((total_ - done) >> 10) / ((done >> 10) + 1) / 1000;
  const std::string rate = rate_ ? std::to_string(done_ / (elapsed * 1000)) + " million samples/s, " : "";
  printProgress("\r" + name_ + ": " + std::to_string(done * 100 / total_) + "%, " + rate + std::to_string(left) +
                " s left\033[K");
}

}  // namespace orograph::app
