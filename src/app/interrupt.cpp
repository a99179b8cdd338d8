#include "app/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace orograph::app {
namespace {

volatile std::sig_atomic_t pendingSignal = 0;

extern "C" void onSignal(int signal) { pendingSignal = signal; }

}  // namespace

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = onSignal;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, nullptr);
}

void throwIfInterrupted() {
  if (pendingSignal != 0) throw Interrupted{pendingSignal};
}

}  // namespace orograph::app
