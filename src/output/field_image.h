// Images of 8-bit channels painted from heights, one pixel a sample of the image's grid.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mesh/terrain_mesh.h"
#include "output/formats.h"
#include "output/surface.h"
#include "terrain/height_bands.h"

namespace orograph::output {

/// The rows of a band of pixels, with what surrounds them.
class FieldRows {
 public:
  FieldRows(const terrain::HeightBand& band, const field::Grid& grid) : band_(band), grid_(grid) {}

  /// The first of them, as a row of the image.
  std::int64_t first() const { return band_.first(); }
  std::int64_t count() const { return band_.last() - band_.first(); }
  std::size_t columns() const { return static_cast<std::size_t>(grid_.columns); }
  /// The heights of the band's row i.
  std::span<const std::int32_t> heights(std::int64_t i) const { return band_.row(band_.first() + i); }
  /// Its slopes along x and z, as mesh::rowSlopes has them. Only where neighbours were asked for.
  void slopes(std::int64_t i, std::vector<std::array<std::int64_t, 2>>& slopesQ29) const;

 private:
  const terrain::HeightBand& band_;
  const field::Grid& grid_;
};

enum class Neighbours { kNone, kEachSide };

/// The image's grid, and that there is something on every side of it where the source goes on.
field::Grid amongOthers(const Scene& scene);

/// Cuts the image into bands: make(rows, product) runs in parallel, take(product) in order. See writeFieldImage.
template <class Product, class Make, class Take>
void forEachFieldBand(const Scene& scene, const terrain::HeightSource& source, std::int64_t bandRows,
                      Neighbours neighbours, Make&& make, Take&& take) {
  const field::Grid grid = amongOthers(scene);
  terrain::forEachBand<Product>(
      source, grid, {scene.schedule.threads, bandRows}, neighbours == Neighbours::kEachSide ? 1 : 0,
      [&](const terrain::HeightBand& band, Product& product) { make(FieldRows(band, grid), product); },
      [&](const terrain::HeightBand& band, const Product& product) {
        take(product);
        scene.afterSamples((band.last() - band.first()) * scene.imageGrid.columns);
      });
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
