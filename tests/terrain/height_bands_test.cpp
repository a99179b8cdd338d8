#include "terrain/height_bands.h"

#include "support/catch.h"
#include "terrain/generators.h"

namespace orograph::terrain {
namespace {

Parameters smallParameters() {
  Parameters parameters;
  parameters.diamondSquare.cells = 32;
  return parameters;
}

}  // namespace

TEST_CASE("bands hold the rows of the source and the margin, for every generator, band height and number of threads") {
  const field::Grid grid{-100000, 70000, 9000, 11000, 33, 33};
  for (const Generator& generator : generators()) {
    const auto source = generator.make(smallParameters());
    std::vector<std::int32_t> expected(33);
    for (const std::int64_t threads : {1, 2, 5}) {
      for (const std::int64_t height : {1, 2, 7, 33, 100}) {
        for (const std::int64_t margin : {0, 1}) {
          std::int64_t next = 0;
          forEachBand<std::int64_t>(
              *source, grid, {threads, height}, margin,
              [](const HeightBand& band, std::int64_t& product) { product = band.first(); },
              [&](const HeightBand& band, const std::int64_t& product) {
                CHECK(product == band.first());
                CHECK(band.first() == next);
                next = band.last();
                CHECK(band.rows().size() == static_cast<std::size_t>(33 * (band.last() - band.first())));
                for (std::int64_t z = std::max<std::int64_t>(band.first() - margin, 0);
                     z < std::min<std::int64_t>(band.last() + margin, 33); ++z) {
                  source->rows(grid, 0, 33, z, expected.data());
                  const auto row = band.row(z);
                  CHECK(std::equal(row.begin(), row.end(), expected.begin(), expected.end()));
                }
              });
          CHECK(next == 33);
        }
      }
    }
  }
}

}  // namespace orograph::terrain
