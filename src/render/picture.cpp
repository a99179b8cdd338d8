#include "render/picture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

#include "codec/errors.h"
#include "fixed/q16.h"
#include "render/sky.h"

namespace orograph::render {
namespace {

constexpr double kOne = 65536;
constexpr std::int64_t kFarQ16 = static_cast<std::int64_t>(kFar) * fixed::kOneQ16;

constexpr double kFogBegin = 20, kFogEnd = 30;

/// Beyond, clouds would be noise finer than any pixel.
constexpr double kCloudFar = 1e6;

/// A grid of the generator's own cells is thinned until it has no more than this many a side.
constexpr std::int64_t kMostMeshCells = 4096;

/// Half the cells of a ring, along one side.
constexpr std::int64_t kFewestRingCells = 64, kMostRingCells = 1024;

constexpr std::int64_t kBandRows = 4;
constexpr std::int64_t kWorkOfPixel = 512;  // in samples, roughly

std::int64_t toQ16(double world) { return std::llround(world * kOne); }

}  // namespace

View completed(const View& view, const std::array<std::int64_t, 2>& originQ16) {
  const Vector centre{static_cast<double>(originQ16[0]) / kOne, 0, static_cast<double>(originQ16[1]) / kOne};
  View whole = view;
  if (!whole.camera) whole.camera = kDefaultCamera + centre;
  if (!whole.lookAt) whole.lookAt = kDefaultLookAt + centre;
  return whole;
}

// The outermost ring is the first that reaches kFar, so it ends before twice that.
// Cells of the mesh are taken whole.
field::Window reach(const View& view, const Layers& layers, const field::Grid& meshGrid) {
  const std::int64_t cell = layers.smooth ? 0 : std::max(meshGrid.dxQ16, meshGrid.dzQ16);
  const std::int64_t extentQ16 = 2 * (kFarQ16 + cell);
  return {{toQ16(view.camera->x), toQ16(view.camera->z)}, {extentQ16, extentQ16}};
}

Picture::Picture(const Terrain& terrain, const View& view, const Layers& layers,
                 const std::array<std::int64_t, 2>& originQ16, const field::Schedule& schedule,
                 std::function<void(std::int64_t)> afterWork)
    : terrain_(terrain),
      view_(completed(view, originQ16)),
      layers_(layers),
      schedule_(schedule),
      afterWork_(std::move(afterWork)),
      sun_(normalized(view.sun)) {
  baseXQ16_ = toQ16(view_.camera->x);
  baseZQ16_ = toQ16(view_.camera->z);
  if (layers_.bare) placeCamera(view.camera.has_value(), view.lookAt.has_value());
  const Camera checked(view_);
}

/// The height at a point of the world; for a generator of vertices alone, of its cell there, and -infinity outside.
double Picture::pointHeight(double x, double z) const {
  const field::Grid& grid = terrain_.meshGrid;
  if (!terrain_.latticeOnly) {
    std::int32_t height = 0;
    terrain_.heights->rows({toQ16(x), toQ16(z), 0, 0, 1, 1}, 0, 1, 0, &height);
    return height / kOne;
  }
  const double u = (x * kOne - static_cast<double>(grid.x0Q16)) / static_cast<double>(grid.dxQ16);
  const double v = (z * kOne - static_cast<double>(grid.z0Q16)) / static_cast<double>(grid.dzQ16);
  if (!(u >= 0 && v >= 0 && u <= static_cast<double>(grid.columns - 1) && v <= static_cast<double>(grid.rows - 1))) {
    return -std::numeric_limits<double>::infinity();
  }
  const std::int64_t column = std::min(static_cast<std::int64_t>(u), grid.columns - 2);
  const std::int64_t row = std::min(static_cast<std::int64_t>(v), grid.rows - 2);
  Samples cell{static_cast<double>(column), static_cast<double>(row), 1, 1, 2, 2, std::vector<std::int32_t>(4)};
  terrain_.heights->over(grid, column, column + 2)->rows(row, 2, cell.heightsQ16.data());
  return GridSurface(std::move(cell), layers_.smooth ? Cells::kBilinear : Cells::kFlat).height(u, v);
}

void Picture::placeCamera(bool cameraGiven, bool lookAtGiven) {
  if (terrain_.meshGrid.dxQ16 == 0 || terrain_.meshGrid.dzQ16 == 0) {
    throw codec::InputError(
        "/extentQ16: too small for gridN: vertices of the mesh coincide, so there is nothing to draw");
  }
  const bool rings = layers_.smooth && !terrain_.latticeOnly;
  if (!rings) planMesh();
  Vector& camera = *view_.camera;
  double ground = pointHeight(camera.x, camera.z);
  if (!layers_.smooth && !parts_.empty() && !terrain_.latticeOnly) {
    const Part& part = parts_[0];  // of a flat cell its least corner counts
    const auto least = [](double at, std::int64_t start, std::int64_t step) {
      return static_cast<double>(start + fixed::floorDiv(toQ16(at) - start, step) * step) / kOne;
    };
    ground = pointHeight(least(camera.x, part.grid.x0Q16, part.grid.dxQ16),
                         least(camera.z, part.grid.z0Q16, part.grid.dzQ16));
  }
  if (cameraGiven && camera.y <= ground) {
    throw codec::InputError("--camera: " + text(camera) + " is not allowed: the terrain is " + text(ground) +
                            " high there, and y must be above it");
  }
  if (!cameraGiven && camera.y < ground + 0.1) {
    const double lift = ground + 1 - camera.y;
    camera.y += lift;
    if (!lookAtGiven) view_.lookAt->y += lift;
    notes_.push_back("the terrain is " + text(ground) +
                     " high where the camera stands by default; it was lifted: --camera " + text(camera) +
                     " --look-at " + text(*view_.lookAt));
  }
  if (rings) planRings(camera.y - ground);
}

/// Squares around the camera, the first as wide as the camera is high, each with cells twice those of the one inside
/// it: everywhere a cell is about one to two pixels. Their edges lie on cells of the next, whose samples they share.
void Picture::planRings(double clearance) {
  const double wanted = static_cast<double>(std::min(view_.width, view_.height)) * view_.film / 2;
  const std::int64_t half = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(std::clamp<double>(wanted, kFewestRingCells, kMostRingCells))));
  const double finest = std::clamp(clearance, 1.0 / 64, kFar) * kOne / static_cast<double>(half);
  std::int64_t cell =
      std::max<std::int64_t>(static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(finest))), 1);
  for (;; cell *= 2) {
    const field::Grid grid{baseXQ16_ - half * cell, baseZQ16_ - half * cell, cell, cell, 2 * half + 1, 2 * half + 1};
    parts_.push_back({grid, 0, 0, 1, grid.columns, grid.rows});
    if (half * cell >= kFarQ16) return;
  }
}

