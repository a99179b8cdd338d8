#include "render/view.h"

#include <array>
#include <cstdlib>
#include <vector>

#include "codec/errors.h"
#include "codec/text.h"

namespace orograph::render {
namespace {

constexpr double kWorldLimit = 1 << 30;  // that of a spec's window
constexpr std::int64_t kMostPixels = 8192;

[[noreturn]] void refuse(std::string_view option, const std::string& value, const std::string& allowed) {
  throw codec::InputError(std::string(option) + ": \"" + codec::forMessage(value) + "\" is not allowed: it must be " +
                          allowed);
}

std::vector<std::string> split(const std::string& list, char at) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(at, start), list.size());
    parts.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// A decimal number that is all of the text. strtod reads as in the "C" locale, which the program never leaves; the
/// names and hexadecimal digits that it also takes are not of the alphabet.
std::optional<double> number(const std::string& digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (end != digits.c_str() + digits.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Vector vectorOf(std::string_view option, const std::string& list) {
  const std::string allowed = "three numbers x,y,z, each from -1073741824 to 1073741824";
  const std::vector<std::string> parts = split(list, ',');
  if (parts.size() != 3) refuse(option, list, allowed);
  std::array<double, 3> v{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::optional<double> value = number(parts[i]);
    if (!value || std::abs(*value) > kWorldLimit) refuse(option, list, allowed);
    v[i] = *value;
  }
  return {v[0], v[1], v[2]};
}

Vector directionOf(std::string_view option, const std::string& list) {
  const Vector v = vectorOf(option, list);
  if (length(v) < 1e-6) refuse(option, list, "a direction x,y,z other than 0,0,0");
  return v;
}

constexpr std::array kLayers = {
    Layer{"bare", &Layers::bare},     Layer{"smooth", &Layers::smooth}, Layer{"octaves", &Layers::octaves},
    Layer{"sun", &Layers::sun},       Layer{"shadow", &Layers::shadow}, Layer{"ambient", &Layers::ambient},
    Layer{"fog", &Layers::fog},       Layer{"sky", &Layers::sky},       Layer{"sun-disc", &Layers::sunDisc},
    Layer{"clouds", &Layers::clouds},
};

void readLayers(View&, Layers& layers, const std::string& list) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Layer& layer : kLayers) {
    names.push_back(layer.name);
    layers.*layer.member = false;
    known += (known.empty() ? "" : ", ") + std::string(layer.name);
  }
  for (const std::string& name : split(list, ',')) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const auto hint = codec::nearest(name, names);
      refuse(
          "--layers", name,
          "some of " + known + ", joined by commas" + (hint ? " (did you mean \"" + std::string(*hint) + "\"?)" : ""));
    }
    layers.*kLayers[static_cast<std::size_t>(found - names.begin())].member = true;
  }
}

void readSize(View& view, Layers&, const std::string& size) {
  const std::vector<std::string> sides = split(size, 'x');
  std::array<std::int64_t, 2> pixels{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto side = sides.size() == 2 ? codec::parseInt64(sides[i]) : std::nullopt;
    if (!side || *side < 1 || *side > kMostPixels) {
      refuse("--size", size, "WIDTHxHEIGHT, two integers from 1 to " + std::to_string(kMostPixels));
    }
    pixels[i] = *side;
  }
  view.width = pixels[0];
  view.height = pixels[1];
}

void readFilm(View& view, Layers&, const std::string& distance) {
  const std::optional<double> value = number(distance);
  if (!value || *value < 0.01 || *value > 1000) refuse("--film", distance, "a number from 0.01 to 1000");
  view.film = *value;
}

constexpr std::array kOptions = {
    Option{"--camera", "X,Y,Z", "Where the camera stands, y up; by default 6.55,2.4,12.02 from the window's centre",
           [](View& v, Layers&, const std::string& t) { v.camera = vectorOf("--camera", t); }},
    Option{"--look-at", "X,Y,Z", "The point in the middle of the picture; by default 6.5,1,0 from the window's centre",
           [](View& v, Layers&, const std::string& t) { v.lookAt = vectorOf("--look-at", t); }},
    Option{"--up", "X,Y,Z", "The direction that is up in the picture; by default 0,1,0",
           [](View& v, Layers&, const std::string& t) { v.up = directionOf("--up", t); }},
    Option{"--film", "NUMBER", "Distance of the film, whose shorter side is 2: larger is closer; by default 2",
           readFilm},
    Option{"--sun", "X,Y,Z", "The direction towards the sun; by default 0.5,0.2,0.2",
           [](View& v, Layers&, const std::string& t) { v.sun = directionOf("--sun", t); }},
    Option{"--size", "WxH", "Width and height in pixels; by default 960x540", readSize},
    Option{"--layers", "NAME,...",
           "Only these steps of bare,smooth,octaves,sun,shadow,ambient,fog,sky,sun-disc,clouds; by default all",
           readLayers},
};

}  // namespace

std::span<const Layer> layerTable() { return kLayers; }
std::span<const Option> options() { return kOptions; }

Camera::Camera(const View& view)
    : position_(view.camera.value()),
      film_(view.film),
      width_(static_cast<double>(view.width)),
      height_(static_cast<double>(view.height)) {
  const Vector line = view.lookAt.value() - position_;
  if (length(line) < 1e-6) {
    throw codec::InputError("--look-at: " + text(*view.lookAt) + " is not allowed: the camera stands there");
  }
  forward_ = normalized(line);
  const Vector right = cross(forward_, normalized(view.up));
  if (length(right) < 1e-6) {
    throw codec::InputError("--up: " + text(view.up) + " is not allowed: the camera looks along it, from " +
                            text(position_) + " to " + text(*view.lookAt));
  }
  right_ = normalized(right);
  up_ = cross(right_, forward_);
}

Vector Camera::direction(std::int64_t column, std::int64_t row) const {
  const double scale = 2 / std::min(width_, height_);
  const double x = (static_cast<double>(column) + 0.5 - width_ / 2) * scale;
  const double y = (height_ / 2 - static_cast<double>(row) - 0.5) * scale;
  return normalized(right_ * x + up_ * y + forward_ * film_);
}

std::string text(double number) {
  std::string digits = std::to_string(number);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::string text(const Vector& point) { return text(point.x) + "," + text(point.y) + "," + text(point.z); }

}  // namespace orograph::render
