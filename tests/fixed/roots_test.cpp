#include "fixed/roots.h"

#include <cstdint>
#include <string>

#include "codec/sha256.h"
#include "support/catch.h"

using namespace orograph;

TEST_CASE("isqrt is the floor of the square root around every perfect square") {
  const auto check = [](std::uint64_t root) {
    const std::uint64_t square = root * root;
    const bool below = root == 0 || fixed::isqrt(square - 1) == root - 1;
    if (fixed::isqrt(square) != root || fixed::isqrt(square + 2 * root) != root || !below) FAIL("root " << root);
  };
  constexpr std::uint64_t kMost = 0xFFFFFFFFu;
  for (std::uint64_t root = 0; root <= 70000; ++root) check(root);
  for (std::uint64_t root = 70000; root < kMost; root += 65521) check(root);
  for (std::uint64_t root = kMost - 30000; root <= kMost; ++root) check(root);
  CHECK(fixed::isqrt(~std::uint64_t{0}) == kMost);
}

TEST_CASE("log2Q48 lies within 2^-46 of logarithms computed with 60 decimal digits") {
  struct Row {
    std::uint64_t value;
    std::int64_t floorQ48;
  };
  const Row rows[] = {
      {3u, 446127282977750},
      {5u, 653564656432238},
      {7u, 790200161304709},
      {10u, 935039633142894},
      {57u, 1641812580892838},
      {927u, 2774337146120186},
      {65535u, 4503593430995202},
      {65537u, 4503605823651240},
      {26682269u, 6943812603500736},
      {31478691u, 7010942751270742},
      {1000000007u, 8415356701128625},
      {3332716663u, 8904193915782161},
      {4294967295u, 9007199254646443},
      {4294967297u, 9007199254835540},
      {77747388039u, 10183222862223457},
      {1099511627775u, 11258999068425870},
      {3260977305657u, 11700476114235537},
      {118433476013035u, 13159256411061690},
      {109745997543859625u, 15933438789689190},
      {4611686018427387905u, 17451448556060672},
      {5985733786489449015u, 17557348963149584},
      {9223372036854775807u, 17732923532771327},
      {18446744073709551615u, 18014398509481983},
  };
  for (const Row& row : rows) {
    const std::int64_t difference = fixed::log2Q48(row.value) - row.floorQ48;
    CAPTURE(row.value, difference);
    CHECK(difference > -4);  // the true value is up to one unit of 2^-48 above its floor
    CHECK(difference <= 4);
  }
}

TEST_CASE("log2Q48 is exact for powers of two and never falls") {
  for (int exponent = 0; exponent < 64; ++exponent) {
    CHECK(fixed::log2Q48(std::uint64_t{1} << exponent) == std::int64_t{exponent} << 48);
  }
  std::int64_t before = 0;
  for (std::uint64_t value = 1; value <= 20000; ++value) {
    const std::int64_t logarithm = fixed::log2Q48(value);
    if (logarithm < before) FAIL("value " << value);
    before = logarithm;
  }
}

// The digest is that of all 65537 values as little-endian 32-bit integers, computed in Python with 60 decimal digits;
// no true value but the two ends lies within 10^-6 of an integer, so their floors are certain.
TEST_CASE("exp2NegativeQ16 is the floor of the exact power for every exponent") {
  std::string bytes;
  for (std::int64_t exponent = 0; exponent <= 65536; ++exponent) {
    const std::int64_t value = fixed::exp2NegativeQ16(exponent);
    for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>((value >> (8 * byte)) & 0xFF);
  }
  CHECK(codec::sha256Hex(bytes) == "5dd9b314cfefa14c2c3cb38b4c9562502ff8121b14ee75f4e01158be89a45c4d");

  CHECK(fixed::exp2NegativeQ16(0) == 65536);
  CHECK(fixed::exp2NegativeQ16(1) == 65535);
  CHECK(fixed::exp2NegativeQ16(8869) == 59667);  // the closest call
  CHECK(fixed::exp2NegativeQ16(32768) == 46340);
  CHECK(fixed::exp2NegativeQ16(65535) == 32768);
  CHECK(fixed::exp2NegativeQ16(65536) == 32768);
}
