#include <cmath>
#include <numbers>

#include "render/surface.h"
#include "support/catch.h"

using namespace orograph;
using render::Cells;
using render::normalized;
using render::Samples;
using render::Vector;

TEST_CASE("B108 a wall one sample wide is met by every ray, however low and however nearly along it") {
  constexpr std::int64_t kSide = 513;
  for (const std::int64_t wall : {200, 201, 255, 256, 257}) {
    for (const Cells cells : {Cells::kBilinear, Cells::kFlat}) {
      Samples samples{0, 0, 1, 1, kSide, kSide, std::vector<std::int32_t>(kSide * kSide)};
      for (std::int64_t row = 0; row < kSide; ++row)
        samples.heightsQ16[static_cast<std::size_t>(row * kSide + wall)] = 65536;
      const render::Surface surface({render::GridSurface(std::move(samples), cells)});
      for (const double degrees : {0.05, 0.3, 1.0, 5.0, 30.0, 89.0}) {
        for (const double height : {0.001, 0.25, 0.999}) {
          for (const double fall : {0.0, -0.001, -0.01}) {
            const double angle = degrees * std::numbers::pi / 180;
            const Vector direction = normalized({std::sin(angle), fall, std::cos(angle)});
            const double slope =
                cells == Cells::kBilinear ? 1 - height : 0;  // how far before the wall its side is so high
            const Vector met{static_cast<double>(wall) - slope, height, 256.3};
            const auto hit = surface.hit({met - direction * 50, direction}, 0, 1000);
            CAPTURE(wall, degrees, height, fall, cells == Cells::kFlat);
            REQUIRE(hit);
            CHECK(hit->t == Approx(50).margin(1e-6));
          }
        }
      }
    }
  }
}
