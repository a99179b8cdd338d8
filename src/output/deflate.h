// Deflate (RFC 1951) whose bytes are a function of the input alone: integers only, one way to break every tie, the same
// on every processor. Built for speed on filtered height maps: greedy, one probe a position, every other position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orograph::output {

/// The lengths of a prefix code for these counts: 0 where a count is 0, else at most `limit`; a Huffman code where that
/// keeps the limit, and near it otherwise. Equal counts are told apart by the symbol, so the code is one function of
/// the counts. A lone symbol gets length 1. For at most 286 symbols, limits from 7 (then 128 symbols) to 15, and counts
/// whose sum is below 2^32.
void huffmanLengths(std::span<const std::uint32_t> counts, int limit, std::span<std::uint8_t> lengths);

/// Makes pieces of a deflate stream, one after the other or in many threads with an object each. Pieces do not refer to
/// one another: joined in any number, and ended by kDeflateEnd, they are a deflate stream of the joined inputs.
class Deflater {
 public:
  /// Non-final blocks that end on a byte boundary; valid until the next call. Never more than mostBytes. More hash
  /// bits, from 1 to kMostHashBits, find more matches and take longer.
  std::span<const unsigned char> piece(std::span<const unsigned char> input, int hashBits = kMostHashBits);

  /// A block takes kBlock to kBlock + 257 bytes of input, the last may take less: at worst three stored blocks with
  /// five bytes around each. The piece ends with an empty one.
  static constexpr std::int64_t mostBytes(std::int64_t input) { return input + 15 * (input / kBlock + 1) + 5; }

  static constexpr int kMostHashBits = 15;

 private:
  static constexpr std::int64_t kBlock = 1 << 17;

  struct Match {
    std::uint32_t literals;  // that come before it
    std::uint16_t length, distance;
  };

  std::size_t findMatches(std::span<const unsigned char> input, std::size_t start, std::size_t end);
  void countLiterals(std::span<const unsigned char> bytes);
  void writeBlock(std::span<const unsigned char> input, std::size_t start, std::size_t end);

  std::array<std::uint16_t, std::size_t{1} << kMostHashBits> last_{};  // per hash, the last position's low 16 bits
  int hashBits_ = 0;
  // Of the block at hand. Bytes are counted in four tables, so that equal ones in a row do not wait for one another.
  std::vector<Match> matches_;
  std::array<std::array<std::uint32_t, 256>, 4> literalCounts_;
  std::array<std::uint32_t, 259> lengthCounts_;
  std::array<std::uint32_t, 30> distanceCounts_;
  std::vector<unsigned char> out_;
  std::uint64_t bits_ = 0;  // not yet written, the first lowest
  int bitCount_ = 0;
  std::size_t written_ = 0;

  friend class BitWriter;
};

/// An empty block with fixed codes, marked as the last.
inline constexpr std::array<unsigned char, 2> kDeflateEnd = {0x03, 0x00};

}  // namespace orograph::output
