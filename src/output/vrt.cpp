#include "output/vrt.h"

#include "output/georef.h"

namespace orograph::output {

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

}  // namespace orograph::output
