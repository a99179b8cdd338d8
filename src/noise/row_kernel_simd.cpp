// One source for every instruction set: foreach_target.h includes this file again for each, in its own namespace.
#include "noise/row_kernel_simd.h"

// Left out: SSSE3, which any processor of the last fifteen years exceeds, and vectors of unknown length.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/row_kernel_simd.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

#include "noise/basis.h"
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
  // As the multiplier is odd, flipping the top bit of the key flips the top bit of the product alone: that is the bias.
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
HWY_INLINE hn::Vec<D> blocks(D d, const std::uint16_t* values, const std::uint32_t* firstCell) {
  if constexpr (hn::MaxLanes(d) == kColumnsPerBlock) {
    return hn::LoadU(d, values + *firstCell);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, blocks(half, values, firstCell + hn::MaxLanes(half) / kColumnsPerBlock),
                       blocks(half, values, firstCell));
  }
}

template <bool kNarrow>
void spreadRun(const std::uint16_t* values, Spread spread, const std::uint16_t* weightsQ16, std::int64_t count,
               std::uint16_t* line) {
  const hn::Repartition<std::uint8_t, D16> bytes;
  const V16 next = hn::Set(d16, 0x0202);
  forEachVector(count, [=](std::int64_t x) HWY_ATTR {
    const std::uint32_t* firstCell = spread.firstCell + x / kColumnsPerBlock;
    const V16 shuffle = hn::BitCast(d16, hn::LoadU(bytes, spread.shuffle + 2 * x));
    const V16 cells = blocks(d16, values, firstCell);
    const V16 a = hn::TableLookupBytes(cells, shuffle);
    const V16 b = kNarrow ? hn::TableLookupBytes(cells, hn::Add(shuffle, next))
                          : hn::TableLookupBytes(blocks(d16, values + 1, firstCell), shuffle);
    hn::StoreU(mix(a, b, hn::LoadU(d16, weightsQ16 + x)), d16, line + x);
  });
}

