// The one place that writes files. A set of files is staged without names, or under temporary ones, in its folder and put in
// place only when every byte of all of them is safely on the disk; until then, and after any failure, the old files stand.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "output/byte_sink.h"

namespace orograph::output {

class FileSet {
 public:
  /// Makes the folder and its parents where missing. Throws codec::FileError.
  explicit FileSet(std::filesystem::path folder);
  /// Removes whatever was not committed, folders made for it included.
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  /// Takes the folder for this set alone until the set is gone, and sweeps out what killed runs left staged: nobody else
  /// stages files here unlocked. False where another holds it. Where locks are unknown, the folder counts as taken.
  bool tryLock();

  /// Throws where the target exists and is not a regular file. `add` and `commit` do so too; this tells before long work.
  void requireReplaceable(std::string_view name) const;

  /// Starts a file.
  ByteSink& add(std::string_view name);

  struct Sum {
    std::string name;
    std::int64_t bytes;
    std::string sha256;
  };
  /// Ends the file begun last: writes what is buffered and flushes it to the disk.
  Sum finish();

  /// Puts the finished files in place in the order they were added. The last one speaks for all the others, so an old
  /// copy of it is taken away first: whenever it is there, they are whole. A failure on the way puts the old set back.
  void commit();

  /// As `commit`, but where a file of the last one's name stands already, nothing is changed: returns false then.
  bool commitUnlessThere();

 private:
  class Staged;

  std::string pathOf(std::string_view name) const;
  std::string freshName(std::string_view name) const;
  bool renameTo(const std::string& from, const std::string& to) const;
  void openFolder();
  void sweep() const;
  void putBack(std::size_t placed, const std::string& retired) noexcept;

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> madeFolders_;
  int directory_ = -1;
  bool committed_ = false, locked_ = false;
  std::vector<std::unique_ptr<Staged>> files_;
};

}  // namespace orograph::output
