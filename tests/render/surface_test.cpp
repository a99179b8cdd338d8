#include "render/surface.h"

#include <cmath>
#include <numbers>

#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using render::Cells;
using render::GridSurface;
using render::Hit;
using render::normalized;
using render::Ray;
using render::Samples;
using render::Surface;
using render::Vector;

namespace {

Samples flat(std::int64_t columns, std::int64_t rows) {
  return {0, 0, 1, 1, columns, rows, std::vector<std::int32_t>(static_cast<std::size_t>(columns * rows))};
}

std::int32_t& at(Samples& samples, std::int64_t column, std::int64_t row) {
  return samples.heightsQ16[static_cast<std::size_t>(row * samples.columns + column)];
}

Surface surfaceOf(Samples samples, Cells cells) {
  std::vector<GridSurface> grids;
  grids.emplace_back(std::move(samples), cells);
  return Surface(std::move(grids));
}

double fraction(test::Random& random) { return static_cast<double>(random.within(0, 1 << 30)) / (1 << 30); }

Samples rough(test::Random& random, std::int64_t columns, std::int64_t rows) {
  Samples samples = flat(columns, rows);
  for (std::int32_t& height : samples.heightsQ16) height = static_cast<std::int32_t>(random.within(0, 3 * 65536));
  samples.x0 = -2.5;
  samples.dz = 0.75;
  return samples;
}

/// A ray from above and outside or inside, in any direction.
Ray anyRay(test::Random& random) {
  const double turn = 2 * std::numbers::pi * fraction(random), fall = -1.2 * fraction(random) * fraction(random);
  return {{14 * fraction(random) - 2, 3 + fraction(random), 10 * fraction(random)},
          normalized(Vector{std::cos(turn), fall, std::sin(turn)})};
}

}  // namespace

TEST_CASE("one raised sample is met by rays that graze its top from all sides") {
  Samples samples = flat(257, 257);
  at(samples, 131, 77) = 65536;
  const Surface surface = surfaceOf(std::move(samples), Cells::kBilinear);
  for (int i = 0; i < 360; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / 180;
    const Vector direction = normalized(Vector{std::cos(angle), -1e-5, std::sin(angle)});
    const Ray ray{Vector{131, 0.99, 77} - direction * 60, direction};
    const auto hit = surface.hit(ray, 0, 200);
    CAPTURE(i);
    REQUIRE(hit);
    CHECK(hit->t < 60);
    CHECK(hit->t > 59.9);
  }
}

TEST_CASE("a ray meets the surface where stepping in tiny steps first finds it below") {
  test::Random random(5);
  for (const Cells cells : {Cells::kBilinear, Cells::kFlat}) {
    const Surface surface = surfaceOf(rough(random, 14, 11), cells);
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
      const Ray ray = anyRay(random);
      const auto hit = surface.hit(ray, 0, 30);
      constexpr double kStep = 1.0 / 1024;
      double first = 30;
      for (double t = 0; t < 30; t += kStep) {
        const Vector p = ray.origin + ray.direction * t;
        const auto height = surface.height(p.x, p.z);
        if (height && p.y <= *height) {
          first = t;
          break;
        }
      }
      CAPTURE(i, first);
      if (first < 30) REQUIRE(hit);
      if (!hit) continue;
      ++hits;
      CHECK(hit->t <= first + 1e-9);
      CHECK(hit->t >= first - (first < 30 ? 0.02 : 30));  // steps may miss what is thinner than they are long
      const Vector p = ray.origin + ray.direction * hit->t;
      if (hit->wall.x == 0 && hit->wall.z == 0) CHECK(p.y == Approx(*surface.height(p.x, p.z)).margin(1e-9));
    }
    CHECK(hits > 100);
  }
}

