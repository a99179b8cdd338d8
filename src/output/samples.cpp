#include "output/samples.h"

#include <algorithm>
#include <array>
#include <vector>

#include "codec/binary32.h"
#include "output/png.h"
#include "terrain/flipped_source.h"
#include "terrain/height_bands.h"

namespace orograph::output {
namespace {

/// Which of the 65536 pixels occur.
class PixelSet {
 public:
  void clear() { words_.fill(0); }
  void add(std::span<const std::uint16_t> pixels) {
    for (const std::uint16_t pixel : pixels) words_[pixel >> 6] |= std::uint64_t{1} << (pixel & 63);
  }
  void merge(const PixelSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  std::int64_t count() const {
    std::int64_t count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }

 private:
  std::array<std::uint64_t, 1024> words_{};
};

/// Each value's bytes in the order asked for; values have 2 or 4 bytes.
template <class Value, class Of>
void putAll(std::string& bytes, std::size_t count, std::endian order, Of&& of) {
  bytes.resize(count * sizeof(Value));
  char* out = bytes.data();
  for (std::size_t i = 0; i < count; ++i) {
    const Value value = of(i);
    for (std::size_t b = 0; b < sizeof(Value); ++b) {
      const std::size_t place = order == std::endian::little ? b : sizeof(Value) - 1 - b;
      *out++ = static_cast<char>(value >> (8 * place) & 0xFF);
    }
  }
}

struct SampleBand {
  std::vector<std::uint16_t> pixels;
  std::string bytes;
  PixelSet occurring;
  std::int64_t clipped = 0, minQ16 = INT64_MAX, maxQ16 = INT64_MIN;

  void fill(std::span<const std::int32_t> heights, const SampleLayout& layout, const Scene::Image& image) {
    clipped = 0;
    const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
    minQ16 = *least;
    maxQ16 = *greatest;
    switch (layout.type) {
      case SampleType::kUint16:
        pixels.resize(heights.size());
        quantise(heights, image, pixels, clipped);
        occurring.clear();
        occurring.add(pixels);
        return putAll<std::uint16_t>(bytes, pixels.size(), layout.order, [&](std::size_t i) { return pixels[i]; });
      case SampleType::kInt32:
        return putAll<std::uint32_t>(bytes, heights.size(), layout.order,
                                     [&](std::size_t i) { return static_cast<std::uint32_t>(heights[i]); });
      case SampleType::kFloat32:
        return putAll<std::uint32_t>(bytes, heights.size(), layout.order,
                                     [&](std::size_t i) { return codec::nearestBinary32(heights[i]); });
    }
  }
};

}  // namespace

Facts forEachSampleRows(const Scene& scene, const SampleLayout& layout,
                        const std::function<void(std::string_view)>& take) {
  const terrain::FlippedSource flipped(*scene.source);
  const terrain::HeightSource& source = layout.southFirst ? flipped : *scene.source;
  Scene::Image image = scene.image;
  image.bits = 16;
  PixelSet occurring;
  std::int64_t clipped = 0, minQ16 = INT64_MAX, maxQ16 = INT64_MIN;
  terrain::forEachBand<SampleBand>(
      source, scene.imageGrid, scene.schedule, 0,
      [&](const terrain::HeightBand& band, SampleBand& samples) { samples.fill(band.rows(), layout, image); },
      [&](const terrain::HeightBand& band, const SampleBand& samples) {
        occurring.merge(samples.occurring);
        clipped += samples.clipped;
        minQ16 = std::min(minQ16, samples.minQ16);
        maxQ16 = std::max(maxQ16, samples.maxQ16);
        take(samples.bytes);
        scene.afterSamples(static_cast<std::int64_t>(band.rows().size()));
      });
  constexpr std::string_view kTypes[] = {"uint16", "int32", "float32"};
  const auto quoted = [](std::string_view word) { return '"' + std::string(word) + '"'; };
  Facts facts = {{"width", std::to_string(scene.imageGrid.columns)},
                 {"height", std::to_string(scene.imageGrid.rows)},
                 {"samples", quoted(kTypes[static_cast<std::size_t>(layout.type)])},
                 {"byteOrder", quoted(layout.order == std::endian::little ? "little" : "big")},
                 {"firstRow", quoted(layout.southFirst ? "south" : "north")}};
  if (layout.type == SampleType::kUint16) {
    facts.emplace_back("blackQ16", std::to_string(image.blackQ16));
    facts.emplace_back("whiteQ16", std::to_string(image.whiteQ16));
    facts.emplace_back("clippedSamples", std::to_string(clipped));
    facts.emplace_back("distinctLevels", std::to_string(occurring.count()));
  } else {
    facts.emplace_back("minQ16", std::to_string(minQ16));
    facts.emplace_back("maxQ16", std::to_string(maxQ16));
  }
  return facts;
}

}  // namespace orograph::output
