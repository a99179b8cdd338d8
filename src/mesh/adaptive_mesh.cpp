#include "mesh/adaptive_mesh.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "fixed/q16.h"

// The hierarchy: the square is two right triangles over its diagonal; a triangle (a, b, c) with its right angle at c is
// split at the midpoint m of its hypotenuse ab into (c, a, m) and (b, c, m). Both triangles over a hypotenuse are split
// together, so a point that is kept brings the apexes of its two triangles with it, and no edge ever ends inside
// another.
//
// The border is different. What a side's own heights ask for (a bisection of the side) is kept as a vertex. Where the
// inside asks for more, the hierarchy has a point there as well, a ghost, but no vertex: the triangles around the
// ghosts between two neighbouring vertices of the border, a strip along that border edge, give way to triangles of the
// strip's other corners. Strips are checked like all triangles. Where one errs, the hierarchy is refined there; a strip
// of the finest triangles has all its grid points on its outline, where the error is known to be small, so this ends.

namespace orograph::mesh {
namespace {

using Point = AdaptiveMesh::Point;
using Triangle = AdaptiveMesh::Triangle;

/// Twice the area of abc, positive where it runs counter-clockwise seen from above (z grows toward the viewer).
std::int64_t turn(const Point& a, const Point& b, const Point& c) {
  return std::int64_t{b[1] - a[1]} * (c[0] - a[0]) - std::int64_t{b[0] - a[0]} * (c[1] - a[1]);
}

Point midpoint(const Point& a, const Point& b) { return {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}; }

/// The finest hypotenuse, a cell's diagonal, has no grid point in the middle.
bool hasMidpoint(const Triangle& t) { return (t[0][0] + t[1][0]) % 2 == 0 && (t[0][1] + t[1][1]) % 2 == 0; }

std::array<Triangle, 2> halves(const Triangle& t) {
  const Point m = midpoint(t[0], t[1]);
  return {{{t[2], t[0], m}, {t[1], t[2], m}}};
}

/// The one or two triangles of the hierarchy in a square of `cells` over the hypotenuse whose midpoint is p, no corner.
std::vector<Triangle> trianglesOver(const Point& p, std::int32_t cells) {
  const std::int32_t s =
      (p[0] | p[1]) & -(p[0] | p[1]);  // half the side of the square that p is the centre of, or half ab
  Point a, b;
  if ((p[0] & s) != 0 && (p[1] & s) != 0) {
    // A diagonal joins the corners of even parity, counted in sides of that square.
    const bool falling = ((p[0] - s) / (2 * s) + (p[1] - s) / (2 * s)) % 2 == 0;
    a = {p[0] - s, falling ? p[1] - s : p[1] + s};
    b = {p[0] + s, falling ? p[1] + s : p[1] - s};
  } else {
    const bool along = (p[0] & s) != 0;
    a = along ? Point{p[0] - s, p[1]} : Point{p[0], p[1] - s};
    b = along ? Point{p[0] + s, p[1]} : Point{p[0], p[1] + s};
  }
  std::vector<Triangle> found;
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    // A quarter turn about p: the apex lies to the left of from -> to, where z grows downward.
    const Point c = {p[0] + (to[1] - p[1]), p[1] - (to[0] - p[0])};
    if (std::min(c[0], c[1]) >= 0 && std::max(c[0], c[1]) <= cells) found.push_back({from, to, c});
  }
  return found;
}

bool contains(const Triangle& t, const Point& p) {
  return turn(t[0], t[1], p) >= 0 && turn(t[1], t[2], p) >= 0 && turn(t[2], t[0], p) >= 0;
}

/// Calls visit(point, numerator) for the grid points of a triangle, borders included, until it returns false; the
/// surface differs from the height there by |numerator| / turn(triangle). With 2^13 cells and heights of 32 bits: twice
/// the area <= 2^26, a slope's numerator <= 2 * 2^32 * 2^13, the plane's <= 2^57 + 2 * 2^46 * 2^13 < 2^61.
template <class Height, class Visit>
bool forEachDifference(const Triangle& t, Height&& height, Visit&& visit) {
  const auto& [a, b, c] = t;
  const std::int64_t area = turn(a, b, c), ha = height(a), rise1 = height(b) - ha, rise2 = height(c) - ha;
  const std::int64_t slopeX = rise2 * (b[1] - a[1]) - rise1 * (c[1] - a[1]);
  const std::int64_t slopeZ = rise1 * (c[0] - a[0]) - rise2 * (b[0] - a[0]);
  const auto [top, bottom] = std::minmax({a[1], b[1], c[1]});
  for (std::int32_t z = top; z <= bottom; ++z) {
    // Inside is where turn(p, q, (x, z)) = along * x + rest >= 0 for each side pq.
    std::int64_t first = std::min({a[0], b[0], c[0]}), last = std::max({a[0], b[0], c[0]});
    for (std::size_t i = 0; i < 3; ++i) {
      const Point &p = t[i], &q = t[(i + 1) % 3];
      const std::int64_t along = q[1] - p[1];
      const std::int64_t rest = -along * p[0] - std::int64_t{q[0] - p[0]} * (z - p[1]);
      if (along > 0)
        first = std::max(first, -fixed::floorDiv(rest, along));
      else if (along < 0)
        last = std::min(last, fixed::floorDiv(rest, -along));
      else if (rest < 0)
        last = first - 1;
    }
    std::int64_t plane = ha * area + slopeX * (first - a[0]) + slopeZ * (z - a[1]);
    for (std::int64_t x = first; x <= last; ++x, plane += slopeX) {
      const Point p = {static_cast<std::int32_t>(x), z};
      if (!visit(p, height(p) * area - plane)) return false;
    }
  }
  return true;
}

}  // namespace

