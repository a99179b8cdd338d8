#include "output/sky.h"

#include <array>

#include "output/field_image.h"
#include "output/png.h"

namespace orograph::output {
namespace {

// In thousandths.
constexpr std::array<std::int64_t, 3> kSky = {300, 500, 850}, kCloud = {1000, 950, 1000};

Facts writeSky(const Scene& scene, ByteSink& sink) {
  Scene::Image image = scene.image;
  image.bits = 16;
  const auto paint = [&](const FieldRows& rows, std::span<unsigned char> pixels) {
    std::vector<std::uint16_t> places(rows.columns());
    std::int64_t clipped = 0;
    unsigned char* out = pixels.data();
    for (std::int64_t i = 0; i < rows.count(); ++i) {
      quantise(rows.heights(i), image, places, clipped);
      for (const std::int64_t place : places) {
        for (std::size_t c = 0; c < 3; ++c) {
          constexpr std::int64_t kWhole = 65535 * 1000;
          const std::int64_t colour = kSky[c] * 65535 + (kCloud[c] - kSky[c]) * place;
          *out++ = static_cast<unsigned char>((2 * 255 * colour + kWhole) / (2 * kWhole));
        }
      }
    }
  };
  return writeFieldImage(scene, *scene.source, 3, Neighbours::kNone, paint, sink);
}

}  // namespace

std::vector<File> skyFiles(const Scene& scene) {
  return {fieldImageFile(scene, "sky.png", 3, Neighbours::kNone, writeSky)};
}

}  // namespace orograph::output
