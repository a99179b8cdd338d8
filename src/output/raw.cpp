#include "output/raw.h"

#include "output/vrt.h"

namespace orograph::output {
namespace {

std::vector<File> filesOf(const Scene& scene, std::string name, SampleType type,
                          std::endian order = std::endian::little) {
  const RawFile raw = {std::move(name), {type, order, scene.raster.firstRow == "south"}};
  const std::int64_t samples = scene.imageGrid.samples();
  std::vector<File> files = {{raw.name, samples * bytesOf(type), samples, [raw](const Scene& from, ByteSink& sink) {
                                return forEachSampleRows(from, raw.layout,
                                                         [&](std::string_view rows) { sink.write(rows); });
                              }}};
  if (scene.raster.vrt) {
    files.push_back({raw.name + ".vrt", 2048, 0, [raw](const Scene& from, ByteSink& sink) {
                       sink.write(vrtText(from, raw));
                       return Facts{};
                     }});
  }
  return files;
}

}  // namespace

std::vector<File> r16Files(const Scene& scene) {
  return filesOf(scene, "height." + scene.raster.ending, SampleType::kUint16);
}

std::vector<File> r16BigEndianFiles(const Scene& scene) {
  return filesOf(scene, "height-be." + scene.raster.ending, SampleType::kUint16, std::endian::big);
}

std::vector<File> i32Files(const Scene& scene) { return filesOf(scene, "height.i32", SampleType::kInt32); }

std::vector<File> r32Files(const Scene& scene) { return filesOf(scene, "height.r32", SampleType::kFloat32); }

}  // namespace orograph::output
