#include <algorithm>
#include <cstdlib>

#include "output/png.h"
#include "output/png_stream.h"

namespace orograph::output {
namespace {

PngShape shapeOf(const Scene& scene) { return {scene.imageGrid.columns, scene.imageGrid.rows, 1, 16}; }

/// Where heights differ from the row above by less than this on the average, what matches after the Up filter is worth
/// more than what Paeth predicts better (docs/algorithms.md).
constexpr std::int64_t kSmooth = 40;

/// Mean difference of every fourth row from the one above, against kSmooth.
bool isSmooth(std::span<const std::uint16_t> values, std::size_t columns) {
  std::int64_t sum = 0, count = 0;
  for (std::size_t at = columns; at < values.size(); at += 4 * columns) {
    for (std::size_t first = 0; first < columns; first += 65536) {
      std::uint32_t partSum = 0;  // of at most 65536 differences
      for (std::size_t x = first; x < std::min<std::size_t>(first + 65536, columns); ++x) {
        partSum += static_cast<std::uint32_t>(std::abs(values[at + x] - values[at + x - columns]));
      }
      sum += partSum;
    }
    count += static_cast<std::int64_t>(columns);
  }
  return sum < kSmooth * count;
}

struct Piece {
  PixelBand pixels;
  PngPiece png;

  void make(const terrain::HeightBand& band, const Scene& scene) {
    pixels.fill(band, scene.image);
    if (isSmooth(pixels.values, static_cast<std::size_t>(scene.imageGrid.columns))) {
      png.make(pixels.bytes, shapeOf(scene), PngFilter::kUp);
    } else {
      png.make(pixels.bytes, shapeOf(scene), PngFilter::kPaeth, 13);
    }
  }
};

}  // namespace

std::int64_t mostPng16Bytes(const Scene& scene) { return mostPngBytes(shapeOf(scene)); }

Facts writePng16(const Scene& scene, ByteSink& sink) {
  PngStream stream(shapeOf(scene), sink);
  PixelFacts facts;
  terrain::forEachBand<Piece>(
      *scene.source, scene.imageGrid, {scene.schedule.threads, shapeOf(scene).pieceRows()}, 0,
      [&](const terrain::HeightBand& band, Piece& piece) { piece.make(band, scene); },
      [&](const terrain::HeightBand& band, const Piece& piece) {
        facts.add(piece.pixels);
        stream.add(piece.png);
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  stream.end();
  return facts.of(scene);
}

}  // namespace orograph::output
