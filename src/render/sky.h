// What is above: the colour of the air, the sun's disc, and the clouds.
#pragma once

#include "render/vector.h"

namespace orograph::render {

inline constexpr Vector kAir{0.3, 0.5, 0.85}, kCloud{1, 0.95, 1};
inline constexpr double kCloudHeight = 100;

/// The sky in a direction: kAir - 0.8 y^2, and to white by (1 - max(y, 0))^4.
Vector skyColour(const Vector& direction);

/// What the disc adds: 0.5 * dot(direction, sun)^4096, both of length 1.
double sunDisc(const Vector& direction, const Vector& sun);

/// Value noise on the `fract` lattice, between whole numbers by 3t^2 - 2t^3: in [0, 1).
double cloudNoise(double x, double z);

/// How much of the sky is cloud at a point of the plane, 0 to 1: four octaves of rotated noise.
double cloudDensity(double x, double z);

}  // namespace orograph::render
