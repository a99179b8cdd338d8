#include "output/file_set.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/errors.h"
#include "codec/sha256.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"
#include "support/random.h"

using namespace orograph;
using codec::FileError;
using output::FileSet;
using test::contains;
using test::listFolder;
using test::readFile;
using test::TemporaryFolder;
using Names = std::vector<std::string>;

namespace {

void stage(FileSet& files, std::string_view name, std::string_view content) {
  files.add(name).write(content);
  files.finish();
}

}  // namespace

TEST_CASE("a committed set stands under its names, new folders and all") {
  const TemporaryFolder folder;
  {
    FileSet files(folder / "a/b");
    stage(files, "one.txt", "first");
    stage(files, "report.json", "{}");
    CHECK_FALSE(std::filesystem::exists(folder / "a/b/one.txt"));
    files.commit();
  }
  CHECK(listFolder(folder / "a/b") == Names{"one.txt", "report.json"});
  CHECK(readFile(folder / "a/b/one.txt") == "first");
  CHECK(readFile(folder / "a/b/report.json") == "{}");
}

TEST_CASE("a committed set replaces the old one and leaves other files alone") {
  const TemporaryFolder folder;
  folder.write("one.txt", "old and longer");
  folder.write("report.json", "old");
  folder.write("notes.txt", "mine");
  FileSet files(folder.path());
  stage(files, "one.txt", "new");
  stage(files, "report.json", "new report");
  CHECK(readFile(folder / "one.txt") == "old and longer");
  CHECK(readFile(folder / "report.json") == "old");
  files.commit();
  CHECK(listFolder(folder.path()) == Names{"notes.txt", "one.txt", "report.json"});
  CHECK(readFile(folder / "one.txt") == "new");
  CHECK(readFile(folder / "report.json") == "new report");
  CHECK(readFile(folder / "notes.txt") == "mine");
}

TEST_CASE("what is not committed leaves neither files nor folders behind") {
  const TemporaryFolder folder;
  folder.write("one.txt", "old");
  {
    FileSet made(folder / "x/y/z");
    stage(made, "one.txt", "new");
    made.add("half.bin").write(std::string(100000, 'h'));
    FileSet present(folder.path());
    stage(present, "one.txt", "new");
    present.add("two.txt").write("unfinished");
  }
  CHECK(listFolder(folder.path()) == Names{"one.txt"});
  CHECK(readFile(folder / "one.txt") == "old");
}

TEST_CASE("a folder made for a set stays if something else was put there meanwhile") {
  const TemporaryFolder folder;
  {
    FileSet files(folder / "x");
    files.add("one.txt");
    folder.write("x/theirs.txt", "theirs");
  }
  CHECK(listFolder(folder / "x") == Names{"theirs.txt"});
}

TEST_CASE("a folder that another set has locked stays, though its files have no names yet") {
  const TemporaryFolder folder;
  auto maker = std::make_unique<FileSet>(folder / "tile");
  FileSet holder(folder / "tile");
  REQUIRE(holder.tryLock());
  REQUIRE_FALSE(maker->tryLock());
  stage(holder, "one.txt", "kept");
  maker.reset();
  holder.commit();
  CHECK(readFile(folder / "tile/one.txt") == "kept");
}

TEST_CASE("bytes and sums are those of what was written, whatever the pieces") {
  const TemporaryFolder folder;
  test::Random random(36);
  FileSet files(folder.path());
  Names names;
  std::vector<std::string> contents;
  for (const std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 131072u, 400001u}) {
    std::string content(size, ' ');
    for (char& c : content) c = static_cast<char>(random.within(-128, 127));
    names.push_back("file" + std::to_string(size));
    output::ByteSink& sink = files.add(names.back());
    for (std::string_view rest = content; !rest.empty();) {
      const auto piece = static_cast<std::size_t>(random.within(0, std::int64_t{1} << random.within(1, 18)));
      sink.write(rest.substr(0, piece));
      rest.remove_prefix(std::min(piece, rest.size()));
    }
    const FileSet::Sum sum = files.finish();
    CHECK(sum.name == names.back());
    CHECK(sum.bytes == static_cast<std::int64_t>(size));
    CHECK(sum.sha256 == codec::sha256Hex(content));
    contents.push_back(content);
  }
  files.commit();
  for (std::size_t i = 0; i < names.size(); ++i) CHECK((readFile(folder / names[i]) == contents[i]));
}