/// The cells of the spec's mesh within reach; those of a terrain that has no end go on beyond the window.
void Picture::planMesh() {
  const field::Grid& mesh = terrain_.meshGrid;
  struct Axis {
    std::int64_t first, last;
  };
  const auto within = [&](std::int64_t base, std::int64_t start, std::int64_t step, std::int64_t count) {
    Axis axis{fixed::floorDiv(base - kFarQ16 - start, step), fixed::floorDiv(base + kFarQ16 - start, step) + 1};
    if (terrain_.latticeOnly) axis = {std::max<std::int64_t>(axis.first, 0), std::min(axis.last, count - 1)};
    return axis;
  };
  Axis x = within(baseXQ16_, mesh.x0Q16, mesh.dxQ16, mesh.columns),
       z = within(baseZQ16_, mesh.z0Q16, mesh.dzQ16, mesh.rows);
  if (x.last <= x.first || z.last <= z.first) return;
  std::int64_t stride = 1;
  while (std::max(x.last - x.first, z.last - z.first) / stride > kMostMeshCells) stride *= 2;
  if (stride > 1) notes_.push_back("of the grid one vertex in " + std::to_string(stride) + " is drawn along each axis");
  for (Axis* axis : {&x, &z}) axis->first = fixed::floorDiv(axis->first, stride) * stride;
  Part part{mesh, x.first, z.first, stride, (x.last - x.first) / stride + 1, (z.last - z.first) / stride + 1};
  if (!terrain_.latticeOnly) {
    part.grid = {mesh.xQ16(x.first),  mesh.zQ16(z.first), stride * mesh.dxQ16,
                 stride * mesh.dzQ16, part.columns,       part.rows};
    part.firstColumn = part.firstRow = 0;
    part.stride = 1;
  }
  parts_.push_back(part);
}

