// SHA-256 (FIPS 180-4) by OpenSSL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct SHA256state_st;

namespace orograph::codec {

class Sha256 {
 public:
  Sha256();
  void update(const void* data, std::size_t bytes);
  /// The digest of all bytes so far in 64 lower-case hexadecimal digits; the object is then spent.
  std::string hex();

 private:
  struct Free {
    void operator()(SHA256state_st* context) const;
  };
  std::unique_ptr<SHA256state_st, Free> context_;
};

std::string sha256Hex(std::string_view bytes);

/// Feeds values as little-endian 32-bit integers, whatever the host's byte order.
void updateInt32(Sha256& digest, std::span<const std::int32_t> values);

}  // namespace orograph::codec
