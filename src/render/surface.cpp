#include "render/surface.h"

#include <array>
#include <utility>

namespace orograph::render {
namespace {

constexpr double kOne = 65536;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Below the surface by more than this where a ray enters a cell: it met an upright side. Two units of the heights.
constexpr double kWallDepth = 2 / kOne;

using Interval = GridSurface::Interval;
using Patch = GridSurface::Patch;

/// The least s in [0, length] where the patch is not above 0, or nothing.
std::optional<double> firstRoot(const Patch& p, double length) {
  if (p.constant <= 0) return 0;
  if (p.square == 0) {
    if (p.linear >= 0) return std::nullopt;
    const double root = -p.constant / p.linear;
    return root <= length ? std::optional(root) : std::nullopt;
  }
  std::optional<double> first;
  const double discriminant = p.linear * p.linear - 4 * p.square * p.constant;
  if (discriminant >= 0) {
    // Neither root is a difference of nearly equal numbers.
    const double q = -0.5 * (p.linear + std::copysign(std::sqrt(discriminant), p.linear));
    for (const double root : {q / p.square, q != 0 ? p.constant / q : kInfinity}) {
      if (root >= 0 && root <= length && (!first || root < *first)) first = root;
    }
  }
  if (!first && p.at(length) <= 0) first = length;
  return first;
}

struct FirstHit {
  const Ray& ray;
  std::optional<Hit> hit{};

  bool passes(double height, Interval part) const {
    return ray.origin.y + std::min(part.begin * ray.direction.y, part.end * ray.direction.y) > height;
  }
  bool meets(const Patch& patch, Interval part) {
    const std::optional<double> root = firstRoot(patch, part.end - part.begin);
    if (!root) return false;
    hit = Hit{part.begin + *root, {}};
    if (*root == 0 && patch.constant < -kWallDepth) {
      const bool acrossX =
          std::min(std::abs(patch.u), std::abs(1 - patch.u)) < std::min(std::abs(patch.v), std::abs(1 - patch.v));
      hit->wall =
          acrossX ? Vector{ray.direction.x > 0 ? -1.0 : 1.0, 0, 0} : Vector{0, 0, ray.direction.z > 0 ? -1.0 : 1.0};
    } else if (patch.flat) {
      hit->wall = {0, 1, 0};
    }
    return true;
  }
};

struct LeastRatio {
  const Ray& ray;
  double least = 1;

