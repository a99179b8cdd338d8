// Troubles with tiled exports.
#include <filesystem>

#include "cases/cases.h"
#include "codec/sha256.h"
#include "support/catch.h"
#include "support/png_file.h"
#include "support/program.h"

using namespace orograph;

TEST_CASE("B037 a map in 4x4 tiles with a shared border stitches to the whole map without a seam") {
  const test::TemporaryFolder folder;
  const std::string spec = folder.write("spec.json", R"({"name": "land", "seed": 5, "outputs": ["png"]})");
  REQUIRE(test::runProgram({"tile", spec, "--tiles", "4x4", "--tile-size", "127", "--overlap", "1", "-o", folder / "t"}).exitCode == 0);
  const std::string size = std::to_string(4 * 126 + 1);
  REQUIRE(test::runProgram({"generate", spec, "--set", "image.width=" + size, "--set", "image.height=" + size, "-o", folder / "w"})
              .exitCode == 0);
  const std::string whole = test::readFile(folder / "w/land/height.png");
  const test::PngFile map(whole);
  // Columns are x, from the west; rows are y, from the north. Each border is in both its tiles.
  std::vector<std::uint16_t> stitched(map.pixels().size());
  for (std::size_t y = 0; y < 4; ++y) {
    for (std::size_t x = 0; x < 4; ++x) {
      const std::string name = "x" + std::to_string(x) + "_y" + std::to_string(y);
      const std::string bytes = test::readFile(folder / ("t/land/" + name + "/height_" + name + ".png"));
      const test::PngFile tile(bytes);
      REQUIRE(tile.width() == 127);
      for (std::size_t row = 0; row < 127; ++row) {
        for (std::size_t column = 0; column < 127; ++column) {
          std::uint16_t& at = stitched[(126 * y + row) * map.width() + 126 * x + column];
          const std::uint16_t pixel = tile.pixels()[row * 127 + column];
          if ((row == 0 && y > 0) || (column == 0 && x > 0)) CHECK(at == pixel);
          at = pixel;
        }
      }
    }
  }
  const auto digest = [](const std::vector<std::uint16_t>& pixels) {
    return codec::sha256Hex({reinterpret_cast<const char*>(pixels.data()), 2 * pixels.size()});
  };
  CHECK(digest(stitched) == digest(map.pixels()));
  CHECK(test::readFile(test::projectPath("README.md")).find("(along x, from the west)") != std::string::npos);
}
