#include <png.h>
#include <zlib.h>

#include <csetjmp>
#include <exception>
#include <stdexcept>

#include "output/png.h"

namespace orograph::output {
namespace {

/// libpng leaves a failing call by longjmp, which must not pass C++ frames that own anything: each call into it stands
/// in a function of its own that owns nothing, and an exception of the sink is carried over and thrown again outside.
struct Encoder {
  png_structp png = nullptr;
  png_infop info = nullptr;
  ByteSink* sink = nullptr;
  std::exception_ptr failure;

  explicit Encoder(ByteSink& target) : sink(&target) {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, onError, nullptr);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::bad_alloc();
    }
  }
  ~Encoder() { png_destroy_write_struct(&png, &info); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void require(bool done) const {
    if (failure) std::rethrow_exception(failure);
    if (!done) throw std::runtime_error("libpng failed");
  }

  bool start(png_uint_32 width, png_uint_32 height) noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_write_fn(png, this, onBytes, nullptr);
    // The difference to the row above suits smooth heights: smaller and quicker than libpng's own choice per row.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, 1);
    png_set_compression_buffer_size(png, 1 << 16);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_IHDR(png, info, width, height, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    return true;
  }

  bool row(const unsigned char* bytes) noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_write_row(png, bytes);
    return true;
  }

  bool end() noexcept {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_write_end(png, info);
    return true;
  }

  static void onBytes(png_structp png, png_bytep bytes, png_size_t count) {
    auto* self = static_cast<Encoder*>(png_get_io_ptr(png));
    try {
      self->sink->write({reinterpret_cast<const char*>(bytes), count});
      return;
    } catch (...) {
      self->failure = std::current_exception();
    }
    png_error(png, "sink");
  }

  [[noreturn]] static void onError(png_structp png, png_const_charp) { png_longjmp(png, 1); }
};

}  // namespace

std::string_view png16Encoder() {
  static const std::string text = std::string("libpng ") + png_get_libpng_ver(nullptr) + ", zlib " + zlibVersion();
  return text;
}

// Deflate falls back to stored blocks: five bytes for at least 16 KiB each; chunk frames add twelve per 64 KiB.
std::int64_t mostPng16Bytes(const Scene& scene) {
  const std::int64_t raw = (2 * scene.imageGrid.columns + 1) * scene.imageGrid.rows;
  return raw + raw / 1024 + 1024;
}

Facts writePng16(const Scene& scene, ByteSink& sink) {
  Encoder encoder(sink);
  encoder.require(encoder.start(static_cast<png_uint_32>(scene.imageGrid.columns),
                                static_cast<png_uint_32>(scene.imageGrid.rows)));
  Facts facts = forEachPixelRow(
      scene, [&](std::span<const unsigned char> bytes) { encoder.require(encoder.row(bytes.data())); });
  encoder.require(encoder.end());
  return facts;
}

}  // namespace orograph::output
