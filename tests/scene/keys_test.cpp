#include "scene/keys.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "codec/errors.h"
#include "output/consumers.h"
#include "output/formats.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using test::contains;

namespace {

/// A value of a probed key. An '@' stands where the fault is, the value's start by default.
struct Value {
  std::string json;
  std::string companions{};  // further members of the spec, which rules between keys ask for
  std::string allowed{};     // what the message must offer, where not the probe's own text
};

/// What may and may not stand at one key. Kinds: n null, b boolean, i integer, r real, s string, a array, o object.
struct Probe {
  std::string path;   // as a schema nests it: "spheres/radiusQ16"
  std::string kinds;  // the JSON kinds that it takes, whatever their content
  std::string allowed;
  std::vector<Value> fits, wrong;
};

std::string leafOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The members around a nested one, '%' in its place, and the JSON pointer of their object.
struct Nest {
  std::string text, pointer;
};

Nest nestOf(const std::string& path) {
  const std::string outer = path.substr(0, path.find('/'));
  if (path == outer) return {"%", ""};
  const std::string member = leafOf(path);
  const auto without = [&](std::vector<std::pair<std::string, std::string>> required) {
    std::string text;
    for (const auto& [name, value] : required) {
      if (name != member) text += "\"" + name + "\": " + value + ", ";
    }
    return text + "%";
  };
  if (outer == "spheres") {
    return {R"("spheres": [{"centerQ16": [0, 0, 0], "radiusQ16": 1}, {)" +
                without({{"centerQ16", "[0, 0, 0]"}, {"radiusQ16", "1"}}) + "}]",
            "/spheres/1"};
  }
  if (outer == "pins")
    return {"\"pins\": [{" + without({{"x", "0"}, {"z", "0"}, {"heightQ16", "0"}}) + "}]", "/pins/0"};
  if (outer == "georef") {
    return {"\"georef\": {" +
                without({{"originX", "0"}, {"originY", "0"}, {"pixelSize", "1"}, {"epsg", "32633"}}) + "}",
            "/georef"};
  }
  if (path.starts_with("masks/bands/")) {
    return {R"("masks": {"bands": [{"name": "first"}, {)" +
                without({{"name", "\"second\""}, {"fromQ16", "-2147483648"}, {"toQ16", "2147483647"}}) + "}]}",
            "/masks/bands/1"};
  }
  if (path.starts_with("masks/rockLow")) return {R"("masks": {"rockHighQ16": 4194304, %})", "/masks"};
  return {"\"" + outer + "\": {%}", "/" + outer};
}

struct Text {
  std::string json;
  std::string place;  // "spec.json:1:9: /pointer: "
  std::string shown;  // the value at fault, as a message shows it
};

Text textOf(const Probe& probe, const Value& value) {
  const Nest nest = nestOf(probe.path);
  std::string json = value.json;
  const std::size_t mark = json.find('@');
  std::string pointer = nest.pointer + "/" + leafOf(probe.path), shown = json;
  if (mark != std::string::npos) {
    json.erase(mark, 1);
    std::size_t item = 0;
    for (std::size_t i = 0; i < mark; ++i) item += json[i] == ',' ? 1u : 0u;
    pointer += "/" + std::to_string(item);
    shown = json.substr(mark, json.find_first_of(",]", mark) - mark);
  }
  if (shown[0] == '{') shown = "an object";
  if (shown.size() > 80) shown.clear();  // messages cut long values
  const std::string before = "{" + (value.companions.empty() ? "" : value.companions + ", ");
  const std::size_t hole = nest.text.find('%');
  const std::string member = "\"" + leafOf(probe.path) + "\": ";
  const std::size_t column = before.size() + hole + member.size() + (mark == std::string::npos ? 0 : mark) + 1;
  return {before + nest.text.substr(0, hole) + member + json + nest.text.substr(hole + 1) + "}",
          "spec.json:1:" + std::to_string(column) + ": " + pointer + ": ", shown};
}

std::string listOf(std::size_t count, const std::string& item) {
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + item;
  return list + "]";
}

std::string rising(int count) {
  std::string list = "[1";
  for (int i = 2; i <= count; ++i) list += ", " + std::to_string(i);
  return list + "]";
}

std::string words(const std::vector<std::string_view>& choices) {
  std::string list;
  for (const std::string_view one : choices) list += (list.empty() ? "\"" : ", \"") + std::string(one) + "\"";
  return list;
}

template <class Names>
std::string orWords(const Names& choices) {
  std::string list;
  for (const std::string_view one : choices) list += (list.empty() ? "\"" : " or \"") + std::string(one) + "\"";
  return list;
}

std::vector<std::string_view> generatorNames() {
  std::vector<std::string_view> names;
  for (const terrain::Generator& generator : terrain::generators()) names.push_back(generator.name);
  return names;
}

std::vector<Probe> makeProbes() {
  const std::string square = R"("generator": "diamond-square")", flat = square + R"(, "heightScaleQ16": 1)";
  const std::string world = "an integer from -70368744177664 to 70368744177664";
  const std::string height = "an integer from -2147483648 to 2147483647";
  const std::string cells = "an integer from 1 to 65536";
  const std::string extent = "an integer from 1 to 70368744177664";
  const std::string pixels = cells;
  const std::string lags = "an integer from 1 to 16777215";
  const std::string manySamples = R"("profileSamples": 16777216)";
  const std::string coordinate = "a number from -1000000000 to 1000000000 with at most 9 decimals";
  const std::vector<Value> coordinatesIn = {{"-1000000000"}, {"1e9"}, {"0.123456789"}, {"0.50000000000"}, {"0"}, {"-0.0"}};
  const std::vector<Value> coordinatesOut = {{"1000000000.000000001"}, {"-1000000001"}, {"0.1234567891"}, {"1e-10"},
                                             {"1e99"}};
  std::vector<Probe> probes = {
      {"name",
       "s",
       "1 to 64 letters, digits, '.', '_' and '-', not starting with '.' or '-'",
       {{"\"a\""}, {"\"" + std::string(64, 'a') + "\""}, {"\"A.b_c-9\""}, {"\"_\""}},
       {{"\"\""},
        {"\"" + std::string(65, 'a') + "\""},
        {"\".a\""},
        {"\"..\""},
        {"\"-a\""},
        {"\"a/b\""},
        {"\"a b\""},
        {"\"ä\""},
        {R"("a\u0000b")"},
        {R"("a\\b")"}}},
      {"generator",
       "s",
       orWords(generatorNames()),
       {{"\"fbm\""}, {"\"diamond-square\""}, {"\"midpoint\""}, {"\"mountain\""}, {"\"ridges\""}, {"\"clouds\""}},
       {{"\"\""},
        {"\"fractal\""},
        {"\"FBM\""},
        {"\"diamond_square\"", "", "did you mean \"diamond-square\"?"},
        {"\"fbn\"", "", "did you mean \"fbm\"?"}}},
      {"outputs",
       "a",
       "a list of some of " + words(output::formatKinds()) + ", each once",
       {{"[]"}, {"[\"obj\"]"}, {"[" + words(output::formatKinds()) + "]"}},
       {{"[@\"report\"]", "", "one of " + words(output::formatKinds())},
        {"[\"csv\", @\"PNG\"]", "", "one of \"png\", "},
        {"[@\"pmg\"]", "", "did you mean \"png\"?"},
        {"[@7]", "", "one of"},
        {"[@null]", "", "one of"},
        {"[\"png\", \"csv\", @\"png\"]", "", "named once"}}},
      {"seed",
       "is",
       "an integer from 0 to 18446744073709551615, or such a number as \"0x...\"",
       {{"0"}, {"18446744073709551615"}, {"\"0x0\""}, {"\"0xFFFFFFFFFFFFFFFF\""}, {"\"0xffffffffffffffff\""}},
       {{"-1"},
        {"18446744073709551616"},
        {"\"0x\""},
        {"\"0x10000000000000000\""},
        {"\"12\""},
        {"\"0xg\""},
        {"\"0x-1\""},
        {"\" 0x1\""},
        {"\"0x1 \""},
        {"\"\""},
        {"1.0"},
        {"1e3"}}},
      {"octaves",
       "i",
       "an integer from 1 to 32",
       {{"1"}, {"32"}},
       {{"0"}, {"33"}, {"-1"}, {"4294967297"}, {"99999999999999999999"}}},
      {"referenceOctaves", "i", "an integer from 1 to 32", {{"1", R"("octaves": 1)"}, {"32"}}, {{"0"}, {"33"}}},
      {"gainQ16", "i", "an integer from 0 to 65536", {{"0"}, {"65536"}}, {{"-1"}, {"65537"}, {"0.5"}}},
      {"gain",
       "ir",
       "a number from 0 to 1",
       {{"0"}, {"1"}, {"0.0"}, {"1.0"}, {"0.5"}, {"5e-1"}, {"1e0"}, {"1e-400"}, {"0.00001E+5"}},
       {{"1.0000001"},
        {"1.00000000000000000000000000000000001"},
        {"2"},
        {"-1"},
        {"-0.0000001"},
        {"\"0.5\""},
        {"1e1"},
        {"1e400"},
        {"1e99999999999999999999"}}},
      {"lacunarityShift", "i", "an integer from 0 to 8", {{"0"}, {"8"}}, {{"-1"}, {"9"}}},
      {"latticeShift", "i", "an integer from 1 to 40", {{"1"}, {"40"}}, {{"0"}, {"41"}}},
      {"lattice",
       "s",
       orWords(fixed::kLatticeNames),
       {{"\"spatial\""}, {"\"mixed\""}, {"\"fract\""}, {"\"sine\""}},
       {{"\"Mixed\""}, {"\"\""}, {"\"hashed\""}, {"\"mixd\"", "", "did you mean \"mixed\"?"}}},
      {"basis",
       "s",
       orWords(noise::kBasisNames),
       {{"\"value\""}, {"\"perlin\""}, {"\"simplex\""}},
       {{"\"Perlin\"", "", "did you mean \"perlin\"?"}, {"\"\""}, {"\"worley\""}}},
      {"interpolation",
       "s",
       orWords(noise::kInterpolationNames),
       {{"\"step\""}, {"\"linear\""}, {"\"smooth\""}, {"\"quintic\"", R"("basis": "perlin")"}},
       {{"\"step\"", R"("basis": "perlin")", "not allowed with the basis perlin"}, {"\"cubic\""}, {"\"\""}}},
      {"rotation",
       "s",
       orWords(noise::kRotationNames),
       {{"\"none\""}, {"\"forward\""}, {"\"inverse\""}},
       {{"\"forwards\"", "", "did you mean \"forward\"?"}, {"\"\""}}},
      {"attenuation",
       "s",
       orWords(noise::kAttenuationNames),
       {{"\"none\""}, {"\"index\""}, {"\"slope\""}, {"\"local-slope\""}},
       {{"\"local_slope\"", "", "did you mean \"local-slope\"?"}, {"\"\""}}},
      {"octaveScaleQ16", "i", "an integer from 1 to 1048576", {{"1"}, {"1048576"}}, {{"0"}, {"1048577"}}},
      {"octaveScale",
       "ir",
       "a number from 1/65536 to 16",
       {{"16"}, {"1.65"}, {"0.0000152587890625"}},
       {{"0"}, {"16.00001"}, {"-1"}}},
      {"lacunarityQ16", "i", "an integer from 65536 to 16777216", {{"65536"}, {"16777216"}}, {{"65535"}, {"16777217"}, {"0"}}},
      {"lacunarity", "ir", "a number from 1 to 256", {{"1"}, {"256"}, {"1.5"}}, {{"0.99999"}, {"256.00001"}, {"-2"}}},
      {"normalise", "b", "true or false", {{"true"}, {"false"}}, {}},
      {"normalOctaves", "i", "an integer from 1 to 32", {{"1"}, {"32"}}, {{"0"}, {"33"}}},
      {"period",
       "ia",
       "an integer from 0 to 1073741824, or [x, z]",
       {{"0"}, {"1073741824"}, {"[0, 7]"}},
       {{"-1"},
        {"1073741825"},
        {"[1]"},
        {"[1, @1073741825]", "", "an integer from 0 to 1073741824"},
        {"8", R"("basis": "simplex")", "not allowed with the basis simplex"},
        {"8", R"("rotation": "forward")", "not allowed with a rotation"},
        {"8", R"("lacunarity": 1.5)", "not allowed with a lacunarity that is no whole number"},
        {"8", R"("octaves": 32, "lacunarityShift": 2, "extentQ16": 1)", "not allowed with 32 octaves"}}},
      {"warp", "o", "an object", {{"{}"}}, {}},
      {"warp/strengthQ16", "i", "an integer from 0 to 1048576", {{"0"}, {"1048576"}}, {{"-1"}, {"1048577"}}},
      {"warp/strength", "ir", "a number from 0 to 16", {{"0"}, {"16"}, {"0.2"}}, {{"-0.1"}, {"16.00001"}}},
      {"warp/octaves", "i", "an integer from 1 to 32", {{"1"}, {"32"}}, {{"0"}, {"33"}}},
      {"gridN",
       "ia",
       cells + ", or [x, z]",
       {{"1"}, {"65536"}, {"[1, 65536]"}, {"[65536, 1]"}},
       {{"0"},
        {"65537"},
        {"[]"},
        {"[1]"},
        {"[1, 2, 3]"},
        {"[@0, 1]", "", cells},
        {"[1, @0]", "", cells},
        {"[1, @65537]", "", cells},
        {"[@65537, 1]", "", cells},
        {"[1, @2.0]", "", cells},
        {"[@\"1\", 1]", "", cells}}},
      {"extentQ16",
       "ia",
       extent + ", or [x, z]",
       {{"1"}, {"70368744177664"}, {"[1, 70368744177664]"}, {"[70368744177664, 1]"}},
       {{"0"}, {"70368744177665"}, {"[1]"}, {"[@0, 1]", "", extent}, {"[1, @70368744177665]", "", extent}}},
      {"extent",
       "ira",
       "a number from 1/65536 to 1073741824, or [x, z]",
       {{"1073741824"}, {"0.0000152587890625"}, {"0.00000762939453125"}, {"[1, 2.5]"}, {"[0.5, 1073741824.0]"}},
       {{"0"},
        {"0.0000076293"},
        {"1073741824.00001"},
        {"1073741825"},
        {"-1"},
        {"[1]"},
        {"[1, @0]"},
        {"[@-1, 1]"},
        {"[1, @1073741824.5]"},
        {"[@\"1\", 1]"}}},
      {"originQ16",
       "a",
       "a list of 2 integers from -70368744177664 to 70368744177664",
       {{"[0, 0]"}, {"[-70368744177664, 70368744177664]"}, {"[70368744177664, -70368744177664]"}},
       {{"[]"},
        {"[0]"},
        {"[0, 0, 0]"},
        {"[@-70368744177665, 0]", "", world},
        {"[0, @-70368744177665]", "", world},
        {"[@70368744177665, 0]", "", world},
        {"[0, @70368744177665]", "", world},
        {"[0, @0.0]", "", world}}},
      {"heightScaleQ16", "i", "an integer from 0 to 2147483647", {{"0"}, {"2147483647"}}, {{"-1"}, {"2147483648"}}},
      {"heightScale",
       "ir",
       "a number from 0 to 32767.9999847412109375",
       {{"0"}, {"32767.9999847412109375"}, {"12.5"}, {"1e-9"}},
       {{"-1"}, {"-0.5"}, {"32767.99998474121093751"}, {"32768"}, {"\"12\""}}},
      {"statsGridN", "i", "an integer from 1 to 65536", {{"1"}, {"65536"}}, {{"0"}, {"65537"}}},
      {"image", "o", "an object", {{"{}"}}, {}},
      {"image/width", "i", pixels, {{"1"}, {"65536"}}, {{"0"}, {"65537"}, {"-1"}}},
      {"image/height", "i", pixels, {{"1"}, {"65536"}}, {{"0"}, {"65537"}, {"-1"}}},
      {"image/bits", "i", "8 or 16", {{"8"}, {"16"}}, {{"0"}, {"7"}, {"9"}, {"12"}, {"15"}, {"17"}, {"32"}}},
      {"image/range",
       "sa",
       "\"data\", \"full\", \"centred\", or [lowQ16, highQ16] with low below high, each from -2147483648 to 2147483647",
       {{"\"data\""}, {"\"full\""}, {"\"centred\""}, {"[-2147483648, 2147483647]"}, {"[0, 1]"}},
       {{"\"Data\""},
        {"\"\""},
        {"[]"},
        {"[0]"},
        {"[0, 1, 2]"},
        {"[0, 0]"},
        {"[1, 0]"},
        {"[@-2147483649, 0]"},
        {"[0, @2147483648]"},
        {"[@\"0\", 1]"}}},
      {"profileSamples", "i", "an integer from 2 to 16777216", {{"2"}, {"16777216"}}, {{"1"}, {"16777217"}, {"0"}}},
      {"profileStepQ16",
       "i",
       "an integer from 1 to 1099511627776",
       {{"1"}, {"1099511627776"}},
       {{"0"}, {"1099511627777"}}},
      {"profileLineQ16",
       "a",
       "a list of 4 integers from -70368744177664 to 70368744177664",
       {{"[0, 0, 0, 0]"}, {"[-70368744177664, 70368744177664, 70368744177664, -70368744177664]"}},
       {{"[]"},
        {"[0, 0, 0]"},
        {"[0, 0, 0, 0, 0]"},
        {"[0, 0, 0, @70368744177665]", "", world},
        {"[@-70368744177665, 0, 0, 0]", "", world}}},
      {"roughnessLags",
       "a",
       "a list of 1 to 64 integers from 1 to 16777215",
       {{"[1]"}, {"[16777215]", manySamples}, {rising(64)}},
       {{"[]"},
        {rising(65)},
        {"[@0]", "", lags},
        {"[@-1]", "", lags},
        {"[1, @16777216]", manySamples, lags},
        {"[1, @2.0]", "", lags},
        {"[@\"1\"]", "", lags}}},
      {"spheres",
       "a",
       "a list of at most 4096 objects",
       {{"[]"}, {listOf(4096, R"({"centerQ16": [0, 0, 0], "radiusQ16": 1})")}},
       {{listOf(4097, "{}")}, {"[@7]", "", "an object"}, {"[@null]", "", "an object"}}},
      {"spheres/centerQ16",
       "a",
       "a list of 3 integers from -70368744177664 to 70368744177664",
       {{"[-70368744177664, -70368744177664, -70368744177664]"}, {"[70368744177664, 70368744177664, 70368744177664]"}},
       {{"[0, 0]"},
        {"[0, 0, 0, 0]"},
        {"[@-70368744177665, 0, 0]", "", world},
        {"[0, @70368744177665, 0]", "", world},
        {"[0, 0, @70368744177665]", "", world}}},
      {"spheres/radiusQ16",
       "i",
       "an integer from 1 to 70368744177664",
       {{"1"}, {"70368744177664"}},
       {{"0"}, {"-1"}, {"70368744177665"}}},
      {"spheres/subdiv", "i", "an integer from 0 to 8", {{"0"}, {"8"}}, {{"-1"}, {"9"}}},
      {"mesh", "o", "an object", {{"{}"}}, {}},
      {"mesh/normals", "b", "true or false", {{"true"}, {"false"}}, {}},
      {"mesh/uvs", "b", "true or false", {{"true"}, {"false"}}, {}},
      {"mesh/texture",
       "s",
       R"("none" or "height" or "splat")",
       {{"\"none\""}, {"\"height\""}, {"\"splat\"", R"("outputs": ["obj", "splat"])"}},
       {{"\"Height\""}, {"\"\""}, {"\"spla\"", "", "did you mean \"splat\"?"}}},
      {"mesh/maxErrorQ16", "i", "an integer from 0 to 2147483647", {{"0"}, {"2147483647"}}, {{"-1"}, {"2147483648"}}},
      {"mesh/maxError",
       "ir",
       "a number from 0 to 32767.9999847412109375",
       {{"0"}, {"0.05"}, {"32767.9999847412109375"}},
       {{"-1"}, {"32768"}}},
      {"print", "o", "an object", {{"{}"}}, {}},
      {"print/widthMmQ16", "i", "an integer from 1 to 655360000", {{"1"}, {"655360000"}}, {{"0"}, {"655360001"}}},
      {"print/widthMm", "ir", "a number from 1/65536 to 10000", {{"0.5"}, {"10000"}}, {{"0"}, {"10000.5"}}},
      {"print/baseMmQ16", "i", "an integer from 1 to 655360000", {{"1"}, {"655360000"}}, {{"0"}, {"655360001"}}},
      {"print/baseMm", "ir", "a number from 1/65536 to 10000", {{"0.5"}, {"10000"}}, {{"0"}, {"10000.5"}}},
      {"print/exaggerationQ16", "i", "an integer from 1 to 67108864", {{"1"}, {"67108864"}}, {{"0"}, {"67108865"}}},
      {"print/exaggeration", "ir", "a number from 1/65536 to 1024", {{"0.5"}, {"1024"}}, {{"0"}, {"1024.5"}}},
      {"hillshade", "o", "an object", {{"{}"}}, {}},
      {"hillshade/lightQ16",
       "a",
       "a list of 3 integers from -2147483647 to 2147483647",
       {{"[0, 0, 1]"}, {"[-2147483647, 2147483647, -2147483647]"}},
       {{"[0, 0, 0]", "", "not all 0"},
        {"[1, 2]"},
        {"[1, 2, 3, 4]"},
        {"[@-2147483648, 0, 0]", "", "an integer from -2147483647"},
        {"[0, 0, @2147483648]", "", "to 2147483647"}}},
      {"hillshade/exaggerationQ16", "i", "an integer from 1 to 67108864", {{"1"}, {"67108864"}}, {{"0"}, {"67108865"}}},
      {"hillshade/exaggeration",
       "ir",
       "a number from 1/65536 to 1024",
       {{"0.5"}, {"1024"}},
       {{"0"}, {"1024.5"}, {"-1"}}},
      {"normalMap", "o", "an object", {{"{}"}}, {}},
      {"normalMap/green", "s", R"("up" or "down")", {{"\"up\""}, {"\"down\""}}, {{"\"Up\""}, {"\"\""}}},
      {"masks", "o", "an object", {{"{}"}}, {}},
      {"masks/rockLowQ16", "i", "an integer from 0 to 4194303", {{"0"}, {"4194303"}}, {{"-1"}, {"4194304"}}},
      {"masks/rockLow", "ir", "a number from 0 to 63.9999847412109375", {{"0"}, {"63.9"}}, {{"-1"}, {"64"}}},
      {"masks/rockHighQ16", "i", "an integer from 1 to 4194304", {{"1"}, {"4194304"}}, {{"0"}, {"4194305"}}},
      {"masks/rockHigh", "ir", "a number from 1/65536 to 64", {{"0.3"}, {"64"}}, {{"0"}, {"64.5"}}},
      {"masks/bands",
       "a",
       "a list of 1 to 8 objects",
       {{R"([{"name": "a"}])"},
        {R"([{"name": "a"}, {"name": "b", "fromQ16": 0, "toQ16": 1}, {"name": "c", "fromQ16": 1, "toQ16": 2}])"}},
       {{"[]"}, {listOf(9, R"({"name": "a"})")}, {"[@7]", "", "an object"}}},
      {"masks/bands/name",
       "s",
       "1 to 64 letters, digits, '.', '_' and '-'",
       {{"\"a\""}, {"\"A.b_c-9\""}},
       {{"\"\""}, {"\"a/b\""}, {"\"..\""}, {"\"" + std::string(65, 'a') + "\""}}},
      {"masks/bands/fromQ16", "i", height, {{"-2147483648"}, {"2147483646"}}, {{"-2147483649"}, {"2147483648"}}},
      {"masks/bands/toQ16", "i", height, {{"-2147483647"}, {"2147483647"}}, {{"-2147483649"}, {"2147483648"}}},
      {"for",
       "s",
       orWords(output::consumerNames()),
       {{"\"unreal\""}, {"\"web\""}},
       {{"\"\""}, {"\"Unity\"", "", "did you mean \"unity\"?"}, {"\"unitty\"", "", "did you mean \"unity\"?"}}},
      {"raster", "o", "an object", {{"{}"}}, {}},
      {"raster/firstRow", "s", R"("north" or "south")", {{"\"north\""}, {"\"south\""}}, {{"\"\""}, {"\"South\""}}},
      {"raster/ending", "s", R"("r16" or "raw")", {{"\"r16\""}, {"\"raw\""}}, {{"\".raw\""}, {"\"png\""}}},
      {"raster/vrt", "b", "true or false", {{"true"}, {"false"}}, {}},
      {"georef",
       "o",
       "an object",
       {{R"({"originX": 1.5, "originY": -2e3, "pixelSize": 30, "epsg": 32633})"},
        {R"({"originX": 1, "originY": 2, "pixelSize": 1e-5, "epsg": 4326, "geographic": true})"}},
       {}},
      {"georef/originX", "ir", coordinate, coordinatesIn, coordinatesOut},
      {"georef/originY", "ir", coordinate, coordinatesIn, coordinatesOut},
      {"georef/pixelSize",
       "ir",
       "a number from 0.000000000001 to 1000000 with at most 12 decimals",
       {{"0.000000000001"}, {"1000000"}, {"1E+6"}, {"1e-12"}, {"0.5"}},
       {{"0"}, {"-1"}, {"0.0"}, {"1e-13"}, {"1.0000000000001"}, {"1000000.000000000001"}, {"1e99"}}},
      {"georef/epsg", "i", "an integer from 1024 to 32766", {{"1024"}, {"32766"}}, {{"1023"}, {"32767"}, {"-1"}}},
      {"georef/geographic", "b", "true or false", {{"true"}, {"false"}}, {}},
      {"ridge", "o", "an object", {{"{}"}}, {}},
      {"ridge/width", "i", pixels, {{"1"}, {"65536"}}, {{"0"}, {"65537"}}},
      {"ridge/height", "i", pixels, {{"1"}, {"65536"}}, {{"0"}, {"65537"}}},
      {"hurstQ16",
       "i",
       "an integer from 0 to 65536",
       {{"0", square}, {"65536", square}},
       {{"-1", square}, {"65537", square}}},
      {"amplitudeQ16",
       "i",
       "an integer from 0 to 1073741824",
       {{"0", square}, {"1073741824", flat}},
       {{"-1", flat}, {"1073741825", flat}}},
      {"cornersQ16",
       "a",
       "a list of 4 integers from -2147483648 to 2147483647",
       {{"[0, 0, 0, 0]", square}, {"[-2147483648, 2147483647, 0, 0]", flat}, {"[0, 0, 2147483647, -2147483648]", flat}},
       {{"[]", flat},
        {"[0, 0, 0]", flat},
        {"[0, 0, 0, 0, 0]", flat},
        {"[@-2147483649, 0, 0, 0]", flat, height},
        {"[0, 0, 0, @2147483648]", flat, height}}},
      {"wrap", "b", "true or false", {{"true", square}, {"false", square}}, {}},
      {"pins",
       "a",
       "a list of at most 65536 objects",
       {{"[]", square}, {R"([{"x": 1, "z": 2, "heightQ16": 3}])", square}},
       {{listOf(65537, "{}"), square}, {"[@7]", square, "an object"}}},
      {"pins/x",
       "i",
       "an integer from 0 to 65536",
       {{"0", square}, {"65536", square + R"(, "gridN": 65536)"}},
       {{"-1", square}, {"65537", square}}},
      {"pins/z",
       "i",
       "an integer from 0 to 65536",
       {{"0", square}, {"65536", square + R"(, "gridN": 65536)"}},
       {{"-1", square}, {"65537", square}}},
      {"pins/heightQ16",
       "i",
       height,
       {{"-2147483648", flat}, {"2147483647", flat}},
       {{"-2147483649", flat}, {"2147483648", flat}}},
      {"terrain", "o", "an object", {{"{}"}, {R"({"gridN": 4, "extentQ16": [5, 6], "heightScaleQ16": 7})"}}, {}},
  };
  for (const char* name :
       {"expectedTerrainVertices", "expectedTerrainTriangles", "expectedSceneVertices", "expectedSceneTriangles"}) {
    probes.push_back({name,
                      "i",
                      "an integer from 0 to 9223372036854775807",
                      {{"0"}, {"9223372036854775807"}},
                      {{"-1"}, {"9223372036854775808"}}});
  }
  // The keys that may stand under "terrain" take there what they take outside.
  std::vector<Probe> inTerrain;
  for (const Probe& probe : probes) {
    if (probe.path != "gridN" && probe.path != "extentQ16" && probe.path != "heightScaleQ16") continue;
    inTerrain.push_back(probe);
    inTerrain.back().path.insert(0, "terrain/");
  }
  probes.insert(probes.end(), inTerrain.begin(), inTerrain.end());
  return probes;
}

const std::vector<Probe>& probes() {
  static const std::vector<Probe> all = makeProbes();
  return all;
}

scene::Spec read(const std::string& json) { return scene::readSpec(json, "spec.json", {}); }

std::string refusal(const std::string& json) {
  return test::messageOf<codec::InputError>([&] { read(json); });
}

void checkRefused(const Probe& probe, const Value& value) {
  const Text text = textOf(probe, value);
  const std::string message = refusal(text.json);
  CAPTURE(probe.path, text.json.substr(0, 300), message);
  CHECK(message.starts_with(text.place));
  CHECK(contains(message, text.shown));
  CHECK(contains(message, value.allowed.empty() ? probe.allowed : value.allowed));
}

/// Every key that the schema knows, nested ones as "spheres/radiusQ16".
void collectPaths(const nlohmann::json& schema, const std::string& prefix, std::set<std::string>& paths) {
  if (!schema.contains("properties")) return;
  for (const auto& [name, property] : schema["properties"].items()) {
    if (prefix.empty() && (name == "$schema" || name == "description")) continue;
    paths.insert(prefix + name);
    collectPaths(property, prefix + name + "/", paths);
    if (property.contains("items")) collectPaths(property["items"], prefix + name + "/", paths);
  }
}

}  // namespace