  bool passes(double height, Interval part) const {
    const double clearance = ray.origin.y + std::min(part.begin * ray.direction.y, part.end * ray.direction.y) - height;
    return 8 * clearance >= least * part.end;
  }
  bool meets(const Patch& patch, Interval part) {
    const auto consider = [&](double t) { least = std::min(least, 8 * patch.at(t - part.begin) / t); };
    consider(part.begin);
    consider(part.end);
    // clearance / t = a/t + b + c t has its only minimum at sqrt(a / c).
    const double a = patch.at(-part.begin);
    if (patch.square > 0 && a > 0) {
      const double t = std::sqrt(a / patch.square);
      if (t > part.begin && t < part.end) consider(t);
    }
    least = std::max(least, 0.0);
    return least == 0;
  }
};

/// Where the ray crosses a plane of constant x or z. For a ray along the plane, before or after all of it.
double crossing(double plane, double origin, double direction, double inverse) {
  if (direction == 0) return origin < plane ? kInfinity : -kInfinity;
  return (plane - origin) * inverse;
}

}  // namespace

GridSurface::GridSurface(Samples samples, Cells cells) : samples_(std::move(samples)), cells_(cells) {
  const auto [low, high] = std::minmax_element(samples_.heightsQ16.begin(), samples_.heightsQ16.end());
  lowest_ = *low / kOne;
  highest_ = *high / kOne;
  std::int64_t columns = samples_.columns - 1, rows = samples_.rows - 1;  // of the level below
  const auto below = [&](std::int64_t column, std::int64_t row) {
    if (levels_.empty()) return cellMaximum(column, row);
    const Level& level = levels_.back();
    return level.maxima[static_cast<std::size_t>(row * level.columns + column)];
  };
  while (columns > 1 || rows > 1) {
    Level level{(columns + 1) / 2, (rows + 1) / 2, {}};
    level.maxima.reserve(static_cast<std::size_t>(level.columns * level.rows));
    for (std::int64_t row = 0; row < level.rows; ++row) {
      for (std::int64_t column = 0; column < level.columns; ++column) {
        const std::int64_t x0 = 2 * column, z0 = 2 * row;
        const std::int64_t x1 = std::min(x0 + 1, columns - 1), z1 = std::min(z0 + 1, rows - 1);
        level.maxima.push_back(std::max({below(x0, z0), below(x1, z0), below(x0, z1), below(x1, z1)}));
      }
    }
    columns = level.columns;
    rows = level.rows;
    levels_.push_back(std::move(level));
  }
}

std::int32_t GridSurface::cellMaximum(std::int64_t column, std::int64_t row) const {
  if (cells_ == Cells::kFlat) return samples_.at(column, row);
  return std::max({samples_.at(column, row), samples_.at(column + 1, row), samples_.at(column, row + 1),
                   samples_.at(column + 1, row + 1)});
}

Interval GridSurface::clip(const Ray& ray, Interval part) const {
  const auto clipAxis = [&](double origin, double direction, double low, double high) {
    if (direction == 0) {
      if (origin < low || origin > high) part.end = part.begin;
      return;
    }
    const double a = (low - origin) / direction, b = (high - origin) / direction;
    part.begin = std::max(part.begin, std::min(a, b));
    part.end = std::min(part.end, std::max(a, b));
  };
  clipAxis(ray.origin.x, ray.direction.x, samples_.x0,
           samples_.x0 + static_cast<double>(samples_.columns - 1) * samples_.dx);
  clipAxis(ray.origin.z, ray.direction.z, samples_.z0,
           samples_.z0 + static_cast<double>(samples_.rows - 1) * samples_.dz);
  return part;
}

Patch GridSurface::patch(const Ray& ray, std::int64_t column, std::int64_t row, double t0) const {
  const double u = (ray.origin.x + ray.direction.x * t0 - samples_.x0) / samples_.dx - static_cast<double>(column);
  const double v = (ray.origin.z + ray.direction.z * t0 - samples_.z0) / samples_.dz - static_cast<double>(row);
  const double y = ray.origin.y + ray.direction.y * t0, slopeY = ray.direction.y;
  const double a = samples_.at(column, row) / kOne;
  if (cells_ == Cells::kFlat) return {y - a, slopeY, 0, u, v, true};
  const double b = samples_.at(column + 1, row) / kOne - a, c = samples_.at(column, row + 1) / kOne - a;
  const double d = samples_.at(column + 1, row + 1) / kOne - a - b - c;
  const double slopeU = ray.direction.x / samples_.dx, slopeV = ray.direction.z / samples_.dz;
  return {y - a - b * u - c * v - d * u * v,
          slopeY - b * slopeU - c * slopeV - d * (u * slopeV + v * slopeU),
          -d * slopeU * slopeV,
          u,
          v,
          false};
}

template <class Visitor>
bool GridSurface::visit(const Ray& ray, Interval part, Visitor& visitor) const {
  const Vector inverse{1 / ray.direction.x, 0, 1 / ray.direction.z};
  return !part.empty() && descend(ray, inverse, levels_.size(), 0, 0, part, visitor);
}

template <class Visitor>
bool GridSurface::descend(const Ray& ray, const Vector& inverse, std::size_t level, std::int64_t column,
                          std::int64_t row, Interval part, Visitor& visitor) const {
  if (level == 0) {
    // Rounding may put an interval of length almost 0 beyond the last cell.
    if (column >= samples_.columns - 1 || row >= samples_.rows - 1) return false;
    if (visitor.passes(cellMaximum(column, row) / kOne, part)) return false;
    return visitor.meets(patch(ray, column, row, part.begin), part);
  }
  const Level& nodes = levels_[level - 1];
  if (column >= nodes.columns || row >= nodes.rows) return false;
  if (visitor.passes(nodes.maxima[static_cast<std::size_t>(row * nodes.columns + column)] / kOne, part)) return false;

  // The two planes through the node's middle cut the interval in up to three, which together are the whole of it.
  const auto half = static_cast<double>(std::int64_t{1} << (level - 1));
  const auto middle = [&](std::int64_t index) { return static_cast<double>(2 * index + 1) * half; };
  const double x = crossing(samples_.x0 + middle(column) * samples_.dx, ray.origin.x, ray.direction.x, inverse.x);
  const double z = crossing(samples_.z0 + middle(row) * samples_.dz, ray.origin.z, ray.direction.z, inverse.z);
  const double first = std::clamp(std::min(x, z), part.begin, part.end);
  const double second = std::clamp(std::max(x, z), part.begin, part.end);
  for (const Interval piece : {Interval{part.begin, first}, Interval{first, second}, Interval{second, part.end}}) {
    if (piece.empty()) continue;
    const bool farX = (piece.begin >= x) == (ray.direction.x >= 0), farZ = (piece.begin >= z) == (ray.direction.z >= 0);
    if (descend(ray, inverse, level - 1, 2 * column + (farX ? 1 : 0), 2 * row + (farZ ? 1 : 0), piece, visitor))
      return true;
  }
  return false;
}

bool GridSurface::contains(double x, double z) const {
  const double u = (x - samples_.x0) / samples_.dx, v = (z - samples_.z0) / samples_.dz;
  return u >= 0 && v >= 0 && u <= static_cast<double>(samples_.columns - 1) &&
         v <= static_cast<double>(samples_.rows - 1);
}

namespace {

/// The cell of a coordinate in cells, and how far in it, for one inside.
std::pair<std::int64_t, double> cellOf(double coordinate, std::int64_t samples) {
  const std::int64_t cell = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(coordinate)), 0, samples - 2);
  return {cell, coordinate - static_cast<double>(cell)};
}

}  // namespace

