#include "fixed/splitmix64.h"

#include <array>
#include <cstdint>
#include <vector>

#include "support/catch.h"

using namespace orograph;

TEST_CASE("SplitMix64 yields the published outputs of its authors' generator") {
  struct Row {
    std::uint64_t seed;
    std::array<std::uint64_t, 5> outputs;
  };
  // The second row is the one that other implementations publish as their check.
  const Row rows[] = {
      {0, {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu, 0xf88bb8a8724c81ecu, 0x1b39896a51a8749bu}},
      {1234567,
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u}},
      {~std::uint64_t{0},
       {0xe4d971771b652c20u, 0xe99ff867dbf682c9u, 0x382ff84cb27281e9u, 0x6d1db36ccba982d2u, 0xb4a0472e578069aeu}},
  };
  for (const Row& row : rows) {
    fixed::SplitMix64 generator(row.seed);
    for (const std::uint64_t output : row.outputs) CHECK(generator.next() == output);
  }
}

TEST_CASE("the state moves by the golden gamma, modulo 2^64") {
  fixed::SplitMix64 generator(0xFFFFFFFFFFFFFFFFu);
  CHECK(generator.state() == 0xFFFFFFFFFFFFFFFFu);
  generator.next();
  CHECK(generator.state() == 0x9E3779B97F4A7C14u);
}

TEST_CASE("derived seeds are the low 31 bits of successive outputs") {
  const std::vector<std::uint32_t> published = {332046347, 1742079433, 1409821530, 2129642082};
  CHECK(fixed::derivedSeeds(1337, 4) == published);
  CHECK(fixed::derivedSeeds(1337, 0).empty());

  const std::vector<std::uint32_t> more = fixed::derivedSeeds(1337, 32);
  fixed::SplitMix64 generator(1337);
  for (const std::uint32_t seed : more) CHECK(seed == static_cast<std::uint32_t>(generator.next() % 0x80000000u));
}
