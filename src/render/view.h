// What is looked at, from where, in what light, and how large: the options of the picture.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "render/vector.h"

namespace orograph::render {

inline constexpr Vector kDefaultCamera{6.55, 2.4, 12.02}, kDefaultLookAt{6.5, 1, 0};

/// Camera and look-at are points of the world, in world units (65536 in Q16), y up.
struct View {
  std::optional<Vector> camera, lookAt;  // none: the defaults, from the centre of the spec's window
  Vector up{0, 1, 0};
  double film = 2;  // distance of the film, whose shorter side is 2
  Vector sun{0.5, 0.2, 0.2};
  std::int64_t width = 960, height = 540;
};

/// The steps from a bare grid to the whole picture.
struct Layers {
  bool bare = true, smooth = true, octaves = true, sun = true, shadow = true, ambient = true, fog = true, sky = true,
       sunDisc = true, clouds = true;
};

struct Layer {
  std::string_view name;
  bool Layers::*member;
};
std::span<const Layer> layerTable();

/// One option of the command line: `read` takes its text into the view. Throws codec::InputError.
struct Option {
  std::string_view name, type, meaning;
  void (*read)(View&, Layers&, const std::string& text);
};
std::span<const Option> options();

/// From the camera through the film.
class Camera {
 public:
  /// `view` has both its points. Throws codec::InputError where they are one, or up is along the line of sight.
  explicit Camera(const View& view);

  const Vector& position() const { return position_; }
  /// The direction, of length 1, through the middle of a pixel; row 0 is on top.
  Vector direction(std::int64_t column, std::int64_t row) const;

 private:
  Vector position_, right_, up_, forward_;
  double film_, width_, height_;
};

/// A number for a message: up to six decimals.
std::string text(double number);
std::string text(const Vector& point);

}  // namespace orograph::render
