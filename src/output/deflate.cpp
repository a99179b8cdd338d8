#include "output/deflate.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace orograph::output {
namespace {

constexpr int kCodeLimit = 14;  // of the 15 bits allowed, so that four literals fit the bit buffer
constexpr std::size_t kLiterals = 286, kDistances = 30, kEndOfBlock = 256;
// Three pixels: a shorter match seldom costs fewer bits than its literals, whose high bytes take one or two.
constexpr std::size_t kLeastMatch = 6, kMostMatch = 258, kWindow = 32768;

std::uint64_t load64(const unsigned char* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t turned = 0;
    for (int i = 0; i < 8; ++i) turned |= (word >> (8 * i) & 0xFF) << (56 - 8 * i);
    word = turned;
  }
  return word;
}

void store64(unsigned char* bytes, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(bytes, &word, 8);
  } else {
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(word >> (8 * i) & 0xFF);
  }
}

struct Code {
  std::uint32_t bits = 0;
  int count = 0;
};

/// A symbol of lengths or distances and the extra bits that follow it (RFC 1951, 3.2.5).
struct Split {
  std::size_t symbol;
  int extraCount;
  std::uint32_t extra;
};

constexpr Split splitDistance(std::uint32_t distance) {
  const std::uint32_t d = distance - 1;
  if (d < 4) return {d, 0, 0};
  const int high = static_cast<int>(std::bit_width(d)) - 1;
  return {static_cast<std::size_t>(2 * high) + (d >> (high - 1) & 1), high - 1, d & ((1u << (high - 1)) - 1)};
}

constexpr Split splitLength(std::uint32_t length) {
  const std::uint32_t l = length - 3;
  if (l == 255) return {285, 0, 0};
  if (l < 8) return {257 + l, 0, 0};
  const int high = static_cast<int>(std::bit_width(l)) - 1;
  const int extraCount = high - 2;
  const std::size_t symbol = static_cast<std::size_t>(257 + 4 * (high - 1)) + (l >> extraCount & 3);
  return {symbol, extraCount, l & ((1u << extraCount) - 1)};
}

/// Canonical codes (RFC 1951, 3.2.2), turned round because they are sent with the highest bit first.
void assignCodes(std::span<const std::uint8_t> lengths, std::span<Code> codes) {
  std::array<std::uint32_t, 17> next{};
  for (const std::uint8_t length : lengths) {
    if (length > 0) ++next[length + std::size_t{1}];
  }
  for (std::size_t l = 1; l < next.size(); ++l) next[l] = l == 1 ? 0 : (next[l - 1] + next[l]) << 1;
  // next[l + 1] held the count of length l, so next[l] is now twice the sum of the shorter ones.
  for (std::size_t s = 0; s < lengths.size(); ++s) {
    std::uint32_t turned = 0;
    const std::uint32_t code = lengths[s] > 0 ? next[lengths[s]]++ : 0;
    for (int i = 0; i < lengths[s]; ++i) turned |= (code >> i & 1) << (lengths[s] - 1 - i);
    codes[s] = {turned, lengths[s]};
  }
}

/// How the lengths of both codes are sent (RFC 1951, 3.2.7): runs, by a third code.
struct CodeLengths {
  struct Run {
    std::uint8_t symbol, extraCount, extra;
  };
  std::array<Run, kLiterals + kDistances> runs;
  std::size_t runCount = 0, literals = 0, distances = 0, order = 0;
  std::array<std::uint8_t, 19> lengths{};
  std::int64_t bits = 0;

