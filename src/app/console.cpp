#include "app/console.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "codec/errors.h"

namespace orograph::app {

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw codec::FileError("cannot write to standard output: " + std::generic_category().message(errno));
  }
}

void printMessage(std::string_view text) { printProgress("orograph: " + std::string(text) + "\n"); }

void printProgress(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace orograph::app