AdaptiveMesh::AdaptiveMesh(std::vector<std::int32_t> heightsQ16, std::int64_t cells, std::int64_t maxErrorQ16)
    : heightsQ16_(std::move(heightsQ16)), cells_(static_cast<std::int32_t>(cells)), maxErrorQ16_(maxErrorQ16) {
  vertexBits_.resize(heightsQ16_.size() / 64 + 1);
  for (std::size_t side = 0; side < kSides; ++side) {
    own_[side].resize(static_cast<std::size_t>(cells_) + 1);
    ghosts_[side].resize(static_cast<std::size_t>(cells_) + 1);
    own_[side].front() = own_[side].back() = true;
    splitSide(side, 0, cells_);
  }
  for (std::size_t side = 0; side < kSides; ++side) {
    for (std::int32_t place = 0; place <= cells_; ++place) {
      if (own_[side][static_cast<std::size_t>(place)]) keep(onSide(side, place));
    }
  }
  for (const Triangle& root : roots()) {
    if (errs(root)) keep(midpoint(root[0], root[1]));
  }
  do refine();
  while (refineStrips());

  forEachTriangle([&](const Triangle& triangle) {
    ++triangles_;
    greatestErrorQ16_ = std::max(greatestErrorQ16_, errorQ16(triangle));
  });
  for (const std::uint64_t word : vertexBits_) {
    before_.push_back(static_cast<std::uint32_t>(vertices_));
    vertices_ += std::popcount(word);
  }
  if (greatestErrorQ16_ > maxErrorQ16_) throw std::logic_error("a triangulation exceeds its error");
}

std::array<Triangle, 2> AdaptiveMesh::roots() const {
  const std::int32_t n = cells_;
  return {{{{{0, 0}, {n, n}, {n, 0}}}, {{{n, n}, {0, 0}, {0, n}}}}};
}

/// North, west, south, east: west and east by rows, the others by columns.
Point AdaptiveMesh::onSide(std::size_t side, std::int32_t place) const {
  const std::int32_t across = side < 2 ? 0 : cells_;
  return side % 2 == 0 ? Point{place, across} : Point{across, place};
}

bool AdaptiveMesh::isGhost(const Point& p) const {
  for (std::size_t side = 0; side < kSides; ++side) {
    if (p[1 - side % 2] == (side < 2 ? 0 : cells_)) return ghosts_[side][static_cast<std::size_t>(p[side % 2])];
  }
  return false;
}

bool AdaptiveMesh::isSplit(const Triangle& t) const {
  if (!hasMidpoint(t)) return false;
  const Point m = midpoint(t[0], t[1]);
  return isVertex(m) || isGhost(m);
}

bool AdaptiveMesh::isStrip(const Triangle& t) const { return hasMidpoint(t) && isGhost(midpoint(t[0], t[1])); }

