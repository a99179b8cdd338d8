#include "output/raw.h"

namespace orograph::output {
namespace {

std::vector<File> filesOf(std::string_view kind, const Scene& scene) {
  const RawFile raw = *rawFile(kind, scene);
  const auto write = [layout = raw.layout](const Scene& from, ByteSink& sink) {
    return forEachSampleRows(from, layout, [&](std::string_view rows) { sink.write(rows); });
  };
  const std::int64_t samples = scene.imageGrid.samples();
  return {{raw.name, samples * bytesOf(raw.layout.type), samples, write}};
}

}  // namespace

std::optional<RawFile> rawFile(std::string_view kind, const Scene& scene) {
  const bool southFirst = scene.raster.firstRow == "south";
  const std::string& ending = scene.raster.ending;
  if (kind == "r16") return RawFile{"height." + ending, {SampleType::kUint16, std::endian::little, southFirst}};
  if (kind == "r16be") return RawFile{"height-be." + ending, {SampleType::kUint16, std::endian::big, southFirst}};
  if (kind == "i32") return RawFile{"height.i32", {SampleType::kInt32, std::endian::little, southFirst}};
  if (kind == "r32") return RawFile{"height.r32", {SampleType::kFloat32, std::endian::little, southFirst}};
  return std::nullopt;
}

std::vector<File> r16Files(const Scene& scene) { return filesOf("r16", scene); }
std::vector<File> r16BigEndianFiles(const Scene& scene) { return filesOf("r16be", scene); }
std::vector<File> i32Files(const Scene& scene) { return filesOf("i32", scene); }
std::vector<File> r32Files(const Scene& scene) { return filesOf("r32", scene); }

}  // namespace orograph::output
