// Runs the built program from outside, as a user would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace orograph::test {

struct Outcome {
  int exitCode = -1;  // 128 + the signal where one ended it
  std::string out, err;
};

struct RunOptions {
  std::string input;                     // its standard input
  std::vector<std::string> environment;  // NAME=VALUE, added to this process's own
  std::filesystem::path folder;          // the working directory, where not this process's own
};

/// Runs any program by path or name; `command` holds it and its arguments.
Outcome runCommand(const std::vector<std::string>& command, const RunOptions& options = {});

/// Runs orograph.
Outcome runProgram(std::vector<std::string> arguments, const RunOptions& options = {});

/// Whether a program of that name is on the PATH.
bool haveProgram(const std::string& name);

/// A new empty folder, removed with all its content at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file below the folder and returns its path.
  std::string write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

std::string readFile(const std::filesystem::path& path);

/// The names of the files in a folder, hidden ones included, sorted; empty where there is no folder.
std::vector<std::string> listFolder(const std::filesystem::path& path);

/// A path below the project's own folder.
std::filesystem::path projectPath(const std::string& relative);

}  // namespace orograph::test