  static constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                          11, 4,  12, 3, 13, 2, 14, 1, 15};

  CodeLengths(std::span<const std::uint8_t> literalLengths, std::span<const std::uint8_t> distanceLengths) {
    const auto used = [](std::span<const std::uint8_t> all, std::size_t least) {
      std::size_t count = all.size();
      while (count > least && all[count - 1] == 0) --count;
      return count;
    };
    literals = used(literalLengths, 257);
    distances = used(distanceLengths, 1);
    std::array<std::uint8_t, kLiterals + kDistances> joined;
    std::copy_n(literalLengths.begin(), literals, joined.begin());
    std::copy_n(distanceLengths.begin(), distances, joined.begin() + static_cast<std::ptrdiff_t>(literals));
    std::array<std::uint32_t, 19> counts{};
    const auto add = [&](std::size_t symbol, std::size_t extraCount, std::size_t extra) {
      runs[runCount++] = {static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(extraCount),
                          static_cast<std::uint8_t>(extra)};
      ++counts[symbol];
      bits += static_cast<std::int64_t>(extraCount);
    };
    const std::size_t size = literals + distances;
    for (std::size_t i = 0; i < size;) {
      std::size_t same = 1;
      while (i + same < size && joined[i + same] == joined[i] && same < 138) ++same;
      if (joined[i] == 0 && same >= 11) {
        add(18, 7, same - 11);
      } else if (joined[i] == 0 && same >= 3) {
        add(17, 3, same - 3);
      } else if (same >= 4) {
        same = std::min<std::size_t>(same, 7);
        add(joined[i], 0, 0);
        add(16, 2, same - 4);
      } else {
        same = 1;
        add(joined[i], 0, 0);
      }
      i += same;
    }
    huffmanLengths(counts, 7, lengths);
    for (std::size_t s = 0; s < counts.size(); ++s) bits += std::int64_t{counts[s]} * lengths[s];
    order = kOrder.size();
    while (order > 4 && lengths[kOrder[order - 1]] == 0) --order;
    bits += 14 + 3 * static_cast<std::int64_t>(order);
  }
};

}  // namespace

void huffmanLengths(std::span<const std::uint32_t> counts, int limit, std::span<std::uint8_t> lengths) {
  std::fill(lengths.begin(), lengths.end(), std::uint8_t{0});
  struct Leaf {
    std::uint32_t count, symbol;
  };
  std::array<Leaf, kLiterals> leaves;
  std::size_t n = 0;
  for (std::uint32_t s = 0; s < counts.size(); ++s) {
    if (counts[s] > 0) leaves[n++] = {counts[s], s};
  }
  if (n == 0) return;
  if (n == 1) {
    lengths[leaves[0].symbol] = 1;
    return;
  }
  std::sort(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(n), [](const Leaf& a, const Leaf& b) {
    return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
  });
  // Huffman's tree with two queues: leaves and inner nodes both come by rising weight, a leaf first where equal.
  std::array<std::uint32_t, kLiterals> weight;
  std::array<std::size_t, kLiterals> parent, leafParent;
  std::size_t leaf = 0, inner = 0;
  for (std::size_t node = 0; node + 1 < n; ++node) {
    weight[node] = 0;
    for (int child = 0; child < 2; ++child) {
      if (inner == node || (leaf < n && leaves[leaf].count <= weight[inner])) {
        weight[node] += leaves[leaf].count;
        leafParent[leaf++] = node;
      } else {
        weight[node] += weight[inner];
        parent[inner++] = node;
      }
    }
  }
  std::array<std::size_t, kLiterals> depth;
  depth[n - 2] = 0;
  for (std::size_t node = n - 2; node-- > 0;) depth[node] = depth[parent[node]] + 1;
  // Leaves below the limit are moved up to it; then each step gives room back by pushing a shorter leaf down, until the
  // code fits (Kraft's sum, in units of 2^-limit).
  std::array<std::uint32_t, 16> ofLength{};
  const auto most = static_cast<std::size_t>(limit);
  std::uint32_t kraft = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t length = std::min(depth[leafParent[i]] + 1, most);
    ++ofLength[length];
    kraft += 1u << (most - length);
  }
  for (; kraft > 1u << most; --kraft) {
    std::size_t length = most - 1;
    while (ofLength[length] == 0) --length;
    --ofLength[length];
    --ofLength[most];
    ofLength[length + 1] += 2;
  }
  std::size_t next = 0;
  for (std::size_t length = most; length > 0; --length) {
    for (std::uint32_t i = 0; i < ofLength[length]; ++i) {
      lengths[leaves[next++].symbol] = static_cast<std::uint8_t>(length);
    }
  }
}

/// Bits from the lowest up (RFC 1951, 3.1.1), with the state in registers while a block is written. After flush() fewer
/// than 8 bits wait, so 56 more may be put before the next.
class BitWriter {
 public:
  explicit BitWriter(Deflater& owner)
      : owner_(owner), at_(owner.out_.data() + owner.written_), bits_(owner.bits_), count_(owner.bitCount_) {}
  ~BitWriter() {
    flush();
    owner_.written_ = static_cast<std::size_t>(at_ - owner_.out_.data());
    owner_.bits_ = bits_;
    owner_.bitCount_ = count_;
  }
  BitWriter(const BitWriter&) = delete;
  BitWriter& operator=(const BitWriter&) = delete;

