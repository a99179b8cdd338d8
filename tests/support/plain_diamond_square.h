// Diamond-square as docs/algorithms.md tells it: the whole grid in memory, point after point. Slow, and written apart
// from the program's own, to hold that against.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "fixed/lattice_hash.h"
#include "fixed/q16.h"
#include "fixed/roots.h"
#include "fixed/splitmix64.h"
#include "terrain/diamond_square.h"

namespace orograph::test {

class PlainDiamondSquare {
 public:
  using Rows = std::vector<std::vector<std::int64_t>>;

  explicit PlainDiamondSquare(const terrain::DiamondSquareParameters& p)
      : p_(p), n_(p.cells), heights_(size(), std::vector<std::int64_t>(size())) {
    for (const terrain::Pin& pin : p.pins) pins_[wrapped(pin.x, pin.z)] = pin.heightQ16;
    set(0, 0, p.cornersQ16[0]);
    set(n_, 0, p.cornersQ16[1]);
    set(0, n_, p.cornersQ16[2]);
    set(n_, n_, p.cornersQ16[3]);
    int levels = 0;
    while (std::int64_t{1} << levels < n_) ++levels;
    const auto seeds = fixed::derivedSeeds(p.seed, levels);
    amplitude_ = p.amplitudeQ16;
    for (int level = 0; level < levels; ++level) {
      seed_ = seeds[static_cast<std::size_t>(level)];
      refine(n_ >> (level + 1));
      amplitude_ = fixed::multiplyQ16(amplitude_, fixed::exp2NegativeQ16(p.hurstQ16));
    }
  }

  const Rows& heights() const { return heights_; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(n_ + 1); }
  std::int64_t& at(std::int64_t x, std::int64_t z) {
    return heights_[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)];
  }
  /// The first point of those that are one on the torus.
  std::pair<std::int64_t, std::int64_t> wrapped(std::int64_t x, std::int64_t z) const {
    return p_.wrap ? std::pair{(x + n_) % n_, (z + n_) % n_} : std::pair{x, z};
  }

  void set(std::int64_t x, std::int64_t z, std::int64_t height) {
    const auto [px, pz] = wrapped(x, z);
    const auto pin = pins_.find({px, pz});
    if (pin != pins_.end()) height = pin->second;
    at(px, pz) = height;
    if (!p_.wrap) return;
    if (px == 0) at(n_, pz) = height;
    if (pz == 0) at(px, n_) = height;
    if (px == 0 && pz == 0) at(n_, n_) = height;
  }

  void displace(std::int64_t x, std::int64_t z, std::int64_t half,
                const std::array<std::array<std::int64_t, 2>, 4>& steps) {
    std::int64_t sum = 0, count = 0;
    for (const auto& [dx, dz] : steps) {
      const auto [nx, nz] = wrapped(x + dx * half, z + dz * half);
      if (nx < 0 || nz < 0 || nx > n_ || nz > n_) continue;
      sum += at(nx, nz);
      ++count;
    }
    const auto [px, pz] = wrapped(x, z);
    const std::int64_t r = 2 * std::int64_t{fixed::latticeValue(p_.lattice, px / half, pz / half, seed_)} + 1 - 65536;
    set(x, z, fixed::floorDiv(sum, count) + fixed::multiplyQ16(r, amplitude_));
  }

  void refine(std::int64_t half) {
    for (std::int64_t z = half; z < n_; z += 2 * half) {
      for (std::int64_t x = half; x < n_; x += 2 * half) displace(x, z, half, {{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}});
    }
    for (std::int64_t z = 0; z <= n_; z += half) {
      for (std::int64_t x = z / half % 2 == 0 ? half : 0; x <= n_; x += 2 * half) {
        displace(x, z, half, {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}});
      }
    }
  }

  terrain::DiamondSquareParameters p_;
  std::int64_t n_;
  Rows heights_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> pins_;
  std::uint32_t seed_ = 0;
  std::int64_t amplitude_ = 0;
};

}  // namespace orograph::test