TEST_CASE("every key of the table and of the schema has probes") {
  std::set<std::string> probed, outer, known = {"terrain"}, inSchema;
  for (const Probe& probe : probes()) {
    CAPTURE(probe.path);
    CHECK(probed.insert(probe.path).second);
    CHECK_FALSE(probe.fits.empty());
    if (!contains(probe.path, "/")) outer.insert(probe.path);
  }
  for (const auto& key : scene::specKeys()) {
    known.insert(key.name);
    if (!key.twin.empty()) known.insert(key.twin);
  }
  collectPaths(nlohmann::json::parse(scene::schemaText()), "", inSchema);
  CHECK(outer == known);
  CHECK(probed == inSchema);
}

TEST_CASE("every key takes its values up to both bounds") {
  for (const Probe& probe : probes()) {
    for (const Value& value : probe.fits) {
      const Text text = textOf(probe, value);
      CAPTURE(text.json.substr(0, 300));
      CHECK_NOTHROW(read(text.json));
    }
  }
}

TEST_CASE("every key refuses the values beyond its bounds with place, pointer, value and range") {
  for (const Probe& probe : probes()) {
    for (const Value& value : probe.wrong) checkRefused(probe, value);
  }
}

TEST_CASE("every key refuses null and every other JSON type") {
  const std::map<char, std::vector<std::string>> values = {
      {'n', {"null"}},      {'b', {"true", "false"}}, {'i', {"7"}},  {'r', {"1.5", "4.0", "4e0"}},
      {'s', {"\"word!\""}}, {'a', {"[]", "[[]]"}},    {'o', {"{}"}},
  };
  for (const Probe& probe : probes()) {
    for (const auto& [kind, texts] : values) {
      if (probe.kinds.find(kind) != std::string::npos) continue;
      for (const std::string& text : texts) checkRefused(probe, {text, probe.fits[0].companions, ""});
    }
  }
}

