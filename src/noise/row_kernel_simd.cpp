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
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
constexpr D16 d16;
constexpr D32 d32;
constexpr hn::RebindToSigned<D16> i16;
constexpr hn::RebindToSigned<D32> i32;
constexpr std::int64_t kLanes16 = hn::MaxLanes(d16), kLanes32 = hn::MaxLanes(d32);
static_assert(kColumnsPerStep % kLanes16 == 0 && kRunPadding >= kLanes16);

// Called for each step with a constant number of vectors, which the compiler unrolls.
template <typename Body>
HWY_INLINE void forEachVector(std::int64_t count, Body body) {
  for (std::int64_t step = 0; step < count; step += kColumnsPerStep) {
    for (std::int64_t x = 0; x < kColumnsPerStep; x += kLanes16) body(step + x);
  }
}

// Values inside lines are signed here, 32768 less than they are, since signed comparison is the quick one.
constexpr std::uint16_t kBias = 0x8000;

// a + floor((b - a) * w / 65536), see `interpolate` in value_noise.h. Where b < a the unsigned lane b - a holds 65536
// more than the difference, which makes its high product w too large.
HWY_INLINE V16 mix(V16 a, V16 b, V16 w) {
  const V16 sum = hn::Add(a, hn::MulHigh(hn::Sub(b, a), w));
  const auto falls = hn::RebindMask(d16, hn::Lt(hn::BitCast(i16, b), hn::BitCast(i16, a)));
#if HWY_TARGET <= HWY_AVX3
  return hn::IfThenElse(falls, hn::Sub(sum, w), sum);
#else
  return hn::Sub(sum, hn::IfThenElseZero(falls, w));
#endif
}

// Lattice values, biased, from the halves of the keys.
HWY_INLINE V16 latticeValues(SpatialKeys, V16 low, V16 high, std::uint32_t lineKey) {
  // The product modulo 2^32 by 16-bit products of its halves; the value is its low half xor its high half.
  // The multiplier is odd, so the top bit of the key, and no other, goes straight to the top bit of the product.
  const V16 mixLow = hn::Set(d16, SpatialKeys::kMix & 0xFFFF), mixHigh = hn::Set(d16, SpatialKeys::kMix >> 16);
  low = hn::Xor(low, hn::Set(d16, static_cast<std::uint16_t>(lineKey)));
  high = hn::Xor(high, hn::Set(d16, static_cast<std::uint16_t>((lineKey >> 16) ^ kBias)));
  const V16 carried = hn::Add(hn::MulHigh(low, mixLow), hn::Mul(low, mixHigh));
  return hn::Xor(hn::Mul(low, mixLow), hn::Add(carried, hn::Mul(high, mixLow)));
}

HWY_INLINE V16 latticeValues(MixedKeys, V16 low, V16 high, std::uint32_t lineKey) {
  const auto value = [=](V16 keys) HWY_ATTR {
    V32 h = hn::Add(hn::BitCast(d32, keys), hn::Set(d32, lineKey));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(d32, MixedKeys::kMix));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(d32, MixedKeys::kSecondMix));
    // Signed, so that the saturation of the narrowing keeps all 16 bits.
    return hn::ShiftRight<16>(hn::BitCast(i32, hn::Xor(h, hn::ShiftRight<15>(h))));
  };
  // Interleaving and narrowing both go block by block of 128 bits, so the order returns.
  const auto lower = value(hn::InterleaveLower(d16, low, high)), upper = value(hn::InterleaveUpper(d16, low, high));
  return hn::Xor(hn::BitCast(d16, hn::ReorderDemote2To(i16, lower, upper)), hn::Set(d16, kBias));
}

void hashRun(Lattice lattice, Keys keys, std::uint32_t lineKey, std::int64_t count, std::uint16_t* values) {
  withKeys(lattice, [=](auto hash) HWY_ATTR {
    for (std::int64_t i = 0; i < count; i += kLanes16) {
      hn::StoreU(latticeValues(hash, hn::LoadU(d16, keys.low + i), hn::LoadU(d16, keys.high + i), lineKey), d16,
                 values + i);
    }
  });
}

