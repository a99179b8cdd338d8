// A PNG taken apart: its chunks by hand, its pixels by libpng.
#pragma once

#include <png.h>
#include <zlib.h>

#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace orograph::test {

class PngFile {
 public:
  struct Chunk {
    std::string type, data;
  };

  /// Throws std::runtime_error where the file is not whole, a checksum is wrong, or libpng refuses it.
  explicit PngFile(std::string_view file) : rest_(file) {
    if (!file.starts_with("\x89PNG\r\n\x1A\n")) throw std::runtime_error("no PNG signature");
    for (std::size_t at = 8; at < file.size();) {
      const std::size_t length = number(file, at, 4);
      const std::string_view body = file.substr(at + 4, 4 + length);
      const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
      if (body.size() != 4 + length || number(file, at + 8 + length, 4) != sum)
        throw std::runtime_error("a broken chunk");
      chunks_.push_back({std::string(body.substr(0, 4)), std::string(body.substr(4))});
      at += 12 + length;
    }
    decode();
  }

  const std::vector<Chunk>& chunks() const { return chunks_; }
  /// A number of the header, in bytes from its start: width 0, height 4, bits 8, colour type 9, interlace 12.
  std::size_t header(std::size_t at, std::size_t bytes) const { return number(chunks_.at(0).data, at, bytes); }
  std::size_t width() const { return header(0, 4); }
  std::size_t height() const { return header(4, 4); }
  std::size_t channels() const { return header(9, 1) == 0 ? 1 : header(9, 1) == 2 ? 3 : 4; }
  /// Row by row, the channels of a pixel one after the other.
  const std::vector<std::uint16_t>& pixels() const { return pixels_; }

 private:
  static std::size_t number(std::string_view text, std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(text.at(at + i));
    return value;
  }

  void decode() {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, this, [](png_structp from, png_bytep to, png_size_t count) {
      std::string_view& rest = static_cast<PngFile*>(png_get_io_ptr(from))->rest_;
      if (rest.size() < count) png_error(from, "the file ends early");
      std::memcpy(to, rest.data(), count);
      rest.remove_prefix(count);
    });
    const bool done = read(png, info);
    if (done) {
      const png_bytepp rows = png_get_rows(png, info);
      const std::size_t bytes = header(8, 1) / 8, samples = width() * channels();
      for (std::size_t z = 0; z < height(); ++z) {
        const std::string_view row(reinterpret_cast<const char*>(rows[z]), samples * bytes);
        for (std::size_t x = 0; x < samples; ++x) {
          pixels_.push_back(static_cast<std::uint16_t>(number(row.substr(x * bytes, bytes), 0, bytes)));
        }
      }
    }
    png_destroy_read_struct(&png, &info, nullptr);
    if (!done) throw std::runtime_error("libpng refuses the file");
  }

  /// libpng leaves by longjmp, so this owns nothing.
  static bool read(png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    return true;
  }

  std::string_view rest_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint16_t> pixels_;
};

}  // namespace orograph::test
