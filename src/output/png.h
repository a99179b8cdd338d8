// Grayscale PNG: one channel, no alpha, no gamma or colour chunks; row 0 is least z, column 0 least x.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/sha256.h"
#include "output/formats.h"
#include "terrain/height_bands.h"

namespace orograph::output {

/// round((height - black) * (2^bits - 1) / (white - black)), half up; below black 0, above white 2^bits - 1; all 0 where
/// white is black. Counts the samples outside into `clipped`.
void quantise(std::span<const std::int32_t> heightsQ16, const Scene::Image& image, std::span<std::uint16_t> pixels,
              std::int64_t& clipped);

/// 8 bits a pixel through stb_image_write, which deflates with code of its own: the same bytes everywhere. It holds the
/// whole image and counts in int, so mostPng8Bytes throws InputError where the image may pass 2^31 bytes.
Facts writePng8(const Scene& scene, ByteSink& sink);
std::int64_t mostPng8Bytes(const Scene& scene);

/// 16 bits a pixel through deflate.h, a piece of rows after the other.
Facts writePng16(const Scene& scene, ByteSink& sink);
std::int64_t mostPng16Bytes(const Scene& scene);

/// The name and version of the library whose bytes an 8-bit PNG holds.
std::string_view png8Encoder();

/// height.png at the image's bits.
std::vector<File> pngFiles(const Scene& scene);

/// The pixels of a band of rows.
struct PixelBand {
  std::vector<std::uint16_t> values;
  std::vector<unsigned char> bytes;  // one a pixel, or two, the greater first, as PNG has them
  std::int64_t clipped = 0;

  void fill(const terrain::HeightBand& band, const Scene::Image& image);
};

/// What the report says of the image, with the digest over the bytes of all its bands, added in order.
class PixelFacts {
 public:
  void add(const PixelBand& pixels);
  Facts of(const Scene& scene);

 private:
  std::int64_t clipped_ = 0;
  codec::Sha256 digest_;
};

/// Quantises the image band by band and hands over each row of bytes, in order.
Facts forEachPixelRow(const Scene& scene, const std::function<void(std::span<const unsigned char>)>& take);

}  // namespace orograph::output
