// Heights from a function of the place, for tests of what samples them anywhere.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "terrain/height_source.h"

namespace orograph::test {

class FunctionSource final : public terrain::HeightSource {
 public:
  using Function = std::function<std::int32_t(std::int64_t xQ16, std::int64_t zQ16)>;
  explicit FunctionSource(Function function) : function_(std::move(function)) {}

  std::unique_ptr<terrain::HeightRows> over(const field::Grid& grid, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(function_, grid, x0, x1);
  }

 private:
  struct Rows final : terrain::HeightRows {
    Rows(const Function& f, const field::Grid& g, std::int64_t first, std::int64_t last)
        : function(f), grid(g), x0(first), x1(last) {}
    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      for (const std::int64_t end = z + count; z < end; ++z) {
        for (std::int64_t x = x0; x < x1; ++x) *out++ = function(grid.xQ16(x), grid.zQ16(z));
      }
    }
    const Function& function;
    field::Grid grid;
    std::int64_t x0, x1;
  };

  Function function_;
};

}  // namespace orograph::test
