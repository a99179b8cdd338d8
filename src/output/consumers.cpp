#include "output/consumers.h"

#include <algorithm>

#include "codec/text.h"

namespace orograph::output {
namespace {

constexpr std::int64_t kOne = 65536, kMostPixel = 65535, kAnySide = 65536;
constexpr int kPlaces = 9;

std::string metres(std::int64_t valueQ16) { return codec::quotientText(valueQ16, kOne, 16); }
std::int64_t range(const Scene& scene) { return scene.image.whiteQ16 - scene.image.blackQ16; }
/// From the first sample to the last.
std::int64_t widthQ16(const Scene& scene) { return (scene.imageGrid.columns - 1) * scene.imageGrid.dxQ16; }
std::int64_t depthQ16(const Scene& scene) { return (scene.imageGrid.rows - 1) * scene.imageGrid.dzQ16; }

void noNumbers(const Scene&, Numbers&) {}

/// Height in cm = location Z + (pixel - 32768) / 128 * scale Z. Pixels are range / 65535 apart.
void unrealNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("scaleX", codec::quotientText(scene.imageGrid.dxQ16 * 100, kOne, 16));
  numbers.emplace_back("scaleY", codec::quotientText(scene.imageGrid.dzQ16 * 100, kOne, 16));
  numbers.emplace_back("scaleZ", codec::quotientText(range(scene) * 12800, kOne * kMostPixel, kPlaces));
  const std::int64_t middle = scene.image.blackQ16 * kMostPixel + 32768 * range(scene);  // times 65535; below 2^49
  numbers.emplace_back("locationZ", codec::quotientText(middle * 100, kOne * kMostPixel, kPlaces));
}

/// Height = position y + pixel / 65536 * size y.
void unityNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("terrainWidth", metres(widthQ16(scene)));
  numbers.emplace_back("terrainLength", metres(depthQ16(scene)));
  numbers.emplace_back("terrainHeight", codec::quotientText(range(scene), kMostPixel, kPlaces));
  numbers.emplace_back("positionY", metres(scene.image.blackQ16));
}

void terrain3dNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("vertexSpacing", metres(scene.imageGrid.dxQ16));
  numbers.emplace_back("importScale", "1");
  numbers.emplace_back("heightOffset", "0");
}

/// Height = (pixel / 65535 - midlevel) * strength.
void displaceNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("planeSizeX", metres(widthQ16(scene)));
  numbers.emplace_back("planeSizeY", metres(depthQ16(scene)));
  numbers.emplace_back("strength", metres(range(scene)));
  numbers.emplace_back("midlevel",
                       range(scene) == 0 ? "0" : codec::quotientText(-scene.image.blackQ16, range(scene), kPlaces));
}

void sizeNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("terrainWidth", metres(widthQ16(scene)));
  numbers.emplace_back("terrainDepth", metres(depthQ16(scene)));
  numbers.emplace_back("terrainHeight", metres(range(scene)));
}

/// The sea stands where heights are 0, or at the ground where all are above.
void citiesNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("heightScale", metres(range(scene)));
  numbers.emplace_back("seaLevel", metres(std::max<std::int64_t>(-scene.image.blackQ16, 0)));
}

/// One pixel is one block.
void worldPainterNumbers(const Scene& scene, Numbers& numbers) {
  numbers.emplace_back("imageLow", "0");
  numbers.emplace_back("imageHigh", std::to_string(kMostPixel));
  numbers.emplace_back("terrainLow", metres(scene.image.blackQ16));
  numbers.emplace_back("terrainHigh", metres(scene.image.whiteQ16));
  const std::int64_t sea = -scene.image.blackQ16;
  if (sea >= 0 && sea <= range(scene) && sea != 0) {
    numbers.emplace_back("waterLevelInImage", codec::quotientText(sea * kMostPixel, range(scene), 0));
  }
}

}  // namespace