  void put(std::uint64_t bits, int count) {
    bits_ |= bits << count_;
    count_ += count;
  }
  void put(const Code& code) { put(code.bits, code.count); }
  void flush() {
    store64(at_, bits_);
    at_ += count_ >> 3;
    bits_ >>= count_ & ~7;
    count_ &= 7;
  }
  /// Stored blocks, at least one (RFC 1951, 3.2.4).
  void stored(std::span<const unsigned char> bytes) {
    do {
      const std::size_t size = std::min<std::size_t>(bytes.size(), 65535);
      put(0, 3);
      put(0, -count_ & 7);
      put(size | (size ^ 0xFFFF) << 16, 32);
      flush();
      if (size > 0) std::memcpy(at_, bytes.data(), size);
      at_ += size;
      bytes = bytes.subspan(size);
    } while (!bytes.empty());
  }

 private:
  Deflater& owner_;
  unsigned char* at_;
  std::uint64_t bits_;
  int count_;
};

std::size_t Deflater::findMatches(std::span<const unsigned char> input, std::size_t start, std::size_t end) {
  const unsigned char* bytes = input.data();
  const int shift = 64 - hashBits_;
  const auto remember = [&](std::uint64_t word, std::size_t at) -> std::size_t {
    const std::uint64_t hash = (word << (64 - 8 * kLeastMatch)) * 0x9E3779B97F4A7C15u >> shift;
    const std::size_t before = last_[static_cast<std::size_t>(hash)];
    last_[static_cast<std::size_t>(hash)] = static_cast<std::uint16_t>(at & 0xFFFF);
    return before;
  };
  matches_.clear();
  literalCounts_.fill({});
  lengthCounts_.fill(0);
  distanceCounts_.fill(0);
  end = std::min(end, input.size());
  std::size_t at = start, literalsFrom = start;
  while (at + 1 < end && at + 8 <= input.size()) {
    const std::uint64_t word = load64(bytes + at);
    const std::size_t distance = (at - remember(word, at)) & 0xFFFF;
    if (distance - 1 < kWindow && distance <= at) {
      const std::uint64_t differing = word ^ load64(bytes + at - distance);
      if (differing << (64 - 8 * kLeastMatch) == 0) {
        auto length = static_cast<std::size_t>(std::countr_zero(differing)) / 8;
        if (length == 8) {
          const std::size_t most = std::min(input.size() - at, kMostMatch);
          while (length + 8 <= most) {
            const std::uint64_t more = load64(bytes + at + length) ^ load64(bytes + at + length - distance);
            length += static_cast<std::size_t>(std::countr_zero(more)) / 8;
            if (more != 0) break;
          }
          while (length < most && bytes[at + length] == bytes[at + length - distance]) ++length;
        }
        matches_.push_back({static_cast<std::uint32_t>(at - literalsFrom), static_cast<std::uint16_t>(length),
                            static_cast<std::uint16_t>(distance)});
        ++lengthCounts_[length];
        ++distanceCounts_[splitDistance(static_cast<std::uint32_t>(distance)).symbol];
        literalsFrom = at + length;
        // Most matches are short: the positions after the first and before the end are all of them.
        if (literalsFrom + 8 <= input.size()) {
          remember(word >> 8, at + 1);
          remember(word >> 16, at + 2);
          remember(load64(bytes + at + 3), at + 3);
          remember(load64(bytes + literalsFrom - 2), literalsFrom - 2);
          remember(load64(bytes + literalsFrom - 1), literalsFrom - 1);
        }
        at = literalsFrom;
        continue;
      }
    }
    // Every other position is looked at; fewer where nothing has matched for long.
    ++literalCounts_[0][word & 0xFF];
    ++literalCounts_[1][word >> 8 & 0xFF];
    at += 2;
    if (const std::size_t skipped = (at - literalsFrom) >> 6; skipped > 0 && at + skipped <= end) {
      countLiterals(input.subspan(at, skipped));
      at += skipped;
    }
  }
  if (at < end) countLiterals(input.subspan(at, end - at));
  return std::max(at, end);
}

void Deflater::countLiterals(std::span<const unsigned char> bytes) {
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    ++literalCounts_[0][bytes[i]];
    ++literalCounts_[1][bytes[i + 1]];
    ++literalCounts_[2][bytes[i + 2]];
    ++literalCounts_[3][bytes[i + 3]];
  }
  for (; i < bytes.size(); ++i) ++literalCounts_[0][bytes[i]];
}

