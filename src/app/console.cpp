#include "app/console.h"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "app/exit_code.h"
#include "codec/errors.h"

namespace orograph::app {
namespace {

iovec pieceOf(std::string_view text) { return {const_cast<char*>(text.data()), text.size()}; }

/// One line, in one call and without memory of its own.
void writeLine(std::string_view text, std::string_view more = {}) noexcept {
  const std::array pieces = {pieceOf("orograph: "), pieceOf(text), pieceOf(more), pieceOf("\n")};
  [[maybe_unused]] const ssize_t ignored = ::writev(STDERR_FILENO, pieces.data(), static_cast<int>(pieces.size()));
}

[[noreturn]] void onTermination() noexcept {
  if (std::current_exception() == nullptr) {
    writeLine("ended: no memory for an error, or a fault of the program");
    ::_exit(kProgramFault);
  }
  try {
    throw;
  } catch (const std::bad_alloc&) {
    writeLine(kOutOfMemory);
    ::_exit(kFileFailed);
  } catch (const std::exception& error) {
    writeLine(kFault, error.what());
  } catch (...) {
    writeLine(kFault, "an unknown exception");
  }
  ::_exit(kProgramFault);
}

// Before the constants of libraries are made, whose memory may be missing while nothing can catch it yet.
[[gnu::constructor(101)]] void catchTermination() { std::set_terminate(onTermination); }

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw codec::FileError("cannot write to standard output: " + std::generic_category().message(errno));
  }
}

void printMessage(std::string_view text, std::string_view more) { writeLine(text, more); }

void printProgress(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace orograph::app
