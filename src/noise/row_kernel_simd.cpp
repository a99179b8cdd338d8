// One source for every instruction set: foreach_target.h includes this file again for each, in its own namespace.
#include "noise/row_kernel_simd.h"

// Left out: SSSE3, which any processor of the last fifteen years exceeds, and vectors of unknown length.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/row_kernel_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstring>

#include "noise/lattice_keys.h"

HWY_BEFORE_NAMESPACE();
namespace orograph::noise::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;
using fixed::Lattice;

using D16 = hn::ScalableTag<std::uint16_t>;
using D32 = hn::ScalableTag<std::uint32_t>;
using D64 = hn::ScalableTag<std::uint64_t>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
constexpr D16 d16;
constexpr D32 d32;
constexpr D64 d64;
constexpr std::int64_t kLanes16 = hn::MaxLanes(d16), kLanes32 = hn::MaxLanes(d32);
static_assert(kColumnsPerStep % kLanes16 == 0 && kRunPadding >= kLanes16);

// Called for each step with a constant number of vectors, which the compiler unrolls.
template <typename Body>
HWY_INLINE void forEachVector(std::int64_t count, Body body) {
  for (std::int64_t step = 0; step < count; step += kColumnsPerStep) {
    for (std::int64_t x = 0; x < kColumnsPerStep; x += kLanes16) body(step + x);
  }
}

// floor((a * (65536 - w) + b * w) / 65536) in 16-bit lanes, that is a + floor((b - a) * w / 65536), see value_noise.h.
// Where b < a the lane b - a holds 65536 more, so the high product is w too large.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V mix(D, V a, V b, V w) {
  const V sum = hn::Add(a, hn::MulHigh(hn::Sub(b, a), w));
#if HWY_TARGET <= HWY_AVX3
  return hn::IfThenElse(hn::Lt(b, a), hn::Sub(sum, w), sum);
#else
  return hn::Sub(sum, hn::IfThenZeroElse(hn::Eq(hn::Min(a, b), a), w));  // unsigned comparison proper takes longer
#endif
}

// The last step of a hash for even and odd columns, joined into 16-bit lanes.
HWY_INLINE V16 join(V32 even, V32 odd) { return hn::OddEven(hn::BitCast(d16, odd), hn::BitCast(d16, even)); }

HWY_INLINE V16 latticeValues(SpatialKeys, V32 even, V32 odd, V32 lineKey) {
  const auto mixed = [&](V32 columnKey) {
    const V32 h = hn::Xor(columnKey, lineKey);
    return hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(d32, SpatialKeys::kMix));
  };
  const V32 e = mixed(even), o = mixed(odd);
  return join(hn::Xor(e, hn::ShiftRight<16>(e)), hn::Xor(o, hn::ShiftLeft<16>(o)));  // both: low half xor high half
}

HWY_INLINE V16 latticeValues(MixedKeys, V32 even, V32 odd, V32 lineKey) {
  const auto mixed = [&](V32 columnKey) {
    V32 h = hn::Add(columnKey, lineKey);
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(d32, MixedKeys::kMix));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(d32, MixedKeys::kSecondMix));
    return hn::Xor(h, hn::ShiftRight<15>(h));
  };
  return join(hn::ShiftRight<16>(mixed(even)), mixed(odd));
}

void hashRun(Lattice lattice, std::uint32_t firstKey, std::uint32_t lineKey, std::int64_t count,
             std::uint16_t* values) {
  withKeys(lattice, [=](auto keys) HWY_ATTR {
    constexpr std::uint32_t kStride = keys.kColumn * static_cast<std::uint32_t>(kLanes16);
    const V32 line = hn::Set(d32, lineKey), column = hn::Set(d32, keys.kColumn), stride = hn::Set(d32, kStride);
    V32 even = hn::Add(hn::Set(d32, firstKey), hn::Mul(hn::Iota(d32, 0), hn::Add(column, column)));
    for (std::int64_t i = 0; i < count; i += kLanes16) {
      hn::StoreU(latticeValues(keys, even, hn::Add(even, column), line), d16, values + i);
      even = hn::Add(even, stride);
    }
  });
}

