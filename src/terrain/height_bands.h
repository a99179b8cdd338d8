// Rows of a height source through the ordered pipeline.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "field/ordered_bands.h"
#include "terrain/height_source.h"

namespace orograph::terrain {

/// The rows [first, last) of a grid, all columns wide, and one more row on either side where asked for and there is one.
class HeightBand {
 public:
  std::int64_t first() const { return first_; }
  std::int64_t last() const { return last_; }
  /// A row of the band or of its margin.
  std::span<const std::int32_t> row(std::int64_t z) const {
    return std::span(heights_).subspan(static_cast<std::size_t>((z - start_) * columns_), static_cast<std::size_t>(columns_));
  }
  /// All rows of the band, one after the other, without the margin.
  std::span<const std::int32_t> rows() const {
    return std::span(heights_).subspan(static_cast<std::size_t>((first_ - start_) * columns_),
                                       static_cast<std::size_t>((last_ - first_) * columns_));
  }

  void fill(HeightRows& reader, const field::Grid& grid, std::int64_t first, std::int64_t last, std::int64_t margin) {
    first_ = first;
    last_ = last;
    start_ = std::max<std::int64_t>(first - margin, 0);
    columns_ = grid.columns;
    const std::int64_t end = std::min(last + margin, grid.rows);
    heights_.resize(static_cast<std::size_t>((end - start_) * columns_));
    reader.rows(start_, end - start_, heights_.data());
  }

 private:
  std::int64_t first_ = 0, last_ = 0, start_ = 0, columns_ = 0;
  std::vector<std::int32_t> heights_;
};

/// Cuts the grid into bands; make(band, product) runs in parallel, take(band, product) in order. Products are reused:
/// `make` finds what an earlier band left. `margin` is 0, or 1 for a row more on either side. That many rows of the
/// grid as `frame` says, first and last, are in no band and serve as margin alone.
template <class Product, class Make, class Take>
void forEachBand(const HeightSource& source, const field::Grid& grid, const field::Schedule& schedule,
                 std::int64_t margin, Make&& make, Take&& take, std::int64_t frame = 0) {
  struct Slot {
    std::unique_ptr<HeightRows> reader;
    HeightBand band;
    Product product;
  };
  std::vector<Slot> slots(static_cast<std::size_t>(field::bandSlots(schedule)));
  const std::int64_t rows = grid.rows - 2 * frame, height = field::bandRows(schedule, grid.columns, rows);
  const std::int64_t bands = (rows + height - 1) / height;
  field::forEachBand(
      bands, schedule,
      [&](std::int64_t index, std::int64_t band) {
        Slot& slot = slots[static_cast<std::size_t>(index)];
        if (slot.reader == nullptr) slot.reader = source.over(grid, 0, grid.columns);
        slot.band.fill(*slot.reader, grid, frame + band * height, frame + std::min((band + 1) * height, rows), margin);
        make(std::as_const(slot.band), slot.product);
      },
      [&](std::int64_t index, std::int64_t) {
        Slot& slot = slots[static_cast<std::size_t>(index)];
        take(std::as_const(slot.band), slot.product);
      });
}

}  // namespace orograph::terrain
