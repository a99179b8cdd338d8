// A triangulation of a square height field within a vertical error: the right-triangulated irregular network of Evans,
// Kirkpatrick and Townsend ("Right-triangulated irregular networks", Algorithmica 30, 2001), with borders that depend
// on the border's own heights alone, so that neighbouring tiles, which share those, share their vertices too.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace orograph::mesh {

class AdaptiveMesh {
 public:
  using Point = std::array<std::int32_t, 2>;  // column and row of a grid point
  using Triangle = std::array<Point, 3>;      // counter-clockwise seen from above: row 0 is north

  /// The largest field: what it takes is 4.4 bytes a grid point, 300 MB here, and no product below passes 2^62.
  static constexpr std::int64_t kMostCells = 8192;

  /// `heightsQ16` row by row, (cells + 1)^2 of them; cells is a power of two up to kMostCells, maxErrorQ16 from 0 to
  /// 2^31 - 1. At no grid point does the surface differ from the height by more.
  AdaptiveMesh(std::vector<std::int32_t> heightsQ16, std::int64_t cells, std::int64_t maxErrorQ16);

  std::int64_t vertices() const { return vertices_; }
  std::int64_t triangles() const { return triangles_; }
  /// The greatest |height - surface| of all grid points, rounded up to a Q16.
  std::int64_t greatestErrorQ16() const { return greatestErrorQ16_; }

  std::int32_t heightQ16(const Point& p) const { return heightsQ16_[index(p)]; }
  /// The columns of the vertices in a row, rising.
  void columnsOf(std::int64_t row, std::vector<std::int32_t>& columns) const;
  /// A vertex's place among all, row by row.
  std::int64_t number(const Point& vertex) const;
  /// Always in the same order.
  void forEachTriangle(const std::function<void(const Triangle&)>& visit) const;
  /// The border's vertices counter-clockwise seen from above, from (0, 0) on.
  std::vector<Point> border() const;

 private:
  using Visit = std::function<void(const Triangle&)>;
  static constexpr std::size_t kSides = 4;

  std::size_t index(const Point& p) const {
    return static_cast<std::size_t>(p[1]) * static_cast<std::size_t>(cells_ + 1) + static_cast<std::size_t>(p[0]);
  }
  bool isVertex(const Point& p) const { return (vertexBits_[index(p) / 64] >> (index(p) % 64) & 1) != 0; }
  Point onSide(std::size_t side, std::int32_t place) const;
  bool isGhost(const Point& p) const;
  bool isSplit(const Triangle& triangle) const;
  bool isStrip(const Triangle& triangle) const;
  std::array<Triangle, 2> roots() const;

  void splitSide(std::size_t side, std::int32_t first, std::int32_t last);
  void keep(const Point& p);
  void refine();
  bool refineStrips();
  bool errs(const Triangle& triangle) const;
  std::int64_t errorQ16(const Triangle& triangle) const;
  void visitLeaves(const Triangle& triangle, const Visit& visit) const;
  void visitStrip(const Triangle& triangle, const Visit& inside, const Visit& outside) const;
  void visitMesh(const Triangle& triangle, const Visit& visit) const;

  std::vector<std::int32_t> heightsQ16_;
  std::int32_t cells_;
  std::int64_t maxErrorQ16_, greatestErrorQ16_ = 0, vertices_ = 0, triangles_ = 0;
  std::vector<std::uint64_t> vertexBits_;
  std::vector<std::uint32_t> before_;                   // the vertices before each word of the bits
  std::array<std::vector<bool>, kSides> own_, ghosts_;  // of each side: the points its own heights ask for; the ghosts
  std::vector<Point> unchecked_;                        // kept points whose triangles were not looked at yet
};

}  // namespace orograph::mesh
