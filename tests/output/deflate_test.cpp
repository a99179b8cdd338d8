#include "output/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "codec/sha256.h"
#include "output/png.h"
#include "support/catch.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/table_source.h"

using namespace orograph;
using output::Deflater;
using Bytes = std::vector<unsigned char>;

namespace {

/// What zlib makes of pieces and the end; fails where it does not find one whole stream.
Bytes inflated(const Bytes& pieces, std::size_t size) {
  Bytes stream = pieces, bytes(size + 1);
  stream.insert(stream.end(), output::kDeflateEnd.begin(), output::kDeflateEnd.end());
  z_stream state{};
  REQUIRE(inflateInit2(&state, -15) == Z_OK);
  state.next_in = stream.data();
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = bytes.data();
  state.avail_out = static_cast<uInt>(bytes.size());
  const int result = inflate(&state, Z_FINISH);
  bytes.resize(state.total_out);
  const auto left = state.avail_in;
  inflateEnd(&state);
  REQUIRE(result == Z_STREAM_END);
  REQUIRE(left == 0);
  return bytes;
}

Bytes deflated(Deflater& deflater, const Bytes& input, int hashBits = Deflater::kMostHashBits) {
  const auto piece = deflater.piece(input, hashBits);
  REQUIRE(static_cast<std::int64_t>(piece.size()) <= Deflater::mostBytes(static_cast<std::int64_t>(input.size())));
  return {piece.begin(), piece.end()};
}

void checkRoundTrip(const Bytes& input) {
  static Deflater used;  // what came before leaves no trace
  for (const int hashBits : {6, 13, Deflater::kMostHashBits}) {
    Deflater fresh;
    const Bytes piece = deflated(used, input, hashBits);
    REQUIRE((piece == deflated(fresh, input, hashBits)));
    REQUIRE((inflated(piece, input.size()) == input));
  }
}

/// Stretches of noise, of few values, of one value, of walks, and copies of what came before.
Bytes structured(test::Random& random, std::size_t size) {
  Bytes bytes;
  while (bytes.size() < size) {
    const auto kind = random.within(0, 4);
    const auto length = static_cast<std::size_t>(std::abs(random.ofAnySize(17)) + 1);
    const auto few = random.within(1, 255);
    const auto made = static_cast<std::int64_t>(bytes.size());
    const auto back = static_cast<std::size_t>(made == 0 ? 0 : random.within(1, made));
    for (std::size_t i = 0; i < length && bytes.size() < size; ++i) {
      const unsigned char last = bytes.empty() ? std::uint8_t{0} : bytes.back();
      const std::int64_t next = kind == 0   ? random.within(0, 255)
                                : kind == 1 ? random.within(0, few)
                                : kind == 2 ? few
                                : kind == 3 ? last + random.within(-1, 1)
                                : back > 0  ? bytes[bytes.size() - back]
                                            : 0;
      bytes.push_back(static_cast<unsigned char>(next & 0xFF));
    }
  }
  return bytes;
}

std::uint64_t kraft(const std::vector<std::uint8_t>& lengths, int limit) {
  std::uint64_t sum = 0;
  for (const std::uint8_t length : lengths) {
    REQUIRE(length <= limit);
    if (length > 0) sum += std::uint64_t{1} << (limit - length);
  }
  return sum;
}

struct Written {
  std::string file;
  std::int64_t most;
};

/// A smooth field, then a flat one, then a rough one that leaves the range, so that every filter has its turn.
std::vector<std::vector<std::int32_t>> mixedField(std::size_t columns, std::size_t rows) {
  test::Random random(41);
  std::vector<std::vector<std::int32_t>> table(rows, std::vector<std::int32_t>(columns));
  for (std::size_t z = 0; z < rows; ++z) {
    for (std::size_t x = 0; x < columns; ++x) {
      const auto slope = static_cast<std::int64_t>(x / 9 + 11 * z + x * z / 65536);
      const std::int64_t height = z % 200 < 70 ? slope : z % 200 < 90 ? 4711 : slope + random.within(-3000, 3000);
      table[z][x] = static_cast<std::int32_t>(height);
    }
  }
  return table;
}

Written write(const std::vector<std::vector<std::int32_t>>& table, const field::Schedule& schedule) {
  const test::TableSource source(table);
  output::Scene scene;
  scene.source = &source;
  scene.imageGrid = {0, 0, 1, 1, static_cast<std::int64_t>(table[0].size()), static_cast<std::int64_t>(table.size())};
  scene.schedule = schedule;
  scene.image = {16, 0, 65535};
  test::StringSink sink;
  output::writePng16(scene, sink);
  return {sink.text, output::mostPng16Bytes(scene)};
}

}  // namespace

