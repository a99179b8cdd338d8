// SIGINT and SIGTERM end the work between two rows, so that everything staged is cleaned up on the way out.
#pragma once

namespace orograph::app {

struct Interrupted {
  int signal;
};

/// Catches the two signals from here on, and lets a file-size limit show as a failed write instead of a signal.
void catchInterrupts();

/// Throws Interrupted if a signal came.
void throwIfInterrupted();

}  // namespace orograph::app
