#include "output/formats.h"

#include <set>
#include <string>

#include "scene/spec.h"
#include "support/catch.h"
#include "terrain/generators.h"

using namespace orograph;

TEST_CASE("kinds and file names of the format table are told apart") {
  std::set<std::string_view> kinds;
  for (const output::Format& format : output::formats()) {
    CAPTURE(format.kind);
    CHECK(kinds.insert(format.kind).second);
    CHECK(format.kind != "report");
    REQUIRE_FALSE(format.fileNames.empty());
    for (const std::string_view pattern : format.fileNames) {
      for (const std::string_view text : {"", "1", "name"}) {
        std::string name(pattern);
        if (const std::size_t star = name.find('*'); star != std::string::npos) name.replace(star, 1, text);
        CHECK(name.find('*') == std::string::npos);
        int owners = 0;
        for (const output::Format& one : output::formats()) owners += one.mayWrite(name) ? 1 : 0;
        CHECK(owners == 1);
        CHECK(format.mayWrite(name));
        CHECK_FALSE(format.mayWrite(name + "x"));
        CHECK_FALSE(format.mayWrite("x" + name));
        CHECK_FALSE(format.mayWrite(name.substr(1)));
      }
    }
  }
}

TEST_CASE("a star in a file name stands for any text, the empty one included") {
  const output::Format format{"x", {"a*.png", "b.bin"}, {}, nullptr};
  for (const std::string_view name : {"a.png", "a1.png", "a-x.y.png", "b.bin"}) CHECK(format.mayWrite(name));
  for (const std::string_view name : {"", "a", "a.pn", ".png", "ba.png", "a.png.", "b.bi", "b*.bin"}) {
    CHECK_FALSE(format.mayWrite(name));
  }
}

TEST_CASE("every generator's usual outputs are kinds of the table, in its order") {
  const std::vector<std::string_view> kinds = output::formatKinds();
  for (const terrain::Generator& generator : terrain::generators()) {
    auto from = kinds.begin();
    for (const std::string_view kind : generator.outputs) {
      const auto found = std::find(from, kinds.end(), kind);
      CAPTURE(generator.name, kind);
      REQUIRE(found != kinds.end());
      from = found + 1;
    }
  }
  CHECK(scene::Spec{}.outputs == scene::Spec{}.usualOutputs());
}
