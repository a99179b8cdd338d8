// The terrain as a surface that rays can be held against: samples on nested grids, each under a pyramid of maxima.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "render/vector.h"

namespace orograph::render {

struct Ray {
  Vector origin, direction;
};

/// Heights over a rectangle. Coordinates are local: world units from a base point that all grids of a surface share.
struct Samples {
  double x0 = 0, z0 = 0, dx = 1, dz = 1;
  std::int64_t columns = 0, rows = 0;    // at least 2 each
  std::vector<std::int32_t> heightsQ16;  // row by row

  std::int32_t at(std::int64_t column, std::int64_t row) const {
    return heightsQ16[static_cast<std::size_t>(row * columns + column)];
  }
};

/// How the cells between samples are filled.
enum class Cells {
  kFlat,      // each at the height of the sample at its least corner
  kBilinear,  // through the samples at its four corners
};

/// What a ray meets first.
struct Hit {
  double t = 0;
  Vector wall;  // the normal where it is an upright side, of a flat cell or at the surface's edge; else 0
};

/// One grid. A node of the pyramid holds the greatest height of 2 x 2 nodes below it, so a ray that passes above a node
/// passes above all in it, and none is ever stepped over (Tevs, Ihrke, Seidel, "Maximum mipmaps for fast, accurate, and
/// scalable dynamic height field rendering", I3D 2008).
class GridSurface {
 public:
  GridSurface(Samples samples, Cells cells);

  struct Interval {
    double begin, end;
    bool empty() const { return begin >= end; }
  };
  /// The part of the ray's interval that is above or below the grid's rectangle.
  Interval clip(const Ray& ray, Interval part) const;

  /// Visits the cells under the ray, front to back, save those under nodes that visitor.passes(height, part) says to
  /// leave out; ends early, with true, when visitor.meets(patch, part) says so.
  template <class Visitor>
  bool visit(const Ray& ray, Interval part, Visitor& visitor) const;

  bool contains(double x, double z) const;
  /// For a point inside.
  double height(double x, double z) const;
  /// The gradient of the samples, by central differences, bilinear between them.
  Vector normal(double x, double z) const;

  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  const Samples& samples() const { return samples_; }

  /// Clearance of the ray above one cell as a polynomial of s = t - t0.
  struct Patch {
    double constant, linear, square;
    double u, v;  // where in the cell the ray is at s = 0, 0 to 1
    bool flat;
    double at(double s) const { return constant + s * (linear + s * square); }
  };

 private:
  struct Level {
    std::int64_t columns, rows;
    std::vector<std::int32_t> maxima;
  };

  std::int32_t cellMaximum(std::int64_t column, std::int64_t row) const;
  Patch patch(const Ray& ray, std::int64_t column, std::int64_t row, double t0) const;
  template <class Visitor>
  bool descend(const Ray& ray, const Vector& inverse, std::size_t level, std::int64_t column, std::int64_t row,
               Interval part, Visitor& visitor) const;

  Samples samples_;
  Cells cells_;
  std::vector<Level> levels_;  // levels_[i]: nodes of 2^(i + 1) cells a side
  double lowest_ = 0, highest_ = 0;
};

/// Nested grids, the finest first; each holds the one before it. Where they overlap the finer one counts.
class Surface {
 public:
  static constexpr std::size_t kMostGrids = 24;

  Surface() = default;
  /// At most kMostGrids.
  explicit Surface(std::vector<GridSurface> grids);

  /// The first meeting within the interval: exact for the surface as sampled, up to rounding.
  std::optional<Hit> hit(const Ray& ray, double begin, double end) const;

  /// min(8 * clearance / t) over the interval, between 0 and 1: 0 in full shadow.
  double softShadow(const Ray& ray, double begin, double end) const;

  /// Nothing outside.
  std::optional<double> height(double x, double z) const;
  Vector normal(double x, double z) const;

  /// Of all samples; infinite where there are none.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  const std::vector<GridSurface>& grids() const { return grids_; }

 private:
  const GridSurface* at(double x, double z) const;
  template <class Visitor>
  bool visit(const Ray& ray, double begin, double end, Visitor& visitor) const;

  std::vector<GridSurface> grids_;
  double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
};

/// Sets every second sample on the edge of a grid to the mean of its neighbours: the edge is then the same line as that
/// of the grid of doubled cells around it. Columns and rows must be odd.
void stitchEdges(Samples& samples);

}  // namespace orograph::render