/// Bisects a part of a side until its own heights lie close enough to its edges. |numerator| <= 2^32 * 2^13.
void AdaptiveMesh::splitSide(std::size_t side, std::int32_t first, std::int32_t last) {
  const std::int64_t length = last - first;
  const auto height = [&](std::int32_t place) { return std::int64_t{heightQ16(onSide(side, place))}; };
  const std::int64_t from = height(first), to = height(last);
  for (std::int32_t place = first + 1; place < last; ++place) {
    if (std::abs(height(place) * length - from * (last - place) - to * (place - first)) <= maxErrorQ16_ * length)
      continue;
    const std::int32_t middle = (first + last) / 2;
    own_[side][static_cast<std::size_t>(middle)] = true;
    splitSide(side, first, middle);
    splitSide(side, middle, last);
    return;
  }
}

/// Has the hierarchy split at a point, and first where that point's triangles come from: at their apexes.
void AdaptiveMesh::keep(const Point& p) {
  if (isVertex(p) || isGhost(p)) return;
  bool ghost = false;
  for (std::size_t side = 0; side < kSides; ++side) {
    if (p[1 - side % 2] != (side < 2 ? 0 : cells_) || own_[side][static_cast<std::size_t>(p[side % 2])]) continue;
    ghosts_[side][static_cast<std::size_t>(p[side % 2])] = ghost = true;
  }
  if (!ghost) vertexBits_[index(p) / 64] |= std::uint64_t{1} << (index(p) % 64);
  if (p[0] % cells_ == 0 && p[1] % cells_ == 0) return;
  unchecked_.push_back(p);
  for (const Triangle& t : trianglesOver(p, cells_)) keep(t[2]);
}

/// Splits every triangle that errs.
void AdaptiveMesh::refine() {
  while (!unchecked_.empty()) {
    const Point p = unchecked_.back();
    unchecked_.pop_back();
    for (const Triangle& t : trianglesOver(p, cells_)) {
      for (const Triangle& half : halves(t)) {
        if (!isSplit(half) && errs(half)) keep(midpoint(half[0], half[1]));
      }
    }
  }
}

/// Refines the hierarchy where strips err; whether any did.
bool AdaptiveMesh::refineStrips() {
  std::vector<Point> splits;
  const auto visitHypotenuse = [&](const Triangle& whole) {
    visitStrip(
        whole,
        [&](const Triangle& t) {
          const std::int64_t most = maxErrorQ16_ * turn(t[0], t[1], t[2]);
          forEachDifference(
              t, [&](const Point& p) { return std::int64_t{heightQ16(p)}; },
              [&](const Point& p, std::int64_t numerator) {
                if (std::abs(numerator) <= most) return true;
                Triangle leaf = whole;
                while (isSplit(leaf)) leaf = contains(halves(leaf)[0], p) ? halves(leaf)[0] : halves(leaf)[1];
                if (!hasMidpoint(leaf)) throw std::logic_error("a strip of the finest triangles errs");
                splits.push_back(midpoint(leaf[0], leaf[1]));
                return true;
              });
        },
        [](const Triangle&) {});
  };
  for (std::size_t side = 0; side < kSides; ++side) {
    std::int32_t first = 0;
    for (std::int32_t last = 1; last <= cells_; ++last) {
      if (!own_[side][static_cast<std::size_t>(last)]) continue;
      const Point middle = onSide(side, (first + last) / 2);
      if (last - first > 1 && isGhost(middle)) {
        for (const Triangle& t : trianglesOver(middle, cells_)) visitHypotenuse(t);
      }
      first = last;
    }
  }
  for (const Point& p : splits) keep(p);
  return !splits.empty();
}

bool AdaptiveMesh::errs(const Triangle& t) const {
  // The finest triangles have no grid points but their corners.
  if (!hasMidpoint(t)) return false;
  const std::int64_t most = maxErrorQ16_ * turn(t[0], t[1], t[2]);  // < 2^31 * 2^26
  return !forEachDifference(
      t, [&](const Point& p) { return std::int64_t{heightQ16(p)}; },
      [&](const Point&, std::int64_t numerator) { return std::abs(numerator) <= most; });
}