void spreadRun(const std::uint16_t* values, std::uint32_t originCell, Spread spread, const std::uint16_t* weightsQ16,
               std::int64_t count, std::uint16_t* line) {
  const hn::FixedTag<std::uint16_t, 8> block;
  for (std::int64_t x = 0, b = 0; x < count; x += kColumnsPerBlock, ++b) {
    const std::uint16_t* cells = values + (spread.firstCell[b] - originCell);
    const auto shuffle =
        hn::BitCast(block, hn::LoadU(hn::Repartition<std::uint8_t, decltype(block)>(), spread.shuffle + 16 * b));
    const auto a = hn::TableLookupBytes(hn::LoadU(block, cells), shuffle);
    const auto c = hn::TableLookupBytes(hn::LoadU(block, cells + 1), shuffle);
    hn::StoreU(mix(block, a, c, hn::LoadU(block, weightsQ16 + x)), block, line + x);
  }
}

void hashColumns(Lattice lattice, ColumnKeys columns, std::uint32_t lineKey, const std::uint16_t* weightsQ16,
                 std::int64_t count, std::uint16_t* line) {
  withKeys(lattice, [=](auto keys) HWY_ATTR {
    const V32 lineKeys = hn::Set(d32, lineKey), next = hn::Set(d32, keys.kColumn);
    forEachVector(count, [=](std::int64_t x) HWY_ATTR {
      const V32 even = hn::LoadU(d32, columns.even + x / 2), odd = hn::LoadU(d32, columns.odd + x / 2);
      V16 value = latticeValues(keys, even, odd, lineKeys);
      if (weightsQ16 != nullptr) {
        const V16 b = latticeValues(keys, hn::Add(even, next), hn::Add(odd, next), lineKeys);
        value = mix(d16, value, b, hn::LoadU(d16, weightsQ16 + x));
      }
      hn::StoreU(value, d16, line + x);
    });
  });
}

template <Entry kEntry, bool kTwoLines>
void addOctave(const std::uint16_t* near, const std::uint16_t* far, std::uint16_t weightQ16, std::uint16_t amplitudeQ16,
               std::int64_t count, std::uint16_t* sum) {
  const V16 weight = hn::Set(d16, weightQ16), amplitude = hn::Set(d16, amplitudeQ16);
  forEachVector(count, [=](std::int64_t x) HWY_ATTR {
    V16 noise = hn::LoadU(d16, near + x);
    if constexpr (kTwoLines) noise = mix(d16, noise, hn::LoadU(d16, far + x), weight);
    if constexpr (kEntry != Entry::kAlone) noise = hn::MulHigh(noise, amplitude);
    if constexpr (kEntry == Entry::kNext) noise = hn::Add(hn::LoadU(d16, sum + x), noise);
    hn::StoreU(noise, d16, sum + x);
  });
}

void addOctave(const std::uint16_t* near, const std::uint16_t* far, std::uint16_t weightQ16, std::uint16_t amplitudeQ16,
               Entry entry, std::int64_t count, std::uint16_t* sum) {
  const auto with = [=](auto add, auto addNear) {
    (far != nullptr ? add : addNear)(near, far, weightQ16, amplitudeQ16, count, sum);
  };
  switch (entry) {
    case Entry::kAlone:
      return with(addOctave<Entry::kAlone, true>, addOctave<Entry::kAlone, false>);
    case Entry::kFirst:
      return with(addOctave<Entry::kFirst, true>, addOctave<Entry::kFirst, false>);
    case Entry::kNext:
      return with(addOctave<Entry::kNext, true>, addOctave<Entry::kNext, false>);
  }
}

