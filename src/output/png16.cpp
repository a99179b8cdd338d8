#include <zlib.h>

#include <algorithm>
#include <cstdlib>

#include "output/deflate.h"
#include "output/png.h"

namespace orograph::output {
namespace {

/// The image is cut into pieces of this many rows, by its width alone: each is filtered and deflated on its own, so
/// neither the threads nor the schedule's bands have a say in the bytes.
std::int64_t pieceRows(std::int64_t columns) { return std::max<std::int64_t>(16, (1 << 18) / columns); }

/// Where heights differ from the row above by less than this on the average, what matches after the Up filter is worth
/// more than what Paeth predicts better (docs/algorithms.md).
constexpr std::int64_t kSmooth = 40;

// The filters of 16-bit grayscale rows (PNG specification, 9.2): byte by byte, two bytes a pixel. Row and `above` have
// `size` bytes.
void filterSub(const unsigned char* row, std::size_t size, unsigned char* out) {
  std::copy_n(row, 2, out);
  for (std::size_t i = 2; i < size; ++i) out[i] = static_cast<unsigned char>(row[i] - row[i - 2]);
}

void filterUp(const unsigned char* row, const unsigned char* above, std::size_t size, unsigned char* out) {
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<unsigned char>(row[i] - above[i]);
}

/// In bytes throughout, for compilers to make vectors of. With pa = |b - c| and pb = |a - c|, pc = |a + b - 2c| is
/// their sum where a and b lie on one side of c, so that c is not nearest, and else their difference.
void filterPaeth(const unsigned char* row, const unsigned char* above, std::size_t size, unsigned char* out) {
  filterUp(row, above, 2, out);  // nothing to the left: above is nearest
  for (std::size_t i = 2; i < size; ++i) {
    const unsigned char a = row[i - 2], b = above[i], c = above[i - 2];
    const auto pa = static_cast<unsigned char>(b > c ? b - c : c - b);
    const auto pb = static_cast<unsigned char>(a > c ? a - c : c - a);
    const auto apart = static_cast<unsigned char>(pa > pb ? pa - pb : pb - pa);
    const auto pc = static_cast<unsigned char>((a > c) == (b > c) ? 255 : apart);
    const unsigned char other = pb <= pc ? b : c;
    out[i] = static_cast<unsigned char>(row[i] - (pa <= pb && pa <= pc ? a : other));
  }
}

/// Mean difference of every fourth row from the one above, against kSmooth.
bool isSmooth(std::span<const std::uint16_t> values, std::size_t columns) {
  std::int64_t sum = 0, count = 0;
  for (std::size_t at = columns; at < values.size(); at += 4 * columns) {
    std::uint32_t rowSum = 0;  // of at most 65536 differences
    for (std::size_t x = 0; x < columns; ++x) {
      rowSum += static_cast<std::uint32_t>(std::abs(values[at + x] - values[at + x - columns]));
    }
    sum += rowSum;
    count += static_cast<std::int64_t>(columns);
  }
  return sum < kSmooth * count;
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

struct Piece {
  PixelBand pixels;
  std::vector<unsigned char> filtered;
  Deflater deflater;
  std::span<const unsigned char> deflated;
  std::uint32_t crc = 0;
  uLong adler = 0;

  void make(const terrain::HeightBand& band, const Scene& scene) {
    pixels.fill(band, scene.image);
    const auto columns = static_cast<std::size_t>(scene.imageGrid.columns), rowBytes = 2 * columns;
    const bool smooth = isSmooth(pixels.values, columns);
    filtered.resize(pixels.bytes.size() / rowBytes * (rowBytes + 1));
    unsigned char* out = filtered.data();
    for (std::size_t at = 0; at < pixels.bytes.size(); at += rowBytes, out += rowBytes + 1) {
      const unsigned char* row = &pixels.bytes[at];
      out[0] = at == 0 ? 1 : smooth ? 2 : 4;
      if (at == 0) filterSub(row, rowBytes, out + 1);  // needs nothing of the piece above
      else if (smooth) filterUp(row, row - rowBytes, rowBytes, out + 1);
      else filterPaeth(row, row - rowBytes, rowBytes, out + 1);
    }
    deflated = deflater.piece(filtered, smooth ? Deflater::kMostHashBits : 13);
    crc = crcOf("IDAT", deflated);
    adler = adler32_z(1, filtered.data(), filtered.size());
  }
};

}  // namespace

std::int64_t mostPng16Bytes(const Scene& scene) {
  const std::int64_t columns = scene.imageGrid.columns, rows = scene.imageGrid.rows;
  const std::int64_t height = std::min(pieceRows(columns), rows), full = rows / height;
  const auto most = [&](std::int64_t pieceHeight) { return 12 + Deflater::mostBytes((2 * columns + 1) * pieceHeight); };
  return 8 + 25 + 14 + full * most(height) + most(rows % height) + 18 + 12;  // with the chunks as written below
}

Facts writePng16(const Scene& scene, ByteSink& sink) {
  sink.write("\x89PNG\r\n\x1A\n");
  std::vector<unsigned char> header;
  appendBigEndian(header, static_cast<std::uint64_t>(scene.imageGrid.columns));
  appendBigEndian(header, static_cast<std::uint64_t>(scene.imageGrid.rows));
  header.insert(header.end(), {16, 0, 0, 0, 0});  // bits, gray, deflate, the five filters, not interlaced
  writeChunk(sink, "IHDR", header);
  // The image data is one zlib stream (RFC 1950), cut into chunks at will: its header (a window of 32 KiB, made by the
  // fastest method), the pieces, and its end.
  writeChunk(sink, "IDAT", {0x78, 0x01});
  PixelFacts facts;
  uLong adler = 1;
  terrain::forEachBand<Piece>(
      *scene.source, scene.imageGrid, {scene.schedule.threads, pieceRows(scene.imageGrid.columns)}, 0,
      [&](const terrain::HeightBand& band, Piece& piece) { piece.make(band, scene); },
      [&](const terrain::HeightBand& band, const Piece& piece) {
        facts.add(piece.pixels);
        writeChunk(sink, "IDAT", piece.deflated, piece.crc);
        adler = adler32_combine(adler, piece.adler, static_cast<z_off_t>(piece.filtered.size()));
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  std::vector<unsigned char> end(kDeflateEnd.begin(), kDeflateEnd.end());
  appendBigEndian(end, adler);
  writeChunk(sink, "IDAT", end);
  writeChunk(sink, "IEND", std::vector<unsigned char>{});
  return facts.of(scene);
}

}  // namespace orograph::output