std::int64_t AdaptiveMesh::errorQ16(const Triangle& t) const {
  const std::int64_t area = turn(t[0], t[1], t[2]);
  std::int64_t greatest = 0;
  forEachDifference(
      t, [&](const Point& p) { return std::int64_t{heightQ16(p)}; },
      [&](const Point&, std::int64_t numerator) {
        greatest = std::max(greatest, std::abs(numerator));
        return true;
      });
  return (greatest + area - 1) / area;
}

void AdaptiveMesh::visitLeaves(const Triangle& t, const Visit& visit) const {
  if (!isSplit(t)) return visit(t);
  for (const Triangle& half : halves(t)) visitLeaves(half, visit);
}

/// The triangles of the strip along a hypotenuse that lies on the border and is split at a ghost, and the leaves of
/// that triangle that are not in the strip.
void AdaptiveMesh::visitStrip(const Triangle& whole, const Visit& inside, const Visit& outside) const {
  const auto& [from, to, apex] = whole;
  const auto onBorder = [&](const Point& p) { return turn(from, to, p) == 0; };
  // The strip's outline inside the field: its sides that no second leaf of the strip has. Sides from -> to, by `from`.
  std::vector<std::array<Point, 2>> sides;
  visitLeaves(whole, [&](const Triangle& leaf) {
    const bool touches =
        std::any_of(leaf.begin(), leaf.end(), [&](const Point& p) { return onBorder(p) && p != from && p != to; });
    if (!touches) return outside(leaf);
    for (std::size_t i = 0; i < 3; ++i) sides.push_back({leaf[i], leaf[(i + 1) % 3]});
  });
  std::sort(sides.begin(), sides.end());
  const auto isOutline = [&](const std::array<Point, 2>& side) {
    return !(onBorder(side[0]) && onBorder(side[1])) &&
           !std::binary_search(sides.begin(), sides.end(), std::array{side[1], side[0]});
  };
  // Seen from the border the strip is a mountain: above each point of the border it reaches up to one height. Cutting
  // convex corners off as they come, left to right, leaves the border's edge alone (Fournier and Montuno,
  // "Triangulating simple polygons and equivalent problems", ACM Transactions on Graphics 3, 1984).
  std::vector<Point> outline = {to};
  for (Point at = to; at != from;) {
    auto side = std::lower_bound(sides.begin(), sides.end(), std::array{at, Point{INT32_MIN, INT32_MIN}});
    while (side != sides.end() && (*side)[0] == at && !isOutline(*side)) ++side;
    if (side == sides.end() || (*side)[0] != at) throw std::logic_error("a strip's outline is open");
    at = (*side)[1];
    while (outline.size() > 1 && turn(outline[outline.size() - 2], outline.back(), at) > 0) {
      inside({outline[outline.size() - 2], outline.back(), at});
      outline.pop_back();
    }
    outline.push_back(at);
  }
  if (outline.size() != 2) throw std::logic_error("a strip is no mountain");
}

void AdaptiveMesh::visitMesh(const Triangle& t, const Visit& visit) const {
  if (isStrip(t)) return visitStrip(t, visit, visit);
  if (!isSplit(t)) return visit(t);
  for (const Triangle& half : halves(t)) visitMesh(half, visit);
}

void AdaptiveMesh::forEachTriangle(const Visit& visit) const {
  for (const Triangle& root : roots()) visitMesh(root, visit);
}

void AdaptiveMesh::columnsOf(std::int64_t row, std::vector<std::int32_t>& columns) const {
  columns.clear();
  for (std::int32_t x = 0; x <= cells_; ++x) {
    if (isVertex({x, static_cast<std::int32_t>(row)})) columns.push_back(x);
  }
}

std::int64_t AdaptiveMesh::number(const Point& vertex) const {
  const std::size_t i = index(vertex);
  return std::int64_t{before_[i / 64]} + std::popcount(vertexBits_[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1));
}

std::vector<Point> AdaptiveMesh::border() const {
  std::vector<Point> points;
  for (const std::size_t side : {1u, 2u, 3u, 0u}) {  // west, south, east, north
    for (std::int32_t step = 0; step < cells_; ++step) {
      const Point p = onSide(side, side == 1 || side == 2 ? step : cells_ - step);
      if (isVertex(p)) points.push_back(p);
    }
  }
  return points;
}

}  // namespace orograph::mesh