void spreadRun(const std::uint16_t* values, Spread spread, const std::uint16_t* weightsQ16, std::int64_t count,
               std::uint16_t* line) {
  (spread.isNarrow ? spreadRun<true> : spreadRun<false>)(values, spread, weightsQ16, count, line);
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

void spreadPairs(const std::uint16_t* values, Spread spread, std::int64_t count, std::uint16_t* left,
                 std::uint16_t* right) {
  const hn::Repartition<std::uint8_t, D16> bytes;
  forEachVector(count, [=](std::int64_t x) HWY_ATTR {
    const std::uint32_t* firstCell = spread.firstCell + x / kColumnsPerBlock;
    const V16 shuffle = hn::BitCast(d16, hn::LoadU(bytes, spread.shuffle + 2 * x));
    hn::StoreU(hn::TableLookupBytes(blocks(d16, values, firstCell), shuffle), d16, left + x);
    hn::StoreU(hn::TableLookupBytes(blocks(d16, values + 1, firstCell), shuffle), d16, right + x);
  });
}

// a + (b - a) * weight, see multiplyQ15.
template <class V>
HWY_INLINE V lerp(V a, V b, V weightQ15) {
  return hn::Add(a, hn::MulFixedPoint15(hn::Sub(b, a), weightQ15));
}

// All ones where the bit is set, zeros elsewhere, in signed 16-bit lanes.
template <int kBit>
HWY_INLINE hn::Vec<decltype(i16)> spreadBit(V16 values) {
  return hn::ShiftRight<15>(hn::BitCast(i16, hn::ShiftLeft<15 - kBit>(values)));
}

void rampLine(const std::uint16_t* left, const std::uint16_t* right, const std::uint16_t* offsetsQ15,
              const std::uint16_t* weightsQ16, std::int64_t count, std::uint16_t* ramps, std::uint16_t* slopes) {
  using V = hn::Vec<decltype(i16)>;
  const V longQ14 = hn::Set(i16, Gradient::kLongQ15 >> 1), shortQ14 = hn::Set(i16, Gradient::kShortQ15 >> 1);
  // The negative of a component is rounded down as the definition's is: both lengths are even.
  static_assert(Gradient::kLongQ15 % 2 == 0 && Gradient::kShortQ15 % 2 == 0);
  const V swap = hn::Xor(longQ14, shortQ14);
  const auto component = [=](V base, V steep, V negative) HWY_ATTR {
    return hn::Sub(hn::Xor(hn::Xor(base, hn::And(steep, swap)), negative), negative);
  };
  forEachVector(count, [=](std::int64_t x) HWY_ATTR {
    const V16 a = hn::Xor(hn::LoadU(d16, left + x), hn::Set(d16, kBias));
    const V16 b = hn::Xor(hn::LoadU(d16, right + x), hn::Set(d16, kBias));
    const V offset = hn::BitCast(i16, hn::LoadU(d16, offsetsQ15 + x));
    const V weight = hn::BitCast(i16, hn::ShiftRight<1>(hn::LoadU(d16, weightsQ16 + x)));
    const V steepA = spreadBit<13>(a), steepB = spreadBit<13>(b);
    const V fromLeft = hn::MulFixedPoint15(component(longQ14, steepA, spreadBit<14>(a)), offset);
    const V beyond = hn::Xor(offset, hn::Set(i16, -32768));  // offset - 32768
    const V fromRight = hn::MulFixedPoint15(component(longQ14, steepB, spreadBit<14>(b)), beyond);
    hn::StoreU(hn::BitCast(d16, lerp(fromLeft, fromRight, weight)), d16, ramps + x);
    const V slope = lerp(component(shortQ14, steepA, spreadBit<15>(a)), component(shortQ14, steepB, spreadBit<15>(b)), weight);
    hn::StoreU(hn::BitCast(d16, slope), d16, slopes + x);
  });
}

// Hashes of a simplex's corners from keys of the lower corner's axes.
struct SpatialCorners {
  using Keys = SpatialKeys;
  static constexpr std::uint32_t kX = 73856093u, kZ = 19349663u;
  static std::uint32_t seedKey(std::uint32_t seed) { return seed * 83492791u; }
  static HWY_INLINE V32 value(V32 x, V32 z, V32 seedKey) {
    V32 h = hn::Xor(hn::Xor(x, z), seedKey);
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(d32, SpatialKeys::kMix));
    return hn::Xor(h, hn::ShiftRight<16>(h));  // the upper half is not zero
  }
};

struct MixedCorners {
  using Keys = MixedKeys;
  static constexpr std::uint32_t kX = 0x9E3779B1u, kZ = 0x85EBCA77u;
  static std::uint32_t seedKey(std::uint32_t seed) { return seed; }
  static HWY_INLINE V32 value(V32 x, V32 z, V32 seedKey) {
    V32 h = hn::Add(hn::Add(x, z), seedKey);
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(d32, MixedKeys::kMix));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(d32, MixedKeys::kSecondMix));
    return hn::ShiftRight<16>(hn::Xor(h, hn::ShiftRight<15>(h)));
  }
};

using I32 = hn::Vec<decltype(i32)>;

// The sums of products of the two 16-bit halves of every lane.
HWY_INLINE I32 pairProducts(I32 a, I32 b) {
#if HWY_ARCH_X86
  // One instruction here, which leaves the second sum alone.
  I32 rest = hn::Zero(i32);
  return hn::ReorderWidenMulAccumulate(i32, hn::BitCast(i16, a), hn::BitCast(i16, b), hn::Zero(i32), rest);
#else
  const auto lower = [](I32 v) HWY_ATTR { return hn::ShiftRight<16>(hn::ShiftLeft<16>(v)); };
  return hn::Add(hn::Mul(lower(a), lower(b)), hn::Mul(hn::ShiftRight<16>(a), hn::ShiftRight<16>(b)));
#endif
}