std::int64_t Picture::work() const {
  std::int64_t work = view_.width * view_.height * kWorkOfPixel;
  for (const Part& part : parts_) work += part.columns * part.rows;
  return work;
}

Samples Picture::samplesOf(const Part& part) const {
  const field::Grid& grid = part.grid;
  const auto local = [](std::int64_t q16, std::int64_t base) { return static_cast<double>(q16 - base) / kOne; };
  Samples samples{local(grid.xQ16(part.firstColumn), baseXQ16_),
                  local(grid.zQ16(part.firstRow), baseZQ16_),
                  static_cast<double>(part.stride * grid.dxQ16) / kOne,
                  static_cast<double>(part.stride * grid.dzQ16) / kOne,
                  part.columns,
                  part.rows,
                  std::vector<std::int32_t>(static_cast<std::size_t>(part.columns * part.rows))};
  const std::int64_t width = (part.columns - 1) * part.stride + 1;
  const std::int64_t bandRows = field::bandRows(schedule_, width, part.rows);
  struct Slot {
    std::unique_ptr<terrain::HeightRows> reader;
    std::vector<std::int32_t> row;
  };
  std::vector<Slot> slots(static_cast<std::size_t>(field::bandSlots(schedule_)));
  field::forEachBand((part.rows + bandRows - 1) / bandRows, schedule_,
                     [&](std::int64_t index, std::int64_t band) {
                       Slot& slot = slots[static_cast<std::size_t>(index)];
                       if (slot.reader == nullptr)
                         slot.reader = terrain_.heights->over(grid, part.firstColumn, part.firstColumn + width);
                       const std::int64_t first = band * bandRows, last = std::min(first + bandRows, part.rows);
                       std::int32_t* out = &samples.heightsQ16[static_cast<std::size_t>(first * part.columns)];
                       if (part.stride == 1) {
                         slot.reader->rows(part.firstRow + first, last - first, out);
                         return;
                       }
                       slot.row.resize(static_cast<std::size_t>(width));
                       for (std::int64_t row = first; row < last; ++row) {
                         slot.reader->row(part.firstRow + row * part.stride, slot.row.data());
                         for (std::int64_t x = 0; x < width; x += part.stride)
                           *out++ = slot.row[static_cast<std::size_t>(x)];
                       }
                     },
                     [&](std::int64_t, std::int64_t) { afterWork_(bandRows * part.columns); });
  return samples;
}

void Picture::sample() {
  std::vector<GridSurface> grids;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Samples samples = samplesOf(parts_[i]);
    if (i + 1 < parts_.size()) stitchEdges(samples);
    grids.emplace_back(std::move(samples), layers_.smooth ? Cells::kBilinear : Cells::kFlat);
  }
  surface_ = Surface(std::move(grids));
  if (!layers_.fog || surface_.grids().empty()) return;
  const Samples& widest = surface_.grids().back().samples();
  const auto outside = [](double low, std::int64_t cells, double cell) {
    return std::max({low, -(low + static_cast<double>(cells) * cell), 0.0});
  };
  const Vector gap{outside(widest.x0, widest.columns - 1, widest.dx),
                   std::max(view_.camera->y - surface_.highest(), 0.0), outside(widest.z0, widest.rows - 1, widest.dz)};
  if (length(gap) >= kFogEnd) {
    notes_.push_back("all terrain is farther than " + text(kFogEnd) +
                     " from the camera, in the fog: --layers without fog shows it");
  }
}

