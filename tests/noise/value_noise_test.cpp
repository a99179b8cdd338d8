#include "noise/value_noise.h"

#include <algorithm>
#include <cstdint>

#include "support/big.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using fixed::Int256;
using fixed::Lattice;
using test::powerOfTwo;

TEST_CASE("latticePosition is the split of the coordinate shifted left, as integers of any size compute it") {
  test::Random random(10);
  const Int256 indices = powerOfTwo(32);
  for (int i = 0; i < 3000; ++i) {
    const std::int64_t coordinate = random.ofAnySize(62);
    const int latticeShift = static_cast<int>(random.within(1, 40)), up = static_cast<int>(random.within(0, 180));
    const Int256 shifted = Int256(coordinate) * powerOfTwo(up);
    const Int256 index = floorDiv(shifted, powerOfTwo(latticeShift));
    const Int256 low = shifted - index * powerOfTwo(latticeShift);
    const Int256 fraction = floorDiv(low * powerOfTwo(16), powerOfTwo(latticeShift));

    const noise::LatticePosition position = noise::latticePosition(coordinate, latticeShift - up);
    const bool sameIndex = static_cast<std::uint32_t>(position.index) ==
                           static_cast<std::uint64_t>((index - floorDiv(index, indices) * indices).toInt64());
    if (!sameIndex || !(Int256(position.fractionQ16) == fraction)) {
      FAIL(coordinate << " << " << up << " >> " << latticeShift << ": " << position.index << ", "
                      << position.fractionQ16);
    }
  }
}

TEST_CASE("far beyond 64 bits every sample is lattice point 0") {
  for (const int latticeShift : {-32, -33, -63, -64, -65, -230}) {
    for (const std::int64_t coordinate : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX / 2, INT64_MIN / 2}) {
      const noise::LatticePosition position = noise::latticePosition(coordinate, latticeShift);
      CHECK(static_cast<std::uint32_t>(position.index) == 0);
      CHECK(position.fractionQ16 == 0);
    }
  }
}

TEST_CASE("interpolate equals its unsigned 32-bit form and stays between its ends") {
  const auto unsignedForm = [](std::int64_t a, std::int64_t b, std::int64_t weight) {
    const auto u = static_cast<std::uint32_t>(weight);
    return std::int64_t{(static_cast<std::uint32_t>(a) * (65536u - u) + static_cast<std::uint32_t>(b) * u) >> 16};
  };
  const auto check = [&](std::int64_t a, std::int64_t b, std::int64_t weight) {
    const std::int64_t value = noise::interpolate(a, b, weight);
    const bool between = value >= std::min(a, b) && value <= std::max(a, b);
    if (value != unsignedForm(a, b, weight) || !between) FAIL(a << ", " << b << ", " << weight << ": " << value);
  };
  const std::int64_t extremes[] = {0, 1, 2, 32767, 32768, 32769, 65534, 65535};
  for (const std::int64_t a : extremes) {
    for (const std::int64_t b : extremes) {
      for (std::int64_t weight = 0; weight <= 65536; ++weight) check(a, b, weight);
      CHECK(noise::interpolate(a, b, 0) == a);
      CHECK(noise::interpolate(a, b, 65536) == b);
    }
  }
  test::Random random(11);
  for (int i = 0; i < 500000; ++i) check(random.within(0, 65535), random.within(0, 65535), random.within(0, 65536));
}

TEST_CASE("value noise agrees with an independent Python implementation of docs/algorithms.md") {
  struct Row {
    std::int64_t x, z;
    std::uint32_t seed;
    int latticeShift;
    std::int64_t spatial, mixed;
  };
  const Row rows[] = {
      {1912280634961810143, 259756936224904336, 873550681u, -4, 24241, 3785},
      {-2861487643966, 5495465994362, 63891757u, -12, 40266, 21757},
      {1259115143480515763, -2300816859448643346, 458491375u, 8, 52156, 32724},
      {1359749974232558109, -1632183185238953201, 1215994887u, 16, 30062, 37743},
      {8611783709971, -33052639865615, 2070337916u, -4, 50160, 13446},
      {-15513634, -639751231, 23525719u, 30, 31153, 41136},
      {-568293745033873568, 1560875804094041867, 1382367705u, -239, 54667, 37392},
      {-2301499632427049619, -2124781619598949076, 452496761u, 30, 18374, 28963},
      {-871964, -434704, 457936653u, -85, 3496, 57731},
      {331163, 194300, 829293675u, 20, 24302, 39138},
      {-173086, -29306, 33305478u, 8, 31473, 49268},
      {2155728282628614368, -619554987909365435, 1346998122u, -42, 55339, 17489},
      {-2153656, -258554168, 340323998u, -5, 63720, 57021},
      {-1581828485360306199, -1868640681272762649, 222994021u, -84, 52715, 56733},
      {19931674399171, 24040035682414, 1768920592u, 8, 27984, 22813},
      {-778350619, -530857208, 490477405u, 20, 14040, 49387},
  };
  for (const Row& row : rows) {
    CAPTURE(row.x, row.z, row.latticeShift);
    CHECK(noise::valueNoiseQ16(row.x, row.z, row.seed, row.latticeShift, Lattice::kSpatial) == row.spatial);
    CHECK(noise::valueNoiseQ16(row.x, row.z, row.seed, row.latticeShift, Lattice::kMixed) == row.mixed);
  }
}

TEST_CASE("value noise passes through its lattice values and stays among those around it") {
  test::Random random(12);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t ix = random.within(-1000000, 1000000), iz = random.within(-1000000, 1000000);
    const auto seed = static_cast<std::uint32_t>(random.within(0, 0x7FFFFFFF));
    const std::int64_t x = ix * 262144, z = iz * 262144;
    const auto at = [&](std::int64_t a, std::int64_t b) {
      return std::int64_t{fixed::latticeValue(Lattice::kSpatial, a, b, seed)};
    };
    if (noise::valueNoiseQ16(x, z, seed, 18, Lattice::kSpatial) != at(ix, iz))
      FAIL("lattice point " << ix << ", " << iz);
    const auto [least, most] = std::minmax({at(ix, iz), at(ix + 1, iz), at(ix, iz + 1), at(ix + 1, iz + 1)});
    const std::int64_t between =
        noise::valueNoiseQ16(x + random.within(0, 262143), z + random.within(0, 262143), seed, 18, Lattice::kSpatial);
    if (between < least || between > most) FAIL("cell " << ix << ", " << iz);
  }
}
