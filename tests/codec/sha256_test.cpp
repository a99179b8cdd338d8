#include "codec/sha256.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using codec::Sha256;
using codec::sha256Hex;

TEST_CASE("SHA-256 gives the digests of FIPS 180-4's examples") {
  CHECK(sha256Hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256Hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256Hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                  "mnopqrstnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256Hex(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a digest does not depend on how its bytes were split") {
  test::Random random(5);
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(random.within(-128, 127));
  for (int round = 0; round < 50; ++round) {
    Sha256 digest;
    for (std::size_t done = 0; done < bytes.size();) {
      const auto most = static_cast<std::int64_t>(bytes.size() - done);
      const auto count = static_cast<std::size_t>(random.within(0, std::min<std::int64_t>(most, 200)));
      digest.update(bytes.data() + done, count);
      done += count;
    }
    CHECK(digest.hex() == sha256Hex(bytes));
  }
}

TEST_CASE("32-bit integers are hashed as little-endian bytes") {
  Sha256 digest;
  const std::vector<std::int32_t> values = {1, -2, 0x12345678, std::numeric_limits<std::int32_t>::min()};
  updateInt32(digest, values);
  const std::string bytes("\x01\x00\x00\x00\xFE\xFF\xFF\xFF\x78\x56\x34\x12\x00\x00\x00\x80", 16);
  CHECK(digest.hex() == sha256Hex(bytes));
}

TEST_CASE("the length of what is hashed passes 512 MiB, and in the long tests 4 GiB") {
  const std::string zeros(std::size_t{1} << 24, '\0');
  Sha256 oneGiB, fiveGiB;
  for (int block = 0; block < 64; ++block) oneGiB.update(zeros.data(), zeros.size());
  CHECK(oneGiB.hex() == "49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14");
  if (std::getenv("OROGRAPH_LONG_TESTS") == nullptr) return;
  for (int block = 0; block < 320; ++block) fiveGiB.update(zeros.data(), zeros.size());
  CHECK(fiveGiB.hex() == "7f06c62352aebd8125b2a1841e2b9e1ffcbed602f381c3dcb3200200e383d1d5");
}