// The eight values from each block's first cell on, as many blocks as the vector has.
template <class D>
HWY_INLINE hn::Vec<D> blocks(D d, const std::uint16_t* values, const std::uint32_t* firstCell,
                             std::uint32_t originCell) {
  if constexpr (hn::MaxLanes(d) == kColumnsPerBlock) {
    return hn::LoadU(d, values + (*firstCell - originCell));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, blocks(half, values, firstCell + hn::MaxLanes(half) / kColumnsPerBlock, originCell),
                       blocks(half, values, firstCell, originCell));
  }
}

void spreadRun(const std::uint16_t* values, std::uint32_t originCell, Spread spread, const std::uint16_t* weightsQ16,
               std::int64_t count, std::uint16_t* line) {
  const hn::Repartition<std::uint8_t, D16> bytes;
  forEachVector(count, [=](std::int64_t x) HWY_ATTR {
    const std::uint32_t* firstCell = spread.firstCell + x / kColumnsPerBlock;
    const V16 shuffle = hn::BitCast(d16, hn::LoadU(bytes, spread.shuffle + 2 * x));
    const V16 a = hn::TableLookupBytes(blocks(d16, values, firstCell, originCell), shuffle);
    const V16 b = hn::TableLookupBytes(blocks(d16, values + 1, firstCell, originCell), shuffle);
    hn::StoreU(mix(a, b, hn::LoadU(d16, weightsQ16 + x)), d16, line + x);
  });
}

void hashColumns(Lattice lattice, Keys keys, Keys next, std::uint32_t lineKey, const std::uint16_t* weightsQ16,
                 std::int64_t count, std::uint16_t* line) {
  withKeys(lattice, [=](auto hash) HWY_ATTR {
    forEachVector(count, [=](std::int64_t x) HWY_ATTR {
      const V16 a = latticeValues(hash, hn::LoadU(d16, keys.low + x), hn::LoadU(d16, keys.high + x), lineKey);
      const V16 b = latticeValues(hash, hn::LoadU(d16, next.low + x), hn::LoadU(d16, next.high + x), lineKey);
      hn::StoreU(mix(a, b, hn::LoadU(d16, weightsQ16 + x)), d16, line + x);
    });
  });
}

// The columns of one pass of `heights`: few enough vectors that all their sums stay in registers.
constexpr std::int64_t kVectors = 64 / kLanes16 < 4 ? 64 / kLanes16 : 4;
constexpr std::int64_t kPass = kVectors * kLanes16;
static_assert(kColumnsPerStep % kPass == 0);

// fmul(value, amplitude) is the signed high product of the biased value, and the constant amplitude / 2 more, if the
// amplitude is even and below one half. Others take the unsigned product of the value itself.
HWY_INLINE bool takesSigned(const Term& term) { return term.amplitudeQ16 % 2 == 0 && term.amplitudeQ16 < 32768; }

template <class Add>
HWY_INLINE void forEachNoise(const Term& term, std::int64_t start, Add add) {
  const V16 weight = hn::Set(d16, term.weightQ16);
  for (std::int64_t v = 0; v < kVectors; ++v) {
    const V16 near = hn::LoadU(d16, term.near + start + v * kLanes16);
    add(v, term.far == nullptr ? near : mix(near, hn::LoadU(d16, term.far + start + v * kLanes16), weight));
  }
}

// Adds the terms of one group over a pass of columns; returns the next group's first.
HWY_INLINE const Term* addGroup(const Term* term, const Term* end, std::uint16_t constant, std::int64_t start,
                                std::uint16_t* sums) {
  const V16 bias = hn::Set(d16, kBias);
  if (term->amplitudeQ16 == 0) {
    forEachNoise(*term, start, [=](std::int64_t v, V16 noise) HWY_ATTR {
      hn::Store(hn::Xor(noise, bias), d16, sums + v * kLanes16);
    });
    return term + 1;
  }
  V16 sum[kVectors];
  for (V16& s : sum) s = hn::Set(d16, constant);
  do {
    const V16 amplitude = hn::Set(d16, term->amplitudeQ16);
    if (takesSigned(*term)) {
      forEachNoise(*term, start, [&](std::int64_t v, V16 noise) HWY_ATTR {
        const auto product = hn::MulHigh(hn::BitCast(i16, noise), hn::BitCast(i16, amplitude));
        sum[v] = hn::Add(sum[v], hn::BitCast(d16, product));
      });
    } else {
      forEachNoise(*term, start, [&](std::int64_t v, V16 noise) HWY_ATTR {
        sum[v] = hn::Add(sum[v], hn::MulHigh(hn::Xor(noise, bias), amplitude));
      });
    }
  } while (++term != end && !term->opensGroup);
  for (std::int64_t v = 0; v < kVectors; ++v) hn::Store(sum[v], d16, sums + v * kLanes16);
  return term;
}

