#include "output/masks.h"

#include <algorithm>
#include <string>

#include "fixed/q16.h"
#include "fixed/roots.h"
#include "output/field_image.h"

namespace orograph::output {
namespace {

/// 65536 at slopes from rockHigh on. The slope is the length of the gradient in Q24, to 2^-23: bounded by the greatest
/// rockHigh, 2^30, so the sum of squares stays below 2^62.
std::int64_t rockQ16(const std::array<std::int64_t, 2>& slopesQ29, const MaskOptions& masks) {
  const std::int64_t low = masks.rockLowQ16 << 8, high = masks.rockHighQ16 << 8;
  const std::int64_t x = std::abs(slopesQ29[0]) >> 5, z = std::abs(slopesQ29[1]) >> 5;
  if (x >= high || z >= high) return fixed::kOneQ16;
  const auto slope = static_cast<std::int64_t>(fixed::isqrt(static_cast<std::uint64_t>(x * x + z * z)));
  return fixed::smoothstepQ16(fixed::divideQ16(std::clamp(slope, low, high) - low, high - low));
}

/// How far a band has taken over from the one below, in Q16. Heights differ by less than 2^32.
std::int64_t startedQ16(const HeightLayer& band, std::int64_t heightQ16) {
  const std::int64_t inside = std::clamp(heightQ16, band.fromQ16, band.toQ16) - band.fromQ16;
  return fixed::smoothstepQ16(fixed::divideQ16(inside, band.toQ16 - band.fromQ16));
}

/// The shares of rock and of each band, of 255.
void shares(const MaskOptions& masks, std::int64_t heightQ16, std::int64_t rock, std::span<unsigned char> out) {
  const std::size_t bands = masks.bands.size();
  const std::int64_t ground = fixed::kOneQ16 - rock;
  std::int64_t below = 0;  // the rounded share of all bands so far
  for (std::size_t k = 0; k < bands; ++k) {
    // What the next band has not taken: it falls from band to band no more than it rose, as transitions do not cross.
    const std::int64_t reached =
        k + 1 == bands ? ground
                       : fixed::multiplyQ16(ground, fixed::kOneQ16 - startedQ16(masks.bands[k + 1], heightQ16));
    const std::int64_t sum = (255 * reached + 32768) >> 16;
    out[k + 1] = static_cast<unsigned char>(sum - below);
    below = sum;
  }
  out[0] = static_cast<unsigned char>(255 - below);
}

/// An image whose channels are the layers from `first` on, as many as there are.
Facts writeLayers(const Scene& scene, std::size_t first, std::int64_t channels, ByteSink& sink) {
  const std::size_t layers = 1 + scene.masks.bands.size();
  const std::size_t used = std::min(layers - first, static_cast<std::size_t>(channels));
  const auto paint = [&](const FieldRows& rows, std::span<unsigned char> pixels) {
    std::vector<std::array<std::int64_t, 2>> slopesQ29;
    std::vector<unsigned char> share(layers);
    auto out = pixels.begin();
    for (std::int64_t i = 0; i < rows.count(); ++i) {
      rows.slopes(i, slopesQ29);
      const std::span<const std::int32_t> heights = rows.heights(i);
      for (std::size_t x = 0; x < heights.size(); ++x, out += channels) {
        shares(scene.masks, heights[x], rockQ16(slopesQ29[x], scene.masks), share);
        std::fill_n(std::copy_n(share.begin() + static_cast<std::ptrdiff_t>(first), used, out),
                    static_cast<std::size_t>(channels) - used, static_cast<unsigned char>(0));
      }
    }
  };
  return writeFieldImage(scene, *scene.source, channels, Neighbours::kEachSide, paint, sink);
}

File layersFile(const Scene& scene, const std::string& name, std::size_t first, std::int64_t channels) {
  return fieldImageFile(scene, name, channels, Neighbours::kEachSide,
                        [=](const Scene& own, ByteSink& sink) { return writeLayers(own, first, channels, sink); });
}

}  // namespace

std::vector<File> maskFiles(const Scene& scene) {
  std::vector<File> files = {layersFile(scene, "mask-rock.png", 0, 1)};
  for (const HeightLayer& band : scene.masks.bands) {
    files.push_back(layersFile(scene, "mask-" + band.name + ".png", files.size(), 1));
  }
  return files;
}

std::vector<File> splatFiles(const Scene& scene) {
  const std::size_t layers = 1 + scene.masks.bands.size();
  if (layers <= 4) return {layersFile(scene, "splat.png", 0, layers <= 3 ? 3 : 4)};
  std::vector<File> files;
  for (std::size_t first = 0; first < layers; first += 4) {
    files.push_back(layersFile(scene, "splat" + std::to_string(files.size() + 1) + ".png", first, 4));
  }
  return files;
}

}  // namespace orograph::output
