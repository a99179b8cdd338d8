// Grayscale PNG: one channel, no alpha, no gamma or colour chunks; row 0 is least z, column 0 least x.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "output/formats.h"

namespace orograph::output {

/// round((height - black) * (2^bits - 1) / (white - black)), half up; below black 0, above white 2^bits - 1; all 0 where
/// white is black. Counts the samples outside into `clipped`.
void quantise(std::span<const std::int32_t> heightsQ16, const Scene::Image& image, std::span<std::uint16_t> pixels,
              std::int64_t& clipped);

/// 8 bits a pixel through stb_image_write, which deflates with code of its own: the same bytes everywhere. It holds the
/// whole image and counts in int, so mostPng8Bytes throws InputError where the image may pass 2^31 bytes.
Facts writePng8(const Scene& scene, ByteSink& sink);
std::int64_t mostPng8Bytes(const Scene& scene);

/// 16 bits a pixel through libpng, row by row.
Facts writePng16(const Scene& scene, ByteSink& sink);
std::int64_t mostPng16Bytes(const Scene& scene);

/// The names and versions of the libraries whose bytes a PNG holds.
std::string_view png8Encoder();
std::string_view png16Encoder();

/// Quantises the image band by band and hands over each row of bytes, in order: one byte a pixel, or two, the greater
/// first, as PNG has them. Returns what the report says of the image, with the digest over those bytes.
Facts forEachPixelRow(const Scene& scene, const std::function<void(std::span<const unsigned char>)>& take);

}  // namespace orograph::output
