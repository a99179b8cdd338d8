#include "output/read_back.h"

#include <png.h>
#include <tiny_obj_loader.h>

#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <fstream>
#include <memory>
#include <system_error>

#include "codec/errors.h"
#include "codec/text.h"
#include "output/png.h"

namespace orograph::output {
namespace {

[[noreturn]] void failToRead(const std::string& path) {
  throw codec::FileError("cannot read " + codec::forMessage(path, 4096) + ": " + std::generic_category().message(errno));
}

/// libpng leaves a failing call by longjmp, which must not pass C++ frames that own anything: every call that may fail
/// stands in a function that owns nothing.
struct Decoder {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);

  Decoder() {
    if (info == nullptr) throw std::bad_alloc();
  }
  ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  bool start(std::FILE* file) noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_init_io(png, file);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_read_info(png, info);
    return (png_get_color_type(png, info) & PNG_COLOR_MASK_PALETTE) == 0 && png_get_bit_depth(png, info) >= 8 &&
           png_get_interlace_type(png, info) == PNG_INTERLACE_NONE;
  }
  bool row(unsigned char* bytes) noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_row(png, bytes, nullptr);
    return true;
  }
  bool end() noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_end(png, nullptr);
    return true;
  }
  [[noreturn]] static void onError(png_structp png, png_const_charp) { png_longjmp(png, 1); }
  static void onWarning(png_structp, png_const_charp) {}
};

}  // namespace

PngContent readPng(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) failToRead(path);
  const auto require = [&](bool done) {
    if (!done) throw codec::InputError(codec::forMessage(path, 4096) + ": not a whole PNG of gray or colours");
  };
  Decoder decoder;
  require(decoder.start(file.get()));
  PngContent content{png_get_image_width(decoder.png, decoder.info),
                     png_get_image_height(decoder.png, decoder.info),
                     png_get_channels(decoder.png, decoder.info),
                     png_get_bit_depth(decoder.png, decoder.info),
                     {}};
  std::vector<unsigned char> bytes(png_get_rowbytes(decoder.png, decoder.info));
  codec::Sha256 digest;
  for (std::int64_t z = 0; z < content.height; ++z) {
    require(decoder.row(bytes.data()));
    digest.update(bytes.data(), bytes.size());
  }
  require(decoder.end());
  content.pixelDigest = digest.hex();
  return content;
}

ObjContent readObj(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) failToRead(path);
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::string warning, error;
  // Triangles are told as they stand, and a vertex without a colour gets none.
  if (!tinyobj::LoadObj(&attributes, &shapes, nullptr, &warning, &error, &file, nullptr, false, false)) {
    throw codec::InputError(codec::forMessage(path, 4096) + ": not an OBJ: " + codec::forMessage(error));
  }
  ObjContent content{{}, 0};
  for (std::size_t i = 1; i < attributes.vertices.size(); i += 3) {
    // The loader's decimals are not correctly rounded; the nearest Q16 is (see q16_text.h).
    content.heightsQ16.push_back(std::llround(attributes.vertices[i] * 65536));
  }
  for (const tinyobj::shape_t& shape : shapes) {
    for (const auto corners : shape.mesh.num_face_vertices) {
      if (corners != 3) throw codec::InputError(codec::forMessage(path, 4096) + ": a face is not a triangle");
      ++content.triangles;
    }
  }
  return content;
}

std::vector<std::int32_t> readCsvHeights(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) failToRead(path);
  const auto field = [](const std::string& line, std::size_t wanted) {
    std::size_t start = 0;
    for (std::size_t i = 0; i < wanted && start != std::string::npos; ++i) {
      start = line.find(',', start);
      if (start != std::string::npos) ++start;
    }
    return start == std::string::npos ? std::string() : line.substr(start, line.find(',', start) - start);
  };
  std::string line;
  std::getline(file, line);
  const std::size_t column = field(line, 2) == "zQ16" ? 4 : 2;  // positions come first
  std::vector<std::int32_t> heights;
  while (std::getline(file, line)) {
    const auto height = codec::parseInt64(field(line, column));
    if (!height || *height < INT32_MIN || *height > INT32_MAX) {
      throw codec::InputError(codec::forMessage(path, 4096) + ": not a profile: line " +
                              std::to_string(heights.size() + 2));
    }
    heights.push_back(static_cast<std::int32_t>(*height));
  }
  return heights;
}

}  // namespace orograph::output
