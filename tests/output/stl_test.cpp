#include "output/stl.h"

#include <algorithm>
#include <cmath>

#include "codec/errors.h"
#include "support/catch.h"
#include "support/mesh_bytes.h"
#include "support/message_of.h"
#include "support/random_scene.h"

using namespace orograph;
using test::Stl;

namespace {

/// The least and the greatest coordinate of each axis.
std::array<std::pair<float, float>, 3> boxOf(const Stl& stl) {
  std::array<std::pair<float, float>, 3> box;
  box.fill({INFINITY, -INFINITY});
  for (const auto& facet : stl.facets) {
    for (const auto& corner : facet.corners) {
      for (std::size_t i = 0; i < 3; ++i) {
        box[i] = {std::min(box[i].first, corner[i]), std::max(box[i].second, corner[i])};
      }
    }
  }
  return box;
}

}  // namespace

TEST_CASE("an STL is closed, all its facets look out, and its normals agree, for grids of any shape") {
  test::Random random(61);
  for (int round = 0; round < 40; ++round) {
    const std::int64_t side = std::int64_t{1} << random.within(0, 4);
    const bool adaptive = round % 2 == 0;
    const std::int64_t columns = adaptive ? side + 1 : random.within(2, 20);
    const std::int64_t rows = adaptive ? side + 1 : random.within(2, 20);
    test::RandomScene made(random, columns, rows, std::int64_t{1} << random.within(0, 30));
    if (adaptive) made.scene.mesh.maxErrorQ16 = random.ofAnySize(30) & INT32_MAX;
    made.scene.print.widthMmQ16 = random.within(65536, 300 * 65536);
    made.scene.mesh.spheres = {{{0, 0, 0}, 65536, 2}};  // left out
    output::Facts facts;
    const Stl stl(made.write(output::stlFiles, &facts));
    CAPTURE(round, columns, rows);
    CHECK(stl.closed());
    CHECK(stl.volume() > 0);
    CHECK(facts[0].second == std::to_string(stl.facets.size()));
    if (!adaptive) {
      CHECK(stl.facets.size() == static_cast<std::size_t>(2 * (columns - 1) * (rows - 1) + 6 * (columns + rows - 2)));
    }
    bool agree = true;
    for (const auto& [normal, c] : stl.facets) {
      const auto side1 = [&](std::size_t i) { return static_cast<double>(c[1][i]) - static_cast<double>(c[0][i]); };
      const auto side2 = [&](std::size_t i) { return static_cast<double>(c[2][i]) - static_cast<double>(c[0][i]); };
      const std::array n = {side1(1) * side2(2) - side1(2) * side2(1), side1(2) * side2(0) - side1(0) * side2(2),
                            side1(0) * side2(1) - side1(1) * side2(0)};
      const double length = std::hypot(n[0], n[1], n[2]);
      const double along = n[0] * static_cast<double>(normal[0]) + n[1] * static_cast<double>(normal[1]) +
                           n[2] * static_cast<double>(normal[2]);
      agree = agree && along > 0.99 * length;
    }
    CHECK(agree);
  }
}

TEST_CASE("an STL has the width, base and exaggeration that the spec asks for, and north is +y") {
  // One high corner, north-west; 4 units wide, 8 deep, 2 high.
  const test::TableSource source({{131072, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  output::Scene scene;
  scene.source = &source;
  scene.meshGrid = {-(1 << 20), 1 << 21, 131072, 262144, 3, 3};
  scene.print = {50 * 65536, 98304, 3 * 65536};
  test::StringSink sink;
  const output::Facts facts = output::stlFiles(scene).at(0).write(scene, sink);
  const Stl stl(sink.text);
  const auto box = boxOf(stl);
  CHECK(box[0] == std::pair{0.0f, 50.0f});
  CHECK(box[1] == std::pair{0.0f, 100.0f});
  CHECK(box[2] == std::pair{0.0f, 76.5f});  // 2 units are 25 mm, three times that, on 1.5 mm
  CHECK(facts[1] == std::pair<std::string, std::string>{"sizeMmQ16", "[3276800,6553600,5013504]"});
  bool peak = false;
  for (const auto& facet : stl.facets) {
    for (const auto& corner : facet.corners) {
      if (corner[2] > 2) peak = corner == Stl::Corner{0, 100, 76.5f};
    }
  }
  CHECK(peak);
  CHECK_FALSE(sink.text.starts_with("solid"));
}

TEST_CASE("a flat field prints as a block of the base's thickness") {
  const test::TableSource source({{-7, -7, -7}, {-7, -7, -7}, {-7, -7, -7}});
  output::Scene scene;
  scene.source = &source;
  scene.meshGrid = {0, 0, 65536, 65536, 3, 3};
  for (const std::int64_t most : {-1, 0}) {
    scene.mesh.maxErrorQ16 = most;
    test::StringSink sink;
    output::stlFiles(scene).at(0).write(scene, sink);
    const Stl stl(sink.text);
    CHECK(stl.closed());
    CHECK(std::abs(stl.volume() - 100.0 * 100 * 2) < 0.01);
    CHECK(stl.facets.size() == (most < 0 ? 8u + 24 : 2u + 12));
  }
}

TEST_CASE("an STL is the same for any number of threads and any height of bands") {
  test::Random random(63);
  test::RandomScene made(random, 17, 40, 90000);
  const std::string whole = made.write(output::stlFiles);
  for (const std::int64_t threads : {1, 2, 5}) {
    for (const std::int64_t bandRows : {1, 3, 100}) {
      made.scene.schedule = {threads, bandRows};
      CHECK((made.write(output::stlFiles) == whole));
    }
  }
}

TEST_CASE("an STL that could be no model is refused with the reason") {
  const test::TableSource source({{INT32_MIN, INT32_MAX}, {0, 0}});
  output::Scene scene;
  scene.source = &source;
  const auto refusal = [&] {
    return test::messageOf<codec::InputError>([&] {
      test::StringSink sink;
      output::stlFiles(scene).at(0).write(scene, sink);
    });
  };
  scene.meshGrid = {0, 0, 0, 65536, 2, 2};
  CHECK(test::contains(refusal(), "without area"));
  scene.meshGrid = {0, 0, 65536, std::int64_t{1} << 46, 2, 2};
  CHECK(test::contains(refusal(), "more than a kilometre deep"));
  scene.meshGrid = {0, 0, std::int64_t{1} << 46, 65536, 2, 2};
  CHECK(test::contains(refusal(), "too small"));
  scene.meshGrid = {0, 0, 65536, 65536, 2, 2};
  CHECK(test::contains(refusal(), "more than a kilometre high"));  // 65536 units above a width of one
  scene.print.exaggerationQ16 = 1;
  CHECK(refusal() == "nothing thrown");
  scene.meshGrid = {0, 0, 1, 1, 2, 2};
  scene.print = {10000 * 65536, 65536, 1 << 26};
  CHECK(test::contains(refusal(), "more than a kilometre high for each unit"));
  scene.print = {};
  scene.meshGrid = {0, 0, 65536, 65536, 46342, 46342};
  CHECK(test::contains(refusal(), "triangles are not allowed: STL counts them in 32 bits"));
}
