#include "scene/overrides.h"

#include <string>
#include <vector>

#include "codec/errors.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using test::contains;

namespace {

scene::Spec read(const std::string& text, const std::vector<std::string>& overrides) {
  return scene::readSpec(text, "spec.json", overrides);
}

std::string refusal(const std::string& text, const std::vector<std::string>& overrides) {
  return test::messageOf<codec::InputError>([&] { read(text, overrides); });
}

std::string effective(const scene::Spec& spec) {
  codec::JsonWriter json;
  scene::writeSpec(spec, json);
  return json.take();
}

using Integers = std::vector<std::int64_t>;
const std::string kSpheres =
    R"({"spheres": [{"centerQ16": [1, 2, 3], "radiusQ16": 4}, {"centerQ16": [5, 6, 7], "radiusQ16": 8}]})";

}  // namespace

TEST_CASE("the option --set gives a key that was absent and replaces one that was there") {
  CHECK(read("{}", {"seed=7"}).seed == 7);
  CHECK(read(R"({"seed": 3})", {"seed=7"}).seed == 7);
  CHECK(read(R"({"seed": 3})", {"seed=7", "seed=8"}).seed == 8);
}

TEST_CASE("the option --set is as good as the spec's own text") {
  CHECK(effective(read("{}", {"generator=diamond-square", "gridN=8", "wrap=true", "hurstQ16=52429"})) ==
        effective(read(R"({"generator": "diamond-square", "gridN": 8, "wrap": true, "hurstQ16": 52429})", {})));
}

TEST_CASE("the option --set reaches nested keys") {
  CHECK(read("{}", {"image.width=10"}).image.width == 10);
  const scene::Spec spec =
      read(R"({"image": {"width": 5, "height": 6}, "mesh": {"uvs": false}})", {"image.width=10", "mesh.normals=false"});
  CHECK(spec.image.width == 10);
  CHECK(spec.image.height == 6);
  CHECK_FALSE(spec.mesh.normals);
  CHECK_FALSE(spec.mesh.uvs);
}

TEST_CASE("the option --set reaches places of lists") {
  const scene::Spec spec = read(kSpheres, {"spheres.1.subdiv=3", "spheres.0.centerQ16.2=-9", "spheres.1.radiusQ16=11"});
  CHECK(spec.spheres[0].centerQ16 == Integers{1, 2, -9});
  CHECK(spec.spheres[0].radiusQ16 == 4);
  CHECK(spec.spheres[1].subdiv == 3);
  CHECK(spec.spheres[1].radiusQ16 == 11);
  CHECK(read(R"({"gridN": [4, 5]})", {"gridN.1=6"}).gridN == Integers{4, 6});
  CHECK(read(R"({"originQ16": [4, 5]})", {"originQ16.0=-1"}).originQ16 == Integers{-1, 5});
}

TEST_CASE("the value of --set is JSON") {
  CHECK(read("{}", {"gridN=[4, 8]"}).gridN == Integers{4, 8});
  CHECK(read("{}", {"gain=0.25"}).gainQ16 == 16384);
  CHECK(read("{}", {"gain=2.5e-1"}).gainQ16 == 16384);
  CHECK(read("{}", {R"(spheres=[{"centerQ16": [1, 2, 3], "radiusQ16": 4, "subdiv": 0}])"}).spheres.size() == 1);
  CHECK_FALSE(read("{}", {R"(mesh={"uvs": false})"}).mesh.uvs);
  CHECK(read("{}", {R"(name="quoted")"}).name == "quoted");
  CHECK(read("{}", {"seed= 7 "}).seed == 7);
  CHECK(read("{}", {"seed=18446744073709551615"}).seed == UINT64_MAX);
}

TEST_CASE("a bare word is a string") {
  CHECK(read("{}", {"name=island-7"}).name == "island-7");
  CHECK(read("{}", {"generator=diamond-square"}).generator == "diamond-square");
  CHECK(read("{}", {"seed=0xff"}).seed == 255);
  CHECK(read("{}", {"image.range=full"}).image.range == "full");
  CHECK(read("{}", {"description=a=b"}).name == "terrain");
  CHECK(refusal("{}", {"name=a=b"}) ==
        "--set name=a=b: /name: \"a=b\" is not allowed: it must be 1 to 64 letters, digits, "
        "'.', '_' and '-', not starting with '.' or '-'");
  CHECK(contains(refusal("{}", {"name="}), "--set name=: /name: \"\" is not allowed"));
}

TEST_CASE("the option --set replaces a decimal by its Q16 twin and the other way round") {
  CHECK(read(R"({"gain": 0.25})", {"gainQ16=1"}).gainQ16 == 1);
  CHECK(read(R"({"gainQ16": 1})", {"gain=0.25"}).gainQ16 == 16384);
  CHECK(read(R"({"extent": [1, 2]})", {"extentQ16=3"}).extentQ16 == Integers{3, 3});
  CHECK(read(R"({"heightScaleQ16": 3})", {"heightScale=1"}).heightScaleQ16 == 65536);
  CHECK(read("{}", {"gain=0.25", "gainQ16=7"}).gainQ16 == 7);
}

