// Two of the three kinds of failure. The third, a fault of the program itself, is any other exception.
#pragma once

#include <stdexcept>

namespace orograph::codec {

/// The user's input is at fault: the message names the place, the value and what is allowed.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reading or writing failed: the message names the path and the system's reason.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace orograph::codec