HWY_INLINE I32 roundedQ15(I32 productQ30) { return hn::ShiftRight<15>(hn::Add(productQ30, hn::Set(i32, 1 << 14))); }

// What a corner at (x, z) gives, Q30: see simplexNoise. Products of 16-bit halves: x and z share a lane.
HWY_INLINE I32 cornerOf(V32 latticeValue, I32 x, I32 z) {
  const I32 place = hn::Or(hn::And(x, hn::Set(i32, 0xFFFF)), hn::ShiftLeft<16>(z));
  // Bit 14 of the value to the top of the lower half, bit 15 to the top of the upper.
  const V32 signs = hn::Or(hn::And(hn::ShiftLeft<1>(latticeValue), hn::Set(d32, 0xFFFF)), hn::ShiftLeft<16>(latticeValue));
  const auto negative = hn::ShiftRight<15>(hn::BitCast(i16, signs));
  constexpr std::int32_t kFlat = Gradient::kLongQ15 | Gradient::kShortQ15 << 16;
  constexpr std::int32_t kSteep = Gradient::kShortQ15 | Gradient::kLongQ15 << 16;
  const I32 steep = hn::ShiftRight<31>(hn::BitCast(i32, hn::ShiftLeft<18>(latticeValue)));
  const auto size = hn::BitCast(i16, hn::Xor(hn::Set(i32, kFlat), hn::And(steep, hn::Set(i32, kFlat ^ kSteep))));
  const I32 gradient = hn::BitCast(i32, hn::Sub(hn::Xor(size, negative), negative));
  const I32 ramp = roundedQ15(pairProducts(gradient, place));
  const I32 rest = hn::Sub(hn::Set(i32, (1 << 29) + (1 << 13)), pairProducts(place, place));
  // Where the rest without its rounding is negative, the shifted one is 0 all the same.
  const I32 falloff = hn::Min(hn::ShiftRight<14>(hn::Max(rest, hn::Zero(i32))), hn::Set(i32, 32767));
  const I32 square = roundedQ15(pairProducts(falloff, falloff));
  return pairProducts(roundedQ15(pairProducts(square, square)), ramp);  // the upper half of the first is zero
}

