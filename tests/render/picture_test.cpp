#include "render/picture.h"

#include <array>
#include <cmath>
#include <set>

#include "codec/errors.h"
#include "render/sky.h"
#include "support/catch.h"
#include "support/function_source.h"
#include "support/message_of.h"
#include "support/table_source.h"

using namespace orograph;
using render::Layers;
using render::normalized;
using render::Picture;
using render::Vector;
using render::View;
using test::contains;
using test::FunctionSource;

namespace {

constexpr std::array<std::int64_t, 2> kOrigin{0, 0};
const field::Grid kMesh = field::meshGrid({{0, 0}, {16 << 16, 16 << 16}}, {16, 16});  // cells of 2

Layers only(std::initializer_list<bool Layers::*> members) {
  Layers layers;
  for (const render::Layer& layer : render::layerTable()) layers.*layer.member = false;
  for (const auto member : members) layers.*member = true;
  return layers;
}

View viewFrom(const Vector& camera, const Vector& lookAt) {
  View view;
  view.camera = camera;
  view.lookAt = lookAt;
  view.width = 96;
  view.height = 54;
  return view;
}

/// A picture of a function of the place, sampled.
struct Drawn {
  FunctionSource source;
  Picture picture;

  Drawn(FunctionSource::Function height, const View& view, const Layers& layers, std::int64_t threads = 1)
      : source(std::move(height)), picture({&source, &source, kMesh, false}, view, layers, kOrigin, {threads}) {
    picture.sample();
  }
  Vector at(const Vector& direction) const { return picture.colour(normalized(direction)); }
};

std::int32_t sea(std::int64_t, std::int64_t) { return 65536; }  // flat, 1 high

std::int32_t hills(std::int64_t x, std::int64_t z) {
  const double u = static_cast<double>(x) / 65536, v = static_cast<double>(z) / 65536;
  return static_cast<std::int32_t>(65536 * (1 + 0.5 * std::sin(u) * std::cos(v) + 0.1 * std::sin(7 * u + 3 * v)));
}

void checkColour(const Vector& colour, const Vector& expected, double margin = 1e-6) {
  CHECK(colour.x == Approx(expected.x).margin(margin));
  CHECK(colour.y == Approx(expected.y).margin(margin));
  CHECK(colour.z == Approx(expected.z).margin(margin));
}

// The colours once more, written out from the published formulas.
Vector between(const Vector& a, const Vector& b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}
const Vector kSun = normalized({0.5, 0.2, 0.2});
Vector sunlight(const Vector& normal) {
  const double share = normal.x * kSun.x + normal.y * kSun.y + normal.z * kSun.z;
  return between({0.02, 0.04, 0.11}, {1, 1, 1}, share > 0 ? share : 0);
}
Vector shade(double shadow) { return between({0.05, 0, 0.09}, {0.99, 0.96, 1}, shadow); }
Vector ambience(double up) { return between({0.29, 0.32, 0.36}, {1, 1, 1}, std::sqrt(up)); }

}  // namespace

TEST_CASE("flat ground has the published colours of sun, shadow and ambient") {
  const View view = viewFrom({0.3, 3, 0.2}, {5, 1, 0});
  const Vector down{1, -0.6, 0.2};
  const Vector up{0, 1, 0};
  checkColour(Drawn(sea, view, only({&Layers::bare, &Layers::smooth, &Layers::sun})).at(down), sunlight(up));
  // Over flat ground 8 * clearance / t is 8 * 0.348 everywhere.
  checkColour(Drawn(sea, view, only({&Layers::bare, &Layers::smooth, &Layers::sun, &Layers::shadow})).at(down),
              sunlight(up) * shade(1));
  checkColour(Drawn(sea, view, only({&Layers::bare, &Layers::smooth, &Layers::sun, &Layers::shadow, &Layers::ambient}))
                  .at(down),
              between(sunlight(up) * shade(1), ambience(1), 0.3));
  View low = view;
  low.sun = {1, 0.05, 0};  // 8 * sin of its height
  const double shadow = 8 * 0.05 / std::sqrt(1.0025);
  const double diffuse = 0.05 / std::sqrt(1.0025);
  checkColour(Drawn(sea, low, only({&Layers::bare, &Layers::smooth, &Layers::sun, &Layers::shadow})).at(down),
              between({0.02, 0.04, 0.11}, {1, 1, 1}, diffuse) * shade(shadow), 1e-4);
}

