// The only place that prints.
#pragma once

#include <string_view>

namespace orograph::app {

/// Results, to standard output. Throws codec::FileError where they cannot be written.
void print(std::string_view text);

/// A line to standard error, after "orograph: ". Whatever fails there is let pass; memory is not needed.
void printMessage(std::string_view text, std::string_view more = {});

inline constexpr std::string_view kOutOfMemory = "out of memory", kFault = "a fault of the program: ";

/// Raw text to standard error, for the progress line.
void printProgress(std::string_view text);

}  // namespace orograph::app
