#include "output/vrt.h"

#include "codec/errors.h"
#include "output/georef.h"
#include "output/raw.h"

namespace orograph::output {
namespace {

/// Rows that stand from south to north are read from the last one back: GDAL's own rows then begin in the north.
std::string vrtText(const Scene& scene, const RawFile& raw) {
  constexpr std::string_view kTypes[] = {"UInt16", "Int32", "Float32"};
  const std::int64_t bytes = bytesOf(raw.layout.type), line = scene.imageGrid.columns * bytes;
  const bool southFirst = raw.layout.southFirst;
  std::string text = "<VRTDataset rasterXSize=\"" + std::to_string(scene.imageGrid.columns) + "\" rasterYSize=\"" +
                     std::to_string(scene.imageGrid.rows) + "\">\n";
  const auto element = [&](std::string_view indent, std::string_view tag, const std::string& value) {
    text += std::string(indent) + "<" + std::string(tag) + ">" + value + "</" + std::string(tag) + ">\n";
  };
  if (scene.georef.given()) {
    element("  ", "SRS", "EPSG:" + std::to_string(scene.georef.epsg));
    element("  ", "GeoTransform", geoTransformText(scene.georef));
    element("  ", "Metadata", "<MDI key=\"AREA_OR_POINT\">Point</MDI>");
  }
  text += "  <VRTRasterBand dataType=\"" + std::string(kTypes[static_cast<std::size_t>(raw.layout.type)]) +
          "\" band=\"1\" subClass=\"VRTRawRasterBand\">\n";
  if (raw.layout.type != SampleType::kFloat32) {
    const HeightScale scale = heightScale(scene, raw.layout.type);
    element("    ", "Offset", scale.offset);
    element("    ", "Scale", scale.scale);
  }
  text += "    <SourceFilename relativetoVRT=\"1\">" + raw.name + "</SourceFilename>\n";
  element("    ", "ImageOffset", std::to_string(southFirst ? (scene.imageGrid.rows - 1) * line : 0));
  element("    ", "PixelOffset", std::to_string(bytes));
  element("    ", "LineOffset", std::to_string(southFirst ? -line : line));
  element("    ", "ByteOrder", raw.layout.order == std::endian::little ? "LSB" : "MSB");
  return text + "  </VRTRasterBand>\n</VRTDataset>\n";
}

}  // namespace

std::vector<File> vrtFiles(const Scene& scene) {
  constexpr std::int64_t kMostBytes = 2048;
  std::vector<File> files;
  for (const std::string_view kind : formatKinds()) {
    const auto raw = scene.kinds.contains(kind) ? rawFile(kind, scene) : std::nullopt;
    if (!raw) continue;
    files.push_back({raw->name + ".vrt", kMostBytes, 0, [raw = *raw](const Scene& from, ByteSink& sink) {
                       sink.write(vrtText(from, raw));
                       return Facts{};
                     }});
  }
  if (files.empty()) throw codec::InputError("it describes raw files: ask for one of r16, r16be, i32 and r32 too");
  return files;
}

}  // namespace orograph::output
