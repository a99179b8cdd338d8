#include "fixed/int256.h"

#include <cstdint>
#include <iterator>

#include "support/big.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using fixed::Int256;
using test::big;
using test::powerOfTwo;

namespace {

/// Any value of up to 2^bits in size.
Int256 draw(test::Random& random, std::int64_t bits) {
  Int256 value;
  for (std::int64_t i = 0; i < bits; i += 32) value = value * powerOfTwo(32) + Int256(random.within(0, 0xFFFFFFFF));
  return random.within(0, 1) == 1 ? -value : value;
}

}  // namespace

TEST_CASE("Int256 computes what Python's integers do") {
  struct Row {
    const char *a, *b, *sum, *difference, *product, *floorOfAOverAbsB;
  };
  const Row rows[] = {
      {"-55c2d7f4887aae6a", "-e68b92843afa19fff47593260f99dd", "-e68b92843afa1a55b74d87ae8a4847",
       "e68b92843afa19aa319d9e9d94eb73", "4d3bcfe65fc7112658128d0fabbed2b30c619d185beb82", "-1"},
      {"2c0b45db06670aaf2fbc7f994362459", "-d4c6e14a488f588f0be06386d369a0", "1ebed7c661de15263efe7960d62bab9",
       "3957b3efaaf00038207a85d1b098df9", "-249b8d5418d7cfa9dcb40a2768b3b70f0ad1908212220903cc7d8621a38a0", "3"},
      {"-f61976f87abda3a974fcb694e", "-3dfaed424226d81d9cc24c3", "-f65771e5bcffca81929978e11",
       "-f5db7c0b387b7cd1575ff448b", "3b954a4ca933ab1816421461110555b7506131236ae82e6a", "-3f9"},
      {"3a82fd58930fbcd693cc50d3372969f", "-b407ff82aead189cf6d5a071afc55", "39cef55910610fbdf6d57b32c579a4a",
       "3b37055815be69ef30c32673a8d92f4", "-2925ee1d8d9f9003f5aecc7599ee5048d0d1b7a847f8e4e16eae867686cb", "53"},
      {"177db4d3b5", "-3b92a68e", "1742222d27", "17b9477a43", "-5776da6766fcecc66", "64"},
      {"1d8ca573cce6a106f4f51c13ebb86ee2", "1f8de9479211cb23f0c0a29", "1d8ca573cedf7f9b6e1638c62ac4790b",
       "1d8ca573caedc2727bd3ff61acac64b9", "3a4696d6c0c5547f9c8441abc31e84c409368e35cb8778c5769632", "efbbe32e9"},
      {"-ed0d2d52ee6a1096b6f057e95", "1ad9bb23102fad31bce1a9b", "-ecf25397cb59e0e98533763fa",
       "-ed28070e117a4043e8ad39930", "-18dcf40eef689cb5e8219862f98a3c3d48ed5ee75a14c637", "-8d5"},
  };
  for (const Row& row : rows) {
    const Int256 a = big(row.a), b = big(row.b);
    CAPTURE(row.a, row.b);
    CHECK((a + b == big(row.sum)));
    CHECK((a - b == big(row.difference)));
    CHECK((a * b == big(row.product)));
    CHECK((floorDiv(a, b.negative() ? -b : b) == big(row.floorOfAOverAbsB)));
  }
}

TEST_CASE("Int256 holds every int64 and words above it") {
  for (const std::int64_t value :
       {INT64_MIN, INT64_MIN + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, INT64_MAX}) {
    CHECK(Int256(value).toInt64() == value);
    CHECK(Int256(value).negative() == (value < 0));
  }
  CHECK((Int256::fromWords(0, 5) == Int256(5)));
  CHECK((Int256::fromWords(1, 0) == powerOfTwo(64)));
  CHECK((Int256::fromWords(0xFFFFFFFFFFFFFFFFu, 0xFFFFFFFFFFFFFFFFu) == powerOfTwo(128) - Int256(1)));
  CHECK((-Int256(INT64_MIN) == powerOfTwo(63)));
}

