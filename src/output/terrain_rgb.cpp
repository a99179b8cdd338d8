#include "output/terrain_rgb.h"

#include "codec/errors.h"
#include "codec/text.h"
#include "output/field_image.h"

namespace orograph::output {
namespace {

/// What the 24 bits of a height are; outside 0 to 2^24 - 1 where it has none. |heightQ16| is at most 2^31.
std::int64_t mapboxCode(std::int64_t heightQ16) { return ((heightQ16 + 10000 * 65536LL) * 10 + 32768) >> 16; }
std::int64_t terrariumCode(std::int64_t heightQ16) { return (heightQ16 + 32768 * 65536LL + 128) >> 8; }

template <auto kCode>
Facts writeCodes(const Scene& scene, ByteSink& sink) {
  // Both codes rise with the height, so the least and the greatest decide.
  for (const std::int64_t heightQ16 : {scene.image.minQ16, scene.image.maxQ16}) {
    const std::int64_t code = kCode(heightQ16);
    if (code >= 0 && code < 1 << 24) continue;
    throw codec::InputError(
        codec::quotientText(heightQ16, 65536, 16) + " m, the " + (code < 0 ? "least" : "greatest") +
        " height of the image, is beyond what " +
        (kCode == mapboxCode ? "terrain-rgb holds: -10000 m and more" : "terrarium holds: below 32767.998 m"));
  }
  return writeFieldImage(
      scene, *scene.source, 3, Neighbours::kNone,
      [](const FieldRows& rows, std::span<unsigned char> pixels) {
        unsigned char* out = pixels.data();
        for (std::int64_t i = 0; i < rows.count(); ++i) {
          for (const std::int64_t heightQ16 : rows.heights(i)) {
            const std::int64_t code = kCode(heightQ16);
            for (const int shift : {16, 8, 0}) *out++ = static_cast<unsigned char>(code >> shift & 0xFF);
          }
        }
      },
      sink);
}

}  // namespace

std::vector<File> terrainRgbFiles(const Scene& scene) {
  return {fieldImageFile(scene, "terrain-rgb.png", 3, Neighbours::kNone, writeCodes<mapboxCode>)};
}

std::vector<File> terrariumFiles(const Scene& scene) {
  return {fieldImageFile(scene, "terrarium.png", 3, Neighbours::kNone, writeCodes<terrariumCode>)};
}

}  // namespace orograph::output
