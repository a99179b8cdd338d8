#include "app/input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "app/interrupt.h"
#include "codec/errors.h"
#include "codec/text.h"
#include "output/byte_sink.h"

namespace orograph::app {
namespace {

constexpr std::size_t kMaxReportBytes = std::size_t{64} << 20;

}  // namespace

void readBlocks(const std::string& path, const std::function<bool(std::string_view)>& take) {
  const auto fail = [&] {
    throw codec::FileError("cannot read " + codec::forMessage(path, 4096) + ": " + std::generic_category().message(errno));
  };
  const bool standardInput = path == "-";
  const int descriptor = standardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail();
  struct Closer {
    int descriptor;
    ~Closer() {
      if (descriptor != STDIN_FILENO) ::close(descriptor);
    }
  } closer{descriptor};
  char block[1 << 16];
  for (;;) {
    throwIfInterrupted();
    const ssize_t count = ::read(descriptor, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    if (count == 0 || !take({block, static_cast<std::size_t>(count)})) return;
  }
}

std::string readBytes(const std::string& path, std::size_t most) {
  std::string bytes;
  readBlocks(path, [&](std::string_view block) {
    bytes += block;
    return bytes.size() <= most;
  });
  return bytes;
}

bool sumFile(const std::string& path, std::int64_t& bytes, std::string& sha256) {
  if (!std::filesystem::is_regular_file(path)) return false;
  output::SummingSink sum;
  readBlocks(path, [&](std::string_view block) {
    sum.write(block);
    return true;
  });
  bytes = sum.bytes();
  sha256 = sum.sha256();
  return true;
}

scene::Spec loadSpec(const std::string& path, const std::vector<std::string>& overrides) {
  return scene::readSpec(readBytes(path, codec::kMaxJsonBytes), path == "-" ? "standard input" : path, overrides);
}

codec::JsonValue loadReport(const std::string& path) {
  codec::JsonValue report = codec::parseJson(readBytes(path, kMaxReportBytes), path, kMaxReportBytes);
  const codec::JsonValue* program = report.find("program");
  const codec::JsonValue* files = report.find("files");
  if (program == nullptr || program->text != "orograph" || files == nullptr) {
    throw codec::InputError(codec::forMessage(path, 4096) + ": not a report of orograph");
  }
  return report;
}

}  // namespace orograph::app
