#include "output/consumers.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "support/catch.h"
#include "support/message_of.h"
#include "support/program.h"
#include "support/raster_scene.h"

using namespace orograph;
using test::contains;

namespace {

std::map<std::string, double> numbersOf(const std::string& name, const output::Scene& scene) {
  std::map<std::string, double> numbers;
  for (const auto& [key, value] : output::findConsumer(name)->numbers(scene)) {
    CHECK(numbers.emplace(key, std::strtod(value.c_str(), nullptr)).second);
  }
  return numbers;
}

test::RasterScene sceneOf(std::int64_t blackQ16, std::int64_t whiteQ16) {
  test::RasterScene scene(test::unevenHeights(11, 7, -65536 * 40, 65536 * 90));
  scene.image.blackQ16 = blackQ16;
  scene.image.whiteQ16 = whiteQ16;
  scene.imageGrid.dxQ16 = 65536 * 3 / 2;
  scene.imageGrid.dzQ16 = 65536 * 2;
  return scene;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(b)); }

}  // namespace

TEST_CASE("every consumer takes kinds of the format table and has a place in the docs") {
  const auto kinds = output::formatKinds();
  const std::string docs = test::readFile(test::projectPath("docs/consumers.md"));
  std::set<std::string_view> names;
  for (const output::Consumer& consumer : output::consumers()) {
    CAPTURE(consumer.name);
    CHECK(names.insert(consumer.name).second);
    REQUIRE_FALSE(consumer.kinds.empty());
    for (const std::string_view kind : consumer.kinds) CHECK(std::ranges::find(kinds, kind) != kinds.end());
    CHECK(std::ranges::is_sorted(consumer.sides));
    if (!consumer.sides.empty()) CHECK(std::ranges::find(consumer.sides, consumer.usualSide) != consumer.sides.end());
    CHECK(contains(docs, "| `" + std::string(consumer.name) + "` |"));
    CHECK(contains(docs, "--for " + std::string(consumer.name)));
  }
}

TEST_CASE("every documented size is taken, its neighbours and oblongs are not") {
  for (const output::Consumer& consumer : output::consumers()) {
    for (const std::int64_t side : consumer.sides) {
      CHECK(consumer.takes(side, side));
      CHECK_FALSE(consumer.takes(side, side - 1));
      CHECK_FALSE(consumer.takes(side + 1, side + 1));
      CHECK(contains(consumer.sizesFor(side + 1, side + 1), std::to_string(side) + " x " + std::to_string(side)));
    }
    if (!consumer.sides.empty()) continue;
    CHECK(consumer.takes(1, consumer.mostSide));
    CHECK_FALSE(consumer.takes(consumer.mostSide + 1, 1));
    CHECK(contains(consumer.sizesFor(1, 70000), "at most " + std::to_string(consumer.mostSide)));
  }
  CHECK(contains(output::findConsumer("unreal")->sizesFor(1024, 1024), "nearest: 1009 x 1009 and 2017 x 2017"));
  CHECK(output::findConsumer("unity")->sizesFor(2, 1).ends_with("nearest: 33 x 33"));
  CHECK(output::findConsumer("unity")->sizesFor(9999, 1).ends_with("nearest: 4097 x 4097"));
}

TEST_CASE("a pixel through the numbers for a consumer is its height again") {
  for (const auto& [black, white] : {std::pair<std::int64_t, std::int64_t>{-65536 * 40, 65536 * 90},
                                     {-32768 * 7, 32767 * 7},
                                     {655360, 655360 + 65535},
                                     {-9000000, -5}}) {
    const test::RasterScene scene = sceneOf(black, white);
    for (const int pixel : {0, 1, 30000, 32768, 65535}) {
      const double place = static_cast<double>(white - black) * pixel / 65535;
      const double height = (static_cast<double>(black) + place) / 65536;
      CAPTURE(black, white, pixel);
      auto unreal = numbersOf("unreal", scene);
      CHECK(near(unreal["locationZ"] + (pixel - 32768) / 128.0 * unreal["scaleZ"], height * 100));
      auto unity = numbersOf("unity", scene);
      CHECK(near(unity["positionY"] + pixel / 65536.0 * unity["terrainHeight"], height));
      auto blender = numbersOf("blender", scene);
      CHECK(near((pixel / 65535.0 - blender["midlevel"]) * blender["strength"], height));
      auto cities = numbersOf("cities2", scene);
      CHECK(near(pixel / 65535.0 * cities["heightScale"], height - static_cast<double>(black) / 65536));
      auto worldPainter = numbersOf("worldpainter", scene);
      CHECK(near(
          worldPainter["terrainLow"] + pixel / 65535.0 * (worldPainter["terrainHigh"] - worldPainter["terrainLow"]),
          height));
    }
  }
}

TEST_CASE("the numbers tell steps, range and sea level") {
  const test::RasterScene scene = sceneOf(-32768 * 4, 32767 * 4);
  for (const output::Consumer& consumer : output::consumers()) {
    auto numbers = numbersOf(std::string(consumer.name), scene);
    CHECK(numbers["metresPerStepX"] == 1.5);
    CHECK(numbers["metresPerStepZ"] == 2);
    CHECK(numbers["minimum"] == static_cast<double>(scene.image.minQ16) / 65536);
    CHECK(numbers["maximum"] == static_cast<double>(scene.image.maxQ16) / 65536);
    CHECK(numbers["black"] == -2);
  }
  CHECK(numbersOf("unreal", scene)["scaleX"] == 150);
  CHECK(numbersOf("unreal", scene)["scaleY"] == 200);
  CHECK(numbersOf("unreal", scene)["scaleZ"] == 0.78125);  // 4 / 65536 m a level, 12800 times
  CHECK(numbersOf("unreal", scene)["locationZ"] == 0);
  CHECK(numbersOf("unity", scene)["terrainWidth"] == 15);
  CHECK(numbersOf("unity", scene)["terrainLength"] == 12);
  CHECK(numbersOf("cities2", scene)["seaLevel"] == 2);
  CHECK(numbersOf("worldpainter", scene)["waterLevelInImage"] == 32768);
  CHECK(numbersOf("worldpainter", sceneOf(65536, 131072)).contains("waterLevelInImage") == false);
  CHECK(numbersOf("cities2", sceneOf(65536, 131072))["seaLevel"] == 0);
}

TEST_CASE("an image of one height has numbers too") {
  for (const output::Consumer& consumer : output::consumers()) {
    for (const auto& [key, value] : consumer.numbers(test::RasterScene({{77, 77}}))) {
      CHECK(value.find_first_not_of("-.0123456789") == std::string::npos);
    }
  }
}
