#include "output/normal_map.h"

#include <algorithm>

#include "output/field_image.h"

namespace orograph::output {
namespace {

/// A component in Q16, |c| <= 1.
unsigned char channelOf(std::int64_t c) { return static_cast<unsigned char>(((c + 65536) * 255 + 65536) >> 17); }

Facts writeNormalMap(const Scene& scene, ByteSink& sink) {
  const bool up = scene.normalMap.green == "up";
  const auto paint = [&](const FieldRows& rows, std::span<unsigned char> pixels) {
    std::vector<std::array<std::int64_t, 2>> slopesQ29;
    unsigned char* out = pixels.data();
    for (std::int64_t i = 0; i < rows.count(); ++i) {
      rows.slopes(i, slopesQ29);
      for (const auto& slopes : slopesQ29) {
        const auto normal = mesh::normalQ16(slopes);
        *out++ = channelOf(normal[0]);
        *out++ = channelOf(up ? -normal[2] : normal[2]);
        *out++ = channelOf(normal[1]);
      }
    }
  };
  return writeFieldImage(scene, scene.normals(), 3, Neighbours::kEachSide, paint, sink);
}

}  // namespace

std::vector<File> normalMapFiles(const Scene& scene) {
  return {fieldImageFile(scene, "normal.png", 3, Neighbours::kEachSide, writeNormalMap)};
}

}  // namespace orograph::output