TEST_CASE("zlib gives back what was deflated, whatever the bytes") {
  test::Random random(40);
  checkRoundTrip({});
  for (int value : {0, 1, 255}) checkRoundTrip({static_cast<unsigned char>(value)});
  const std::vector<std::size_t> sizes = {2,   5,   6,   7,     8,     9,      15,     16,     17,
                                          257, 258, 259, 65535, 65536, 131071, 131072, 131073, 400000};
  for (const std::size_t size : sizes) {
    Bytes noise(size), constant(size, 7), periodic(size), all(size);
    for (std::size_t i = 0; i < size; ++i) {
      noise[i] = static_cast<unsigned char>(random.bits() & 0xFF);
      periodic[i] = static_cast<unsigned char>(i % 7 * 31);
      all[i] = static_cast<unsigned char>(i & 0xFF);
    }
    for (const Bytes& bytes : {noise, constant, periodic, all}) checkRoundTrip(bytes);
  }
}

TEST_CASE("matches reach back 32768 bytes and no further") {
  test::Random random(42);
  for (const std::size_t gap : std::initializer_list<std::size_t>{32752, 32767, 32768, 32769, 40000, 65536, 65540}) {
    Bytes bytes(gap + 300);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random.bits() & 0xFF);
    std::copy_n(bytes.begin(), 300, bytes.begin() + static_cast<std::ptrdiff_t>(gap));
    checkRoundTrip(bytes);
  }
}

TEST_CASE("structured bytes of any size come back") {
  test::Random random(43);
  for (int round = 0; round < 300; ++round) {
    checkRoundTrip(structured(random, static_cast<std::size_t>(std::abs(random.ofAnySize(19)))));
  }
}

TEST_CASE("pieces made apart are one stream when joined") {
  test::Random random(44);
  Bytes whole, stream;
  for (int i = 0; i < 20; ++i) {
    Deflater deflater;
    const Bytes input = structured(random, static_cast<std::size_t>(i % 4 == 3 ? 0 : random.within(0, 90000)));
    const Bytes piece = deflated(deflater, input);
    whole.insert(whole.end(), input.begin(), input.end());
    stream.insert(stream.end(), piece.begin(), piece.end());
  }
  CHECK((inflated(stream, whole.size()) == whole));
}

TEST_CASE("bytes that cannot shrink are stored, and few values take few bits") {
  test::Random random(45);
  Bytes noise(300000), bits(300000);
  for (auto& byte : noise) byte = static_cast<unsigned char>(random.bits() & 0xFF);
  for (auto& byte : bits) byte = static_cast<unsigned char>(random.bits() & 1);
  Deflater deflater;
  CHECK(deflated(deflater, noise).size() < noise.size() + 64);
  CHECK(deflated(deflater, bits).size() < bits.size() / 4);
  CHECK(deflated(deflater, Bytes(300000, 0)).size() < 1000);
}