TEST_CASE("a target that is no regular file is refused by its path, and nothing is changed") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, std::string_view kind) {
    const std::string message = test::messageOf<FileError>([&] {
      FileSet files(folder.path());
      stage(files, "before.txt", "new");
      files.add(name);
    });
    CAPTURE(name, message);
    CHECK(contains(message, folder / name));
    CHECK(contains(message, kind));
  };
  std::filesystem::create_directory(folder / "folder");
  refused("folder", "a folder");
  folder.write("aim.txt", "aim");
  std::filesystem::create_symlink("aim.txt", folder / "link");
  refused("link", "a symbolic link");
  std::filesystem::create_symlink("nowhere", folder / "dangling");
  refused("dangling", "a symbolic link");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  refused("pipe", "a pipe");
  // A private copy of the null device: not even a mistake can harm the real one.
  const bool device = ::mknod((folder / "device").c_str(), S_IFCHR | 0600, makedev(1, 3)) == 0;
  if (device)
    refused("device", "a device");
  else
    WARN("skipped: no right to make a device node, devices were not tried");
  CHECK(readFile(folder / "aim.txt") == "aim");
  Names expected = {"aim.txt", "dangling", "folder", "link", "pipe"};
  if (device) expected.insert(expected.begin() + 2, "device");
  CHECK(listFolder(folder.path()) == expected);
}

TEST_CASE("a folder that cannot be made is named with the reason") {
  const TemporaryFolder folder;
  folder.write("file", "x");
  for (const std::string& path : {folder / "file", folder / "file/sub", folder / ("new/" + std::string(300, 'n'))}) {
    const std::string message = test::messageOf<FileError>([&] { FileSet files(path); });
    CAPTURE(message);
    CHECK(contains(message, path));
  }
  CHECK(listFolder(folder.path()) == Names{"file"});
  CHECK(readFile(folder / "file") == "x");
}

TEST_CASE("a path in a message has its control bytes escaped") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "evil\x1B[2J/out");
  const std::string message = test::messageOf<FileError>([&] { FileSet(folder / "evil\x1B[2J").add("out"); });
  CHECK(contains(message, "evil\\u001b[2J/out"));
  CHECK_FALSE(contains(message, "\x1B"));
}

TEST_CASE("a set that fails while it is put in place gives the old set back") {
  const TemporaryFolder folder;
  folder.write("a.txt", "old a");
  folder.write("c.txt", "old c");
  folder.write("report.json", "old report");
  {
    FileSet files(folder.path());
    for (const char* name : {"a.txt", "b.txt", "c.txt", "d.txt", "report.json"}) stage(files, name, "new");
    std::filesystem::remove(folder / "c.txt");
    std::filesystem::create_directory(folder / "c.txt");
    const std::string message = test::messageOf<FileError>([&] { files.commit(); });
    CHECK(contains(message, folder / "c.txt"));
  }
  CHECK(listFolder(folder.path()) == Names{"a.txt", "c.txt", "report.json"});
  CHECK(readFile(folder / "a.txt") == "old a");
  CHECK(readFile(folder / "report.json") == "old report");
  CHECK(std::filesystem::is_directory(folder / "c.txt"));
}

TEST_CASE("a folder that took the last file's place meanwhile is not replaced") {
  const TemporaryFolder folder;
  folder.write("a.txt", "old a");
  {
    FileSet files(folder.path());
    stage(files, "a.txt", "new a");
    stage(files, "report.json", "new report");
    std::filesystem::create_directory(folder / "report.json");
    folder.write("report.json/theirs.txt", "theirs");
    const std::string message = test::messageOf<FileError>([&] { files.commit(); });
    CHECK(contains(message, folder / "report.json"));
  }
  CHECK(listFolder(folder.path()) == Names{"a.txt", "report.json"});
  CHECK(readFile(folder / "a.txt") == "old a");
  CHECK(readFile(folder / "report.json/theirs.txt") == "theirs");
}

