// Rows of a height source through the ordered pipeline.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "field/ordered_bands.h"
#include "terrain/height_source.h"

namespace orograph::terrain {

/// The rows [first, last) of a grid, all columns wide, and one more sample on every side where asked for and there is one.
class HeightBand {
 public:
  std::int64_t first() const { return first_; }
  std::int64_t last() const { return last_; }
  /// A row of the band or of its margin.
  std::span<const std::int32_t> row(std::int64_t z) const {
    return wideRow(z).subspan(static_cast<std::size_t>(west_), static_cast<std::size_t>(columns_));
  }
  /// The rows at hand, those of the margin included: [start, end).
  std::int64_t start() const { return start_; }
  std::int64_t end() const { return end_; }
  /// A row with the margin's samples left and right of it, `west` of them left.
  std::span<const std::int32_t> wideRow(std::int64_t z) const {
    return std::span(heights_).subspan(static_cast<std::size_t>((z - start_) * width_), static_cast<std::size_t>(width_));
  }
  std::int64_t west() const { return west_; }
  /// All rows of the band, one after the other, without the margin. Not of a band that has samples left or right.
  std::span<const std::int32_t> rows() const {
    if (width_ != columns_) throw std::logic_error("rows of a band are not in one piece beside its margin");
    return std::span(heights_).subspan(static_cast<std::size_t>((first_ - start_) * columns_),
                                       static_cast<std::size_t>((last_ - first_) * columns_));
  }

  /// `reader` is one of `marginColumns`.
  void fill(HeightRows& reader, const field::Grid& grid, std::int64_t first, std::int64_t last, std::int64_t margin) {
    first_ = first;
    last_ = last;
    columns_ = grid.columns;
    start_ = std::max(first - margin, -margin * grid.beyond.north);
    end_ = std::min(last + margin, grid.rows + margin * grid.beyond.south);
    west_ = margin * grid.beyond.west;
    width_ = west_ + columns_ + margin * grid.beyond.east;
    heights_.resize(static_cast<std::size_t>((end_ - start_) * width_));
    reader.rows(start_, end_ - start_, heights_.data());
  }
  static std::unique_ptr<HeightRows> reader(const HeightSource& source, const field::Grid& grid, std::int64_t margin) {
    return source.over(grid, -margin * grid.beyond.west, grid.columns + margin * grid.beyond.east);
  }

 private:
  std::int64_t first_ = 0, last_ = 0, start_ = 0, end_ = 0, west_ = 0, columns_ = 0, width_ = 0;
  std::vector<std::int32_t> heights_;
};

/// Cuts the grid into bands; make(band, product) runs in parallel, take(band, product) in order. Products are reused:
/// `make` finds what an earlier band left. `margin` is 0, or 1 for a sample more on every side: those of the grid, and of
/// what lies beyond it.
template <class Product, class Make, class Take>
void forEachBand(const HeightSource& source, const field::Grid& grid, const field::Schedule& schedule,
                 std::int64_t margin, Make&& make, Take&& take) {
  struct Slot {
    std::unique_ptr<HeightRows> reader;
    HeightBand band;
    Product product;
  };
  std::vector<Slot> slots(static_cast<std::size_t>(field::bandSlots(schedule)));
  const std::int64_t height = field::bandRows(schedule, grid.columns, grid.rows);
  const std::int64_t bands = (grid.rows + height - 1) / height;
  field::forEachBand(
      bands, schedule,
      [&](std::int64_t index, std::int64_t band) {
        Slot& slot = slots[static_cast<std::size_t>(index)];
        if (slot.reader == nullptr) slot.reader = HeightBand::reader(source, grid, margin);
        slot.band.fill(*slot.reader, grid, band * height, std::min((band + 1) * height, grid.rows), margin);
        make(std::as_const(slot.band), slot.product);
      },
      [&](std::int64_t index, std::int64_t) {
        Slot& slot = slots[static_cast<std::size_t>(index)];
        take(std::as_const(slot.band), slot.product);
      });
}

}  // namespace orograph::terrain