std::span<const Consumer> consumers() {
  // clang-format off
  static const std::vector<Consumer> table = {
      {"unreal", {"png"}, {127, 253, 505, 1009, 2017, 4033, 8129}, 8129, 1009, "centred", "north", "r16", unrealNumbers,
       "Landscape mode, Import from File, height.png; 32768 is height 0"},
      {"unity", {"r16"}, {33, 65, 129, 257, 513, 1025, 2049, 4097}, 4097, 513, "data", "south", "raw", unityNumbers,
       "Terrain Settings, Import Raw, height.raw: Depth 16 bit, Byte Order Windows, Flip Vertically off"},
      {"godot", {"exr"}, {}, 16384, 0, "data", "north", "r16", terrain3dNumbers,
       "Terrain3D's importer, height.exr as the height file: heights in metres"},
      {"blender", {"png", "glb"}, {}, kAnySide, 0, "data", "north", "r16", displaceNumbers,
       "import scene.glb; or displace a plane by height.png, its colour space Non-Color"},
      {"worldmachine", {"tiff"}, {}, 8192, 0, "data", "north", "r16", sizeNumbers,
       "File Input, height.tif: lowest and highest elevation are black and white"},
      {"gaea", {"tiff"}, {}, kAnySide, 0, "data", "north", "r16", sizeNumbers,
       "File node, height.tif, taken as linear"},
      {"cities2", {"png"}, {4096}, 4096, 4096, "data", "north", "r16", citiesNumbers,
       "Map Editor, Import Heightmap, height.png; the game's map is 14336 m wide, 3.5 m a pixel"},
      {"worldpainter", {"png"}, {}, kAnySide, 0, "data", "north", "r16", worldPainterNumbers,
       "Import new world, From height map, height.png; a pixel is a block"},
      {"gdal", {"tiff32"}, {}, kAnySide, 0, "data", "north", "r16", noNumbers,
       "height-float.tif: heights in metres, samples are points"},
      {"print", {"stl"}, {}, kAnySide, 0, "data", "north", "r16", noNumbers,
       "terrain.stl, closed, in millimetres: see the key print"},
      {"web", {"r16", "terrain-rgb", "glb"}, {}, kAnySide, 0, "data", "north", "r16", noNumbers,
       "height.r16 as a little-endian Uint16Array; terrain-rgb.png: -10000 + (R * 65536 + G * 256 + B) * 0.1 m"},
  };
  // clang-format on
  return table;
}

std::vector<std::string_view> consumerNames() {
  std::vector<std::string_view> names;
  for (const Consumer& consumer : consumers()) names.push_back(consumer.name);
  return names;
}

const Consumer* findConsumer(std::string_view name) {
  const auto found = std::ranges::find(consumers(), name, &Consumer::name);
  return found == consumers().end() ? nullptr : &*found;
}

bool Consumer::takes(std::int64_t width, std::int64_t height) const {
  if (sides.empty()) return std::max(width, height) <= mostSide;
  return width == height && std::ranges::binary_search(sides, width);
}

std::string Consumer::sizesFor(std::int64_t width, std::int64_t height) const {
  if (sides.empty()) return "at most " + std::to_string(mostSide) + " pixels a side";
  std::string text = "a square with a side of ";
  for (const std::int64_t side : sides) text += (side == sides.front() ? "" : ", ") + std::to_string(side);
  const std::int64_t side = std::max(width, height);
  const auto above = std::ranges::lower_bound(sides, side);
  const auto square = [](std::int64_t of) { return std::to_string(of) + " x " + std::to_string(of); };
  std::string near;
  if (above != sides.end() && *above == side)
    near = square(side);
  else if (above == sides.begin() || above == sides.end())
    near = square(above == sides.end() ? sides.back() : *above);
  else
    near = square(above[-1]) + " and " + square(*above);
  return text + "; nearest: " + near;
}

Numbers Consumer::numbers(const Scene& scene) const {
  Numbers numbers = {
      {"metresPerStepX", metres(scene.imageGrid.dxQ16)}, {"metresPerStepZ", metres(scene.imageGrid.dzQ16)},
      {"minimum", metres(scene.image.minQ16)},           {"maximum", metres(scene.image.maxQ16)},
      {"black", metres(scene.image.blackQ16)},           {"white", metres(scene.image.whiteQ16)}};
  addNumbers(scene, numbers);
  return numbers;
}

}  // namespace orograph::output
