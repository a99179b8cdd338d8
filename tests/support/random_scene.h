// Scenes of random ground for the tests of mesh formats.
#pragma once

#include <cstdint>
#include <vector>

#include "output/formats.h"
#include "support/random.h"
#include "support/table_source.h"

namespace orograph::test {

struct RandomScene {
  std::vector<std::vector<std::int32_t>> heights;
  TableSource source;
  output::Scene scene;

  RandomScene(Random& random, std::int64_t columns, std::int64_t rows, std::int64_t relief)
      : heights(table(random, columns, rows, relief)), source(heights) {
    scene.source = &source;
    scene.meshGrid = {random.ofAnySize(30),
                      random.ofAnySize(30),
                      random.within(1000, 1 << 20),
                      random.within(1000, 1 << 20),
                      columns,
                      rows};
  }
  RandomScene(const RandomScene&) = delete;
  RandomScene& operator=(const RandomScene&) = delete;

  /// The bytes of the only file that a format makes.
  std::string write(std::vector<output::File> (*files)(const output::Scene&), output::Facts* facts = nullptr) const {
    const std::vector<output::File> all = files(scene);
    StringSink sink;
    const output::Facts told = all.at(0).write(scene, sink);
    if (facts != nullptr) *facts = told;
    if (static_cast<std::int64_t>(sink.text.size()) > all[0].mostBytes)
      throw std::runtime_error("more bytes than told");
    return sink.text;
  }

 private:
  static std::vector<std::vector<std::int32_t>> table(Random& random, std::int64_t columns, std::int64_t rows,
                                                      std::int64_t relief) {
    std::vector<std::vector<std::int32_t>> heights(static_cast<std::size_t>(rows));
    for (auto& row : heights) {
      for (std::int64_t x = 0; x < columns; ++x)
        row.push_back(static_cast<std::int32_t>(random.within(-relief, relief)));
    }
    return heights;
  }
};

}  // namespace orograph::test