template <HeightScaling::Division kDivision>
void finish(const std::uint16_t* sums, std::int64_t groups, std::int64_t stride, const HeightScaling& scaling,
            std::int64_t count, std::int32_t* heights) {
  const V32 low = hn::Set(d32, scaling.reciprocalLow), high = hn::Set(d32, scaling.reciprocalHigh);
  const V32 scaleHigh = hn::Set(d32, scaling.scaleHigh);
  const V16 scaleLow = hn::BitCast(d16, hn::Set(d32, scaling.scaleLow));
  const hn::Rebind<std::uint16_t, D32> half;
  const auto at = [=](std::int64_t x) HWY_ATTR {
    V32 sum = hn::PromoteTo(d32, hn::LoadU(half, sums + x));
    for (std::int64_t g = 1; g < groups; ++g) {
      sum = hn::Add(sum, hn::PromoteTo(d32, hn::LoadU(half, sums + g * stride + x)));
    }
    V32 mean = sum;
    if constexpr (kDivision != HeightScaling::Division::kNone) {
      const auto even = hn::ShiftRight<32>(hn::MulEven(sum, low));
      const auto odd = hn::MulEven(hn::BitCast(d32, hn::ShiftRight<32>(hn::BitCast(d64, sum))), low);
      mean = hn::OddEven(hn::BitCast(d32, odd), hn::BitCast(d32, even));
    }
    if constexpr (kDivision == HeightScaling::Division::kLong) {
      mean = hn::ShiftRight<kLongDivisionShift>(hn::Add(mean, hn::Mul(sum, high)));
    }
    // The mean has 16 bits, so the low part of the product is a high product of 16-bit lanes, those between being zero.
    const V32 lowPart = hn::BitCast(d32, hn::MulHigh(hn::BitCast(d16, mean), scaleLow));
    return hn::BitCast(hn::RebindToSigned<D32>(), hn::Add(hn::Mul(mean, scaleHigh), lowPart));
  };
  const hn::RebindToSigned<D32> out;
  std::int64_t x = 0;
  for (; x + kLanes32 <= count; x += kLanes32) hn::StoreU(at(x), out, heights + x);
  if (x < count) {
    std::int32_t last[static_cast<std::size_t>(kLanes32)];
    hn::StoreU(at(x), out, last);
    std::memcpy(heights + x, last, static_cast<std::size_t>(count - x) * sizeof(std::int32_t));
  }
}

void finish(const std::uint16_t* sums, std::int64_t groups, std::int64_t stride, const HeightScaling& scaling,
            std::int64_t count, std::int32_t* heights) {
  using Division = HeightScaling::Division;
  switch (scaling.division) {
    case Division::kNone:
      return finish<Division::kNone>(sums, groups, stride, scaling, count, heights);
    case Division::kShort:
      return finish<Division::kShort>(sums, groups, stride, scaling, count, heights);
    case Division::kLong:
      return finish<Division::kLong>(sums, groups, stride, scaling, count, heights);
  }
}

constexpr RowKernel kRowKernel = {hashRun, spreadRun, hashColumns, addOctave, finish};

#endif
}  // namespace orograph::noise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orograph::noise {

std::vector<Kernel> simdKernels() {
  std::vector<Kernel> found;
  // A build with a single target runs on nothing less.
  [[maybe_unused]] const std::int64_t supported =
#if HWY_TARGETS == HWY_STATIC_TARGET
      HWY_TARGETS;
#else
      hwy::SupportedTargets();
#endif
#if HWY_TARGETS & HWY_NEON
  if (supported & HWY_NEON) found.push_back({"neon", &N_NEON::kRowKernel});
#endif
#if HWY_TARGETS & HWY_WASM
  if (supported & HWY_WASM) found.push_back({"wasm128", &N_WASM::kRowKernel});
#endif
#if HWY_TARGETS & HWY_SSE4
  if (supported & HWY_SSE4) found.push_back({"sse4", &N_SSE4::kRowKernel});
#endif
#if HWY_TARGETS & HWY_AVX2
  if (supported & HWY_AVX2) found.push_back({"avx2", &N_AVX2::kRowKernel});
#endif
#if HWY_TARGETS & HWY_AVX3
  if (supported & HWY_AVX3) found.push_back({"avx512", &N_AVX3::kRowKernel});
#endif
  return found;
}

}  // namespace orograph::noise
#endif