template <class Hash>
void simplexRow(const Places& places, const LatticePoint& row, std::uint32_t seed, std::int64_t count,
                std::uint16_t* values) {
  using S = SimplexCorners;
  const hn::Rebind<std::uint16_t, D32> half;
  const V32 rowX = hn::Set(d32, static_cast<std::uint32_t>(row.xQ16 >> 16));
  const V32 rowZ = hn::Set(d32, static_cast<std::uint32_t>(row.zQ16 >> 16));
  const V32 rowTx = hn::Set(d32, row.xQ16 & 0xFFFF), rowTz = hn::Set(d32, row.zQ16 & 0xFFFF);
  const V32 seedKey = hn::Set(d32, Hash::seedKey(seed)), low = hn::Set(d32, 0xFFFF);
  const V32 stepX = hn::Set(d32, Hash::kX), stepZ = hn::Set(d32, Hash::kZ);
  const auto noise = [=](std::int64_t i) HWY_ATTR {
    V32 tx = hn::Add(hn::PromoteTo(d32, hn::LoadU(half, places.xFraction + i)), rowTx);
    V32 tz = hn::Add(hn::PromoteTo(d32, hn::LoadU(half, places.zFraction + i)), rowTz);
    const V32 ix = hn::Add(hn::Add(hn::LoadU(d32, places.xIndex + i), rowX), hn::ShiftRight<16>(tx));
    const V32 iz = hn::Add(hn::Add(hn::LoadU(d32, places.zIndex + i), rowZ), hn::ShiftRight<16>(tz));
    tx = hn::And(tx, low);
    tz = hn::And(tz, low);
    const V32 keyX = hn::Mul(ix, stepX), keyZ = hn::Mul(iz, stepZ);
    const V32 unskew = hn::ShiftRight<17>(
        hn::Add(hn::Mul(hn::Add(tx, tz), hn::Set(d32, S::kUnskewQ17)), hn::Set(d32, 1 << 16)));
    const V32 rounded = hn::Sub(hn::Set(d32, 1), unskew);
    const I32 x = hn::ShiftRight<1>(hn::BitCast(i32, hn::Add(tx, rounded)));
    const I32 z = hn::ShiftRight<1>(hn::BitCast(i32, hn::Add(tz, rounded)));
    // Signed, as both are below 2^16.
    const auto i1 = hn::Gt(hn::BitCast(i32, tx), hn::BitCast(i32, tz));
    const auto i1Unsigned = hn::RebindMask(d32, i1);
    const I32 one = hn::Set(i32, 32768), unskewOnce = hn::Set(i32, S::kUnskewQ15);
    const I32 far = hn::Set(i32, S::kTwoUnskewQ15 - 32768);
    const V32 nextX = hn::Add(keyX, stepX), nextZ = hn::Add(keyZ, stepZ);
    const V32 middle = Hash::value(hn::IfThenElse(i1Unsigned, nextX, keyX), hn::IfThenElse(i1Unsigned, keyZ, nextZ), seedKey);
    I32 sum = cornerOf(Hash::value(keyX, keyZ, seedKey), x, z);
    sum = hn::Add(sum, cornerOf(middle, hn::Sub(hn::Add(x, unskewOnce), hn::IfThenElseZero(i1, one)),
                                hn::Sub(hn::Add(z, unskewOnce), hn::IfThenZeroElse(i1, one))));
    sum = hn::Add(sum, cornerOf(Hash::value(nextX, nextZ, seedKey), hn::Add(x, far), hn::Add(z, far)));
    return hn::ShiftRight<9>(hn::Mul(hn::ShiftRight<10>(sum), hn::Set(i32, 99)));  // simplexValueQ16, biased
  };
  const hn::RebindToSigned<decltype(half)> signedHalf;
  for (std::int64_t i = 0; i < count; i += kLanes32) {
    hn::StoreU(hn::BitCast(half, hn::DemoteTo(signedHalf, noise(i))), half, values + i);
  }
}

void simplexRow(Lattice lattice, const Places& places, const LatticePoint& row, std::uint32_t seed, std::int64_t count,
                std::uint16_t* values) {
  (lattice == Lattice::kSpatial ? simplexRow<SpatialCorners> : simplexRow<MixedCorners>)(places, row, seed, count, values);
}

// The columns of one pass over the terms of a group: few enough vectors that all their sums stay in registers.
constexpr std::int64_t kVectors = kColumnsPerStep / kLanes16 < 4 ? kColumnsPerStep / kLanes16 : 4;
constexpr std::int64_t kPass = kVectors * kLanes16;
// The columns whose sums wait for the division: long enough a loop to pay, short enough for the first-level cache.
constexpr std::int64_t kStrip = 256;
static_assert(kColumnsPerStep % kPass == 0 && kStrip % kColumnsPerStep == 0);

// Distances, in columns, at which the processor's own prefetching falls short: lines arrive from a second-level cache,
// heights go to memory that must be read before it is written.
constexpr std::int64_t kLinesAhead = 128, kHeightsAhead = 1024;
constexpr std::int64_t kCacheLineBytes = 64;

// How a term is computed.
enum Kind { kTwoLinesSigned, kOneLineSigned, kTwoLines, kOneLine, kKinds };

// fmul(value, amplitude) is the signed high product of the biased value, and the constant amplitude / 2 more, if the
// amplitude is even and below one half. Others take the unsigned product of the value itself.
bool takesSigned(const Term& term) { return term.amplitudeQ16 % 2 == 0 && term.amplitudeQ16 < 32768; }

Kind kindOf(const Term& term) {
  if (takesSigned(term)) return term.far != nullptr ? kTwoLinesSigned : kOneLineSigned;
  return term.far != nullptr ? kTwoLines : kOneLine;
}

