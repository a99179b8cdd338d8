#pragma once

namespace orograph::app {

/// Runs the command that the arguments ask for, prints what there is to say, and returns the exit code.
int run(int argc, const char* const* argv);

}  // namespace orograph::app
