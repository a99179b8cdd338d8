// Heights from a table, for tests of what is made of heights.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/byte_sink.h"
#include "terrain/height_source.h"

namespace orograph::test {

/// The rows of a table as rows of any grid of its shape.
class TableSource final : public terrain::HeightSource {
 public:
  explicit TableSource(std::vector<std::vector<std::int32_t>> heights) : heights_(std::move(heights)) {}

  std::unique_ptr<terrain::HeightRows> over(const field::Grid&, std::int64_t x0, std::int64_t x1) const override {
    return std::make_unique<Rows>(heights_, x0, x1);
  }

 private:
  class Rows final : public terrain::HeightRows {
   public:
    Rows(const std::vector<std::vector<std::int32_t>>& heights, std::int64_t x0, std::int64_t x1)
        : heights_(heights), x0_(x0), x1_(x1) {}
    void rows(std::int64_t z, std::int64_t count, std::int32_t* out) override {
      for (const std::int64_t end = z + count; z < end; ++z) {
        const std::vector<std::int32_t>& row = heights_.at(static_cast<std::size_t>(z));
        out = std::copy(row.begin() + x0_, row.begin() + x1_, out);
      }
    }

   private:
    const std::vector<std::vector<std::int32_t>>& heights_;
    std::int64_t x0_, x1_;
  };

  std::vector<std::vector<std::int32_t>> heights_;
};

/// Keeps what is written.
struct StringSink final : output::ByteSink {
  std::string text;
  void write(std::string_view bytes) override { text += bytes; }
};

}  // namespace orograph::test
