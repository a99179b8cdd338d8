#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <span>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/report.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/sha256.h"
#include "codec/text.h"
#include "output/read_back.h"

namespace orograph::app {
namespace {

using codec::JsonValue;

/// The differences found, the first of them in words.
class Differences {
 public:
  void add(const std::string& where, const std::string& golden, const std::string& now) {
    if (count_++ == 0) first_ = where + ": " + golden + " expected, " + now + " found";
  }
  void same() { ++equal_; }

  int conclude(const std::string& subject) const {
    if (count_ == 0) {
      print(subject + ": all " + std::to_string(equal_) + " values agree\n");
      return kDone;
    }
    printMessage(subject + ": " + std::to_string(count_) + " of " + std::to_string(count_ + equal_) +
                 " values differ; the first is " + first_);
    return kCheckFailed;
  }

 private:
  std::int64_t count_ = 0, equal_ = 0;
  std::string first_;
};

std::string leafText(const JsonValue* value) { return value == nullptr ? "nothing" : value->forMessage(); }

bool isBranch(const JsonValue* value) {
  return value != nullptr && (value->kind == JsonValue::Kind::kArray || value->kind == JsonValue::Kind::kObject);
}

/// Walks both values; `golden` or `now` may lack one. `unlike` names the members that are not compared in an object.
void compare(const JsonValue* golden, const JsonValue* now, const std::string& pointer, Differences& differences,
             const std::function<bool(const JsonValue& object, std::string_view name)>& unlike) {
  if (isBranch(golden) && isBranch(now) && golden->kind == now->kind) {
    for (const auto& [name, value] : golden->members) {
      if (unlike(*golden, name)) continue;
      compare(&value, now->find(name), codec::pointerTo(pointer, name), differences, unlike);
    }
    for (const auto& [name, value] : now->members) {
      if (golden->find(name) == nullptr) compare(nullptr, &value, codec::pointerTo(pointer, name), differences, unlike);
    }
    for (std::size_t i = 0; i < std::max(golden->items.size(), now->items.size()); ++i) {
      compare(i < golden->items.size() ? &golden->items[i] : nullptr, i < now->items.size() ? &now->items[i] : nullptr,
              pointer + "/" + std::to_string(i), differences, unlike);
    }
    return;
  }
  const bool equal = golden != nullptr && now != nullptr && golden->kind == now->kind && golden->text == now->text &&
                     golden->boolean == now->boolean && !isBranch(golden);
  if (equal) differences.same();
  else differences.add(pointer, leafText(golden), leafText(now));
}

/// The member of an object, which must be of that kind; a report without it is none of ours.
const JsonValue& member(const JsonValue& object, std::string_view name, JsonValue::Kind kind) {
  const JsonValue* found = object.find(name);
  if (found == nullptr || found->kind != kind) {
    throw codec::InputError(object.place.text() + ": not a report of orograph: " + std::string(name) + " is missing or odd");
  }
  return *found;
}

bool isPlainName(std::string_view name) {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name[0] != '.' && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

/// Size and SHA-256 of a file; false where there is no regular file.
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

using Expect = std::function<void(const std::string& what, const std::string& wanted, const std::string& found)>;

/// An image against what the report says of it.
void verifyPng(const std::string& path, const std::string& name, const JsonValue& entry, const Expect& expect) {
  const output::PngContent png = output::readPng(path);
  const auto integer = [&](std::string_view key) { return member(entry, key, JsonValue::Kind::kInteger).text; };
  expect(name + " width", integer("width"), std::to_string(png.width));
  expect(name + " height", integer("height"), std::to_string(png.height));
  const JsonValue* channels = entry.find("channels");
  expect(name + " channels", channels == nullptr ? "1" : channels->text, std::to_string(png.channels));
  expect(name + " bits", integer("bits"), std::to_string(png.bits));
  expect(name + " pixels", member(entry, "pixelDigest", JsonValue::Kind::kString).text, png.pixelDigest);
}

std::string digestOf(std::span<const std::int32_t> heights) {
  codec::Sha256 digest;
  codec::updateInt32(digest, heights);
  return digest.hex();
}

/// The mesh against its counts in the report and, where every grid point is a vertex, the digest of its heights.
void verifyObj(const std::string& path, const JsonValue& entry, const JsonValue& report, const Expect& expect) {
  const output::ObjContent obj = output::readObj(path);
  const JsonValue& counts = member(report, "specConsistency", JsonValue::Kind::kObject);
  const auto integer = [&](const JsonValue& object, std::string_view key) {
    return member(object, key, JsonValue::Kind::kInteger).text;
  };
  const bool whole = entry.find("greatestErrorQ16") == nullptr;
  expect("scene.obj vertices", whole ? integer(counts, "sceneVertices") : integer(entry, "vertices"),
         std::to_string(obj.heightsQ16.size()));
  expect("scene.obj triangles", whole ? integer(counts, "sceneTriangles") : integer(entry, "triangles"),
         std::to_string(obj.triangles));
  if (!whole) return;
  std::vector<std::int32_t> terrain;
  const std::uint64_t terrainVertices = codec::parseUint64(integer(counts, "terrainVertices")).value_or(0);
  for (std::size_t i = 0; i < std::min<std::uint64_t>(terrainVertices, obj.heightsQ16.size()); ++i) {
    terrain.push_back(static_cast<std::int32_t>(obj.heightsQ16[i]));
  }
  expect("scene.obj heights", member(report, "heightFieldDigest", JsonValue::Kind::kString).text, digestOf(terrain));
}

/// The profile against the digest of its heights.
void verifyCsv(const std::string& path, const JsonValue& report, const Expect& expect) {
  expect("profile.csv heights", member(report, "profileDigest", JsonValue::Kind::kString).text,
         digestOf(output::readCsvHeights(path)));
}

}  // namespace

int verifySpec(const std::string& specPath, const std::string& goldenPath, const std::vector<std::string>& overrides,
               const Computing& computing) {
  const scene::Spec spec = loadSpec(specPath, overrides);
  const JsonValue golden = loadReport(goldenPath);
  Kinds kinds = {"report"};
  const JsonValue& goldenFiles = member(golden, "files", JsonValue::Kind::kArray);
  for (const output::Format& format : output::formats()) {
    for (const JsonValue& file : goldenFiles.items) {
      if (format.mayWrite(member(file, "name", JsonValue::Kind::kString).text)) kinds.emplace(format.kind);
    }
  }

  Pipeline pipeline(spec, kinds, computing, [](std::int64_t) { throwIfInterrupted(); });
  pipeline.measure();
  std::vector<FileEntry> files;
  for (const output::File& file : pipeline.files()) {
    output::SummingSink sink;
    output::Facts facts = pipeline.write(file, sink);
    files.push_back({file.name, sink.bytes(), sink.sha256(), std::string(file.encoder), std::move(facts)});
  }
  if (!files.empty()) {
    const std::string sums = sumsText(files);
    files.push_back({std::string(kSumsName), static_cast<std::int64_t>(sums.size()), codec::sha256Hex(sums), {}, {}});
  }
  const JsonValue now = codec::parseJson(reportText(spec, pipeline.measurements(), files, pipeline.numbers()), "this run", SIZE_MAX);

  // Where another encoder made a file, its bytes are another's too, and so are the sums that list it.
  std::set<std::string, std::less<>> elsewhere;
  for (const JsonValue& file : goldenFiles.items) {
    const JsonValue* encoder = file.find("encoder");
    const std::string& name = member(file, "name", JsonValue::Kind::kString).text;
    const auto own = std::find_if(files.begin(), files.end(), [&](const FileEntry& entry) { return entry.name == name; });
    if (encoder == nullptr || own == files.end() || own->encoder.empty() || encoder->text == own->encoder) continue;
    printMessage(name + ": made by " + encoder->forMessage() + ", now by \"" + own->encoder +
                 "\": its bytes are not compared");
    elsewhere.insert({name, std::string(kSumsName)});
  }
  Differences differences;
  compare(&golden, &now, "", differences, [&](const JsonValue& object, std::string_view name) {
    if (&object == &golden) return name == "version";
    const JsonValue* file = object.find("name");
    return file != nullptr && elsewhere.contains(file->text) &&
           (name == "encoder" || name == "bytes" || name == "sha256");
  });
  return differences.conclude(codec::forMessage(specPath, 4096) + " against " + codec::forMessage(goldenPath, 4096));
}

int verifyFolder(const std::string& folder) {
  const auto pathOf = [&](std::string_view name) { return (std::filesystem::path(folder) / name).string(); };
  const JsonValue report = loadReport(pathOf(kReportName));
  const JsonValue& files = member(report, "files", JsonValue::Kind::kArray);
  Differences differences;
  const Expect expect = [&](const std::string& where, const std::string& wanted, const std::string& found) {
    if (wanted == found) differences.same();
    else differences.add(where, codec::forMessage(wanted), codec::forMessage(found));
  };

  std::set<std::string, std::less<>> unlisted;  // what is there of the names that some run may write
  std::error_code unlistable;
  const std::filesystem::directory_iterator entries(folder, unlistable);
  if (unlistable) throw codec::FileError("cannot list " + codec::forMessage(folder, 4096) + ": " + unlistable.message());
  for (const auto& entry : entries) {
    const std::string name = entry.path().filename().string();
    const auto mayWrite = [&](const output::Format& format) { return format.mayWrite(name); };
    if (name == kSumsName || std::ranges::any_of(output::formats(), mayWrite)) unlisted.insert(name);
  }
  std::string sums;
  for (const JsonValue& file : files.items) {
    throwIfInterrupted();
    const std::string& name = member(file, "name", JsonValue::Kind::kString).text;
    if (!isPlainName(name)) throw codec::InputError(file.place.text() + ": not a report of orograph: a file is named oddly");
    unlisted.erase(name);
    const std::string& sha256 = member(file, "sha256", JsonValue::Kind::kString).text;
    std::int64_t bytes = 0;
    std::string found;
    if (!sumFile(pathOf(name), bytes, found)) {
      differences.add(name, "a file", "none");
      continue;
    }
    expect(name + " bytes", member(file, "bytes", JsonValue::Kind::kInteger).text, std::to_string(bytes));
    expect(name + " sha256", sha256, found);
    if (name == kSumsName) expect(name + " against the report", codec::sha256Hex(sums), found);
    sums += sha256 + "  " + name + "\n";

    try {
      if (name.ends_with(".png")) verifyPng(pathOf(name), name, file, expect);
      if (name == "profile.csv") verifyCsv(pathOf(name), report, expect);
      if (name == "scene.obj") verifyObj(pathOf(name), file, report, expect);
    } catch (const codec::InputError& error) {
      differences.add(name, "a readable file", error.what());
    }
  }
  // A file of another run is none of this report's.
  for (const std::string& name : unlisted) differences.add(name, "no file, as the report lists none", "a file");
  return differences.conclude(codec::forMessage(folder, 4096));
}

}  // namespace orograph::app
