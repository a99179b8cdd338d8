#include "output/ridge.h"

#include <algorithm>

#include "fixed/q16.h"
#include "output/png_stream.h"

namespace orograph::output {
namespace {

PngShape shapeOf(const Scene& scene) {
  const auto points = static_cast<std::int64_t>(scene.profile.points.xQ16.size());
  const RidgeOptions& ridge = scene.ridge;
  return {ridge.width > 0 ? ridge.width : std::min<std::int64_t>(points, 4096), ridge.height > 0 ? ridge.height : 256,
          1, 8};
}

/// The ground's height in each column, in 255ths of a pixel. Rises are below 2^32 and sizes at most 2^16, so nothing
/// passes 2^57.
std::vector<std::int64_t> skyline(std::span<const std::int32_t> heightsQ16, const PngShape& shape) {
  const auto [least, greatest] = std::minmax_element(heightsQ16.begin(), heightsQ16.end());
  const std::int64_t range = std::int64_t{*greatest} - *least, top = 255 * shape.height;
  const auto segments = static_cast<std::int64_t>(heightsQ16.size()) - 1;
  const std::int64_t steps = std::max<std::int64_t>(shape.width - 1, 1);
  std::vector<std::int64_t> ground;
  for (std::int64_t x = 0; x < shape.width; ++x) {
    const std::int64_t at = x * segments / steps, part = x * segments % steps;
    const auto i = static_cast<std::size_t>(at);
    const std::int64_t left = heightsQ16[i], right = heightsQ16[std::min(i + 1, heightsQ16.size() - 1)];
    const std::int64_t above = left - *least + fixed::floorDiv((right - left) * part, steps);
    ground.push_back(range == 0 ? top / 2 : (2 * above * top + range) / (2 * range));
  }
  return ground;
}

Facts writeRidge(const Scene& scene, ByteSink& sink) {
  const PngShape shape = shapeOf(scene);
  const std::vector<std::int64_t> ground = skyline(scene.profile.columns.front().second, shape);
  PngStream stream(shape, sink);
  codec::Sha256 digest;
  PngPiece piece;
  std::vector<unsigned char> pixels;
  for (std::int64_t first = 0; first < shape.height; first += shape.pieceRows()) {
    pixels.clear();
    for (std::int64_t row = first; row < std::min(first + shape.pieceRows(), shape.height); ++row) {
      const std::int64_t lowerEdge = 255 * (shape.height - 1 - row);
      for (const std::int64_t height : ground) {
        pixels.push_back(static_cast<unsigned char>(255 - std::clamp<std::int64_t>(height - lowerEdge, 0, 255)));
      }
    }
    digest.update(pixels.data(), pixels.size());
    piece.make(pixels, shape);
    stream.add(piece);
    scene.afterSamples(0);
  }
  stream.end();
  return pngFacts(shape, digest);
}

}  // namespace

std::vector<File> ridgeFiles(const Scene& scene) {
  return {{"ridge.png", mostPngBytes(shapeOf(scene)), 0, writeRidge}};
}

}  // namespace orograph::output
