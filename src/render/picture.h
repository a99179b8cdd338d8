// The perspective picture of a terrain: the surface is sampled once, then every pixel is drawn alone. The only part of
// the program that computes in floating point: its bytes are the same for any number of threads, but only within one
// build.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "field/grid.h"
#include "field/ordered_bands.h"
#include "render/surface.h"
#include "render/view.h"
#include "terrain/height_source.h"

namespace orograph::render {

/// How far a ray goes, in world units.
inline constexpr double kFar = 200;

struct Terrain {
  const terrain::HeightSource* heights = nullptr;
  /// The heights that normals are taken from; not read where latticeOnly.
  const terrain::HeightSource* normals = nullptr;
  field::Grid meshGrid;
  bool latticeOnly = false;  // the terrain is the mesh grid's vertices, and ends where that ends
};

/// The view with its defaults filled in, for a window around that centre.
View completed(const View& view, const std::array<std::int64_t, 2>& originQ16);

/// A square around the camera that holds every point at which heights may be asked. `view` is complete.
field::Window reach(const View& view, const Layers& layers, const field::Grid& meshGrid);

class Picture {
 public:
  /// Chooses the grids; samples nothing yet but the ground under the camera. Throws codec::InputError where the view
  /// cannot be: among others a camera below the ground. One that was not given is lifted above it instead, with a note.
  /// `afterWork` hears of the work done, in one thread at a time, and may throw to end it.
  Picture(
      const Terrain& terrain, const View& view, const Layers& layers, const std::array<std::int64_t, 2>& originQ16,
      const field::Schedule& schedule, std::function<void(std::int64_t)> afterWork = [](std::int64_t) {});

  /// What a user should know of this picture, once sampled.
  const std::vector<std::string>& notes() const { return notes_; }
  /// All the work that `afterWork` will hear of.
  std::int64_t work() const;
  const View& view() const { return view_; }

  /// Samples the surface. Before anything is drawn.
  void sample();
  const Surface& surface() const { return surface_; }

  /// The colour in a direction of length 1 from the camera; channels may lie outside 0 to 1.
  Vector colour(const Vector& direction) const;

  /// The whole picture: red, green, blue of each pixel, row by row from the top.
  std::vector<unsigned char> draw() const;

 private:
  struct Part {
    field::Grid grid;
    std::int64_t firstColumn = 0, firstRow = 0, stride = 1, columns = 0, rows = 0;  // the samples taken of it
  };

  void placeCamera(bool cameraGiven, bool lookAtGiven);
  double pointHeight(double x, double z) const;
  void planRings(double clearance);
  void planMesh();
  Samples samplesOf(const Part& part) const;
  Vector lit(const Ray& ray, const Hit& hit) const;
  Vector fieldNormal(double x, double z, double t) const;

  Terrain terrain_;
  View view_;
  Layers layers_;
  field::Schedule schedule_;
  std::function<void(std::int64_t)> afterWork_;
  std::vector<std::string> notes_;
  std::vector<Part> parts_;
  std::int64_t baseXQ16_ = 0, baseZQ16_ = 0;  // the surface's local coordinates count from here
  Vector sun_;
  Surface surface_;
};

}  // namespace orograph::render