TEST_CASE("a slope is lit by its own normal") {
  const View view = viewFrom({0, 4, 0}, {5, 1, 0});
  const auto slope = [](std::int64_t x, std::int64_t z) { return static_cast<std::int32_t>(65536 + x / 4 - z / 8); };
  const Vector normal = normalized({-0.25, 1, 0.125});
  const Vector colour =
      Drawn(slope, view, only({&Layers::bare, &Layers::smooth, &Layers::sun, &Layers::ambient})).at({0.5, -1, 0.3});
  checkColour(colour, between(sunlight(normal), ambience(normal.y), 0.3), 0.01);
}

TEST_CASE("normals come from their own source") {
  const View view = viewFrom({0, 4, 0}, {5, 1, 0});
  const FunctionSource flat(sea), slope([](std::int64_t x, std::int64_t) { return static_cast<std::int32_t>(x / 2); });
  Picture picture({&flat, &slope, kMesh, false}, view, only({&Layers::bare, &Layers::smooth, &Layers::sun}), kOrigin,
                  {1});
  picture.sample();
  checkColour(picture.colour(normalized({1, -1, 0})), sunlight(normalized({-0.5, 1, 0})), 0.01);
}

TEST_CASE("a wall towards the sun casts a shadow whose edge is 8 * clearance / t") {
  // Ground 0 up to x = 4, from there on a plain of height 1.
  const auto wall = [](std::int64_t x, std::int64_t) { return x >= 4 * 65536 ? 65536 : 0; };
  View view = viewFrom({1, 3, 0}, {1.1, 0, 0});
  view.sun = {1, 0.5, 0};
  const Drawn drawn(wall, view, only({&Layers::bare, &Layers::smooth, &Layers::shadow, &Layers::sun}));
  const Vector lit = between({0.02, 0.04, 0.11}, {1, 1, 1}, 1 / std::sqrt(5.0));
  for (const double x : {1.0, 1.8, 1.9, 1.98, 2.02, 2.5, 3.5}) {
    const double across = 4 - x, height = across / 2 - 1, t = across * std::sqrt(1.25);
    const double shadow = std::clamp(8 * height / t, 0.0, 1.0);
    CAPTURE(x, shadow);
    checkColour(drawn.at(Vector{x, 0, 0} - Vector{1, 3, 0}), lit * shade(shadow), 0.02);
  }
}

TEST_CASE("fog begins at 20, is whole at 30, and has the colour of the sky there") {
  // From 1 above flat ground, t is 1 / the fall.
  const View view = viewFrom({0, 2, 0}, {5, 1.9, 0});
  const Layers layers = only({&Layers::bare, &Layers::smooth, &Layers::sun, &Layers::fog, &Layers::sky});
  const Drawn drawn(sea, view, layers);
  for (const auto& [t, fog] : {std::pair{10.0, 0.0}, std::pair{19.9, 0.0}, std::pair{22.5, 0.15625},
                               std::pair{25.0, 0.5}, std::pair{30.0, 1.0}, std::pair{90.0, 1.0}}) {
    const Vector direction{std::sqrt(1 - 1 / (t * t)), -1 / t, 0};
    const double dark = 0.8 / (t * t);  // towards white by (1 - 0)^4: below the horizon all white
    const Vector sky = between({0.3 - dark, 0.5 - dark, 0.85 - dark}, {1, 1, 1}, 1);
    CAPTURE(t);
    checkColour(drawn.at(direction), between(sunlight({0, 1, 0}), sky, fog), 1e-4);
  }
  Layers plain = layers;
  plain.sky = false;
  checkColour(Drawn(sea, view, plain).at({1, -1.0 / 90, 0}), {0.3, 0.5, 0.85});
}