/// From four points of the field, 0.001 t to either side.
Vector Picture::fieldNormal(double x, double z, double t) const {
  if (terrain_.latticeOnly || !layers_.smooth) return surface_.normal(x, z);
  // Nearer than a unit the heights' own steps of 1/65536 would show as slopes.
  const std::int64_t step = toQ16(0.001 * std::max(t, 1.0));
  const field::Grid square{baseXQ16_ + toQ16(x) - step, baseZQ16_ + toQ16(z) - step, 2 * step, 2 * step, 2, 2};
  std::array<std::int32_t, 4> h{};
  terrain_.normals->over(square, 0, 2)->rows(0, 2, h.data());
  const double alongX = (double{1.0} * h[1] - h[0]) + (double{1.0} * h[3] - h[2]);
  const double alongZ = (double{1.0} * h[2] - h[0]) + (double{1.0} * h[3] - h[1]);
  const double across = 4 * static_cast<double>(step);
  return normalized({-alongX / across, 1, -alongZ / across});
}

Vector Picture::lit(const Ray& ray, const Hit& hit) const {
  const Vector point = ray.origin + ray.direction * hit.t;
  const bool upright = hit.wall != Vector{};
  const Vector normal = upright ? hit.wall : fieldNormal(point.x, point.z, hit.t);
  Vector light;
  if (layers_.sun) {
    light = mix({0.02, 0.04, 0.11}, kWhite, std::max(dot(normal, sun_), 0.0));
  } else {
    const double low = surface_.lowest(), high = surface_.highest();
    light = kWhite * (high > low ? (point.y - low) / (high - low) : 0.5);
  }
  if (layers_.shadow) {
    // From a pixel's width on, where a point leaves its own cell; nearer than 1/64 the heights' steps of 1/65536 would
    // show.
    const double shadow = surface_.softShadow({point, sun_}, std::max(0.002 * hit.t, 1.0 / 64), 2 * kFar);
    light = light * mix({0.05, 0, 0.09}, {0.99, 0.96, 1}, shadow);
  }
  if (layers_.ambient) {
    light = mix(light, mix({0.29, 0.32, 0.36}, kWhite, std::sqrt(std::max(normal.y, 0.0))), 0.3);
  }
  return light;
}

Vector Picture::colour(const Vector& direction) const {
  const Vector& camera = *view_.camera;
  const Ray ray{
      {camera.x - static_cast<double>(baseXQ16_) / kOne, camera.y, camera.z - static_cast<double>(baseZQ16_) / kOne},
      direction};
  const Vector sky = layers_.sky ? skyColour(direction) : kAir;
  Vector colour = sky;
  double end = kCloudFar;
  std::optional<Hit> hit = surface_.hit(ray, 0, kFar);
  // A terrain that ends is cut down to its lowest height, not without end.
  if (hit && hit->wall != Vector{} && camera.y + direction.y * hit->t < surface_.lowest()) hit.reset();
  if (hit) {
    end = hit->t;
    const double fog = layers_.fog ? smoothstep(kFogBegin, kFogEnd, hit->t) : 0;
    if (fog < 1) colour = mix(lit(ray, *hit), sky, fog);
  } else if (layers_.sunDisc) {
    colour = colour + kWhite * sunDisc(direction, sun_);
  }
  if (layers_.clouds && direction.y != 0) {
    const double t = (kCloudHeight - camera.y) / direction.y;
    if (t > 0 && t < end) {
      colour = mix(colour, kCloud, cloudDensity(camera.x + direction.x * t, camera.z + direction.z * t));
    }
  }
  return colour;
}

std::vector<unsigned char> Picture::draw() const {
  const Camera camera(view_);
  std::vector<unsigned char> pixels(static_cast<std::size_t>(3 * view_.width * view_.height));
  field::forEachBand((view_.height + kBandRows - 1) / kBandRows, schedule_,
                     [&](std::int64_t, std::int64_t band) {
                       unsigned char* out = &pixels[static_cast<std::size_t>(3 * band * kBandRows * view_.width)];
                       for (std::int64_t row = band * kBandRows; row < std::min((band + 1) * kBandRows, view_.height);
                            ++row) {
                         for (std::int64_t column = 0; column < view_.width; ++column) {
                           const Vector c = colour(camera.direction(column, row));
                           for (const double channel : {c.x, c.y, c.z}) {
                             *out++ = static_cast<unsigned char>(std::lround(std::clamp(channel, 0.0, 1.0) * 255));
                           }
                         }
                       }
                     },
                     [&](std::int64_t, std::int64_t) { afterWork_(kBandRows * view_.width * kWorkOfPixel); });
  return pixels;
}

}  // namespace orograph::render