double GridSurface::height(double x, double z) const {
  const auto [column, u] = cellOf((x - samples_.x0) / samples_.dx, samples_.columns);
  const auto [row, v] = cellOf((z - samples_.z0) / samples_.dz, samples_.rows);
  const double a = samples_.at(column, row), b = samples_.at(column + 1, row);
  const double c = samples_.at(column, row + 1), d = samples_.at(column + 1, row + 1);
  if (cells_ == Cells::kFlat) return a / kOne;
  return ((a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v) / kOne;
}

Vector GridSurface::normal(double x, double z) const {
  if (cells_ == Cells::kFlat) return {0, 1, 0};
  const auto [column, u] = cellOf((x - samples_.x0) / samples_.dx, samples_.columns);
  const auto [row, v] = cellOf((z - samples_.z0) / samples_.dz, samples_.rows);
  const auto slope = [&](std::int64_t i, std::int64_t j) {
    const std::int64_t west = std::max<std::int64_t>(i - 1, 0), east = std::min(i + 1, samples_.columns - 1);
    const std::int64_t north = std::max<std::int64_t>(j - 1, 0), south = std::min(j + 1, samples_.rows - 1);
    const double alongX = double{1.0} * samples_.at(east, j) - samples_.at(west, j);
    const double alongZ = double{1.0} * samples_.at(i, south) - samples_.at(i, north);
    return Vector{alongX / (kOne * static_cast<double>(east - west) * samples_.dx), 0,
                  alongZ / (kOne * static_cast<double>(south - north) * samples_.dz)};
  };
  const Vector gradient = mix(mix(slope(column, row), slope(column + 1, row), u),
                              mix(slope(column, row + 1), slope(column + 1, row + 1), u), v);
  return normalized({-gradient.x, 1, -gradient.z});
}

Surface::Surface(std::vector<GridSurface> grids) : grids_(std::move(grids)) {
  for (const GridSurface& grid : grids_) {
    lowest_ = std::min(lowest_, grid.lowest());
    highest_ = std::max(highest_, grid.highest());
  }
}

template <class Visitor>
bool Surface::visit(const Ray& ray, double begin, double end, Visitor& visitor) const {
  // Through the nested rectangles inwards and out again, each grid only where no finer one is. The rectangles are
  // convex, so the parts are nested too.
  std::array<Interval, Surface::kMostGrids> parts{};
  std::size_t finest = grids_.size();  // the last one reached
  Interval part{begin, end};
  while (finest > 0) {
    const Interval inner = grids_[finest - 1].clip(ray, part);
    if (inner.empty()) break;
    part = parts[--finest] = inner;
  }
  if (finest == grids_.size()) return false;
  for (std::size_t i = grids_.size() - 1; i > finest; --i) {
    if (grids_[i].visit(ray, {parts[i].begin, parts[i - 1].begin}, visitor)) return true;
  }
  if (grids_[finest].visit(ray, parts[finest], visitor)) return true;
  for (std::size_t i = finest + 1; i < grids_.size(); ++i) {
    if (grids_[i].visit(ray, {parts[i - 1].end, parts[i].end}, visitor)) return true;
  }
  return false;
}

std::optional<Hit> Surface::hit(const Ray& ray, double begin, double end) const {
  FirstHit visitor{ray};
  visit(ray, begin, end, visitor);
  return visitor.hit;
}

double Surface::softShadow(const Ray& ray, double begin, double end) const {
  LeastRatio visitor{ray};
  visit(ray, begin, end, visitor);
  return visitor.least;
}

const GridSurface* Surface::at(double x, double z) const {
  for (const GridSurface& grid : grids_) {
    if (grid.contains(x, z)) return &grid;
  }
  return nullptr;
}

std::optional<double> Surface::height(double x, double z) const {
  const GridSurface* grid = at(x, z);
  return grid != nullptr ? std::optional(grid->height(x, z)) : std::nullopt;
}

Vector Surface::normal(double x, double z) const {
  const GridSurface* grid = at(x, z);
  return grid != nullptr ? grid->normal(x, z) : Vector{0, 1, 0};
}

void stitchEdges(Samples& samples) {
  const std::int64_t columns = samples.columns, rows = samples.rows;
  const auto stitch = [&](std::int64_t first, std::int64_t step, std::int64_t count) {
    for (std::int64_t i = 1; i + 1 < count; i += 2) {
      const auto at = [&](std::int64_t k) -> std::int32_t& {
        return samples.heightsQ16[static_cast<std::size_t>(first + k * step)];
      };
      at(i) = static_cast<std::int32_t>((std::int64_t{at(i - 1)} + at(i + 1)) >> 1);
    }
  };
  stitch(0, 1, columns);
  stitch((rows - 1) * columns, 1, columns);
  stitch(0, columns, rows);
  stitch(columns - 1, columns, rows);
}

}  // namespace orograph::render
