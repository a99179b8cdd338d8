#include "output/exr.h"

#include "support/catch.h"
#include "support/message_of.h"
#include "support/raster_scene.h"
#include "support/written_files.h"

using namespace orograph;
using test::numberAt;

TEST_CASE("the lines of an OpenEXR, found by its table of offsets, are the raw file of the same samples") {
  for (const auto& [columns, rows] : {std::pair{1, 1}, {1, 9}, {13, 29}, {300, 2}}) {
    const test::RasterScene scene(test::unevenHeights(columns, rows));
    const std::string file = test::writtenFiles("exr", scene).at("height.exr");
    const std::size_t line = 4 * static_cast<std::size_t>(columns), lines = static_cast<std::size_t>(rows);
    const std::size_t table = file.size() - lines * (8 + 8 + line);
    CHECK(numberAt(file, 0, 4) == 20000630);  // the magic number
    CHECK(file[table - 1] == '\0');           // the end of the header
    std::string joined;
    for (std::size_t y = 0; y < lines; ++y) {
      const std::size_t at = numberAt(file, table + 8 * y, 8);
      CHECK(numberAt(file, at, 4) == y);
      CHECK(numberAt(file, at + 4, 4) == line);
      joined += file.substr(at + 8, line);
    }
    CHECK((joined == test::writtenFiles("r32", scene).at("height.r32")));
  }
}