TEST_CASE("every key refuses its wrong spelling and names the right one") {
  for (const Probe& probe : probes()) {
    const std::string right = leafOf(probe.path);
    if (right.size() < 3) continue;  // too short for a hint to be more than a guess
    const Nest nest = nestOf(probe.path);
    for (const std::string& wrong : {right.substr(0, 1) + right.substr(2), right + "s", std::string("x") + right}) {
      std::string json = "{" + nest.text + "}";
      const std::size_t hole = json.find('%');
      json.replace(hole, 1, "\"" + wrong + "\": 1");
      const std::string message = refusal(json);
      CAPTURE(json, message);
      CHECK(message.starts_with("spec.json:1:" + std::to_string(hole + wrong.size() + 5) + ": " + nest.pointer + "/" +
                                wrong + ": "));
      // A decimal's name differs from its key's by "Q16" alone: either is a good hint.
      const bool twin = contains(message, "\"" + right + "Q16\"");
      // "wrap" is as near to "warp" as its own misspellings are, and "warp" to those of "wrap".
      const bool alike = contains(message, right == "warp" ? "\"wrap\"" : right == "wrap" ? "\"warp\"" : "\n");
      CHECK((contains(message, "did you mean \"" + right + "\"?") || twin || alike));
    }
  }
}

