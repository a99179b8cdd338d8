// The only place that prints.
#pragma once

#include <string>
#include <string_view>

namespace orograph::app {

/// Results, to standard output. Throws codec::FileError where they cannot be written.
void print(std::string_view text);

/// A line to standard error, after "orograph: ". Whatever fails there is let pass.
void printMessage(std::string_view text);

/// Raw text to standard error, for the progress line.
void printProgress(std::string_view text);

}  // namespace orograph::app
