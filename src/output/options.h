// What a spec may say of each format. A spec and the scene made of it both are these, so that an option has one place.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace orograph::output {

inline constexpr std::int64_t kUnset = INT64_MIN;

struct HillshadeOptions {
  std::vector<std::int64_t> lightQ16 = {-32768, 46341, -32768};  // x, y, z toward the light: north-west, 45 degrees up
  std::int64_t exaggerationQ16 = 65536;                          // heights are taken that much higher
};

struct NormalMapOptions {
  std::string green = "up";  // "up": green grows toward row 0, as OpenGL has it; "down": as DirectX
};

/// A layer of the ground that is not rock. The first starts below all heights; each further one takes over from the one
/// before between two heights.
struct HeightLayer {
  std::string name;
  std::int64_t fromQ16 = kUnset, toQ16 = kUnset;
};

struct MaskOptions {
  std::int64_t rockLowQ16 = 0, rockHighQ16 = 19661;  // the slopes between which rock appears
  std::vector<HeightLayer> bands = {{"grass"}};
};

struct RidgeOptions {
  std::int64_t width = 0, height = 0;  // in pixels; 0: see ridge.h
};

struct RasterOptions {
  std::string firstRow = "north";  // of raw files: "north" (least z) or "south"
  std::string ending = "r16";      // of raw 16-bit files: "r16" or "raw"
  bool vrt = false;                // whether each raw file gets a .vrt beside it
};

/// Where the image lies on a map.
struct Georef {
  static constexpr int kOriginPlaces = 9, kSizePlaces = 12;
  std::int64_t originX = 0, originY = 0;  // of the sample in row 0 and column 0, in 10^-9 units of the reference system
  std::int64_t pixelSize = 0;             // between samples, in 10^-12 units; rows run toward lesser y
  std::int64_t epsg = 0;                  // the reference system; 0: there is no georef
  bool geographic = false;                // whether its coordinates are longitude and latitude

  bool given() const { return epsg != 0; }
};

/// Of the printable model.
struct PrintOptions {
  std::int64_t widthMmQ16 = 100 * 65536;  // its size along x
  std::int64_t baseMmQ16 = 2 * 65536;     // what lies below the lowest vertex
  std::int64_t exaggerationQ16 = 65536;   // heights are taken that much higher
};

struct FormatOptions {
  HillshadeOptions hillshade;
  NormalMapOptions normalMap;
  MaskOptions masks;
  RidgeOptions ridge;
  RasterOptions raster;
  Georef georef;
  PrintOptions print;
};

}  // namespace orograph::output