TEST_CASE("Int256 compares by value across signs and sizes") {
  const Int256 rising[] = {-powerOfTwo(200), -powerOfTwo(64) - Int256(1),
                           -powerOfTwo(64),  Int256(-2),
                           Int256(-1),       Int256(0),
                           Int256(1),        powerOfTwo(31),
                           powerOfTwo(32),   powerOfTwo(200)};
  for (std::size_t i = 0; i < std::size(rising); ++i) {
    for (std::size_t j = 0; j < std::size(rising); ++j) {
      CHECK((rising[i] < rising[j]) == (i < j));
      CHECK((rising[i] == rising[j]) == (i == j));
      CHECK((rising[i] >= rising[j]) == (i >= j));
    }
  }
}

TEST_CASE("floorDiv of Int256 leaves a rest from 0 to the divisor, whatever the signs and sizes") {
  test::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Int256 a = draw(random, random.within(1, 224));
    Int256 b = draw(random, random.within(1, 200));
    if (b.negative()) b = -b;
    if (b == Int256(0)) b = 1;
    const Int256 rest = a - floorDiv(a, b) * b;
    if (rest.negative() || rest >= b) FAIL("case " << i);
  }
  CHECK((floorDiv(Int256(-7), Int256(2)) == Int256(-4)));
  CHECK((floorDiv(Int256(-8), Int256(2)) == Int256(-4)));
  CHECK((floorDiv(Int256(-1), powerOfTwo(250)) == Int256(-1)));
}

TEST_CASE("isqrt of Int256 is the floor of the square root") {
  struct Row {
    const char *square, *root;
  };
  const Row rows[] = {
      {"0", "0"},
      {"1", "1"},
      {"3", "1"},
      {"4", "2"},
      {"766f45030787b26d", "ae1fd1b2"},
      {"a12462ac429df542", "cb1b5961"},
      {"1c77f7935b3bd4390", "1557a7619"},
      {"53e8605231b0f869091eb5ff05d54cb2", "928fd57c7d00cfbd"},
      {"c8b988aaafe176640307784d3a2daad0", "e2af0be119cfe3b0"},
      {"9a7fb2d83b9ea901ac3e955df75af806efb93e081b5273fb71", "c6e0475778abdcb8241ecc444"},
      {"180489139f9f656382ae1988da1757a51f6ebaa5950d76cebb1bda5d7feacb06", "4e699ffe56f6601d70badc1378ac9171"},
      {"380c0fd105f3b66c6fd08d91e0f48d2f87c52404b38cd305329e5b83b7baf0a6", "77c88c97b685a16f044f3f384e962b6c"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.square);
    CHECK((isqrt(big(row.square)) == big(row.root)));
  }
  test::Random random(4);
  for (int i = 0; i < 300; ++i) {
    Int256 root = draw(random, random.within(1, 96)) * powerOfTwo(static_cast<int>(random.within(0, 30)));
    if (root.negative()) root = -root;
    root += Int256(1);
    if (!(isqrt(root * root) == root) || !(isqrt(root * root - Int256(1)) == root - Int256(1))) FAIL("case " << i);
  }
}

TEST_CASE("256-bit integers read back from their hexadecimal digits and from nothing else") {
  for (const Int256& value : {Int256(0), Int256(1), Int256(-1), Int256(INT64_MIN), big("123456789abcdef0fedcba9876543210aa"),
                              -powerOfTwo(255)}) {
    CHECK(value.hex().size() == 64);
    CHECK(Int256::fromHex(value.hex()) == value);
  }
  CHECK(Int256(255).hex() == std::string(62, '0') + "ff");
  CHECK(Int256(-1).hex() == std::string(64, 'f'));
  CHECK_FALSE(Int256::fromHex(std::string(63, '0')).has_value());
  CHECK_FALSE(Int256::fromHex(std::string(63, '0') + "g").has_value());
  CHECK_FALSE(Int256::fromHex(std::string(63, '0') + "A").has_value());
}