TEST_CASE("a name like no key is refused with the list of keys") {
  const std::string message = refusal(R"({"zzzzzzzzzzzz": 1})");
  CHECK(message.starts_with("spec.json:1:18: /zzzzzzzzzzzz: unknown key; known here: "));
  for (const auto& key : scene::specKeys()) CHECK(contains(message, key.name));
  CHECK(contains(message, "terrain"));
  CHECK(refusal(R"({"mesh": {"zzzzzzzzzzzz": 1}})") ==
        "spec.json:1:27: /mesh/zzzzzzzzzzzz: unknown key; known here: normals, uvs, texture, maxErrorQ16, "
        "maxError");
}

TEST_CASE("every key given twice is refused where the second stands") {
  for (const Probe& probe : probes()) {
    const Value& value = probe.fits[0];
    const Nest nest = nestOf(probe.path);
    std::string json = "{" + (value.companions.empty() ? "" : value.companions + ", ") + nest.text + "}";
    const std::string member = "\"" + leafOf(probe.path) + "\": " + value.json;
    const std::size_t hole = json.find('%');
    json.replace(hole, 1, member + ",\n  " + member);
    CAPTURE(json);
    CHECK(refusal(json) == "spec.json:2:3: " + nest.pointer + "/" + leafOf(probe.path) + ": given twice");
  }
}

