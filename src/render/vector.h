// Points, directions and colours of the picture, in double.
#pragma once

#include <algorithm>
#include <cmath>

namespace orograph::render {

/// x, y (up), z in world units; or red, green, blue, each from 0 to 1 once drawn.
struct Vector {
  double x = 0, y = 0, z = 0;

  friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector operator*(const Vector& a, const Vector& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend Vector operator*(const Vector& a, double factor) { return {a.x * factor, a.y * factor, a.z * factor}; }
  friend bool operator==(const Vector&, const Vector&) = default;
};

inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector normalized(const Vector& a) { return a * (1 / length(a)); }

/// a at 0, b at 1.
inline Vector mix(const Vector& a, const Vector& b, double share) { return a * (1 - share) + b * share; }

/// 0 up to `low`, 1 from `high` on, 3t^2 - 2t^3 between.
inline double smoothstep(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

inline constexpr Vector kWhite{1, 1, 1};

}  // namespace orograph::render
