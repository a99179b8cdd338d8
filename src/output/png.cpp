#include "output/png.h"

#include <algorithm>

#include "codec/sha256.h"
#include "terrain/height_bands.h"

namespace orograph::output {

void quantise(std::span<const std::int32_t> heightsQ16, const Scene::Image& image, std::span<std::uint16_t> pixels,
              std::int64_t& clipped) {
  const std::int64_t most = (std::int64_t{1} << image.bits) - 1;
  const std::int64_t range = image.whiteQ16 - image.blackQ16;  // below 2^33: twice it times 65535 stays within 2^50
  for (std::size_t i = 0; i < heightsQ16.size(); ++i) {
    const std::int64_t above = heightsQ16[i] - image.blackQ16;
    const std::int64_t inside = std::clamp<std::int64_t>(above, 0, range);
    clipped += inside != above ? 1 : 0;
    pixels[i] = range == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>((2 * inside * most + range) / (2 * range));
  }
}

Facts forEachPixelRow(const Scene& scene, const std::function<void(std::span<const unsigned char>)>& take) {
  struct Pixels {
    std::vector<std::uint16_t> values;
    std::vector<unsigned char> bytes;
    std::int64_t clipped = 0;
  };
  const auto rowBytes = static_cast<std::size_t>(scene.imageGrid.columns * scene.image.bits / 8);
  std::int64_t clipped = 0;
  codec::Sha256 digest;
  terrain::forEachBand<Pixels>(
      *scene.source, scene.imageGrid, scene.schedule, 0,
      [&](const terrain::HeightBand& band, Pixels& pixels) {
        pixels.clipped = 0;
        pixels.values.resize(band.rows().size());
        quantise(band.rows(), scene.image, pixels.values, pixels.clipped);
        pixels.bytes.clear();
        for (const std::uint16_t value : pixels.values) {
          if (scene.image.bits == 16) pixels.bytes.push_back(static_cast<unsigned char>(value >> 8));
          pixels.bytes.push_back(static_cast<unsigned char>(value & 0xFF));
        }
      },
      [&](const terrain::HeightBand& band, const Pixels& pixels) {
        clipped += pixels.clipped;
        digest.update(pixels.bytes.data(), pixels.bytes.size());
        for (std::size_t at = 0; at < pixels.bytes.size(); at += rowBytes) take({&pixels.bytes[at], rowBytes});
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  return {{"width", std::to_string(scene.imageGrid.columns)},
          {"height", std::to_string(scene.imageGrid.rows)},
          {"bits", std::to_string(scene.image.bits)},
          {"blackQ16", std::to_string(scene.image.blackQ16)},
          {"whiteQ16", std::to_string(scene.image.whiteQ16)},
          {"clippedSamples", std::to_string(clipped)},
          {"pixelDigest", '"' + digest.hex() + '"'}};
}

}  // namespace orograph::output