void Deflater::writeBlock(std::span<const unsigned char> input, std::size_t start, std::size_t end) {
  std::array<std::uint32_t, kLiterals> counts{};
  std::int64_t bits = 3;
  for (std::size_t s = 0; s < 256; ++s) {
    for (const auto& table : literalCounts_) counts[s] += table[s];
  }
  counts[kEndOfBlock] = 1;
  for (std::uint32_t l = 3; l <= kMostMatch; ++l) {
    const Split length = splitLength(l);
    counts[length.symbol] += lengthCounts_[l];
    bits += std::int64_t{lengthCounts_[l]} * length.extraCount;
  }
  for (std::size_t s = 4; s < kDistances; ++s) bits += distanceCounts_[s] * (static_cast<std::int64_t>(s) / 2 - 1);

  std::array<std::uint8_t, kLiterals> lengths;
  std::array<std::uint8_t, kDistances> distanceLengths;
  huffmanLengths(counts, kCodeLimit, lengths);
  huffmanLengths(distanceCounts_, kCodeLimit, distanceLengths);
  const CodeLengths header(lengths, distanceLengths);
  bits += header.bits;
  for (std::size_t s = 0; s < kLiterals; ++s) bits += std::int64_t{counts[s]} * lengths[s];
  for (std::size_t s = 0; s < kDistances; ++s) bits += std::int64_t{distanceCounts_[s]} * distanceLengths[s];

  BitWriter writer(*this);
  const auto size = static_cast<std::int64_t>(end - start);
  if (bits >= 8 * size + 32) return writer.stored(input.subspan(start, end - start));
  writer.put(0b100, 3);  // not the last block; dynamic codes
  writer.put(header.literals - 257, 5);
  writer.put(header.distances - 1, 5);
  writer.put(header.order - 4, 4);
  writer.flush();
  for (std::size_t i = 0; i < header.order; ++i) {
    writer.put(header.lengths[CodeLengths::kOrder[i]], 3);
    if (i % 16 == 15) writer.flush();
  }
  writer.flush();
  std::array<Code, 19> lengthCodes;
  assignCodes(header.lengths, lengthCodes);
  for (std::size_t i = 0; i < header.runCount; ++i) {
    writer.put(lengthCodes[header.runs[i].symbol]);
    writer.put(header.runs[i].extra, header.runs[i].extraCount);
    writer.flush();
  }

  std::array<Code, kLiterals> codes;
  std::array<Code, kDistances> distanceCodes;
  assignCodes(lengths, codes);
  assignCodes(distanceLengths, distanceCodes);
  const auto writeLiterals = [&](std::size_t from, std::size_t to) {
    for (; from + 4 <= to; from += 4) {
      for (std::size_t i = 0; i < 4; ++i) writer.put(codes[input[from + i]]);
      writer.flush();
    }
    for (; from < to; ++from) writer.put(codes[input[from]]);
    writer.flush();
  };
  std::size_t at = start;
  for (const Match& match : matches_) {
    writeLiterals(at, at + match.literals);
    at += match.literals + match.length;
    const Split length = splitLength(match.length), distance = splitDistance(match.distance);
    writer.put(codes[length.symbol]);  // 14 + 5 + 14 + 13 bits at most
    writer.put(length.extra, length.extraCount);
    writer.put(distanceCodes[distance.symbol]);
    writer.put(distance.extra, distance.extraCount);
    writer.flush();
  }
  writeLiterals(at, end);
  writer.put(codes[kEndOfBlock]);
}

std::span<const unsigned char> Deflater::piece(std::span<const unsigned char> input, int hashBits) {
  const auto most = static_cast<std::size_t>(mostBytes(static_cast<std::int64_t>(input.size())));
  if (out_.size() < most + 8) out_.resize(most + 8);  // flush() stores eight bytes at a time
  last_.fill(0);
  hashBits_ = hashBits;
  written_ = 0;
  for (std::size_t start = 0; start < input.size();) {
    const std::size_t end = findMatches(input, start, start + static_cast<std::size_t>(kBlock));
    writeBlock(input, start, end);
    start = end;
  }
  BitWriter(*this).stored({});
  return std::span(out_).first(written_);
}

}  // namespace orograph::output
