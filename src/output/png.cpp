#include "output/png.h"

#include <algorithm>

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

void PixelDigest::add(std::span<const std::uint16_t> pixels, std::int64_t bits) {
  row_.clear();
  for (const std::uint16_t pixel : pixels) {
    if (bits == 16) row_ += static_cast<char>(pixel >> 8);
    row_ += static_cast<char>(pixel & 0xFF);
  }
  digest_.update(row_.data(), row_.size());
}

Facts pngFacts(const Scene& scene, std::int64_t clipped, PixelDigest& digest) {
  return {{"width", std::to_string(scene.imageGrid.columns)},
          {"height", std::to_string(scene.imageGrid.rows)},
          {"bits", std::to_string(scene.image.bits)},
          {"blackQ16", std::to_string(scene.image.blackQ16)},
          {"whiteQ16", std::to_string(scene.image.whiteQ16)},
          {"clippedSamples", std::to_string(clipped)},
          {"pixelDigest", '"' + digest.hex() + '"'}};
}

}  // namespace orograph::output
