// Images of 8-bit channels painted from heights, one pixel a sample of the image's grid.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mesh/terrain_mesh.h"
#include "output/formats.h"
#include "terrain/height_bands.h"

namespace orograph::output {

/// The rows of a band of pixels, with what surrounds them.
class FieldRows {
 public:
  FieldRows(const terrain::HeightBand& band, const field::Grid& grid, std::int64_t frame)
      : band_(band), grid_(grid), frame_(frame) {}

  /// The first of them, as a row of the image.
  std::int64_t first() const { return band_.first() - frame_; }
  std::int64_t count() const { return band_.last() - band_.first(); }
  std::size_t columns() const { return static_cast<std::size_t>(grid_.columns - 2 * frame_); }
  /// The heights of the band's row i.
  std::span<const std::int32_t> heights(std::int64_t i) const {
    return band_.row(band_.first() + i).subspan(static_cast<std::size_t>(frame_), columns());
  }
  /// Its slopes along x and z, as mesh::rowSlopes has them. Only where neighbours were asked for.
  void slopes(std::int64_t i, std::vector<std::array<std::int64_t, 2>>& slopesQ29) const;

 private:
  const terrain::HeightBand& band_;
  const field::Grid& grid_;
  std::int64_t frame_;
};

enum class Neighbours { kNone, kEachSide };

/// How many samples to read beyond each side of the image, and the grid with them.
std::int64_t frameOf(const Scene& scene, Neighbours neighbours);
field::Grid framed(const field::Grid& grid, std::int64_t frame);

/// Cuts the image into bands: make(rows, product) runs in parallel, take(product) in order. See writeFieldImage.
template <class Product, class Make, class Take>
void forEachFieldBand(const Scene& scene, const terrain::HeightSource& source, std::int64_t bandRows,
                      Neighbours neighbours, Make&& make, Take&& take) {
  const std::int64_t frame = frameOf(scene, neighbours);
  const field::Grid grid = framed(scene.imageGrid, frame);
  terrain::forEachBand<Product>(
      source, grid, {scene.schedule.threads, bandRows}, neighbours == Neighbours::kEachSide ? 1 : 0,
      [&](const terrain::HeightBand& band, Product& product) { make(FieldRows(band, grid, frame), product); },
      [&](const terrain::HeightBand& band, const Product& product) {
        take(product);
        scene.afterSamples((band.last() - band.first()) * scene.imageGrid.columns);
      },
      frame);
}

/// Paints a band's pixels, row by row; runs in many threads at once.
using Paint = std::function<void(const FieldRows&, std::span<unsigned char> pixels)>;

/// Writes a PNG of `channels` a pixel, painted from the heights of `source`. With neighbours, a source that goes on beyond the image is read one sample
/// further on every side, so that the pixels of neighbouring images are as of one; where it ends, differences at the
/// border are one-sided.
Facts writeFieldImage(const Scene& scene, const terrain::HeightSource& source, std::int64_t channels,
                      Neighbours neighbours, const Paint& paint, ByteSink& sink);

/// The file that a call of writeFieldImage makes. Throws codec::InputError where coordinates one sample beyond the
/// image would leave the source's reach.
File fieldImageFile(const Scene& scene, std::string name, std::int64_t channels, Neighbours neighbours,
                    std::function<Facts(const Scene&, ByteSink&)> write);

}  // namespace orograph::output
