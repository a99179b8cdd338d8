#include "output/field_image.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "codec/errors.h"
#include "output/png_stream.h"

namespace orograph::output {
namespace {

PngShape shapeOf(const Scene& scene, std::int64_t channels) {
  return {scene.imageGrid.columns, scene.imageGrid.rows, channels, 8};
}

struct Painted {
  std::vector<unsigned char> pixels;
  PngPiece png;
};

}  // namespace

std::int64_t frameOf(const Scene& scene, Neighbours neighbours) {
  return neighbours == Neighbours::kEachSide && scene.reachQ16 > 0 ? 1 : 0;
}

field::Grid framed(const field::Grid& grid, std::int64_t frame) {
  return {grid.x0Q16 - frame * grid.dxQ16,
          grid.z0Q16 - frame * grid.dzQ16,
          grid.dxQ16,
          grid.dzQ16,
          grid.columns + 2 * frame,
          grid.rows + 2 * frame};
}

void FieldRows::slopes(std::int64_t i, std::vector<std::array<std::int64_t, 2>>& slopesQ29) const {
  const std::int64_t z = band_.first() + i;
  const std::int64_t north = std::max<std::int64_t>(z - 1, 0), south = std::min(z + 1, grid_.rows - 1);
  const auto first = static_cast<std::size_t>(frame_);
  mesh::rowSlopes(grid_, {band_.row(north), band_.row(z), band_.row(south), south - north}, first, first + columns(),
                  slopesQ29);
}

Facts writeFieldImage(const Scene& scene, const terrain::HeightSource& source, std::int64_t channels,
                      Neighbours neighbours, const Paint& paint, ByteSink& sink) {
  const PngShape shape = shapeOf(scene, channels);
  PngStream stream(shape, sink);
  codec::Sha256 digest;
  forEachFieldBand<Painted>(
      scene, source, shape.pieceRows(), neighbours,
      [&](const FieldRows& rows, Painted& painted) {
        painted.pixels.resize(static_cast<std::size_t>(rows.count() * shape.width * channels));
        paint(rows, painted.pixels);
        painted.png.make(painted.pixels, shape);
      },
      [&](const Painted& painted) {
        digest.update(painted.pixels.data(), painted.pixels.size());
        stream.add(painted.png);
      });
  stream.end();
  return pngFacts(shape, digest);
}

File fieldImageFile(const Scene& scene, std::string name, std::int64_t channels, Neighbours neighbours,
                    std::function<Facts(const Scene&, ByteSink&)> write) {
  if (frameOf(scene, neighbours) > 0) {
    const field::Grid& grid = scene.imageGrid;
    // Within int64: the image's own coordinates stay within 62 bits, and a step is at most twice the extent.
    const auto fits = [&](std::int64_t start, std::int64_t step, std::int64_t count) {
      return std::abs(start) <= scene.reachQ16 - step && std::abs(start + (count - 1) * step) <= scene.reachQ16 - step;
    };
    if (!fits(grid.x0Q16, grid.dxQ16, grid.columns) || !fits(grid.z0Q16, grid.dzQ16, grid.rows)) {
      throw codec::InputError(
          "slopes at the border need samples one pixel beyond the window, and |origin| + extent + a "
          "pixel would pass the largest coordinate that fits, " +
          std::to_string(scene.reachQ16) + "/65536; a smaller extent, or more pixels");
    }
  }
  return {std::move(name), mostPngBytes(shapeOf(scene, channels)), scene.imageGrid.samples(), std::move(write)};
}

}  // namespace orograph::output
