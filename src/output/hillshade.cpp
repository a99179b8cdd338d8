#include "output/hillshade.h"

#include <algorithm>

#include "mesh/unit_vector.h"

namespace orograph::output {
Paint hillshadePaint(const Scene& scene) {
  const std::vector<std::int64_t>& light = scene.hillshade.lightQ16;
  const std::array<std::int64_t, 3> toLightQ16 = mesh::unitVectorQ16({light[0], light[1], light[2]});
  // Slopes times e, over 1, are slopes over 1 / e: so nothing grows. To the nearest; 2^45 at most, 2^19 at least.
  const std::int64_t e = scene.hillshade.exaggerationQ16, upQ29 = ((std::int64_t{1} << 46) + e) / (2 * e);
  return [=](const FieldRows& rows, std::span<unsigned char> pixels) {
    std::vector<std::array<std::int64_t, 2>> slopesQ29;
    unsigned char* out = pixels.data();
    for (std::int64_t i = 0; i < rows.count(); ++i) {
      rows.slopes(i, slopesQ29);
      for (const auto& slopes : slopesQ29) {
        const auto normal = mesh::normalQ16(slopes, upQ29);
        // In Q32, and at most 1 + 2^-15: so 255 times it rounds to 255 at most.
        const std::int64_t lit = normal[0] * toLightQ16[0] + normal[1] * toLightQ16[1] + normal[2] * toLightQ16[2];
        *out++ = static_cast<unsigned char>((255 * std::max<std::int64_t>(lit, 0) + (std::int64_t{1} << 31)) >> 32);
      }
    }
  };
}

std::vector<File> hillshadeFiles(const Scene& scene) {
  const auto write = [](const Scene& of, ByteSink& sink) {
    return writeFieldImage(of, of.normals(), 1, Neighbours::kEachSide, hillshadePaint(of), sink);
  };
  return {fieldImageFile(scene, "hillshade.png", 1, Neighbours::kEachSide, write)};
}

}  // namespace orograph::output
