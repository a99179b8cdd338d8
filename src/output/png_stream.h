// PNG of 8 or 16 bits and 1, 3 or 4 channels, a piece of rows after the other, through deflate.h: the same bytes
// everywhere, in memory proportional to the width. No interlace, and no chunk that alters how the samples are read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/sha256.h"
#include "output/deflate.h"
#include "output/formats.h"

namespace orograph::output {

struct PngShape {
  std::int64_t width, height;
  std::int64_t channels;  // 1 gray, 3 red, green, blue, 4 with alpha
  std::int64_t bits;      // of a channel: 8 or 16, the greater byte first

  std::int64_t pixelBytes() const { return channels * bits / 8; }
  /// The image is cut into pieces of this many rows, by its width alone: each is filtered and deflated on its own, so
  /// neither the threads nor the schedule's bands have a say in the bytes.
  std::int64_t pieceRows() const;
};

/// An upper bound of the file's size.
std::int64_t mostPngBytes(const PngShape& shape);

/// How rows but a piece's first are filtered, as PNG counts the filters (PNG specification, 9.2).
enum class PngFilter : unsigned char { kUp = 2, kPaeth = 4 };

/// A piece's rows, filtered and deflated. Many may be made at once, an object each.
class PngPiece {
 public:
  /// Of the rows' bytes, one row after the other: pieceRows of them, fewer in the last piece.
  void make(std::span<const unsigned char> rows, const PngShape& shape, PngFilter filter = PngFilter::kPaeth,
            int hashBits = Deflater::kMostHashBits);

 private:
  std::vector<unsigned char> filtered_;
  Deflater deflater_;
  std::span<const unsigned char> deflated_;
  std::uint32_t crc_ = 0, adler_ = 0;

  friend class PngStream;
};

/// Writes a PNG around the pieces, which are added in order.
class PngStream {
 public:
  PngStream(const PngShape& shape, ByteSink& sink);
  void add(const PngPiece& piece);
  void end();

 private:
  ByteSink& sink_;
  std::uint32_t adler_ = 1;
};

/// What the report says of an image, besides what only some have.
Facts pngFacts(const PngShape& shape, codec::Sha256& pixels);

}  // namespace orograph::output