TEST_CASE("the option --set replaces a key under terrain, and a key there replaces the outer one") {
  CHECK(read(R"({"terrain": {"gridN": 4}})", {"gridN=8"}).gridN == Integers{8, 8});
  CHECK(read(R"({"gridN": 4})", {"terrain.gridN=8"}).gridN == Integers{8, 8});
  CHECK(read(R"({"terrain": {"gridN": 4}})", {"terrain.gridN=8"}).gridN == Integers{8, 8});
  CHECK(read("{}", {"terrain.gridN=8"}).gridN == Integers{8, 8});
  CHECK(read(R"({"extent": 3})", {"terrain.extentQ16=5"}).extentQ16 == Integers{5, 5});
  const scene::Spec spec = read(R"({"terrain": {"extentQ16": 5, "heightScaleQ16": 9}})", {"extent=1"});
  CHECK(spec.extentQ16 == Integers{65536, 65536});
  CHECK(spec.heightScaleQ16 == 9);
}

TEST_CASE("the option --set mends a spec that would be refused without it") {
  CHECK(read(R"({"octaves": 99})", {"octaves=3"}).octaves == 3);
  CHECK(read(R"({"octaves": null})", {"octaves=3"}).octaves == 3);
}

TEST_CASE("the option --set that is no KEY=VALUE is refused") {
  for (const char* text : {"seed", "", "=7", "="}) {
    CHECK(refusal("{}", {text}) == std::string("--set ") + text + ": it must be KEY=VALUE");
  }
}

TEST_CASE("a refused value names the --set that gave it") {
  CHECK(refusal("{}", {"octaves=99"}) ==
        "--set octaves=99: /octaves: 99 is not allowed: it must be an integer from 1 to 32");
  CHECK(refusal("{}", {"seed=7", "octaves=4.0"}).starts_with("--set octaves=4.0: /octaves: 4.0 is not allowed"));
  CHECK(refusal("{}", {"octaves=null"}).starts_with("--set octaves=null: /octaves: null is not allowed"));
  CHECK(refusal("{}", {"octaves="}).starts_with("--set octaves=: /octaves: \"\" is not allowed"));
  CHECK(refusal("{}", {"octaves=[3"}).starts_with("--set octaves=[3: /octaves: \"[3\" is not allowed"));
  CHECK(refusal("{}", {"image.width=0"}).starts_with("--set image.width=0: /image/width: 0 is not allowed"));
  CHECK(refusal("{}", {"gridN=[4, 0]"}).starts_with("--set gridN=[4, 0]: /gridN/1: 0 is not allowed"));
  CHECK(refusal(kSpheres, {"spheres.1.subdiv=9"})
            .starts_with("--set spheres.1.subdiv=9: /spheres/1/subdiv: 9 is not allowed"));
  CHECK(refusal(R"({"octaves": 20})", {"referenceOctaves=9"})
            .starts_with("--set referenceOctaves=9: /referenceOctaves: 9 "));
}

TEST_CASE("an unknown key is refused with the nearest one") {
  CHECK(refusal("{}", {"octave=3"}) == "--set octave=3: /octave: unknown key; did you mean \"octaves\"?");
  CHECK(refusal("{}", {"image.wdth=3"}) == "--set image.wdth=3: /image/wdth: unknown key; did you mean \"width\"?");
  CHECK(refusal(kSpheres, {"spheres.0.subdivs=3"}) ==
        "--set spheres.0.subdivs=3: /spheres/0/subdivs: unknown key; did you mean \"subdiv\"?");
  CHECK(contains(refusal("{}", {"terrain.octaves=3"}), "--set terrain.octaves=3: /terrain/octaves: unknown key"));
  CHECK(contains(refusal("{}", {"nonsense.a.b=3"}), "--set nonsense.a.b=3: /nonsense: unknown key"));
}

TEST_CASE("a place that is not there is refused") {
  for (const char* text : {"spheres.2.subdiv=1", "spheres.x.subdiv=1", "spheres.-1.subdiv=1", "spheres.0.centerQ16.3=1",
                           "spheres..subdiv=1", "spheres.0.radiusQ16.x=1", "spheres.0.centerQ16.0.0=1"}) {
    const std::string message = refusal(kSpheres, {text});
    CAPTURE(message);
    CHECK(message.starts_with(std::string("--set ") + text + ": "));
    CHECK(contains(message, " to set"));
  }
  for (const char* text :
       {"spheres.0.subdiv=1", ".=1", "..=1", "image.=1", ".image=1", "seed.x=1", "gridN.0=1", "image.width.x=1"}) {
    const std::string message = refusal("{}", {text});
    CAPTURE(message);
    CHECK(message.starts_with(std::string("--set ") + text + ": "));
  }
}

TEST_CASE("a required key of a list's object is still missed") {
  CHECK(contains(refusal("{}", {R"(spheres=[{"centerQ16": [1, 2, 3]}])"}),
                 ": /spheres/0/radiusQ16: missing; it must be "));
}

TEST_CASE("control bytes of --set are escaped in messages") {
  const std::string message = refusal("{}", {"na\x1bme=\x07\n\x7f"});
  CHECK(message.starts_with(R"(--set na\u001bme=\u0007\n\u007f: /na\u001bme: unknown key)"));
}

TEST_CASE("a spec that is no object is refused for that, with --set or without") {
  CHECK(refusal("[]", {"seed=1"}) == "spec.json:1:1: a spec must be a JSON object, not []");
}
