#include "render/view.h"

#include "codec/errors.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using render::Layers;
using render::Vector;
using render::View;
using test::contains;

namespace {

struct Read {
  View view;
  Layers layers;

  Read(const std::string& name, const std::string& text) {
    for (const render::Option& option : render::options()) {
      if (option.name == name) {
        option.read(view, layers, text);
        return;
      }
    }
    FAIL("no option " + name);
  }
};

std::string refusal(const std::string& name, const std::string& text) {
  return test::messageOf<codec::InputError>([&] { Read(name, text); });
}

View complete(View view) {
  view.camera = view.camera.value_or(render::kDefaultCamera);
  view.lookAt = view.lookAt.value_or(render::kDefaultLookAt);
  return view;
}

}  // namespace

TEST_CASE("options of the picture take numbers and refuse all else, saying what is allowed") {
  CHECK(Read("--camera", "1,-2.5,3e2").view.camera == Vector{1, -2.5, 300});
  CHECK(Read("--look-at", "-.5,+4,0").view.lookAt == Vector{-0.5, 4, 0});
  CHECK(Read("--up", "0,0,1").view.up == Vector{0, 0, 1});
  CHECK(Read("--sun", "1,2,3").view.sun == Vector{1, 2, 3});
  CHECK(Read("--film", "1.5").view.film == 1.5);
  CHECK(Read("--size", "64x36").view.width == 64);
  CHECK(Read("--size", "64x36").view.height == 36);
  for (const std::string text : {"", "1", "1,2", "1,2,3,4", "1,,3", "1,2,x", "1,2,nan", "inf,2,3", "0x1,2,3", " 1,2,3",
                                 "1,2,3 ", "1;2;3", "1,2,1e400", "1,2,1073741825"}) {
    for (const std::string option : {"--camera", "--look-at", "--up", "--sun"}) {
      CHECK(contains(refusal(option, text), option + ": \"" + text + "\" is not allowed: it must be "));
    }
  }
  for (const std::string option : {"--up", "--sun"}) CHECK(contains(refusal(option, "0,0,0"), "other than 0,0,0"));
  for (const std::string text : {"", "0", "-1", "1001", "x", "nan"})
    CHECK(contains(refusal("--film", text), "from 0.01 to 1000"));
  for (const std::string text :
       {"", "10", "10x", "x10", "0x10", "10x0", "8193x10", "10x10x10", "1.5x10", "-1x10", "10X10"}) {
    CHECK(contains(refusal("--size", text), "two integers from 1 to 8192"));
  }
}

TEST_CASE("the list of layers turns on those named and no others") {
  for (const render::Layer& layer : render::layerTable()) {
    CHECK(Layers{}.*layer.member);
    const Layers one = Read("--layers", std::string(layer.name)).layers;
    for (const render::Layer& other : render::layerTable()) {
      CHECK(one.*other.member == (layer.name == other.name));
    }
  }
  const Layers two = Read("--layers", "sky,sun-disc").layers;
  CHECK(two.sky);
  CHECK(two.sunDisc);
  CHECK_FALSE(two.bare);
  CHECK(contains(refusal("--layers", "sky,cluods"),
                 "\"cluods\" is not allowed: it must be some of bare, smooth, octaves"));
  CHECK(contains(refusal("--layers", "sky,cluods"), "did you mean \"clouds\"?"));
  for (const std::string text : {"", ",", "sky,", "Sky", "all"})
    CHECK(contains(refusal("--layers", text), "it must be some of"));
}

TEST_CASE("the help of --layers names every layer in the order of the table") {
  std::string names;
  for (const render::Layer& layer : render::layerTable()) names += (names.empty() ? "" : ",") + std::string(layer.name);
  for (const render::Option& option : render::options()) {
    if (option.name == "--layers") CHECK(contains(option.meaning, names));
  }
}

TEST_CASE("a pixel's direction is the published one") {
  View view = complete({});
  view.width = 96;
  view.height = 54;
  const render::Camera camera(view);
  const Vector forward = normalized(*view.lookAt - *view.camera);
  const Vector right = normalized(cross(forward, {0, 1, 0})), up = cross(right, forward);
  for (const auto& [column, row] : {std::pair{0, 0}, std::pair{95, 0}, std::pair{50, 30}, std::pair{95, 53}}) {
    const double px = 2 * (column + 0.5 - 48) / 54, py = 2 * (27 - row - 0.5) / 54;
    CHECK(length(camera.direction(column, row) - normalized(right * px + up * py + forward * 2)) < 1e-12);
  }
  CHECK(camera.direction(0, 0).y > camera.direction(0, 53).y);
  CHECK(camera.direction(95, 0).x > camera.direction(0, 0).x);  // looking along -z, x runs to the right
}

TEST_CASE("a camera that looks nowhere or along its up is refused") {
  View view = complete({});
  view.lookAt = view.camera;
  CHECK(contains(test::messageOf<codec::InputError>([&] { render::Camera{view}; }),
                 "--look-at: 6.55,2.4,12.02 is not allowed"));
  view.lookAt = *view.camera - Vector{0, 3, 0};
  CHECK(contains(test::messageOf<codec::InputError>([&] { render::Camera{view}; }), "--up: 0,1,0 is not allowed"));
}
