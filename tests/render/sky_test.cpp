#include "render/sky.h"

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using render::normalized;
using render::Vector;

namespace {

/// The published lattice in exact decimals: v in 1e-4, sums in 1e-8, the product in 1e-16.
double exactLattice(std::int64_t x, std::int64_t z) {
  const auto modulo = [](std::int64_t a, std::int64_t m) { return (a % m + m) % m; };
  const std::int64_t v1 = modulo(x * 1031, 10000), v2 = modulo(z * 1031, 10000), v3 = v1;
  const std::int64_t s = v1 * v2 + v2 * v3 + v3 * v1 + 333300 * (v1 + v2 + v3);
  const std::int64_t a = (v1 + v2) * 10000 + 2 * s, b = v3 * 10000 + s;
  constexpr std::int64_t kWhole = 10'000'000'000'000'000;
  const std::int64_t high = a * (b / 100000) % (kWhole / 100000) * 100000, low = a * (b % 100000);
  return static_cast<double>((high + low) % kWhole) / 1e16;
}

}  // namespace

TEST_CASE("the sky is the published gradient") {
  for (const double y : {-0.9, -0.1, 0.0, 0.25, 0.6, 1.0}) {
    const Vector direction{std::sqrt(1 - y * y), y, 0};
    const double up = y > 0 ? y : 0, white = std::pow(1 - up, 4);
    const Vector sky = render::skyColour(direction);
    CHECK(sky.x == Approx((0.3 - 0.8 * y * y) * (1 - white) + white));
    CHECK(sky.y == Approx((0.5 - 0.8 * y * y) * (1 - white) + white));
    CHECK(sky.z == Approx((0.85 - 0.8 * y * y) * (1 - white) + white));
  }
}

TEST_CASE("the sun's disc is half a white in its middle and gone a few degrees away") {
  const Vector sun = normalized({0.5, 0.2, 0.2});
  CHECK(render::sunDisc(sun, sun) == Approx(0.5));
  const Vector aside = normalized(cross(sun, {0, 1, 0}));
  for (const double degrees : {0.5, 1.0, 2.0}) {
    const double angle = degrees / 57.29577951308232;
    CHECK(render::sunDisc(sun * std::cos(angle) + aside * std::sin(angle), sun) ==
          Approx(0.5 * std::pow(std::cos(angle), 4096)).epsilon(1e-9));
  }
  CHECK(render::sunDisc(sun * -1, sun) == 0);
}

TEST_CASE("cloud noise is the published lattice at whole numbers and smooth between") {
  test::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t x = random.within(-100000, 100000), z = random.within(-100000, 100000);
    const double value = exactLattice(x, z), noise = render::cloudNoise(static_cast<double>(x), static_cast<double>(z));
    // A value next to 1 may round to the other side, next to 0.
    CHECK(std::abs(value - noise - std::round(value - noise)) < 1e-6);
  }
  const double a = exactLattice(4, 9), b = exactLattice(5, 9), c = exactLattice(4, 10), d = exactLattice(5, 10);
  const double u = 0.15625, v = 0.84375;  // 3t^2 - 2t^3 at 1/4 and 3/4
  CHECK(render::cloudNoise(4.25, 9.75) == Approx(a + (b - a) * u * (1 - v) + (c - a) * v * (1 - u) + (d - a) * u * v));
}

TEST_CASE("the density of clouds is that of four rotated octaves") {
  for (const auto& [x, z] : {std::pair{0.0, 0.0}, std::pair{123.4, -567.8}, std::pair{-2000.5, 31.25}}) {
    double px = x * 0.03, pz = z * 0.03, sum = 0;
    for (const double factor : {1.0, 0.5, 0.25, 0.125}) {
      sum += factor * render::cloudNoise(px, pz);
      const double rx = 1.2 * px - 1.6 * pz, rz = 1.6 * px + 1.2 * pz;
      px = rx, pz = rz;
    }
    double t = (sum - 0.5) / (2.875 - 0.5);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const double density = 2.2 * t * t * (3 - 2 * t);
    CHECK(render::cloudDensity(x, z) == Approx(density > 1 ? 1 : density));
  }
}
