#include "terrain/generators.h"

#include <set>
#include <string_view>
#include <vector>

#include "support/catch.h"

using namespace orograph;

TEST_CASE("generators are found by the names that a spec uses, and only by those") {
  for (const terrain::Generator& generator : terrain::generators()) {
    CHECK(terrain::findGenerator(generator.name) == &generator);
  }
  for (const std::string_view name : {"", "FBM", "fbm ", "fbm/1", "diamond", "diamond_square"}) {
    CHECK(terrain::findGenerator(name) == nullptr);
  }
}

TEST_CASE("names and ids of generators are unique, and the ids of published heights stay") {
  std::set<std::string_view> names, ids;
  for (const terrain::Generator& generator : terrain::generators()) {
    names.insert(generator.name);
    ids.insert(generator.id);
  }
  CHECK(names.size() == terrain::generators().size());
  CHECK(ids.size() == terrain::generators().size());

  const terrain::Generator* fbm = terrain::findGenerator("fbm");
  REQUIRE(fbm != nullptr);
  CHECK(fbm->id == "fbm/1");
  CHECK(fbm->layered);
  CHECK_FALSE(fbm->latticeOnly);
  const terrain::Generator* diamondSquare = terrain::findGenerator("diamond-square");
  REQUIRE(diamondSquare != nullptr);
  CHECK(diamondSquare->id == "diamond-square/1");
  CHECK_FALSE(diamondSquare->layered);
  CHECK(diamondSquare->latticeOnly);
}

TEST_CASE("every generator makes heights from the default parameters, the same each time") {
  const field::Grid grid = field::meshGrid({{0, 0}, {1441792, 1441792}}, {16, 16});
  for (const terrain::Generator& generator : terrain::generators()) {
    const auto source = generator.make(terrain::Parameters{}), again = generator.make(terrain::Parameters{});
    std::vector<std::int32_t> heights(17), repeated(17);
    source->rows(grid, 0, 17, 8, heights.data());
    again->rows(grid, 0, 17, 8, repeated.data());
    CAPTURE(generator.name);
    CHECK(heights == repeated);
    CHECK(std::set<std::int32_t>(heights.begin(), heights.end()).size() > 8);
  }
}
