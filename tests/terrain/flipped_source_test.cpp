#include "terrain/flipped_source.h"

#include "support/catch.h"
#include "support/random.h"
#include "support/table_source.h"
#include "support/whole_field.h"

using namespace orograph;

TEST_CASE("a flipped source has the rows in the opposite order, whatever segment is read in whatever pieces") {
  test::Random random(5);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t columns = random.within(1, 9), rows = random.within(1, 9);
    test::Heights table(static_cast<std::size_t>(rows));
    for (auto& row : table) {
      for (std::int64_t x = 0; x < columns; ++x) row.push_back(random.height());
    }
    const test::TableSource source(table);
    const terrain::FlippedSource flipped(source);
    const field::Grid grid{0, 0, 1, 1, columns, rows};
    const std::int64_t x0 = random.within(0, columns - 1), x1 = random.within(x0 + 1, columns);
    const std::int64_t first = random.within(0, rows - 1), count = random.within(1, rows - first);
    std::vector<std::int32_t> found(static_cast<std::size_t>(count * (x1 - x0))), expected;
    flipped.over(grid, x0, x1)->rows(first, count, found.data());
    for (std::int64_t z = first; z < first + count; ++z) {
      const auto& row = table[static_cast<std::size_t>(rows - 1 - z)];
      expected.insert(expected.end(), row.begin() + x0, row.begin() + x1);
    }
    CHECK(found == expected);
  }
}
