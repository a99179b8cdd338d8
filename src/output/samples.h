// The samples of the image's grid as numbers one after the other, as raw files, TIFF and OpenEXR hold them.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>

#include "output/formats.h"

namespace orograph::output {

enum class SampleType {
  kUint16,   // the 16-bit pixels of height.png
  kInt32,    // heights in Q16
  kFloat32,  // heights in world units: the binary32 nearest to the Q16, ties to even
};

constexpr std::int64_t bytesOf(SampleType type) { return type == SampleType::kUint16 ? 2 : 4; }

/// How a file holds its samples. Row 0 is least z, which is north, unless southFirst.
struct SampleLayout {
  SampleType type;
  std::endian order = std::endian::little;
  bool southFirst = false;
};

/// Makes the samples band by band and hands over the bytes of some whole rows at a time, in the order of the file.
/// Returns what the report says of them: of pixels the heights of black and white, how many samples a fixed range cut
/// off, and how many different pixels there are; of heights the least and the greatest.
Facts forEachSampleRows(const Scene& scene, const SampleLayout& layout,
                        const std::function<void(std::string_view)>& take);

}  // namespace orograph::output
