#include "output/mosaic.h"

#include <array>
#include <string_view>

namespace orograph::output {
namespace {

std::string number(std::string_view key, std::int64_t value) { return " " + std::string(key) + "=\"" + std::to_string(value) + "\""; }

/// How GDAL is to read the bands of a PNG of one, three or four channels.
std::string_view meaning(std::int64_t channels, std::int64_t band) {
  constexpr std::array<std::string_view, 4> kColours = {"Red", "Green", "Blue", "Alpha"};
  return channels == 1 ? "Gray" : kColours.at(static_cast<std::size_t>(band - 1));
}

}  // namespace

void writeMosaic(const Mosaic& mosaic, ByteSink& sink) {
  const std::string type = mosaic.bits == 16 ? "UInt16" : "Byte";
  TextBuffer buffer(sink);
  std::string& text = buffer.text();
  text += "<VRTDataset" + number("rasterXSize", mosaic.width) + number("rasterYSize", mosaic.height) + ">\n";
  for (std::int64_t band = 1; band <= mosaic.channels; ++band) {
    text += "  <VRTRasterBand dataType=\"" + type + "\"" + number("band", band) + ">\n    <ColorInterp>" +
            std::string(meaning(mosaic.channels, band)) + "</ColorInterp>\n";
    for (std::int64_t index = 0; index < mosaic.count; ++index) {
      const Mosaic::Tile tile = mosaic.tile(index);
      const std::string size = number("xSize", tile.width) + number("ySize", tile.height) + "/>\n";
      text += "    <SimpleSource>\n      <SourceFilename relativeToVRT=\"1\">" + tile.path + "</SourceFilename>\n";
      text += "      <SourceBand>" + std::to_string(band) + "</SourceBand>\n      <SourceProperties" +
              number("RasterXSize", tile.width) + number("RasterYSize", tile.height) + " DataType=\"" + type + "\"" +
              number("BlockXSize", tile.width) + number("BlockYSize", 1) + "/>\n";
      text += "      <SrcRect xOff=\"0\" yOff=\"0\"" + size;
      text += "      <DstRect" + number("xOff", tile.x) + number("yOff", tile.y) + size + "    </SimpleSource>\n";
      buffer.flushIfFull();
    }
    text += "  </VRTRasterBand>\n";
  }
  text += "</VRTDataset>\n";
  buffer.flush();
}

}  // namespace orograph::output