// kGroups 0: as many as there are, `groups`.
template <HeightScaling::Division kDivision, std::int64_t kGroups>
void heights(const Term* terms, std::int64_t termCount, std::int64_t groups, const std::uint16_t* constants,
             const HeightScaling& scaling, std::int64_t count, std::int32_t* heights) {
  const V32 low = hn::Set(d32, scaling.reciprocalLow), high = hn::Set(d32, scaling.reciprocalHigh);
  const V32 scaleHigh = hn::Set(d32, scaling.scaleHigh);
  const V16 scaleLow = hn::BitCast(d16, hn::Set(d32, scaling.scaleLow));
  const hn::Rebind<std::uint16_t, D32> half;
  const std::int64_t all = kGroups == 0 ? groups : kGroups;
  alignas(64) std::uint16_t sums[(kGroups == 0 ? kMaxGroups : kGroups) * kPass];
  const auto at = [=, &sums](std::int64_t x) HWY_ATTR {
    V32 sum = hn::PromoteTo(d32, hn::Load(half, sums + x));
    for (std::int64_t g = 1; g < all; ++g) {
      sum = hn::Add(sum, hn::PromoteTo(d32, hn::Load(half, sums + g * kPass + x)));
    }
    V32 mean = sum;
    if constexpr (kDivision != HeightScaling::Division::kNone) {
      const auto even = hn::MulEven(sum, low), odd = hn::MulEven(hn::DupOdd(sum), low);
      mean = hn::OddEven(hn::BitCast(d32, odd), hn::DupOdd(hn::BitCast(d32, even)));  // the high halves
    }
    if constexpr (kDivision == HeightScaling::Division::kLong) {
      mean = hn::ShiftRight<kLongDivisionShift>(hn::Add(mean, hn::Mul(sum, high)));
    }
    // The mean has 16 bits, so the low part of the product is a high product of 16-bit lanes, those between zero.
    const V32 lowPart = hn::BitCast(d32, hn::MulHigh(hn::BitCast(d16, mean), scaleLow));
    return hn::BitCast(i32, hn::Add(hn::Mul(mean, scaleHigh), lowPart));
  };
  for (std::int64_t start = 0; start < count; start += kPass) {
    const Term* term = terms;
    for (std::int64_t g = 0; g < all; ++g)
      term = addGroup(term, terms + termCount, constants[g], start, sums + g * kPass);
    if (start + kPass <= count) {
      for (std::int64_t x = 0; x < kPass; x += kLanes32) hn::StoreU(at(x), i32, heights + start + x);
    } else {
      alignas(64) std::int32_t last[kPass];
      for (std::int64_t x = 0; x < kPass; x += kLanes32) hn::Store(at(x), i32, last + x);
      std::memcpy(heights + start, last, static_cast<std::size_t>(count - start) * sizeof(std::int32_t));
    }
  }
}

void heights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
             std::int32_t* heights) {
  using Division = HeightScaling::Division;
  std::int64_t groups = 0;
  std::uint16_t constants[kMaxGroups] = {};
  for (const Term* term = terms; term != terms + termCount; ++term) {
    if (term->opensGroup) ++groups;
    if (takesSigned(*term))
      constants[groups - 1] = static_cast<std::uint16_t>(constants[groups - 1] + term->amplitudeQ16 / 2);
  }
  const auto with = [=, &scaling, &constants](auto one, auto two, auto any) {
    (groups == 1 ? one : groups == 2 ? two : any)(terms, termCount, groups, constants, scaling, count, heights);
  };
  constexpr auto kNone = Division::kNone, kShort = Division::kShort, kLong = Division::kLong;
  namespace here = HWY_NAMESPACE;
  switch (scaling.division) {
    case kNone:
      return with(here::heights<kNone, 1>, here::heights<kNone, 2>, here::heights<kNone, 0>);
    case kShort:
      return with(here::heights<kShort, 1>, here::heights<kShort, 2>, here::heights<kShort, 0>);
    case kLong:
      return with(here::heights<kLong, 1>, here::heights<kLong, 2>, here::heights<kLong, 0>);
  }
}

constexpr RowKernel kRowKernel = {hashRun, spreadRun, hashColumns, heights};

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
