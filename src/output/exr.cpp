#include "output/exr.h"

#include <string>

#include "output/samples.h"

namespace orograph::output {
namespace {

void append(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

void append32(std::string& bytes, std::int64_t value) { append(bytes, static_cast<std::uint64_t>(value), 4); }

void appendAttribute(std::string& header, std::string_view name, std::string_view type, const std::string& value) {
  header += std::string(name) + '\0' + std::string(type) + '\0';
  append32(header, static_cast<std::int64_t>(value.size()));
  header += value;
}

std::string headerText(std::int64_t columns, std::int64_t rows) {
  constexpr std::int64_t kFloat = 2, kOne = 0x3F800000;  // a pixel type, and 1.0 as binary32
  std::string channels("Y\0", 2), window, one, header("\x76\x2F\x31\x01\x02\0\0\0", 8);
  for (const std::int64_t value : {kFloat, std::int64_t{0}, std::int64_t{1}, std::int64_t{1}})
    append32(channels, value);
  channels += '\0';
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{0}, columns - 1, rows - 1}) append32(window, value);
  append32(one, kOne);
  appendAttribute(header, "channels", "chlist", channels);
  appendAttribute(header, "compression", "compression", std::string(1, '\0'));
  appendAttribute(header, "dataWindow", "box2i", window);
  appendAttribute(header, "displayWindow", "box2i", window);
  appendAttribute(header, "lineOrder", "lineOrder", std::string(1, '\0'));
  appendAttribute(header, "pixelAspectRatio", "float", one);
  appendAttribute(header, "screenWindowCenter", "v2f", std::string(8, '\0'));
  appendAttribute(header, "screenWindowWidth", "float", one);
  return header + '\0';
}

Facts writeExr(const Scene& scene, ByteSink& sink) {
  const std::int64_t columns = scene.imageGrid.columns, rows = scene.imageGrid.rows, rowBytes = 4 * columns;
  std::string start = headerText(columns, rows);
  const auto linesAt = static_cast<std::int64_t>(start.size()) + 8 * rows;
  for (std::int64_t y = 0; y < rows; ++y) append(start, static_cast<std::uint64_t>(linesAt + y * (8 + rowBytes)), 8);
  sink.write(start);
  std::int64_t y = 0;
  return forEachSampleRows(scene, {SampleType::kFloat32}, [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(static_cast<std::size_t>(rowBytes))) {
      std::string line;
      append32(line, y++);
      append32(line, rowBytes);
      sink.write(line.append(bytes.substr(0, static_cast<std::size_t>(rowBytes))));
    }
  });
}

}  // namespace

std::vector<File> exrFiles(const Scene& scene) {
  const std::int64_t rows = scene.imageGrid.rows;
  return {{"height.exr", 512 + 16 * rows + 4 * scene.imageGrid.samples(), scene.imageGrid.samples(), writeExr}};
}

}  // namespace orograph::output