// A term of value noise with its factors in every lane.
struct LineFactors {
  const std::uint16_t *near, *far;
  V16 weight, amplitude;

  explicit LineFactors(const Term& term)
      : near(term.near), far(term.far), weight(hn::Set(d16, term.weightQ16)), amplitude(hn::Set(d16, term.amplitudeQ16)) {}

  template <bool kTwo>
  HWY_INLINE V16 noise(std::int64_t x) const {
    const V16 value = hn::LoadU(d16, near + x);
    if constexpr (!kTwo) return value;
    return mix(value, hn::LoadU(d16, far + x), weight);
  }
};

// The same of Perlin noise.
struct RampFactors {
  using V = hn::Vec<decltype(i16)>;
  const std::uint16_t *near, *far, *nearSlope, *farSlope;
  V16 amplitude;
  V offset, beyond, weight;

  explicit RampFactors(const Term& term)
      : near(term.near), far(term.far), nearSlope(term.nearSlope), farSlope(term.farSlope),
        amplitude(hn::Set(d16, term.amplitudeQ16)), offset(hn::Set(i16, term.offsetQ15)),
        beyond(hn::Xor(offset, hn::Set(i16, -32768))),
        weight(hn::Set(i16, static_cast<std::int16_t>(term.weightQ16 >> 1))) {}

  static HWY_INLINE V at(const std::uint16_t* line, const std::uint16_t* slope, V distance, std::int64_t x) {
    const V ramp = hn::BitCast(i16, hn::LoadU(d16, line + x));
    return hn::Add(ramp, hn::MulFixedPoint15(hn::BitCast(i16, hn::LoadU(d16, slope + x)), distance));
  }

  template <bool kTwo>
  HWY_INLINE V16 noise(std::int64_t x) const {
    V n = at(near, nearSlope, offset, x);
    if constexpr (kTwo) n = lerp(n, at(far, farSlope, beyond, x), weight);
    // perlinValueQ16, biased.
    const V twice = hn::Add(n, n);
    return hn::BitCast(d16, hn::Add(hn::Add(twice, twice), hn::MulFixedPoint15(twice, hn::Set(i16, -19240))));
  }
};

template <class Factors>
struct Group {
  const Factors* alone;                          // the single term of amplitude 1.0, or null
  std::uint16_t constant;                        // what the signed products leave out
  const Factors *begins[kKinds], *ends[kKinds];  // the terms of each kind
};

template <typename T>
HWY_INLINE void prefetch(const T* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; i += kCacheLineBytes / static_cast<std::int64_t>(sizeof(T))) {
    hwy::Prefetch(values + i);
  }
}

template <Kind kKind, class Factors>
HWY_INLINE void addTerms(const Group<Factors>& group, std::int64_t x, V16 (&sum)[kVectors]) {
  constexpr bool kTwo = kKind == kTwoLinesSigned || kKind == kTwoLines;
  for (const Factors* term = group.begins[kKind]; term != group.ends[kKind]; ++term) {
    prefetch(term->near + x + kLinesAhead, kPass);
    if constexpr (kTwo) prefetch(term->far + x + kLinesAhead, kPass);
    for (std::int64_t v = 0; v < kVectors; ++v) {
      const V16 noise = term->template noise<kTwo>(x + v * kLanes16);
      if constexpr (kKind == kTwoLinesSigned || kKind == kOneLineSigned) {
        const auto product = hn::MulHigh(hn::BitCast(i16, noise), hn::BitCast(i16, term->amplitude));
        sum[v] = hn::Add(sum[v], hn::BitCast(d16, product));
      } else {
        sum[v] = hn::Add(sum[v], hn::MulHigh(hn::Xor(noise, hn::Set(d16, kBias)), term->amplitude));
      }
    }
  }
}