TEST_CASE("the keys of nested objects that have no default are missed by name") {
  const std::vector<std::pair<std::string, std::string>> required = {
      {"spheres", "centerQ16"}, {"spheres", "radiusQ16"}, {"pins", "x"},          {"pins", "z"},
      {"pins", "heightQ16"},    {"georef", "originX"},    {"georef", "originY"}, {"georef", "pixelSize"}, {"georef", "epsg"}};
  for (const auto& [list, key] : required) {
    const Nest nest = nestOf(list + "/" + key);
    std::string json = "{" + nest.text + "}";
    const std::size_t hole = json.find('%');
    const bool onlyMember = json[hole - 1] == '{';
    json.erase(onlyMember ? hole : hole - 2, onlyMember ? 1 : 3);
    const std::string message = refusal(json);
    CAPTURE(json, message);
    CHECK(message.starts_with("spec.json:1:" + std::to_string(json.rfind('{') + 1) + ": " + nest.pointer + "/" + key +
                              ": missing; it must be "));
  }
}

TEST_CASE("a key and its decimal twin exclude each other in either order") {
  int twins = 0;
  for (const auto& key : scene::specKeys()) {
    if (key.twin.empty()) continue;
    ++twins;
    const std::string q16 = "\"" + key.name + "\": 65536", decimal = "\"" + key.twin + "\": 1";
    const std::string ending = ": /" + key.twin + ": given twice, also as /" + key.name;
    CHECK(refusal("{" + q16 + ", " + decimal + "}") ==
          "spec.json:1:" + std::to_string(q16.size() + decimal.size() + 3) + ending);
    CHECK(refusal("{" + decimal + ", " + q16 + "}") == "spec.json:1:" + std::to_string(decimal.size() + 1) + ending);
  }
  CHECK(twins == 5);
}

