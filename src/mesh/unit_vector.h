#pragma once

#include <array>
#include <cstdint>

namespace orograph::mesh {

/// The unit vector along `v` in Q16, each component to the nearest, half away from zero (so mirrored input gives
/// mirrored output). Components up to 2^62 in size; not all zero.
std::array<std::int64_t, 3> unitVectorQ16(std::array<std::int64_t, 3> v);

}  // namespace orograph::mesh