template <bool kTwo, class Factors>
void copyAlone(const Factors& term, std::int64_t start, std::int64_t count, std::uint16_t* sums) {
  forEachVector(count, [&](std::int64_t x) HWY_ATTR {
    hn::Store(hn::Xor(term.template noise<kTwo>(start + x), hn::Set(d16, kBias)), d16, sums + x);
  });
}

template <class Factors>
void addGroup(const Group<Factors>& group, std::int64_t start, std::int64_t count, std::uint16_t* sums,
              const std::int32_t* heights) {
  if (group.alone != nullptr) {
    (group.alone->far != nullptr ? copyAlone<true, Factors> : copyAlone<false, Factors>)(*group.alone, start, count, sums);
    return;
  }
  for (std::int64_t x = 0; x < count; x += kPass) {
    prefetch(heights + start + x + kHeightsAhead, kPass);
    V16 sum[kVectors];
    for (V16& s : sum) s = hn::Set(d16, group.constant);
    addTerms<kTwoLinesSigned>(group, start + x, sum);
    addTerms<kOneLineSigned>(group, start + x, sum);
    addTerms<kTwoLines>(group, start + x, sum);
    addTerms<kOneLine>(group, start + x, sum);
    for (std::int64_t v = 0; v < kVectors; ++v) hn::Store(sum[v], d16, sums + x + v * kLanes16);
  }
}

// kGroups 0: as many as there are, `groups`. Reads `sums` of kStrip columns a group.
template <HeightScaling::Division kDivision, std::int64_t kGroups, bool kHasScaleLow>
void scale(const std::uint16_t* sums, std::int64_t groups, const HeightScaling& scaling, std::int64_t count,
           std::int32_t* heights) {
  const V32 low = hn::Set(d32, scaling.reciprocalLow), high = hn::Set(d32, scaling.reciprocalHigh);
  const V32 scaleHigh = hn::Set(d32, scaling.scaleHigh);
  const V16 scaleLow = hn::BitCast(d16, hn::Set(d32, scaling.scaleLow));
  const hn::Rebind<std::uint16_t, D32> half;
  const std::int64_t all = kGroups == 0 ? groups : kGroups;
  const auto at = [=](std::int64_t x) HWY_ATTR {
    V32 sum = hn::PromoteTo(d32, hn::Load(half, sums + x));
    for (std::int64_t g = 1; g < all; ++g) {
      sum = hn::Add(sum, hn::PromoteTo(d32, hn::Load(half, sums + g * kStrip + x)));
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
    V32 height = hn::Mul(mean, scaleHigh);
    if constexpr (kHasScaleLow) {
      // The mean has 16 bits: this is a high product of 16-bit lanes, those between being zero.
      height = hn::Add(height, hn::BitCast(d32, hn::MulHigh(hn::BitCast(d16, mean), scaleLow)));
    }
    return hn::BitCast(i32, height);
  };
  std::int64_t x = 0;
  for (; x + kLanes32 <= count; x += kLanes32) hn::StoreU(at(x), i32, heights + x);
  if (x < count) {
    alignas(64) std::int32_t last[kLanes32];
    hn::Store(at(x), i32, last);
    std::memcpy(heights + x, last, static_cast<std::size_t>(count - x) * sizeof(std::int32_t));
  }
}

void scale(const std::uint16_t* sums, std::int64_t groups, const HeightScaling& scaling, std::int64_t count,
           std::int32_t* heights) {
  constexpr auto kNone = HeightScaling::Division::kNone, kShort = HeightScaling::Division::kShort,
                 kLong = HeightScaling::Division::kLong;
  const auto with = [=, &scaling](auto hasLow, auto isWhole) {
    (scaling.scaleLow != 0 ? hasLow : isWhole)(sums, groups, scaling, count, heights);
  };
  // A mean over a total of 1.0 is one group, over any other total more. Where the sum itself is wanted, it is both.
  switch (scaling.division) {
    case kNone:
      return groups == 1 ? with(scale<kNone, 1, true>, scale<kNone, 1, false>)
                         : with(scale<kNone, 0, true>, scale<kNone, 0, false>);
    case kShort:
      return groups == 2 ? with(scale<kShort, 2, true>, scale<kShort, 2, false>)
                         : with(scale<kShort, 0, true>, scale<kShort, 0, false>);
    case kLong:
      return groups == 2 ? with(scale<kLong, 2, true>, scale<kLong, 2, false>)
                         : with(scale<kLong, 0, true>, scale<kLong, 0, false>);
  }
}

template <class Factors>
void sumHeights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
             std::int32_t* heights) {
  // Each kind's terms lie together, in the order of the row.
  alignas(Factors) std::byte storage[kKinds][kMaxTerms * sizeof(Factors)];
  Factors* next[kKinds];
  for (int kind = 0; kind < kKinds; ++kind) next[kind] = reinterpret_cast<Factors*>(storage[kind]);
  Group<Factors> groups[kMaxTerms];
  std::int64_t groupCount = 0;
  for (const Term* term = terms; term != terms + termCount; ++term) {
    const Kind kind = kindOf(*term);
    if (term->opensGroup) {
      Group<Factors>& opened = groups[groupCount++];
      opened = {term->amplitudeQ16 == 0 ? next[kind] : nullptr, 0, {}, {}};
      for (int k = 0; k < kKinds; ++k) opened.begins[k] = opened.ends[k] = next[k];
    }
    Group<Factors>& group = groups[groupCount - 1];
    new (next[kind]++) Factors(*term);
    group.ends[kind] = next[kind];
    if (takesSigned(*term)) group.constant = static_cast<std::uint16_t>(group.constant + term->amplitudeQ16 / 2);
  }
  alignas(64) std::uint16_t sums[kMaxTerms * kStrip];
  for (std::int64_t start = 0; start < count; start += kStrip) {
    const std::int64_t columns = std::min(count - start, kStrip);
    for (std::int64_t g = 0; g < groupCount; ++g) {
      addGroup(groups[g], start, (columns + kColumnsPerStep - 1) / kColumnsPerStep * kColumnsPerStep, sums + g * kStrip,
               heights);
    }
    scale(sums, groupCount, scaling, columns, heights + start);
  }
}