TEST_CASE("the soft shadow is the least of 8 clearance / t along the ray") {
  test::Random random(6);
  int part = 0;
  for (const Cells cells : {Cells::kBilinear, Cells::kFlat}) {
    const Surface surface = surfaceOf(rough(random, 14, 11), cells);
    for (int i = 0; i < 300; ++i) {
      Ray ray = anyRay(random);
      ray.direction.y = 0.02 - ray.direction.y / 3;
      ray.origin.y = 2.2 + fraction(random);
      double least = 1;
      for (double t = 0.05; t < 30; t += 1.0 / 2048) {
        const Vector p = ray.origin + ray.direction * t;
        if (const auto height = surface.height(p.x, p.z)) least = std::min(least, 8 * (p.y - *height) / t);
      }
      least = std::max(least, 0.0);
      if (least > 0 && least < 1) ++part;
      const double shadow = surface.softShadow(ray, 0.05, 30);
      CAPTURE(i);
      CHECK(shadow <= least + 1e-9);
      CHECK(shadow >= least - 0.05);
      if (cells == Cells::kBilinear) CHECK(shadow >= least - 0.005);
    }
  }
  CHECK(part > 50);
}

TEST_CASE("walls and tops of flat cells have their own normals") {
  Samples samples = flat(4, 4);
  at(samples, 1, 1) = 65536;
  const Surface surface = surfaceOf(std::move(samples), Cells::kFlat);
  const auto wallFrom = [&](const Vector& from, const Vector& direction) {
    const auto hit = surface.hit({from, normalized(direction)}, 0, 10);
    REQUIRE(hit);
    return hit->wall;
  };
  CHECK(wallFrom({0.2, 0.5, 1.5}, {1, 0, 0}) == Vector{-1, 0, 0});
  CHECK(wallFrom({2.8, 0.5, 1.5}, {-1, 0, 0}) == Vector{1, 0, 0});
  CHECK(wallFrom({1.5, 0.5, 0.2}, {0, 0, 1}) == Vector{0, 0, -1});
  CHECK(wallFrom({1.5, 0.5, 2.8}, {0, 0, -1}) == Vector{0, 0, 1});
  CHECK(wallFrom({1.5, 3, 1.5}, {0, -1, 0}) == Vector{0, 1, 0});
  CHECK(wallFrom({1.5, 3, 1.5}, {0.03, -1, 0.07}) == Vector{0, 1, 0});
}

TEST_CASE("normals of samples are those of the plane that they lie on") {
  Samples samples = flat(9, 7);
  for (std::int64_t row = 0; row < 7; ++row) {
    for (std::int64_t column = 0; column < 9; ++column) {
      at(samples, column, row) = static_cast<std::int32_t>(32768 * column - 16384 * row);
    }
  }
  const GridSurface grid(std::move(samples), Cells::kBilinear);
  const Vector expected = normalized({-0.5, 1, 0.25});
  for (const auto& [x, z] : {std::pair{0.0, 0.0}, std::pair{3.25, 2.5}, std::pair{8.0, 6.0}}) {
    CHECK(length(grid.normal(x, z) - expected) < 1e-12);
    CHECK(grid.height(x, z) == Approx(0.5 * x - 0.25 * z));
  }
}

TEST_CASE("stitching puts every second sample of an edge between its neighbours and leaves the inside alone") {
  test::Random random(8);
  const Samples before = rough(random, 9, 9);
  Samples after = before;
  stitchEdges(after);
  for (std::int64_t i = 0; i < 9; ++i) {
    for (const auto& [column, row] : {std::pair{i, std::int64_t{0}}, std::pair{i, std::int64_t{8}},
                                      std::pair{std::int64_t{0}, i}, std::pair{std::int64_t{8}, i}}) {
      if (i % 2 == 0) {
        CHECK(after.at(column, row) == before.at(column, row));
      } else {
        const bool along = row == 0 || row == 8;
        const std::int64_t a = along ? after.at(column - 1, row) : after.at(column, row - 1);
        const std::int64_t b = along ? after.at(column + 1, row) : after.at(column, row + 1);
        CHECK(std::abs(2 * std::int64_t{after.at(column, row)} - a - b) <= 1);
      }
    }
  }
  for (std::int64_t row = 1; row < 8; ++row) {
    for (std::int64_t column = 1; column < 8; ++column) CHECK(after.at(column, row) == before.at(column, row));
  }
}
