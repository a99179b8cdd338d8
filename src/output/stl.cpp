#include "output/stl.h"

#include <cstdlib>

#include "codec/errors.h"
#include "fixed/int256.h"
#include "mesh/unit_vector.h"
#include "output/binary_mesh.h"

namespace orograph::output {
namespace {

using fixed::Int256;
using Place = std::array<std::int64_t, 3>;  // x, y, z in 2^-24 mm
using Triangle = std::array<Place, 3>;

constexpr int kPlaceBits = 24;
constexpr std::int64_t kHeaderBytes = 84, kTriangleBytes = 50;
constexpr std::int64_t kGreatest = std::int64_t{1000000} << kPlaceBits;  // a kilometre: below 2^44

[[noreturn]] void refuse(const std::string& model) { throw codec::InputError("the model would be " + model); }

/// Where the scene's points lie in the model.
class Model {
 public:
  explicit Model(const Scene& scene) : grid_(scene.meshGrid), baseQ24_(scene.print.baseMmQ16 << 8) {
    const std::int64_t width = (grid_.columns - 1) * grid_.dxQ16;
    if (grid_.dxQ16 == 0 || grid_.dzQ16 == 0) refuse("without area: the extent is too small for gridN");
    const auto along = [&](std::int64_t distanceQ16) {  // half up
      const Int256 twice = Int256(distanceQ16) * Int256(scene.print.widthMmQ16) * Int256(512);
      const Int256 place = floorDiv(twice + Int256(width), Int256(width) + Int256(width));
      if (place > Int256(kGreatest)) refuse("more than a kilometre deep");
      return place.toInt64();
    };
    for (std::int64_t x = 0; x < grid_.columns; ++x) x_.push_back(along(x * grid_.dxQ16));
    for (std::int64_t z = 0; z < grid_.rows; ++z) y_.push_back(along((grid_.rows - 1 - z) * grid_.dzQ16));
    for (const auto& [size, vertices] : {std::pair{x_.back(), grid_.columns}, std::pair{y_.front(), grid_.rows}}) {
      if (size < 16 * vertices) refuse("too small: its vertices lie less than a millionth of a millimetre apart");
      requireDistinct("the model", size, size / (vertices - 1));
    }
    // 2^-24 mm for a Q16 of height: widthMm * exaggeration / width / 2^8, as factor_ / 2^shift_ with factor_ < 2^30. A
    // rise is below 2^32, so no product passes 2^62.
    const Int256 height = Int256(scene.print.widthMmQ16) * Int256(scene.print.exaggerationQ16);
    for (shift_ = 62; shift_ >= 0; --shift_) {
      const Int256 factor = floorDiv(height * Int256(std::int64_t{1} << shift_), Int256(width) * Int256(256));
      if (factor >= Int256(std::int64_t{1} << 30)) continue;
      factor_ = factor.toInt64();
      return;
    }
    refuse("more than a kilometre high for each unit of height");
  }

  /// The lowest vertex lies on the base. Throws where the highest would be too high.
  void setHeights(const std::array<std::int64_t, 2>& rangeQ16) {
    lowestQ16_ = rangeQ16[0];
    if (rise(rangeQ16[1]) > kGreatest) refuse("more than a kilometre high");
    sizeMmQ16_ = {x_.back() >> 8, y_.front() >> 8, rise(rangeQ16[1]) >> 8};
  }

  Place at(std::int64_t column, std::int64_t row, std::int64_t heightQ16) const {
    return {x_[static_cast<std::size_t>(column)], y_[static_cast<std::size_t>(row)], rise(heightQ16)};
  }
  Place below(const Place& place) const { return {place[0], place[1], 0}; }
  Place middle() const { return {x_.back() / 2, y_.front() / 2, 0}; }
  const std::array<std::int64_t, 3>& sizeMmQ16() const { return sizeMmQ16_; }

 private:
  std::int64_t rise(std::int64_t heightQ16) const {
    const std::int64_t half = shift_ == 0 ? 0 : std::int64_t{1} << (shift_ - 1);
    return baseQ24_ + (((heightQ16 - lowestQ16_) * factor_ + half) >> shift_);
  }