TEST_CASE("a write that fails names its file, and the old one stands") {
  const TemporaryFolder folder;
  folder.write("big.bin", "old");
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  std::string message;
  {
    FileSet files(folder.path());
    output::ByteSink& sink = files.add("big.bin");
    struct rlimit small = before;
    small.rlim_cur = 100000;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    message = test::messageOf<FileError>([&] {
      for (int i = 0; i < 100; ++i) sink.write(std::string(10000, 'b'));
      files.finish();
    });
    ::setrlimit(RLIMIT_FSIZE, &before);
  }
  std::signal(SIGXFSZ, handler);
  CHECK(contains(message, "cannot write " + (folder / "big.bin")));
  CHECK(listFolder(folder.path()) == Names{"big.bin"});
  CHECK(readFile(folder / "big.bin") == "old");
}

TEST_CASE("a set may hold more files than a process may hold open") {
  const TemporaryFolder folder;
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  struct rlimit few = before;
  few.rlim_cur = 128;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  {
    FileSet files(folder.path());
    for (int i = 0; i < 300; ++i) stage(files, "tile" + std::to_string(i), std::to_string(i));
    files.commit();
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK(listFolder(folder.path()).size() == 300);
  CHECK(readFile(folder / "tile299") == "299");
}

TEST_CASE("two sets in one folder do not meet, and the later commit wins") {
  const TemporaryFolder folder;
  FileSet first(folder / "x"), second(folder / "x");
  stage(first, "report.json", "first");
  stage(second, "report.json", "second");
  first.commit();
  CHECK(readFile(folder / "x/report.json") == "first");
  second.commit();
  CHECK(readFile(folder / "x/report.json") == "second");
  CHECK(listFolder(folder / "x") == Names{"report.json"});
}

TEST_CASE("a sum without a file is that of the bytes passed") {
  output::SummingSink sink;
  output::TextBuffer buffer(sink);
  std::string all;
  for (int i = 0; i < 20000; ++i) {
    buffer.text() += std::to_string(i) + "\n";
    all += std::to_string(i) + "\n";
    buffer.flushIfFull();
  }
  buffer.flush();
  CHECK(sink.bytes() == static_cast<std::int64_t>(all.size()));
  CHECK(sink.sha256() == codec::sha256Hex(all));
}

TEST_CASE("a folder taken by one set is refused to another until that one is gone") {
  const TemporaryFolder folder;
  const std::string path = folder / "tile";
  {
    FileSet first(path);
    REQUIRE(first.tryLock());
    FileSet second(path);
    CHECK_FALSE(second.tryLock());
    stage(first, "a", "1");
    first.commit();
    CHECK_FALSE(second.tryLock());
  }
  FileSet third(path);
  CHECK(third.tryLock());
}

TEST_CASE("a set that takes a folder which another made and left empty meanwhile makes it anew") {
  const TemporaryFolder folder;
  const std::string path = folder / "tile";
  auto first = std::make_unique<FileSet>(path);
  FileSet second(path);
  REQUIRE(first->tryLock());
  first.reset();  // nothing was put in place: the folder is gone
  REQUIRE(second.tryLock());
  stage(second, "a", "1");
  second.commit();
  CHECK(listFolder(path) == Names{"a"});
}

TEST_CASE("taking a folder sweeps out what a killed run left staged, and nothing else") {
  const TemporaryFolder folder;
  for (const std::string name : {".a.0123456789abcdef.tmp", "b.tmp", ".c", "d"}) folder.write(name, "x");
  FileSet files(folder.path());
  REQUIRE(files.tryLock());
  CHECK(listFolder(folder.path()) == Names{".c", "b.tmp", "d"});
}

TEST_CASE("a set that may only be new changes nothing where its last file stands") {
  const TemporaryFolder folder;
  for (const std::string text : {"first", "second"}) {
    FileSet files(folder.path());
    stage(files, "spec", text);
    stage(files, "manifest", text);
    CHECK(files.commitUnlessThere() == (text == "first"));
  }
  CHECK(listFolder(folder.path()) == Names{"manifest", "spec"});
  CHECK(readFile(folder / "spec") == "first");
  CHECK(readFile(folder / "manifest") == "first");
}