TEST_CASE("sky, disc and clouds are added up where no terrain is") {
  const View view = viewFrom({2, 5, -3}, {5, 6, 0});
  const Vector up = normalized({0.3, 0.7, -0.4});
  checkColour(Drawn(sea, view, only({})).at(up), {0.3, 0.5, 0.85});
  checkColour(Drawn(sea, view, only({&Layers::sky})).at(up), render::skyColour(up));
  checkColour(Drawn(sea, view, only({&Layers::sky, &Layers::sunDisc})).at(kSun),
              render::skyColour(kSun) + Vector{0.5, 0.5, 0.5});
  const double t = 95 / up.y, density = render::cloudDensity(2 + up.x * t, -3 + up.z * t);
  CHECK(density > 0);
  checkColour(Drawn(sea, view, only({&Layers::sky, &Layers::clouds})).at(up),
              between(render::skyColour(up), {1, 0.95, 1}, density), 1e-9);
  // Below the horizon the clouds of a camera above them hide the ground.
  const View high = viewFrom({0, 150, 0}, {5, 0, 0});
  const Vector down = normalized({0.1, -1, 0});
  checkColour(Drawn(sea, high, only({&Layers::bare, &Layers::smooth, &Layers::clouds, &Layers::sun})).at(down),
              between(sunlight({0, 1, 0}), {1, 0.95, 1}, render::cloudDensity(-50 * down.x / down.y, 0)), 1e-4);
}

TEST_CASE("ground nearer than the clouds hides them") {
  const auto plateau = [](std::int64_t, std::int64_t) { return 120 * 65536; };
  const Drawn drawn(plateau, viewFrom({0, 150, 0}, {5, 0, 0}),
                    only({&Layers::bare, &Layers::smooth, &Layers::clouds, &Layers::sun}));
  for (const double x : {-0.4, 0.0, 0.3}) checkColour(drawn.at({x, -1, 0.1}), sunlight({0, 1, 0}));
}

TEST_CASE("without light the surface is black at its lowest and white at its highest") {
  const auto slope = [](std::int64_t x, std::int64_t) { return static_cast<std::int32_t>(x / 64); };
  const View view = viewFrom({0, 1, 0}, {0.1, 0, 0});
  const Drawn drawn(slope, view, only({&Layers::bare, &Layers::smooth}));
  const double low = drawn.picture.surface().lowest(), high = drawn.picture.surface().highest();
  const double grey = (0 - low) / (high - low);
  checkColour(drawn.at({0, -1, 0}), {grey, grey, grey}, 1e-4);
}

TEST_CASE("rings join without a step and reach as far as a ray") {
  const Drawn drawn(hills, viewFrom({3.3, 2.4, -1.7}, {9, 1, 0}), only({&Layers::bare, &Layers::smooth}));
  const auto& grids = drawn.picture.surface().grids();
  REQUIRE(grids.size() >= 5);
  for (std::size_t i = 0; i + 1 < grids.size(); ++i) {
    const render::Samples& inner = grids[i].samples();
    CHECK(grids[i + 1].samples().dx == 2 * inner.dx);
    const double width = static_cast<double>(inner.columns - 1) * inner.dx;
    for (int k = 0; k <= 1000; ++k) {
      const double along = k * width / 1000;
      for (const auto& [x, z] :
           {std::pair{inner.x0 + along, inner.z0}, std::pair{inner.x0 + along, inner.z0 + width},
            std::pair{inner.x0, inner.z0 + along}, std::pair{inner.x0 + width, inner.z0 + along}}) {
        REQUIRE(grids[i + 1].contains(x, z));
        REQUIRE(std::abs(grids[i].height(x, z) - grids[i + 1].height(x, z)) <= 1.0 / 65536);
      }
    }
  }
  for (const auto& [x, z] :
       {std::pair{200.0, 0.0}, std::pair{-200.0, 0.0}, std::pair{0.0, 200.0}, std::pair{0.0, -200.0}}) {
    CHECK(grids.back().contains(x, z));
  }
}

TEST_CASE("no ray that goes down finds a hole in the ground") {
  const View view = viewFrom({3.3, 2.4, -1.7}, {9, 1, 0});
  const Drawn drawn(hills, view, only({&Layers::bare, &Layers::smooth}));
  for (int turn = 0; turn < 720; ++turn) {
    for (const double fall : {0.02, 0.1, 0.3, 1.0, 4.0}) {
      const double angle = turn * 3.14159265358979 / 360;
      const Vector direction = normalized({std::cos(angle), -fall, std::sin(angle)});
      const render::Ray ray{{0, 2.4, 0}, direction};
      const auto hit = drawn.picture.surface().hit(ray, 0, render::kFar);
      CAPTURE(turn, fall);
      REQUIRE(hit);
      REQUIRE(hit->wall == Vector{});
      // Where it met the ground, the ground is as high as the function says, to within a cell.
      const Vector p = direction * hit->t;
      const double height = hills(std::llround((p.x + 3.3) * 65536), std::llround((p.z - 1.7) * 65536)) / 65536.0;
      REQUIRE(std::abs(2.4 + p.y - height) < 0.002 + 0.01 * hit->t);
    }
  }
}