  const field::Grid& grid_;
  std::vector<std::int64_t> x_, y_;
  std::int64_t baseQ24_, lowestQ16_ = 0, factor_ = 0;
  int shift_ = 0;
  std::array<std::int64_t, 3> sizeMmQ16_{};
};

/// The unit normal of a triangle, (0, 0, 0) where it is too thin to tell. Sides are below 2^45; brought to 30 bits, no
/// component passes 2^61.
std::array<std::int64_t, 3> facetNormalQ16(const Triangle& t) {
  Place u, v;
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    u[i] = t[1][i] - t[0][i], v[i] = t[2][i] - t[0][i];
    largest = std::max({largest, std::abs(u[i]), std::abs(v[i])});
  }
  for (; largest >= std::int64_t{1} << 30; largest /= 2) {
    for (std::size_t i = 0; i < 3; ++i) u[i] /= 2, v[i] /= 2;
  }
  const Place n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  return n == Place{} ? n : mesh::unitVectorQ16(n);
}

char* putTriangle(char* out, const Triangle& triangle) {
  out = putVector(out, facetNormalQ16(triangle));
  for (const Place& corner : triangle) {
    for (const std::int64_t value : corner) out = putUint32(out, codec::nearestBinary32(value, kPlaceBits));
  }
  *out++ = 0;  // of the attribute byte count
  *out++ = 0;
  return out;
}

void writeTop(const Surface& surface, const Model& model, ByteSink& sink) {
  if (const mesh::AdaptiveMesh* adaptive = surface.adaptive()) {
    const auto place = [&](const mesh::AdaptiveMesh::Point& p) { return model.at(p[0], p[1], adaptive->heightQ16(p)); };
    return writeTriangles(*adaptive, kTriangleBytes, sink, [&](char* out, const mesh::AdaptiveMesh::Triangle& t) {
      return putTriangle(out, {place(t[0]), place(t[1]), place(t[2])});
    });
  }
  const field::Grid& grid = surface.grid();
  writeHeightRows(surface.scene(), *surface.scene().source, 1, sink,
                  [&](const terrain::HeightBand& band, TextBlock& block) {
                    for (std::int64_t z = band.first(); z < std::min(band.last(), grid.rows - 1); ++z) {
                      const auto place = [&](std::int64_t vertex) {
                        const std::int64_t row = vertex / grid.columns, column = vertex % grid.columns;
                        return model.at(column, row, band.row(row)[static_cast<std::size_t>(column)]);
                      };
                      char* out = block.room(2 * static_cast<std::size_t>(grid.columns) * kTriangleBytes);
                      for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
                        for (const auto& t : mesh::cellTriangles(grid, x, z)) {
                          out = putTriangle(out, {place(t[0]), place(t[1]), place(t[2])});
                        }
                      }
                      block.advance(out);
                    }
                  });
}

/// The border's vertices counter-clockwise seen from above, from the first row and column on.
std::vector<Place> borderOf(const Surface& surface, const Model& model) {
  std::vector<Place> border;
  if (const mesh::AdaptiveMesh* adaptive = surface.adaptive()) {
    for (const auto& p : adaptive->border()) border.push_back(model.at(p[0], p[1], adaptive->heightQ16(p)));
    return border;
  }
  const field::Grid& grid = surface.grid();
  const std::int64_t right = grid.columns - 1, bottom = grid.rows - 1;
  const terrain::HeightSource& source = *surface.scene().source;
  std::vector<std::int32_t> row(static_cast<std::size_t>(grid.columns)), column(static_cast<std::size_t>(grid.rows));
  source.over(grid, 0, 1)->rows(0, grid.rows, column.data());
  for (std::int64_t z = 0; z < bottom; ++z) border.push_back(model.at(0, z, column[static_cast<std::size_t>(z)]));
  source.rows(grid, 0, grid.columns, bottom, row.data());
  for (std::int64_t x = 0; x < right; ++x) border.push_back(model.at(x, bottom, row[static_cast<std::size_t>(x)]));
  source.over(grid, right, grid.columns)->rows(0, grid.rows, column.data());
  for (std::int64_t z = bottom; z > 0; --z) border.push_back(model.at(right, z, column[static_cast<std::size_t>(z)]));
  source.rows(grid, 0, grid.columns, 0, row.data());
  for (std::int64_t x = right; x > 0; --x) border.push_back(model.at(x, 0, row[static_cast<std::size_t>(x)]));
  return border;
}

Facts writeStl(const Scene& scene, ByteSink& sink) {
  const Surface surface(scene);
  Model model(scene);
  model.setHeights(surface.heightRangeQ16());
  const std::vector<Place> border = borderOf(surface, model);
  const std::int64_t triangles = surface.triangles() + 3 * static_cast<std::int64_t>(border.size());

  // Readers take a file for text where it begins with "solid".
  std::string header = "binary STL of terrain in millimetres, z up";
  header.resize(kHeaderBytes, ' ');
  putUint32(&header[80], static_cast<std::uint32_t>(triangles));
  sink.write(header);
  writeTop(surface, model, sink);
  TextBlock block;
  for (std::size_t i = 0; i < border.size(); ++i) {
    // Each edge of the border has two triangles of the wall below it and one of the bottom, a fan about its middle.
    const Place &from = border[i], &to = border[(i + 1) % border.size()];
    char* out = block.room(3 * kTriangleBytes);
    out = putTriangle(out, {to, from, model.below(from)});
    out = putTriangle(out, {to, model.below(from), model.below(to)});
    block.advance(putTriangle(out, {model.middle(), model.below(to), model.below(from)}));
  }
  sink.write(block.text());

  const auto& [x, y, z] = model.sizeMmQ16();
  Facts facts = {{"triangles", std::to_string(triangles)},
                 {"sizeMmQ16", "[" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + "]"}};
  if (surface.adaptive() != nullptr) facts.push_back(surface.facts({}).back());
  return facts;
}

}  // namespace

std::vector<File> stlFiles(const Scene& scene) {
  const field::Grid& grid = scene.meshGrid;
  const Model model(scene);  // throws where there can be none
  const std::int64_t triangles = mesh::terrainTriangles(grid) + 6 * (grid.columns + grid.rows - 2);
  if (triangles > UINT32_MAX) {
    throw codec::InputError(std::to_string(triangles) +
                            " triangles are not allowed: STL counts them in 32 bits, up to " +
                            std::to_string(UINT32_MAX));
  }
  return {{"terrain.stl", kHeaderBytes + triangles * kTriangleBytes, 2 * grid.samples() + Surface::samples(scene),
           writeStl}};
}

}  // namespace orograph::output
