#include "codec/sha256.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace orograph::codec {
namespace {

void require(int result) {
  if (result != 1) throw std::runtime_error("SHA-256 failed in libcrypto");
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (context_ == nullptr) throw std::bad_alloc();
  require(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::update(const void* data, std::size_t bytes) { require(EVP_DigestUpdate(context_.get(), data, bytes)); }

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
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