TEST_CASE("without smooth the mesh's cells are flat, each as high as its least corner") {
  const Drawn drawn(hills, viewFrom({1.2, 4, 1.3}, {9, 1, 0}), only({&Layers::bare}));
  const auto& grids = drawn.picture.surface().grids();
  REQUIRE(grids.size() == 1);
  CHECK(grids[0].samples().dx == 2);
  for (const auto& [x, z] : {std::pair{0.5, 0.5}, std::pair{-3.7, 9.1}, std::pair{50.1, -77.3}}) {
    const auto corner = [](double at) { return static_cast<std::int64_t>(std::floor(at / 2)) * 2 * 65536; };
    CHECK(drawn.picture.surface().height(x - 1.2, z - 1.3) ==
          Approx(hills(corner(x), corner(z)) / 65536.0).margin(1e-9));
  }
}

TEST_CASE("a terrain of vertices alone ends where its grid ends") {
  std::vector<std::vector<std::int32_t>> table(17, std::vector<std::int32_t>(17, 65536));
  table[8][8] = 2 * 65536;
  const test::TableSource source(table);
  const View view = viewFrom({0, 9, 30}, {0, 0, 0});
  Picture picture({&source, nullptr, kMesh, true}, view, only({&Layers::bare, &Layers::smooth, &Layers::sun}), kOrigin,
                  {1});
  picture.sample();
  const auto to = [&](double x, double y, double z) {
    return picture.colour(normalized(Vector{x, y, z} - *view.camera));
  };
  checkColour(to(-8, 1, 4), sunlight({0, 1, 0}));
  checkColour(to(-17, 1, 0), {0.3, 0.5, 0.85});
  checkColour(to(0, 0.5, 16), {0.3, 0.5, 0.85});  // it is cut down to its lowest height, here 1
  CHECK(picture.surface().height(0, 0 - 30) == 2);
  CHECK_FALSE(picture.surface().height(0, 17 - 30));
}

TEST_CASE("a huge grid is thinned and its last vertices are kept") {
  const field::Grid grid = field::meshGrid({{0, 0}, {100 << 16, 100 << 16}}, {8192, 8192});
  const FunctionSource source(
      [](std::int64_t x, std::int64_t z) { return static_cast<std::int32_t>((x + 2 * z) / 64); });
  Picture picture({&source, nullptr, grid, true}, viewFrom({0, 9, 0}, {5, 0, 0}), {}, kOrigin, {2});
  picture.sample();
  const render::Samples& samples = picture.surface().grids().at(0).samples();
  CHECK(samples.columns == 4097);
  CHECK(samples.rows == 4097);
  CHECK(samples.at(4096, 4096) == (grid.xQ16(8192) + 2 * grid.zQ16(8192)) / 64);
  REQUIRE(picture.notes().size() == 1);
  CHECK(contains(picture.notes()[0], "one vertex in 2 is drawn"));
}

TEST_CASE("of a huge grid the part within reach is drawn, up to its edge") {
  const field::Grid grid = field::meshGrid({{0, 0}, {400 << 16, 400 << 16}}, {65536, 65536});
  const FunctionSource source([](std::int64_t x, std::int64_t) { return static_cast<std::int32_t>(x / 64); });
  Picture picture({&source, nullptr, grid, true}, viewFrom({390, 200, 0}, {0, 0, 0}), {}, kOrigin, {2});
  picture.sample();
  const render::Samples& samples = picture.surface().grids().at(0).samples();
  CHECK(samples.x0 <= -200);
  CHECK(samples.z0 <= -200);
  CHECK(samples.columns <= 4098);
  CHECK(samples.rows <= 4098);
  const double end = static_cast<double>(grid.xQ16(65536)) / 65536 - 390;
  CHECK(samples.x0 + static_cast<double>(samples.columns - 1) * samples.dx == Approx(end).margin(1e-9));
  CHECK(samples.at(samples.columns - 1, 0) == grid.xQ16(65536) / 64);
}

