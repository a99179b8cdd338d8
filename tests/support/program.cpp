#include "support/program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace orograph::test {

Outcome runCommand(const std::vector<std::string>& command, const RunOptions& options) {
  const TemporaryFolder scratch;
  const std::string inputPath = scratch.write("in", options.input), outPath = scratch / "out", errPath = scratch / "err";
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const auto redirect = [](const std::string& path, int flags, int target) {
      const int descriptor = ::open(path.c_str(), flags, 0600);
      if (descriptor < 0 || ::dup2(descriptor, target) < 0) ::_exit(126);
      ::close(descriptor);
    };
    redirect(inputPath, O_RDONLY, STDIN_FILENO);
    redirect(outPath, O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(errPath, O_WRONLY | O_CREAT, STDERR_FILENO);
    if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
    for (const std::string& one : options.environment) {
      const std::size_t equals = one.find('=');
      ::setenv(one.substr(0, equals).c_str(), one.substr(equals + 1).c_str(), 1);
    }
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Outcome outcome;
  outcome.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.out = readFile(outPath);
  outcome.err = readFile(errPath);
  return outcome;
}

Outcome runProgram(std::vector<std::string> arguments, const RunOptions& options) {
  arguments.insert(arguments.begin(), OROGRAPH_PROGRAM);
  return runCommand(arguments, options);
}

bool haveProgram(const std::string& name) {
  return runCommand({"sh", "-c", "command -v \"$1\"", "sh", name}).exitCode == 0;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "orograph-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> listFolder(const std::filesystem::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::filesystem::path projectPath(const std::string& relative) { return std::filesystem::path(OROGRAPH_ROOT) / relative; }

}  // namespace orograph::test
