#include "output/file_set.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::output {
namespace {

using codec::FileError;

/// The C library's English text, whatever the locale: the program never leaves the "C" locale.
std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail(const std::string& doing, const std::string& path, int error) {
  throw FileError("cannot " + doing + " " + codec::forMessage(path, 4096) + ": " + reason(error));
}

std::string kindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  if (S_ISFIFO(mode)) return "a pipe";
  return "a socket";
}

constexpr std::size_t kMostNameless = 64;  // each takes a descriptor, of which a process has 256 or more

/// Whoever else puts a set into the folder meanwhile waits, so that sets never mix. Where locks are unknown, none is held.
class FolderLock {
 public:
  explicit FolderLock(int directory) : directory_(directory) {
    while (::flock(directory_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() { ::flock(directory_, LOCK_UN); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int directory_;
};

}  // namespace

class FileSet::Staged final : public ByteSink {
 public:
  /// Of a file without a name nothing is left when the process is killed; but it holds a descriptor until the set is put in
  /// place, and not every file system knows them.
  Staged(int directory, std::string name, std::string temporary, std::string path, bool mayBeNameless)
      : directory_(directory), name_(std::move(name)), temporary_(std::move(temporary)), path_(std::move(path)) {
    if (mayBeNameless) descriptor_ = ::openat(directory_, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    nameless_ = descriptor_ >= 0;
    if (mayBeNameless && !nameless_ && errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT) {
      fail("create", path_, errno);
    }
    if (!nameless_) {
      descriptor_ = ::openat(directory_, temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (descriptor_ < 0) fail("create", path_, errno);
    }
    buffer_.reserve(kBufferSize);
  }

  ~Staged() override {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty() && !nameless_) ::unlinkat(directory_, temporary_.c_str(), 0);
    if (!backup_.empty()) ::unlinkat(directory_, backup_.c_str(), 0);
  }

  void write(std::string_view bytes) override {
    sum_.write(bytes);
    if (buffer_.size() + bytes.size() > kBufferSize) drain(std::exchange(buffer_, {}));
    if (bytes.size() >= kBufferSize) drain(bytes);
    else buffer_ += bytes;
  }

  Sum finish() {
    drain(std::exchange(buffer_, {}));
    // EINVAL: a file system that cannot be told to flush. A flush that failed is never retried: the bytes may be gone.
    if (::fsync(descriptor_) != 0 && errno != EINVAL) fail("flush", path_, errno);
    if (!nameless_) close();
    return {name_, sum_.bytes(), sum_.sha256()};
  }

  /// Gives a finished file its temporary name.
  void nameIt() {
    if (!nameless_) return;
    const std::string open = kDescriptors + std::to_string(descriptor_);
    if (::linkat(AT_FDCWD, open.c_str(), directory_, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) fail("create", path_, errno);
    nameless_ = false;
    close();
  }

  static constexpr const char* kDescriptors = "/proc/self/fd/";

  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  std::string& temporary() { return temporary_; }
  std::string& backup() { return backup_; }
  bool& isNew() { return isNew_; }

 private:
  static constexpr std::size_t kBufferSize = std::size_t{1} << 16;

  void close() {
    // On Linux the descriptor is closed even when close reports an interruption.
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail("close", path_, errno);
  }

  void drain(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("write", path_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  int directory_;
  std::string name_, temporary_, path_;
  std::string backup_;  // a second name of the file that stood here before
  bool isNew_ = false;  // nothing stood here before
  int descriptor_ = -1;
  bool nameless_ = false;
  std::string buffer_;
  SummingSink sum_;
};

FileSet::FileSet(std::filesystem::path folder) : folder_(std::move(folder)) { openFolder(); }

void FileSet::openFolder() {
  try {
    std::filesystem::path built;
    for (const std::filesystem::path& part : folder_) {
      built /= part;
      if (::mkdir(built.c_str(), 0777) == 0) {
        madeFolders_.push_back(built);
      } else if (errno != EEXIST && errno != EISDIR) {
        const int error = errno;
        struct stat status{};
        if (::stat(built.c_str(), &status) != 0) fail("make the folder", built, error);
      }
    }
    directory_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory_ < 0) fail("open the folder", folder_, errno);
  } catch (...) {
    for (std::size_t i = madeFolders_.size(); i-- > 0;) ::rmdir(madeFolders_[i].c_str());
    throw;
  }
}

FileSet::~FileSet() {
  files_.clear();
  // A folder that another set holds may look empty, its files having no names yet; the lock is kept while ours is taken away.
  const bool othersHold = ::flock(directory_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!committed_ && !othersHold) {
    for (std::size_t i = madeFolders_.size(); i-- > 0;) ::rmdir(madeFolders_[i].c_str());
  }
  ::close(directory_);
}

std::string FileSet::pathOf(std::string_view name) const { return folder_ / name; }

std::string FileSet::freshName(std::string_view name) const {
  std::random_device random;
  return "." + std::string(name) + "." + codec::hexText(std::uint64_t{random()} << 32 | random()).substr(2) + ".tmp";
}

bool FileSet::tryLock() {
  for (;;) {
    int failed = 0;
    while ((failed = ::flock(directory_, LOCK_EX | LOCK_NB)) != 0 && errno == EINTR) {
    }
    if (failed != 0 && errno == EWOULDBLOCK) return false;
    locked_ = failed == 0;
    // Another set may have taken the folder away between the opening and the locking, when it ended without files.
    struct stat held{}, there{};
    if (::fstat(directory_, &held) != 0) fail("look at", folder_, errno);
    if (::stat(folder_.c_str(), &there) == 0 && held.st_ino == there.st_ino && held.st_dev == there.st_dev) break;
    ::close(std::exchange(directory_, -1));
    openFolder();
  }
  if (locked_) sweep();
  return true;
}

void FileSet::sweep() const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') && name.ends_with(".tmp")) ::unlinkat(directory_, name.c_str(), 0);
  }
}

void FileSet::requireReplaceable(std::string_view name) const {
  struct stat status{};
  if (::fstatat(directory_, std::string(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno != ENOENT) fail("look at", pathOf(name), errno);
  } else if (!S_ISREG(status.st_mode)) {
    throw FileError("cannot write " + codec::forMessage(pathOf(name), 4096) + ": it is " + kindOf(status.st_mode) +
                    ", not a regular file");
  }
}

ByteSink& FileSet::add(std::string_view name) {
  requireReplaceable(name);
  static const bool canName = ::access(Staged::kDescriptors, X_OK) == 0;
  files_.push_back(std::make_unique<Staged>(directory_, std::string(name), freshName(name), pathOf(name),
                                            canName && files_.size() < kMostNameless));
  return *files_.back();
}

FileSet::Sum FileSet::finish() { return files_.back()->finish(); }

bool FileSet::renameTo(const std::string& from, const std::string& to) const {
  return ::renameat(directory_, from.c_str(), directory_, to.c_str()) == 0;
}

void FileSet::commit() {
  if (files_.empty()) return;
  std::optional<FolderLock> lock;
  if (!locked_) lock.emplace(directory_);
  for (const auto& file : files_) requireReplaceable(file->name());
  for (const auto& file : files_) file->nameIt();
  const std::string& last = files_.back()->name();
  // From here on nothing asks for memory until the set stands: were there none, it would be left half in place.
  std::string retired = freshName(last);
  std::vector<std::string> backups;
  for (const auto& file : files_) backups.push_back(freshName(file->name()));
  if (!renameTo(last, retired)) {
    if (errno != ENOENT) fail("replace", files_.back()->path(), errno);
    retired.clear();
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    Staged& file = *files_[i];
    // The old file gets a second name; where hard links are unknown it is renamed, and missing for a moment.
    std::string& backup = backups[i];
    const bool kept = ::linkat(directory_, file.name().c_str(), directory_, backup.c_str(), 0) == 0 ||
                      (errno != ENOENT && renameTo(file.name(), backup));
    file.isNew() = !kept && errno == ENOENT;
    if (!kept && !file.isNew()) {
      const int error = errno;
      putBack(i, retired);
      fail("replace", file.path(), error);
    }
    if (kept) file.backup() = std::move(backup);
    if (!renameTo(file.temporary(), file.name())) {
      const int error = errno;
      putBack(i + 1, retired);
      fail("replace", file.path(), error);
    }
    file.temporary().clear();
  }
  if (::fsync(directory_) != 0 && errno != EINVAL) {
    const int error = errno;
    putBack(files_.size(), retired);
    fail("flush the folder", folder_, error);
  }
  if (!retired.empty()) ::unlinkat(directory_, retired.c_str(), 0);
  committed_ = true;
  files_.clear();
}

bool FileSet::commitUnlessThere() {
  std::optional<FolderLock> lock;
  if (!locked_) lock.emplace(directory_);
  const bool lockedHere = std::exchange(locked_, true);
  struct stat status{};
  const bool there = ::fstatat(directory_, files_.back()->name().c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (!there) commit();
  locked_ = lockedHere;
  return !there;
}

void FileSet::putBack(std::size_t placed, const std::string& retired) noexcept {
  for (std::size_t i = 0; i < placed; ++i) {
    Staged& file = *files_[i];
    if (file.isNew() && file.temporary().empty()) ::unlinkat(directory_, file.name().c_str(), 0);
    // A backup that is still the file itself, under a second name, stays by this rename and goes with its Staged.
    if (!file.backup().empty()) renameTo(file.backup(), file.name());
  }
  if (!retired.empty()) renameTo(retired, files_.back()->name());
}

}  // namespace orograph::output
