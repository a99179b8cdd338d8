#include "output/png_stream.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace orograph::output {
namespace {

// Filters byte by byte; a pixel takes kPixel bytes. Row and `above` have `size` bytes.
template <std::size_t kPixel>
void filterSub(const unsigned char* row, std::size_t size, unsigned char* out) {
  std::copy_n(row, kPixel, out);
  for (std::size_t i = kPixel; i < size; ++i) out[i] = static_cast<unsigned char>(row[i] - row[i - kPixel]);
}

void filterUp(const unsigned char* row, const unsigned char* above, std::size_t size, unsigned char* out) {
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<unsigned char>(row[i] - above[i]);
}

/// In bytes throughout, for compilers to make vectors of. With pa = |b - c| and pb = |a - c|, pc = |a + b - 2c| is
/// their sum where a and b lie on one side of c, so that c is not nearest, and else their difference.
template <std::size_t kPixel>
void filterPaeth(const unsigned char* row, const unsigned char* above, std::size_t size, unsigned char* out) {
  filterUp(row, above, kPixel, out);  // nothing to the left: above is nearest
  for (std::size_t i = kPixel; i < size; ++i) {
    const unsigned char a = row[i - kPixel], b = above[i], c = above[i - kPixel];
    const auto pa = static_cast<unsigned char>(b > c ? b - c : c - b);
    const auto pb = static_cast<unsigned char>(a > c ? a - c : c - a);
    const auto apart = static_cast<unsigned char>(pa > pb ? pa - pb : pb - pa);
    const auto pc = static_cast<unsigned char>((a > c) == (b > c) ? 255 : apart);
    const unsigned char other = pb <= pc ? b : c;
    out[i] = static_cast<unsigned char>(row[i] - (pa <= pb && pa <= pc ? a : other));
  }
}

template <std::size_t kPixel>
void filterRows(std::span<const unsigned char> rows, std::size_t rowBytes, PngFilter filter, unsigned char* out) {
  for (std::size_t at = 0; at < rows.size(); at += rowBytes, out += rowBytes + 1) {
    const unsigned char* row = &rows[at];
    out[0] = at == 0 ? 1 : static_cast<unsigned char>(filter);
    if (at == 0)
      filterSub<kPixel>(row, rowBytes, out + 1);  // needs nothing of the piece above
    else if (filter == PngFilter::kUp)
      filterUp(row, row - rowBytes, rowBytes, out + 1);
    else
      filterPaeth<kPixel>(row, row - rowBytes, rowBytes, out + 1);
  }
}

/// A chunk (PNG specification, 5.3) around bytes whose CRC, continued from that of the type, is known.
void writeChunk(ByteSink& sink, std::string_view type, std::span<const unsigned char> bytes, std::uint32_t crc) {
  const auto bigEndian = [](std::size_t value) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xFF);
    return text;
  };
  sink.write(bigEndian(bytes.size()) + std::string(type));
  sink.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  sink.write(bigEndian(crc));
}

std::uint32_t crcOf(std::string_view type, std::span<const unsigned char> bytes) {
  const uLong crc = crc32_z(0, reinterpret_cast<const unsigned char*>(type.data()), type.size());
  // Without bytes there may be no address either, which zlib takes for a new start.
  return static_cast<std::uint32_t>(bytes.empty() ? crc : crc32_z(crc, bytes.data(), bytes.size()));
}

void writeChunk(ByteSink& sink, std::string_view type, const std::vector<unsigned char>& bytes) {
  writeChunk(sink, type, bytes, crcOf(type, bytes));
}

void appendBigEndian(std::vector<unsigned char>& bytes, std::uint64_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<unsigned char>(value >> shift & 0xFF));
}

unsigned char colourType(const PngShape& shape) { return shape.channels == 1 ? 0 : shape.channels == 3 ? 2 : 6; }

}  // namespace

std::int64_t PngShape::pieceRows() const { return std::max<std::int64_t>(16, (1 << 18) / width); }

std::int64_t mostPngBytes(const PngShape& shape) {
  const std::int64_t height = std::min(shape.pieceRows(), shape.height), full = shape.height / height;
  const auto most = [&](std::int64_t rows) {
    return 12 + Deflater::mostBytes((shape.pixelBytes() * shape.width + 1) * rows);
  };
  return 8 + 25 + 14 + full * most(height) + most(shape.height % height) + 18 + 12;  // with the chunks as written below
}

void PngPiece::make(std::span<const unsigned char> rows, const PngShape& shape, PngFilter filter, int hashBits) {
  const auto pixel = static_cast<std::size_t>(shape.pixelBytes()),
             rowBytes = static_cast<std::size_t>(shape.width) * pixel;
  filtered_.resize(rows.size() / rowBytes * (rowBytes + 1));
  constexpr std::array filters = {filterRows<1>, filterRows<2>, filterRows<3>, filterRows<4>};
  filters.at(pixel - 1)(rows, rowBytes, filter, filtered_.data());
  deflated_ = deflater_.piece(filtered_, hashBits);
  crc_ = crcOf("IDAT", deflated_);
  adler_ = static_cast<std::uint32_t>(adler32_z(1, filtered_.data(), filtered_.size()));
}

PngStream::PngStream(const PngShape& shape, ByteSink& sink) : sink_(sink) {
  sink.write("\x89PNG\r\n\x1A\n");
  std::vector<unsigned char> header;
  appendBigEndian(header, static_cast<std::uint64_t>(shape.width));
  appendBigEndian(header, static_cast<std::uint64_t>(shape.height));
  // bits, colour type, deflate, the five filters, not interlaced
  header.insert(header.end(), {static_cast<unsigned char>(shape.bits), colourType(shape), 0, 0, 0});
  writeChunk(sink, "IHDR", header);
  // The image data is one zlib stream (RFC 1950), cut into chunks at will: its header (a window of 32 KiB, made by the
  // fastest method), the pieces, and its end.
  writeChunk(sink, "IDAT", {0x78, 0x01});
}

void PngStream::add(const PngPiece& piece) {
  writeChunk(sink_, "IDAT", piece.deflated_, piece.crc_);
  adler_ =
      static_cast<std::uint32_t>(adler32_combine(adler_, piece.adler_, static_cast<z_off_t>(piece.filtered_.size())));
}

void PngStream::end() {
  std::vector<unsigned char> end(kDeflateEnd.begin(), kDeflateEnd.end());
  appendBigEndian(end, adler_);
  writeChunk(sink_, "IDAT", end);
  writeChunk(sink_, "IEND", std::vector<unsigned char>{});
}

Facts pngFacts(const PngShape& shape, codec::Sha256& pixels) {
  return {{"width", std::to_string(shape.width)},
          {"height", std::to_string(shape.height)},
          {"channels", std::to_string(shape.channels)},
          {"bits", std::to_string(shape.bits)},
          {"pixelDigest", '"' + pixels.hex() + '"'}};
}

}  // namespace orograph::output
