// Room for the output, before any work.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace orograph::app {

/// Refuses a run that is sure to fail, or that nobody can have meant. Throws codec::InputError or codec::FileError.
void checkSize(const std::string& name, std::int64_t mostBytes, const std::filesystem::path& folder, bool allowHuge);

}  // namespace orograph::app