TEST_CASE("a camera below the ground is refused where it was given and lifted where not") {
  const FunctionSource source([](std::int64_t, std::int64_t) { return 5 * 65536; });
  const render::Terrain terrain{&source, &source, kMesh, false};
  const auto refused = [&](double y) {
    return test::messageOf<codec::InputError>([&] {
      Picture(terrain, viewFrom({1, y, 2}, {3, 1, 4}), {}, kOrigin, {1});
    });
  };
  CHECK(contains(refused(4), "--camera: 1,4,2 is not allowed: the terrain is 5 high there"));
  CHECK(contains(refused(5), "is not allowed"));
  CHECK(refused(5.001) == "nothing thrown");
  const Picture lifted(terrain, {}, {}, kOrigin, {1});
  CHECK(*lifted.view().camera == Vector{6.55, 6, 12.02});
  CHECK(lifted.view().lookAt->y == Approx(4.6));
  REQUIRE(lifted.notes().size() == 1);
  CHECK(contains(lifted.notes()[0], "--camera 6.55,6,12.02"));
  View given;
  given.lookAt = Vector{0, 1, 0};
  CHECK(*Picture(terrain, given, {}, kOrigin, {1}).view().lookAt == Vector{0, 1, 0});
  CHECK(*Picture(terrain, {}, only({&Layers::sky}), kOrigin, {1}).view().camera == render::kDefaultCamera);
  CHECK(*Picture(terrain, {}, only({&Layers::sky}), {65536, -65536}, {1}).view().camera ==
        render::kDefaultCamera + Vector{1, 0, -1});
}

TEST_CASE("a picture that fog hides all of says so") {
  const Layers fog = only({&Layers::bare, &Layers::smooth, &Layers::fog});
  CHECK(contains(Drawn(sea, viewFrom({0, 32, 0}, {5, 0, 0}), fog).picture.notes().at(0), "in the fog"));
  CHECK(Drawn(sea, viewFrom({0, 30, 0}, {5, 0, 0}), fog).picture.notes().empty());
  CHECK(Drawn(sea, viewFrom({0, 32, 0}, {5, 0, 0}), only({&Layers::bare, &Layers::smooth})).picture.notes().empty());
}

TEST_CASE("the pixels are the same for one thread and three, near the origin and far away") {
  for (const double far : {0.0, 1e6}) {
    const View view = viewFrom({3 + far, 2.4, -1 - far}, {9 + far, 1, -far});
    const auto one = Drawn(hills, view, {}, 1).picture.draw(), three = Drawn(hills, view, {}, 3).picture.draw();
    CHECK(one.size() == 96 * 54 * 3);
    CHECK(one == three);
    CHECK(std::set(one.begin(), one.end()).size() > 50);
  }
}

TEST_CASE("a pixel is the colour in its direction, from 0 to 255") {
  const View view = viewFrom({3, 2.4, -1}, {9, 1, 0});
  const Drawn drawn(hills, view, {});
  const std::vector<unsigned char> pixels = drawn.picture.draw();
  for (const auto& [column, row] : {std::pair{0, 0}, std::pair{95, 0}, std::pair{47, 20}, std::pair{10, 53}}) {
    const Vector colour = drawn.picture.colour(render::Camera(view).direction(column, row));
    const auto* pixel = &pixels[static_cast<std::size_t>(3 * (row * 96 + column))];
    CHECK(pixel[0] == std::lround(std::clamp(colour.x, 0.0, 1.0) * 255));
    CHECK(pixel[1] == std::lround(std::clamp(colour.y, 0.0, 1.0) * 255));
    CHECK(pixel[2] == std::lround(std::clamp(colour.z, 0.0, 1.0) * 255));
  }
}

TEST_CASE("the work told adds up, and whoever hears of it may end it") {
  const FunctionSource source(hills);
  const View view = viewFrom({3, 2.4, -1}, {9, 1, 0});
  std::int64_t done = 0;
  Picture picture({&source, &source, kMesh, false}, view, {}, kOrigin, {2}, [&](std::int64_t work) { done += work; });
  picture.sample();
  picture.draw();
  CHECK(done >= picture.work());
  CHECK(done < picture.work() * 5 / 4);
  struct Ended {};
  Picture ended({&source, &source, kMesh, false}, view, {}, kOrigin, {2}, [](std::int64_t) { throw Ended(); });
  CHECK_THROWS_AS(ended.sample(), Ended);
}
