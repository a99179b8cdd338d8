#include "noise/fbm.h"

#include <cstdint>

#include "fixed/q16.h"
#include "fixed/splitmix64.h"
#include "noise/value_noise.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using fixed::Lattice;
using noise::Fbm;
using noise::FbmParameters;

TEST_CASE("fBm agrees with an independent Python implementation of docs/algorithms.md") {
  struct Row {
    std::uint64_t seed;
    std::int64_t octaves, gain, lacunarityShift, latticeShift, x, z, spatial, mixed;
  };
  const Row rows[] = {
      {0u, 2, 0, 8, 40, 393479441, 437374117, 14311, 29693},
      {0u, 1, 0, 8, 1, -1566109804986963266, 1276849793758704603, 37107, 11563},
      {0u, 32, 65536, 8, 40, -22838053579567, -32046980268950, 32114, 36748},
      {18446744073709551615u, 2, 65536, 8, 18, -6676046664303, -11315012337001, 36345, 46486},
      {18446744073709551615u, 4, 65536, 1, 18, 776939300, -213494736, 26646, 35835},
      {2482059900136223659u, 2, 1, 2, 16, -29472715326477, -26157591142900, 11115, 41600},
      {1337u, 4, 0, 8, 24, 2249353260812802611, 602946976691116145, 61008, 58139},
      {0u, 32, 32768, 0, 1, 14665468979416, 21840492305283, 20513, 19882},
      {0u, 8, 0, 2, 16, 824100, -591313, 11967, 52161},
      {18446744073709551615u, 32, 0, 1, 16, -1027499351, 954339587, 15831, 9954},
      {1337u, 12, 1, 1, 18, -1501475872290176664, -1107635470850710186, 21140, 46679},
      {18446744073709551615u, 8, 1, 0, 24, -416025994248701125, -338529274495719730, 47410, 27886},
      {18446744073709551615u, 2, 0, 2, 40, -32981673271287, -29961336351333, 20403, 21196},
      {0u, 8, 44833, 8, 18, -798619684, 768516977, 29762, 36171},
  };
  for (const Row& row : rows) {
    CAPTURE(row.octaves, row.gain, row.x);
    FbmParameters parameters{row.seed, row.octaves, row.gain, row.lacunarityShift, row.latticeShift, Lattice::kSpatial};
    CHECK(Fbm(parameters).valueQ16(row.x, row.z) == row.spatial);
    parameters.lattice = Lattice::kMixed;
    CHECK(Fbm(parameters).valueQ16(row.x, row.z) == row.mixed);
  }
}

TEST_CASE("fBm of one octave, or without gain, is value noise bit for bit") {
  test::Random random(13);
  for (int i = 0; i < 5000; ++i) {
    FbmParameters parameters;
    parameters.seed = random.bits();
    parameters.latticeShift = random.within(1, 40);
    parameters.lattice = random.within(0, 1) == 0 ? Lattice::kSpatial : Lattice::kMixed;
    parameters.octaves = 1;
    parameters.gainQ16 = random.within(0, 65536);
    FbmParameters noGain = parameters;
    noGain.octaves = random.within(2, 32);
    noGain.gainQ16 = 0;
    const std::int64_t x = random.ofAnySize(61), z = random.ofAnySize(61);
    const std::int64_t plain = noise::valueNoiseQ16(x, z, fixed::derivedSeeds(parameters.seed, 1)[0],
                                                    static_cast<int>(parameters.latticeShift), parameters.lattice);
    if (Fbm(parameters).valueQ16(x, z) != plain || Fbm(noGain).valueQ16(x, z) != plain) FAIL(x << ", " << z);
  }
}

TEST_CASE("fBm is the weighted mean of its octaves, each at the coordinate shifted left") {
  test::Random random(14);
  for (int i = 0; i < 3000; ++i) {
    FbmParameters parameters;
    parameters.seed = random.bits();
    parameters.octaves = random.within(1, 8);
    parameters.gainQ16 = random.within(0, 65536);
    parameters.lacunarityShift = random.within(0, 3);
    const std::int64_t x = random.ofAnySize(40), z = random.ofAnySize(40);  // 40 + 7 * 3 bits: the shift stays exact
    const auto seeds = fixed::derivedSeeds(parameters.seed, static_cast<int>(parameters.octaves));
    std::int64_t sum = 0, weights = 0, amplitude = 65536;
    for (std::size_t k = 0; k < seeds.size(); ++k) {
      const std::int64_t factor = std::int64_t{1} << (parameters.lacunarityShift * static_cast<std::int64_t>(k));
      sum +=
          fixed::multiplyQ16(noise::valueNoiseQ16(x * factor, z * factor, seeds[k], 18, Lattice::kSpatial), amplitude);
      weights += amplitude;
      amplitude = fixed::multiplyQ16(amplitude, parameters.gainQ16);
    }
    const Fbm fbm(parameters);
    if (fbm.valueQ16(x, z) != fixed::floorDiv(sum * 65536, weights)) FAIL(x << ", " << z);
    if (fbm.totalAmplitudeQ16() != weights || fbm.octaves().size() != seeds.size()) FAIL("weights");
  }
}

TEST_CASE("fBm stays in 0 to 1 for every number of octaves and gain") {
  test::Random random(15);
  for (std::int64_t octaves = 1; octaves <= 32; ++octaves) {
    for (const std::int64_t gain : {0, 1, 32768, 65535, 65536}) {
      const Fbm fbm({random.bits(), octaves, gain, random.within(0, 8), random.within(1, 40), Lattice::kMixed});
      for (int i = 0; i < 100; ++i) {
        const std::int64_t value = fbm.valueQ16(random.ofAnySize(62), random.ofAnySize(62));
        if (value < 0 || value >= 65536) FAIL(octaves << " octaves, gain " << gain << ": " << value);
      }
    }
  }
}
