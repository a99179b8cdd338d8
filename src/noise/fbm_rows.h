// Rows of fBm heights over an affine grid: the same numbers as Fbm::valueQ16 point by point, many times faster.
//
// The columns' cells and weights are the same in every row, and a lattice line interpolated along x is the same in all
// rows between two lattice lines. So lattice lines are made once and kept; what is left for each octave and point is
// one interpolation along z, in 16-bit lanes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "field/grid.h"
#include "noise/fbm.h"
#include "noise/kernel.h"

namespace orograph::noise {

/// Heights over the columns [x0, x1) of one grid. It keeps lattice lines from row to row, so each thread has its own.
class FbmRows {
 public:
  /// `heightScaleQ16` in [0, 2^31 - 1]. At most 14 bytes per column and octave are held, and making them
  /// takes about as long as 40 rows: a reader is to be kept for many. More than 32 octaves are computed point by point.
  FbmRows(const Fbm& fbm, const field::Grid& grid, std::int64_t x0, std::int64_t x1, std::int64_t heightScaleQ16,
          const Kernel& kernel);
  ~FbmRows();
  FbmRows(FbmRows&&) noexcept;
  FbmRows& operator=(FbmRows&&) noexcept;

  /// Writes fmul(fbm, heightScaleQ16) of the x1 - x0 columns of row z. Any order of rows; ascending is quickest.
  void row(std::int64_t z, std::int32_t* heights) { rows(z, 1, heights, 0); }

  /// The rows z, z + 1, … of a band, `stride` values apart: quicker than one by one if they are longer than a segment.
  void rows(std::int64_t z, std::int64_t count, std::int32_t* heights, std::int64_t stride);

 private:
  class Segment;
  class PointSegment;
  class LineSegment;
  std::vector<std::unique_ptr<Segment>> segments_;
};

}  // namespace orograph::noise
