// Reading our own files with libraries that did not write them, for checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orograph::output {

struct PngContent {
  std::int64_t width, height, channels, bits;
  std::string pixelDigest;  // as PixelDigest
};
/// Decodes a PNG of gray or colours, not of a palette. Throws codec::FileError where it cannot be read,
/// codec::InputError where it is none.
PngContent readPng(const std::string& path);

struct ObjContent {
  std::vector<std::int64_t> heightsQ16;  // y of every vertex, in the order of the file
  std::int64_t triangles;
};
/// Loads an OBJ through tinyobjloader. Throws as above.
ObjContent readObj(const std::string& path);

/// The first column of heights of a profile.csv. Throws as above.
std::vector<std::int32_t> readCsvHeights(const std::string& path);

}  // namespace orograph::output
