// One source for every instruction set: foreach_target.h includes this file again for each, in its own namespace.
#include "terrain/displacement.h"

// As in noise/row_kernel_simd.cpp, which decides what this processor can run.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "terrain/displacement.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace orograph::terrain::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;
using fixed::Lattice;

using D32 = hn::ScalableTag<std::uint32_t>;
using V32 = hn::Vec<D32>;
constexpr D32 d32;
constexpr hn::RebindToSigned<D32> i32;
using VI32 = hn::Vec<decltype(i32)>;
constexpr std::int64_t kLanes = hn::MaxLanes(d32);

// The low 32 bits of v * factor >> 16, from 64-bit products of the even and the odd lanes.
HWY_INLINE VI32 multiplyQ16(VI32 v, VI32 factor) {
  const hn::Repartition<std::uint64_t, D32> d64;
  const auto even = hn::BitCast(d64, hn::MulEven(v, factor));
  const auto odd = hn::BitCast(d64, hn::MulEven(hn::BitCast(i32, hn::ShiftRight<32>(hn::BitCast(d64, v))), factor));
  return hn::OddEven(hn::BitCast(i32, hn::ShiftLeft<16>(odd)), hn::BitCast(i32, hn::ShiftRight<16>(even)));
}

template <Lattice kLattice>
HWY_INLINE V32 latticeValue(V32 key) {
  if constexpr (kLattice == Lattice::kSpatial) {
    const V32 h = hn::Mul(hn::Xor(key, hn::ShiftRight<13>(key)), hn::Set(d32, 1274126177u));
    return hn::And(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(d32, 0xFFFFu));
  } else {
    V32 h = hn::Mul(hn::Xor(key, hn::ShiftRight<16>(key)), hn::Set(d32, 0x21F0AAADu));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(d32, 0x735A2D97u));
    return hn::ShiftRight<16>(hn::Xor(h, hn::ShiftRight<15>(h)));
  }
}

// A run whose indices do not pass the period. What the hash makes of the x index grows by the same step from point to
// point; the spatial hash joins it with the rest by xor, the mixed one by addition.
template <Lattice kLattice, bool kSmallAmplitude>
HWY_INLINE void displaceRun(const DisplacedPoints& points, std::uint32_t x, std::uint32_t z, const std::int32_t* a,
                            const std::int32_t* b, const std::int32_t* c, const std::int32_t* d, std::int64_t count,
                            std::int32_t* out) {
  constexpr bool kSpatial = kLattice == Lattice::kSpatial;
  constexpr std::uint32_t kXFactor = kSpatial ? 73856093u : 0x9E3779B1u;
  const std::uint32_t rest = kSpatial ? (z * 19349663u) ^ (points.seed * 83492791u) : z * 0x85EBCA77u + points.seed;
  const V32 restKey = hn::Set(d32, rest);
  const V32 step = hn::Set(d32, 2 * kXFactor * static_cast<std::uint32_t>(kLanes));
  V32 xKey = hn::Add(hn::Set(d32, x * kXFactor), hn::Mul(hn::Iota(d32, 0), hn::Set(d32, 2 * kXFactor)));
  const VI32 amplitude = hn::Set(i32, static_cast<std::int32_t>(points.amplitudeQ16));
  const VI32 offset = hn::Set(i32, 1 - 65536);
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const V32 value = latticeValue<kLattice>(kSpatial ? hn::Xor(xKey, restKey) : hn::Add(xKey, restKey));
    xKey = hn::Add(xKey, step);
    const VI32 r = hn::Add(hn::BitCast(i32, hn::Add(value, value)), offset);
    // |r| <= 65535, so up to an amplitude of 2^15 the product fits 32 bits.
    const VI32 displacement =
        kSmallAmplitude ? hn::ShiftRight<16>(hn::Mul(r, amplitude)) : multiplyQ16(r, amplitude);
    const VI32 sum = hn::Add(hn::Add(hn::LoadU(i32, a + i), hn::LoadU(i32, b + i)),
                             hn::Add(hn::LoadU(i32, c + i), hn::LoadU(i32, d + i)));
    hn::StoreU(hn::Add(hn::ShiftRight<2>(sum), displacement), i32, out + i);
  }
}

void displace(const DisplacedPoints& points, const std::int32_t* a, const std::int32_t* b, const std::int32_t* c,
              const std::int32_t* d, std::int64_t count, std::int32_t* out) {
  const std::int64_t mask = points.period == 0 ? -1 : points.period - 1;
  for (std::int64_t done = 0; done < count;) {
    DisplacedPoints rest = points;
    rest.firstX = (points.firstX + 2 * done) & mask;
    std::int64_t run = count - done;
    if (points.period != 0) run = std::min(run, (points.period - rest.firstX + 1) / 2);
    const std::int64_t whole = run / kLanes * kLanes;
    if (whole > 0) {
      const bool small = points.amplitudeQ16 <= 32768, spatial = points.lattice == Lattice::kSpatial;
      const auto go = spatial ? (small ? displaceRun<Lattice::kSpatial, true> : displaceRun<Lattice::kSpatial, false>)
                              : (small ? displaceRun<Lattice::kMixed, true> : displaceRun<Lattice::kMixed, false>);
      go(points, static_cast<std::uint32_t>(rest.firstX), static_cast<std::uint32_t>(points.z & mask), a + done, b + done,
         c + done, d + done, whole, out + done);
    }
    rest.firstX += 2 * whole;
    const std::int64_t at = done + whole;
    displaceRow<std::int32_t>(rest, a + at, b + at, c + at, d + at, run - whole, out + at);
    done += run;
  }
}

void scale(const std::int32_t* heights, std::int64_t scaleQ16, std::int64_t count, std::int32_t* out) {
  const std::int64_t whole = count / kLanes * kLanes;
  const VI32 factor = hn::Set(i32, static_cast<std::int32_t>(scaleQ16));
  for (std::int64_t i = 0; i < whole; i += kLanes) {
    hn::StoreU(multiplyQ16(hn::LoadU(i32, heights + i), factor), i32, out + i);
  }
  scaleRow<std::int32_t>(heights + whole, scaleQ16, count - whole, out + whole);
}

constexpr DisplacementKernel kKernel = {displace, scale};

#endif
}  // namespace orograph::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orograph::terrain {

DisplacementKernel displacementKernel(std::string_view name) {
#if HWY_TARGETS & HWY_NEON
  if (name == "neon") return N_NEON::kKernel;
#endif
#if HWY_TARGETS & HWY_WASM
  if (name == "wasm128") return N_WASM::kKernel;
#endif
#if HWY_TARGETS & HWY_SSE4
  if (name == "sse4") return N_SSE4::kKernel;
#endif
#if HWY_TARGETS & HWY_AVX2
  if (name == "avx2") return N_AVX2::kKernel;
#endif
#if HWY_TARGETS & HWY_AVX3
  if (name == "avx512") return N_AVX3::kKernel;
#endif
  static_cast<void>(name);
  return {};
}

}  // namespace orograph::terrain
#endif