TEST_CASE("terrain holds its three keys and no other") {
  const scene::Spec spec = read(R"({"terrain": {"gridN": [4, 5], "extentQ16": 6, "heightScaleQ16": 7}})");
  CHECK(spec.gridN == std::vector<std::int64_t>{4, 5});
  CHECK(spec.extentQ16 == std::vector<std::int64_t>{6, 6});
  CHECK(spec.heightScaleQ16 == 7);
  for (const auto& key : scene::specKeys()) {
    if (key.name == "gridN" || key.name == "extentQ16" || key.name == "heightScaleQ16") continue;
    const std::string message = refusal("{\"terrain\": {\"" + key.name + "\": 1}}");
    CAPTURE(key.name, message);
    CHECK(message.starts_with("spec.json:1:"));
    CHECK(contains(message, ": /terrain/" + key.name + ": unknown key; "));
  }
  CHECK(contains(refusal(R"({"terrain": {"extent": 1}})"), "did you mean \"extentQ16\"?"));
  CHECK(contains(refusal(R"({"terrain": {"terrain": {}}})"),
                 "/terrain/terrain: unknown key; known here: gridN, extentQ16, heightScaleQ16"));
}

TEST_CASE("a key stands outside terrain or inside it, not both") {
  for (const std::string outer : {"gridN", "extentQ16", "extent", "heightScaleQ16", "heightScale"}) {
    const std::string inner = outer.ends_with("N") || outer.ends_with("Q16") ? outer : outer + "Q16";
    const std::string outside = "\"" + outer + "\": 1", inside = "\"terrain\": {\"" + inner + "\": 1}";
    for (const std::string& json : {"{" + outside + ", " + inside + "}", "{" + inside + ", " + outside + "}"}) {
      const std::string message = refusal(json);
      CAPTURE(json, message);
      CHECK(message.starts_with("spec.json:1:"));
      CHECK(message.ends_with(": /terrain/" + inner + ": given twice, also as /" + outer));
    }
  }
}

TEST_CASE("a spec that is no object is refused for what it is") {
  for (const std::string json : {"[]", "7", "\"fbm\"", "null", "true", "1.5"}) {
    const std::string message = refusal(json);
    CAPTURE(json);
    CHECK(message == "spec.json:1:1: a spec must be a JSON object, not " + json);
  }
}

TEST_CASE("schema and description are ignored, whatever they hold") {
  for (const std::string value : {"null", "7", "\"x\"", "[1, {}]", "{\"a\": 1}"}) {
    CHECK_NOTHROW(read("{\"$schema\": " + value + ", \"description\": " + value + "}"));
  }
}

TEST_CASE("the line and column are those of the value at fault") {
  CHECK(refusal("{\n  \"seed\": 1,\r\n\t\"octaves\":\n\n   99}")
            .starts_with("spec.json:5:4: /octaves: 99 is not allowed"));
  CHECK(refusal("{\"description\": \"zwölf\", \"octaves\": 99}").starts_with("spec.json:1:38: /octaves: 99"));
}
