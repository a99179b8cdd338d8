#include "output/png.h"

#include <algorithm>

namespace orograph::output {

void quantise(std::span<const std::int32_t> heightsQ16, const Scene::Image& image, std::span<std::uint16_t> pixels,
              std::int64_t& clipped) {
  const std::int64_t most = (std::int64_t{1} << image.bits) - 1;
  const std::int64_t range = image.whiteQ16 - image.blackQ16;  // below 2^33
  if (range == 0) {
    for (const std::int32_t height : heightsQ16) clipped += height != image.blackQ16 ? 1 : 0;
    std::fill_n(pixels.begin(), heightsQ16.size(), std::uint16_t{0});
    return;
  }
  // A little above most / range: a pixel gains less than range / 2^47 < 2^-14, so it is right or one too large, as the
  // remainder tells. Its place is a multiple of 1 / (2 * range), so for ranges below 2^23 the gain is too small to
  // matter. The first product stays below 2^63, the others below 2^51.
  const std::int64_t scale = (most << 47) / range + 1;
  const bool wide = range >= 1 << 23;
  std::int64_t outside = 0;
  for (std::size_t i = 0; i < heightsQ16.size(); ++i) {
    const std::int64_t above = heightsQ16[i] - image.blackQ16;
    const std::int64_t inside = std::clamp<std::int64_t>(above, 0, range);
    outside += inside != above ? 1 : 0;
    std::int64_t pixel = (inside * scale + (std::int64_t{1} << 46)) >> 47;
    if (wide) pixel -= 2 * (inside * most - pixel * range) + range < 0 ? 1 : 0;
    pixels[i] = static_cast<std::uint16_t>(pixel);
  }
  clipped += outside;
}

void PixelBand::fill(const terrain::HeightBand& band, const Scene::Image& image) {
  clipped = 0;
  values.resize(band.rows().size());
  quantise(band.rows(), image, values, clipped);
  bytes.resize(values.size() * static_cast<std::size_t>(image.bits / 8));
  const std::span<const std::uint16_t> from(values);  // spans: bytes may alias what vectors are made of
  const std::span<unsigned char> to(bytes);
  if (image.bits == 8) std::copy(from.begin(), from.end(), to.begin());
  for (std::size_t i = 0; image.bits == 16 && i < from.size(); ++i) {
    to[2 * i] = static_cast<unsigned char>(from[i] >> 8);
    to[2 * i + 1] = static_cast<unsigned char>(from[i] & 0xFF);
  }
}

void PixelFacts::add(const PixelBand& pixels) {
  clipped_ += pixels.clipped;
  digest_.update(pixels.bytes.data(), pixels.bytes.size());
}

Facts PixelFacts::of(const Scene& scene) {
  return {{"width", std::to_string(scene.imageGrid.columns)},
          {"height", std::to_string(scene.imageGrid.rows)},
          {"bits", std::to_string(scene.image.bits)},
          {"blackQ16", std::to_string(scene.image.blackQ16)},
          {"whiteQ16", std::to_string(scene.image.whiteQ16)},
          {"clippedSamples", std::to_string(clipped_)},
          {"pixelDigest", '"' + digest_.hex() + '"'}};
}

Facts forEachPixelRow(const Scene& scene, const std::function<void(std::span<const unsigned char>)>& take) {
  const auto rowBytes = static_cast<std::size_t>(scene.imageGrid.columns * scene.image.bits / 8);
  PixelFacts facts;
  terrain::forEachBand<PixelBand>(
      *scene.source, scene.imageGrid, scene.schedule, 0,
      [&](const terrain::HeightBand& band, PixelBand& pixels) { pixels.fill(band, scene.image); },
      [&](const terrain::HeightBand& band, const PixelBand& pixels) {
        facts.add(pixels);
        for (std::size_t at = 0; at < pixels.bytes.size(); at += rowBytes) take({&pixels.bytes[at], rowBytes});
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  return facts.of(scene);
}

std::vector<File> pngFiles(const Scene& scene) {
  const std::int64_t samples = scene.imageGrid.samples();
  if (scene.image.bits == 8) return {{"height.png", mostPng8Bytes(scene), samples, writePng8, png8Encoder()}};
  return {{"height.png", mostPng16Bytes(scene), samples, writePng16}};
}

}  // namespace orograph::output
