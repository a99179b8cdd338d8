#include <climits>
#include <cstdlib>
#include <memory>
#include <new>

#include "codec/errors.h"
#include "output/png.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace orograph::output {

std::string_view png8Encoder() { return "stb_image_write 1.16"; }

// stb's worst case is fixed Huffman codes of at most 9 bits a byte.
std::int64_t mostPng8Bytes(const Scene& scene) {
  const std::int64_t width = scene.imageGrid.columns, height = scene.imageGrid.rows;
  const std::int64_t raw = (width + 1) * height, most = raw + raw / 8 + 1024;
  if (most > INT_MAX) {
    throw codec::InputError("/image/bits: an 8-bit image of " + std::to_string(width) + " x " + std::to_string(height) +
                            " pixels is too large: the limit is about 1900 million pixels at 8 bits, use 16");
  }
  return most;
}

Facts writePng8(const Scene& scene, ByteSink& sink) {
  const std::int64_t width = scene.imageGrid.columns, height = scene.imageGrid.rows;
  std::vector<unsigned char> image;
  image.reserve(static_cast<std::size_t>(width * height));
  const Facts facts = forEachPixelRow(
      scene, [&](std::span<const unsigned char> row) { image.insert(image.end(), row.begin(), row.end()); });
  int bytes = 0;
  const std::unique_ptr<unsigned char, decltype(&std::free)> png(
      stbi_write_png_to_mem(image.data(), static_cast<int>(width), static_cast<int>(width), static_cast<int>(height), 1,
                            &bytes),
      &std::free);
  if (png == nullptr) throw std::bad_alloc();
  sink.write({reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(bytes)});
  return facts;
}

}  // namespace orograph::output