void heights(const Term* terms, std::int64_t termCount, const HeightScaling& scaling, std::int64_t count,
             std::int32_t* heights) {
  (terms[0].nearSlope != nullptr ? sumHeights<RampFactors> : sumHeights<LineFactors>)(terms, termCount, scaling, count, heights);
}

constexpr RowKernel kRowKernel = {kBias, hashRun, spreadRun, hashColumns, spreadPairs, rampLine, simplexRow, heights};

#endif
}  // namespace orograph::noise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orograph::noise {

std::vector<Kernel> simdKernels() {
  std::vector<Kernel> found;
#if HWY_ARCH_X86
  // Asking the compiler's own runtime spares Highway's library, which measures its timers for 4 ms at every start.
  [[maybe_unused]] const bool sse4 =
      __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
  [[maybe_unused]] const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                                     __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  [[maybe_unused]] const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                                       __builtin_cpu_supports("avx512bw");
#if HWY_TARGETS & HWY_SSE4
  if (sse4) found.push_back({"sse4", &N_SSE4::kRowKernel});
#endif
#if HWY_TARGETS & HWY_AVX2
  if (avx2) found.push_back({"avx2", &N_AVX2::kRowKernel});
#endif
#if HWY_TARGETS & HWY_AVX3
  if (avx512) found.push_back({"avx512", &N_AVX3::kRowKernel});
#endif
#elif HWY_STATIC_TARGET != HWY_SCALAR && HWY_STATIC_TARGET != HWY_EMU128
  // The build itself requires these vectors, so every processor that runs it has them.
  found.push_back({HWY_ARCH_ARM ? "neon" : "simd", &HWY_NAMESPACE::kRowKernel});
#endif
  return found;
}

}  // namespace orograph::noise
#endif
