#include "app/space.h"

#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::app {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{16} << 30;

}  // namespace

void checkSize(const std::string& name, std::int64_t mostBytes, const std::filesystem::path& folder, bool allowHuge) {
  if (mostBytes > kMostBytes && !allowHuge) {
    throw codec::InputError(name + ": the output would take up to " + std::to_string(mostBytes) +
                            " bytes, over the limit of " + std::to_string(kMostBytes) +
                            " (16 GiB); smaller image or gridN, fewer kinds with --only, or --allow-huge");
  }
  std::error_code error;
  std::filesystem::path existing = std::filesystem::absolute(folder, error);
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(existing, error);
  if (!error && static_cast<std::uintmax_t>(mostBytes) > space.available) {
    throw codec::FileError(name + ": the output may take up to " + std::to_string(mostBytes) + " bytes, and " +
                           codec::forMessage(existing.string(), 4096) + " has " + std::to_string(space.available) +
                           " free: No space left on device");
  }
}

}  // namespace orograph::app
