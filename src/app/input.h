// Reading specs and reports from files or standard input.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/spec.h"

namespace orograph::app {

/// Hands over a file, or standard input for "-", block by block, until `take` returns false. Throws codec::FileError.
void readBlocks(const std::string& path, const std::function<bool(std::string_view)>& take);

/// All bytes of a file, or of standard input for "-", up to `most` (one more tells that there are more). Throws
/// codec::FileError.
std::string readBytes(const std::string& path, std::size_t most);

/// Size and SHA-256 of a file; false where there is no regular file.
bool sumFile(const std::string& path, std::int64_t& bytes, std::string& sha256);

scene::Spec loadSpec(const std::string& path, const std::vector<std::string>& overrides);

/// A report.json. Throws codec::FileError where it cannot be read, codec::InputError where it is none.
codec::JsonValue loadReport(const std::string& path);

}  // namespace orograph::app
