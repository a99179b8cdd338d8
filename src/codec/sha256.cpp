#include "codec/sha256.h"

// The plain functions, which OpenSSL 3 would rather see replaced by EVP. But EVP first reads the system's configuration, so that
// a file or a variable decides what computes the digests; and its set-up crashes where memory ends, as of OpenSSL 3.0.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <bit>

namespace orograph::codec {

void Sha256::Free::operator()(SHA256state_st* context) const { delete context; }

// They answer 1 always.
Sha256::Sha256() : context_(new SHA256_CTX) { SHA256_Init(context_.get()); }

void Sha256::update(const void* data, std::size_t bytes) { SHA256_Update(context_.get(), data, bytes); }

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  SHA256_Final(digest.data(), context_.get());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string sha256Hex(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes.data(), bytes.size());
  return digest.hex();
}

void updateInt32(Sha256& digest, std::span<const std::int32_t> values) {
  if constexpr (std::endian::native == std::endian::little) {
    digest.update(values.data(), values.size_bytes());
  } else {
    std::array<unsigned char, 4096> buffer{};
    for (std::size_t done = 0; done < values.size();) {
      const std::size_t count = std::min(values.size() - done, buffer.size() / 4);
      for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::uint32_t>(values[done + i]);
        for (std::size_t byte = 0; byte < 4; ++byte) buffer[4 * i + byte] = static_cast<unsigned char>(bits >> (8 * byte));
      }
      digest.update(buffer.data(), 4 * count);
      done += count;
    }
  }
}

}  // namespace orograph::codec