TEST_CASE("code lengths keep the limit, are complete, and shorter for what is more frequent") {
  test::Random random(46);
  for (int round = 0; round < 2000; ++round) {
    const int limit = round % 2 == 0 ? 7 : round % 3 == 0 ? 14 : 15;
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(random.within(1, limit == 7 ? 19 : 286)));
    std::uint32_t a = 1, b = 1;
    for (std::uint32_t& count : counts) {
      if (round % 5 == 0) {  // Fibonacci: a Huffman code of every length, until the sum would pass 32 bits
        count = a;
        a = a + b < 1u << 28 ? std::exchange(b, a + b) : 1;
      } else {
        count = static_cast<std::uint32_t>(std::abs(random.ofAnySize(round % 7 == 0 ? 1 : 20)));
      }
    }
    std::vector<std::uint8_t> lengths(counts.size(), 99);
    output::huffmanLengths(counts, limit, lengths);
    const auto used = std::count_if(counts.begin(), counts.end(), [](std::uint32_t count) { return count > 0; });
    const std::uint64_t full = std::uint64_t{1} << limit;
    REQUIRE(kraft(lengths, limit) == (used == 0 ? 0 : used == 1 ? full / 2 : full));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      REQUIRE((counts[i] > 0) == (lengths[i] > 0));
      for (std::size_t j = 0; j < counts.size(); ++j) {
        if (counts[i] > counts[j] && counts[j] > 0) REQUIRE(lengths[i] <= lengths[j]);
      }
    }
  }
}

TEST_CASE("skewed counts that want longer codes than are allowed still come back") {
  Bytes bytes;
  std::size_t a = 1, b = 1;
  for (int value = 0; value < 24; ++value) {
    bytes.insert(bytes.end(), a, static_cast<unsigned char>(value * 5));
    a = std::exchange(b, a + b);
  }
  test::Random random(47);
  for (std::size_t i = bytes.size() - 1; i > 0; --i) {
    std::swap(bytes[i], bytes[static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(i)))]);
  }
  checkRoundTrip(bytes);
}

TEST_CASE("a 16-bit PNG of any shape decodes to its pixels, with the same bytes for all threads and bands") {
  const std::vector<std::pair<std::size_t, std::size_t>> shapes = {
      {1, 1}, {1, 9}, {9, 1}, {5, 3}, {513, 257}, {16383, 17}, {16384, 33}, {16385, 16}, {2048, 129}, {70000, 3}};
  for (const auto& [columns, rows] : shapes) {
    const auto table = mixedField(columns, rows);
    const Written whole = write(table, {});
    CAPTURE(columns, rows);
    CHECK(static_cast<std::int64_t>(whole.file.size()) <= whole.most);
    const test::PngFile png(whole.file);
    REQUIRE(png.width() == columns);
    REQUIRE(png.height() == rows);
    bool equal = png.pixels().size() == columns * rows;
    for (std::size_t i = 0; equal && i < columns * rows; ++i) {
      equal = png.pixels()[i] == std::clamp(table[i / columns][i % columns], 0, 65535);
    }
    CHECK(equal);
    for (const std::int64_t threads : {1, 2, 5}) {
      for (const std::int64_t bandRows : {1, 7, 64}) CHECK((write(table, {threads, bandRows}).file == whole.file));
    }
  }
}

TEST_CASE("the bytes of a 16-bit PNG are what they were in every version") {
  const auto sum = [](std::size_t columns, std::size_t rows) {
    return codec::sha256Hex(write(mixedField(columns, rows), {}).file);
  };
  CHECK(sum(1, 1) == "b1bf5a3a05275c17124626e8b025589e5d36ee4fffd465f06ee385e0f936ddf3");
  CHECK(sum(9, 5) == "1bbda078afd3ab223759c1ce2f3fc986cfdc15cb12eac82acd4b255111d83873");
  CHECK(sum(513, 257) == "ba8cc5ecdc7b6e9f924811b7e4fc25ec9cc4aa54cf0b58018cca58b45c396cd9");
  CHECK(sum(4096, 150) == "a827805c1ab240a954081e954195dce200d9c3e6d053ba0c560bcec68550a3e3");
}
