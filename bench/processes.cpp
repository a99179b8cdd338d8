// Figures of whole processes, as the system accounts for them: their time, and their peak memory.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "bench.h"

namespace orograph::bench {
namespace {

struct Usage {
  double milliseconds = 0;  // user and system time
  double peakMebibytes = 0;
};

/// Runs a program with its output discarded and its standard input from a text.
Usage run(const std::vector<std::string>& words, const std::string& input = {}) {
  int ends[2];
  require(pipe(ends) == 0, "pipe");
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    dup2(open("/dev/null", O_WRONLY), 1);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[0]);
  require(write(ends[1], input.data(), input.size()) == static_cast<ssize_t>(input.size()), "write");
  close(ends[1]);
  int status = 0;
  rusage usage{};
  require(wait4(child, &status, 0, &usage) == child && status == 0, words[0]);
  const auto milliseconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
  };
  return {milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024};
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "orograph_bench.XXXXXX").string();
    require(mkdtemp(name.data()) != nullptr, "mkdtemp");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

constexpr const char* kImage65536 = R"({"name": "image", "octaves": 8, "latticeShift": 26, "gridN": 16, "extentQ16": 2147483648,
 "image": {"width": 65536, "height": 65536, "bits": 16, "range": "full"}})";
constexpr const char* kDiamondSquare65537 = R"({"name": "square", "generator": "diamond-square", "gridN": 65536})";

void peakMemory(const Options& options, const char* name, const char* spec, const char* kinds, double must, double aim,
                Report& report) {
  if (!options.big) return report.addMissing(name, "MiB", Wanted::kAtMost, must, aim);
  const TemporaryFolder folder;
  const Usage usage = run({options.orograph, "generate", "-", "-o", folder.path(), "--only", kinds, "-q"}, spec);
  std::printf("\n%s\n  %.0f MiB, %.1f s of processor time\n", name, usage.peakMebibytes, usage.milliseconds / 1e3);
  report.add({name, "MiB", usage.peakMebibytes, Wanted::kAtMost, must, aim});
}

}  // namespace

void processes(const Options& options, Report& report) {
  if (options.orograph.empty()) {
    report.addMissing("lantern.json, the whole process against /bin/true", "x", Wanted::kAtMost, 25, 10);
  } else {
    const TemporaryFolder folder;
    const std::string spec = options.config + "/lantern.json";
    double own = 0, peer = 0;
    const int runs = options.quick ? 10 : 100;
    for (int i = 0; i < runs; ++i) {
      own += run({options.orograph, "generate", spec, "-o", folder.path(), "-q"}).milliseconds / runs;
      peer += run({"/bin/true"}).milliseconds / runs;
    }
    std::printf("\nuser and system time, mean of %d runs\n  lantern.json %.2f ms, /bin/true %.2f ms\n", runs, own, peer);
    report.add({"lantern.json, the whole process against /bin/true", "x", own / peer, Wanted::kAtMost, 25, 10});
  }
  peakMemory(options, "65536^2, 16-bit PNG and digest, peak memory", kImage65536, "png,report", 256, 128, report);
  peakMemory(options, "65537^2 diamond-square, digest, peak memory", kDiamondSquare65537, "report", 256, 64, report);
}

}  // namespace orograph::bench
