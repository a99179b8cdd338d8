#include "output/tiff.h"

#include <algorithm>
#include <string>

#include "codec/binary64.h"
#include "output/georef.h"
#include "output/samples.h"

namespace orograph::output {
namespace {

void append(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// The types of TIFF 6.0, and LONG8 of BigTIFF, with their sizes.
enum class TagType { kAscii = 2, kShort = 3, kLong = 4, kRational = 5, kDouble = 12, kLong8 = 16 };

constexpr int sizeOf(TagType type) {
  switch (type) {
    case TagType::kAscii:
      return 1;
    case TagType::kShort:
      return 2;
    case TagType::kLong:
      return 4;
    case TagType::kRational:
    case TagType::kDouble:
    case TagType::kLong8:
      break;
  }
  return 8;
}

struct Tag {
  std::uint64_t number;
  TagType type;
  std::vector<std::uint64_t> values;  // a rational as numerator + denominator * 2^32
};

/// The image's strips: some rows each, about a quarter of a megabyte.
struct Strips {
  std::int64_t rows, rowBytes;  // of the image
  std::int64_t stripRows() const { return std::clamp<std::int64_t>((1 << 18) / rowBytes, 1, rows); }
  std::int64_t count() const { return (rows + stripRows() - 1) / stripRows(); }
  std::int64_t bytes() const { return rows * rowBytes; }
  /// Whether offsets may pass 32 bits: two numbers a strip and little else stand before the samples.
  bool big() const { return bytes() + 16 * count() + 65536 > 0xFFFFFFFF; }
};

Strips stripsOf(const Scene& scene, SampleType type) {
  return {scene.imageGrid.rows, scene.imageGrid.columns * bytesOf(type)};
}

/// ModelPixelScale, ModelTiepoint and GeoKeyDirectory: sample (0, 0) lies at the origin, rows run south.
void addGeoTags(const Georef& georef, std::vector<Tag>& tags) {
  const auto origin = [](std::int64_t value) { return codec::nearestBinary64(value, 1'000'000'000); };
  const std::uint64_t size = codec::nearestBinary64(georef.pixelSize, 1'000'000'000'000);
  tags.push_back({33550, TagType::kDouble, {size, size, 0}});
  tags.push_back({33922, TagType::kDouble, {0, 0, 0, origin(georef.originX), origin(georef.originY), 0}});
  const std::uint64_t model = georef.geographic ? 2 : 1, systemKey = georef.geographic ? 2048 : 3072;
  tags.push_back({34735,
                  TagType::kShort,
                  {1, 1, 0, 3,                        // version 1.1, three keys
                   1024, 0, 1, model, 1025, 0, 1, 2,  // model type, pixel is point
                   systemKey, 0, 1, static_cast<std::uint64_t>(georef.epsg)}});
}

/// The scale and offset that GDAL's own TIFFs have.
void addHeightScale(const Scene& scene, std::vector<Tag>& tags) {
  const HeightScale scale = heightScale(scene, SampleType::kUint16);
  const std::string text = "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">" + scale.offset +
                           "</Item>\n  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">" + scale.scale +
                           "</Item>\n</GDALMetadata>\n";
  Tag tag{42112, TagType::kAscii, {text.begin(), text.end()}};
  tag.values.push_back(0);
  tags.push_back(std::move(tag));
}

/// The tags in ascending order; the strips' offsets count from where the samples begin.
std::vector<Tag> tagsOf(const Scene& scene, SampleType type, std::uint64_t samplesAt) {
  using enum TagType;
  const Strips strips = stripsOf(scene, type);
  std::vector<std::uint64_t> offsets, counts;
  for (std::int64_t row = 0; row < strips.rows; row += strips.stripRows()) {
    offsets.push_back(samplesAt + static_cast<std::uint64_t>(row * strips.rowBytes));
    counts.push_back(static_cast<std::uint64_t>(std::min(strips.stripRows(), strips.rows - row) * strips.rowBytes));
  }
  const bool pixels = type == SampleType::kUint16;
  const auto number = [](std::int64_t value) { return std::vector{static_cast<std::uint64_t>(value)}; };
  const std::uint64_t one = 1 + (std::uint64_t{1} << 32);
  std::vector<Tag> tags = {
      {256, kLong, number(scene.imageGrid.columns)},
      {257, kLong, number(strips.rows)},
      {258, kShort, number(8 * bytesOf(type))},
      {259, kShort, {1}},  // not compressed
      {262, kShort, {1}},  // the least sample is black
      {273, strips.big() ? kLong8 : kLong, std::move(offsets)},
      {277, kShort, {1}},  // a sample a pixel
      {278, kLong, number(strips.stripRows())},
      {279, kLong, std::move(counts)},
      {282, kRational, {one}},
      {283, kRational, {one}},
      {296, kShort, {1}},                                // a resolution without unit
      {339, kShort, {std::uint64_t{pixels ? 1u : 3u}}},  // SampleFormat: unsigned, or IEEE floating point
  };
  if (scene.georef.given()) addGeoTags(scene.georef, tags);
  if (pixels) addHeightScale(scene, tags);
  return tags;
}

/// Everything before the samples: header, directory, and the values that do not fit in it.
std::string headerText(const std::vector<Tag>& tags, bool big) {
  const int word = big ? 8 : 4;
  std::string header = big ? std::string("II\x2B\0\x08\0\0\0", 8) : std::string("II\x2A\0", 4);
  append(header, big ? 16 : 8, word);
  append(header, tags.size(), big ? 8 : 2);
  const std::size_t directoryEnd = header.size() + tags.size() * (big ? 20 : 12) + static_cast<std::size_t>(word);
  std::string values;
  for (const Tag& tag : tags) {
    std::string own;
    for (const std::uint64_t value : tag.values) append(own, value, sizeOf(tag.type));
    append(header, tag.number, 2);
    append(header, static_cast<std::uint64_t>(tag.type), 2);
    append(header, tag.values.size(), word);
    if (own.size() > static_cast<std::size_t>(word)) {
      append(header, directoryEnd + values.size(), word);
      values += own;
      values.resize((values.size() + 7) / 8 * 8);
    } else {
      own.resize(static_cast<std::size_t>(word));
      header += own;
    }
  }
  append(header, 0, word);  // no further directory
  return header + values;
}

Facts writeTiff(const Scene& scene, SampleType type, ByteSink& sink) {
  // The offsets take the same room whatever they are.
  const bool big = stripsOf(scene, type).big();
  const std::size_t samplesAt = headerText(tagsOf(scene, type, 0), big).size();
  sink.write(headerText(tagsOf(scene, type, samplesAt), big));
  return forEachSampleRows(scene, {type}, [&](std::string_view rows) { sink.write(rows); });
}

std::vector<File> filesOf(const Scene& scene, SampleType type, std::string name) {
  const Strips strips = stripsOf(scene, type);
  return {{std::move(name), strips.bytes() + 16 * strips.count() + 4096, scene.imageGrid.samples(),
           [type](const Scene& from, ByteSink& sink) { return writeTiff(from, type, sink); }}};
}

}  // namespace

std::vector<File> tiffFiles(const Scene& scene) { return filesOf(scene, SampleType::kUint16, "height.tif"); }

std::vector<File> tiffFloatFiles(const Scene& scene) {
  return filesOf(scene, SampleType::kFloat32, "height-float.tif");
}

}  // namespace orograph::output
