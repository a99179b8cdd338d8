// Every system against its formula in double precision, at 100 000 points with coordinates up to 1000.
#include "support/noise_formulas.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "noise/fbm.h"
#include "scene/spec.h"
#include "support/catch.h"
#include "support/random.h"

using namespace orograph;
using noise::FbmParameters;

namespace {

constexpr int kPoints = 100'000;
constexpr double kTolerance = 1.0 / 4096;

/// The greatest difference between program and formula.
double worstDifference(const FbmParameters& parameters) {
  const noise::Fbm fbm(parameters);
  const test::Formula formula{parameters};
  test::Random random(77);
  double worst = 0;
  for (int i = 0; i < kPoints; ++i) {
    const std::int64_t x = random.within(-65'536'000, 65'536'000), z = random.within(-65'536'000, 65'536'000);
    const double expected = formula.at(static_cast<double>(x) / 65536, static_cast<double>(z) / 65536);
    worst = std::max(worst, std::abs(static_cast<double>(fbm.valueQ16(x, z)) / 65536 - expected));
  }
  return worst;
}

FbmParameters unitCells(fixed::Lattice lattice) {
  FbmParameters parameters;
  parameters.latticeShift = 16;
  parameters.lattice = lattice;
  return parameters;
}

std::string_view nameOf(fixed::Lattice lattice) { return fixed::kLatticeNames[static_cast<std::size_t>(lattice)]; }

constexpr fixed::Lattice kLattices[] = {fixed::Lattice::kSpatial, fixed::Lattice::kMixed, fixed::Lattice::kFract,
                                        fixed::Lattice::kSine};

}  // namespace

TEST_CASE("one octave of every basis on every lattice keeps to its formula within 1/4096") {
  for (const fixed::Lattice lattice : kLattices) {
    for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin, noise::Basis::kSimplex}) {
      FbmParameters parameters = unitCells(lattice);
      parameters.octaves = 1;
      parameters.basis = basis;
      const double worst = worstDifference(parameters);
      INFO(nameOf(lattice) << ", basis " << static_cast<int>(basis) << ": " << worst);
      CHECK(worst < kTolerance);
      CHECK(worst > 0);  // a formula in real numbers, not the program again
    }
  }
}

TEST_CASE("every interpolation keeps to its formula within 1/4096") {
  for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin}) {
    for (const noise::Interpolation interpolation : {noise::Interpolation::kStep, noise::Interpolation::kLinear,
                                                     noise::Interpolation::kSmooth, noise::Interpolation::kQuintic}) {
      if (basis == noise::Basis::kPerlin && interpolation == noise::Interpolation::kStep) continue;  // no spec has it
      FbmParameters parameters = unitCells(fixed::Lattice::kMixed);
      parameters.octaves = 1;
      parameters.basis = basis;
      parameters.interpolation = interpolation;
      const double worst = worstDifference(parameters);
      INFO("basis " << static_cast<int>(basis) << ", interpolation " << static_cast<int>(interpolation) << ": " << worst);
      CHECK(worst < kTolerance);
    }
  }
}

TEST_CASE("octaves of any lacunarity, rotation, attenuation and warp keep to their formula within 1/4096") {
  struct Row {
    std::string what;
    FbmParameters parameters;
  };
  std::vector<Row> rows;
  for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin, noise::Basis::kSimplex}) {
    FbmParameters base = unitCells(fixed::Lattice::kMixed);
    base.basis = basis;
    const std::string name(noise::kBasisNames[static_cast<std::size_t>(basis)]);
    const auto add = [&](const std::string& what, auto&& change) {
      FbmParameters changed = base;
      change(changed);
      rows.push_back({name + ", " + what, changed});
    };
    add("lacunarity 1.5", [](auto& p) { p.lacunarityQ16 = 98304; });
    add("lacunarity 2.7 and six octaves", [](auto& p) { p.lacunarityQ16 = 176947, p.octaves = 6; });
    add("rotation", [](auto& p) { p.rotation = noise::Rotation::kForward; });
    add("rotation back, lacunarity 1.9", [](auto& p) { p.rotation = noise::Rotation::kInverse, p.lacunarityQ16 = 124518; });
    add("attenuation by index", [](auto& p) { p.attenuation = noise::Attenuation::kIndex; });
    add("attenuation by slope", [](auto& p) { p.attenuation = noise::Attenuation::kSlope; });
    add("attenuation by local slope", [](auto& p) { p.attenuation = noise::Attenuation::kLocalSlope; });
    add("not normalised, scaled", [](auto& p) { p.normalise = false, p.octaveScaleQ16 = 108134; });
    add("warp of 0.2", [](auto& p) { p.warp = {13107, 1}, p.octaves = 1; });
    add("warp of two octaves", [](auto& p) { p.warp = {13107, 2}, p.octaves = 1; });
    add("clouds' frequency", [](auto& p) { p.frequencyNumerator = 3, p.frequencyDenominator = 100; });
  }
  for (const Row& row : rows) {
    const double worst = worstDifference(row.parameters);
    INFO(row.what << ": " << worst);
    // A sum that is not divided is as far off as it is greater.
    const double greatest = std::max(1.0, static_cast<double>(noise::Fbm(row.parameters).greatestQ16()) / 65536);
    CHECK(worst < kTolerance * greatest);
  }
}

TEST_CASE("mountain, ridges and clouds are their formulas within 1/4096 of the height scale") {
  for (const std::string generator : {"mountain", "ridges", "clouds"}) {
    for (const std::string seed : {"0", "1337"}) {
      const scene::Spec spec = scene::readSpec(
          R"({"generator": ")" + generator + R"(", "heightScaleQ16": 65536, "seed": )" + seed + "}", "spec", {});
      // As the formulas have it, in real numbers: the spec's gain and scale are the nearest below.
      const std::int64_t octaves = spec.octaves;
      FbmParameters parameters = spec.parameters(octaves).fbm;
      if (generator == "clouds") parameters.frequencyNumerator = 3, parameters.frequencyDenominator = 100;
      const test::Formula formula{parameters};
      const auto source = spec.generatorEntry().make(spec.parameters(octaves));
      test::Random random(78);
      double worst = 0;
      for (int i = 0; i < kPoints; ++i) {
        const std::int64_t x = random.within(-65'536'000, 65'536'000), z = random.within(-65'536'000, 65'536'000);
        double expected = formula.at(static_cast<double>(x) / 65536, static_cast<double>(z) / 65536);
        if (generator == "clouds") {
          const double t = std::clamp((expected - 0.5) / (1 + 1.875 - 0.5), 0.0, 1.0);
          expected = std::min(1.0, 2.2 * t * t * (3 - 2 * t));
        }
        std::int32_t height = 0;
        source->rows({x, z, 0, 0, 1, 1}, 0, 1, 0, &height);
        worst = std::max(worst, std::abs(static_cast<double>(height) / 65536 - expected));
      }
      INFO(generator << ", seed " << seed << ": " << worst);
      CHECK(worst < kTolerance);
    }
  }
}

TEST_CASE("B107 slopes are the central differences of their own noise, at wavelengths of 8 to 128 samples") {
  for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin, noise::Basis::kSimplex}) {
    for (const noise::Interpolation interpolation : {noise::Interpolation::kSmooth, noise::Interpolation::kQuintic}) {
      for (const int wavelengthLog2 : {3, 5, 7}) {
        FbmParameters parameters = unitCells(fixed::Lattice::kMixed);
        parameters.octaves = 1;
        parameters.basis = basis;
        parameters.interpolation = interpolation;
        parameters.latticeShift = 16 + wavelengthLog2;  // samples are one unit apart
        const noise::Fbm fbm(parameters);
        const double wavelength = std::ldexp(1.0, wavelengthLog2);
        test::Random random(107);
        // Half a cell's 128th on either side: near enough that curvature plays no part, far enough for the 16 bits.
        const std::int64_t step = std::int64_t{1} << (16 + wavelengthLog2 - 7);
        double worst = 0, steepest = 0;
        for (int i = 0; i < 20'000; ++i) {
          const std::int64_t x = random.within(-(1 << 24), 1 << 24) , z = random.within(-(1 << 24), 1 << 24);
          const noise::NoiseSample sample = fbm.firstOctave(x, z);
          REQUIRE(std::abs(sample.valueQ16 - fbm.valueQ16(x, z)) <= 16);
          const auto difference = [&](std::int64_t dx, std::int64_t dz) {
            const double rise = static_cast<double>(fbm.valueQ16(x + dx, z + dz) - fbm.valueQ16(x - dx, z - dz));
            return rise / 65536 / (2 * static_cast<double>(dx + dz) / 65536);
          };
          // The slope is per cell: over the wavelength it is per unit, as the differences are.
          const double perUnitX = static_cast<double>(sample.slopeXQ16) / 65536 / wavelength;
          const double perUnitZ = static_cast<double>(sample.slopeZQ16) / 65536 / wavelength;
          worst = std::max({worst, std::abs(perUnitX - difference(step, 0)), std::abs(perUnitZ - difference(0, step))});
          steepest = std::max({steepest, std::abs(perUnitX), std::abs(perUnitZ)});
        }
        INFO("basis " << static_cast<int>(basis) << ", interpolation " << static_cast<int>(interpolation)
                      << ", wavelength " << wavelength << ": " << worst / steepest << " of " << steepest);
        CHECK(worst < 0.02 * steepest);
        CHECK(steepest * wavelength > 1);
      }
    }
  }
}

TEST_CASE("steep places get less detail, and no attenuation is the plain sum bit for bit") {
  FbmParameters parameters = unitCells(fixed::Lattice::kMixed);
  parameters.normalise = false;
  const noise::Fbm plain(parameters);
  for (const noise::Attenuation attenuation : {noise::Attenuation::kSlope, noise::Attenuation::kLocalSlope}) {
    parameters.attenuation = attenuation;
    const noise::Fbm damped(parameters);
    test::Random random(5);
    for (int i = 0; i < 5000; ++i) {
      const std::int64_t x = random.ofAnySize(30), z = random.ofAnySize(30);
      REQUIRE(damped.valueQ16(x, z) <= plain.valueQ16(x, z) + 16);  // its values are finer rounded
    }
    // On a lattice point every slope is 0, and with `smooth` so is that of all octaves: nothing is taken away.
    CHECK(damped.valueQ16(5 * 65536, -3 * 65536) == plain.valueQ16(5 * 65536, -3 * 65536));
  }
}

TEST_CASE("a warp of strength 0 is no warp, bit for bit") {
  FbmParameters parameters = unitCells(fixed::Lattice::kSpatial), warped = parameters;
  warped.warp = {0, 5};
  const noise::Fbm a(parameters), b(warped);
  test::Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const std::int64_t x = random.ofAnySize(45), z = random.ofAnySize(45);
    REQUIRE(a.valueQ16(x, z) == b.valueQ16(x, z));
  }
}

TEST_CASE("a lacunarity of 2 given as Q16 is the shift by 1, bit for bit, for every basis") {
  test::Random random(7);
  for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin, noise::Basis::kSimplex}) {
    for (int i = 0; i < 2000; ++i) {
      FbmParameters shifted;
      shifted.basis = basis;
      shifted.octaves = random.within(1, 32);
      shifted.latticeShift = random.within(1, 40);
      shifted.lacunarityShift = random.within(0, 8);
      FbmParameters scaled = shifted;
      scaled.lacunarityQ16 = std::int64_t{65536} << shifted.lacunarityShift;
      const std::int64_t x = random.ofAnySize(47), z = random.ofAnySize(47);
      REQUIRE(noise::Fbm(shifted).valueQ16(x, z) == noise::Fbm(scaled).valueQ16(x, z));
    }
  }
}

TEST_CASE("a field with a period repeats after it, along each axis by its own, and not before") {
  for (const noise::Basis basis : {noise::Basis::kValue, noise::Basis::kPerlin}) {
    FbmParameters parameters = unitCells(fixed::Lattice::kMixed);
    parameters.basis = basis;
    parameters.period = {12, 7};
    parameters.warp = {20000, 2};
    const noise::Fbm fbm(parameters);
    test::Random random(8);
    int halves = 0;
    for (int i = 0; i < 5000; ++i) {
      const std::int64_t x = random.within(-100 * 65536, 100 * 65536), z = random.within(-100 * 65536, 100 * 65536);
      const std::int64_t value = fbm.valueQ16(x, z);
      const std::int64_t n = random.within(-5, 5), m = random.within(-5, 5);
      REQUIRE(fbm.valueQ16(x + n * 12 * 65536, z + m * 7 * 65536) == value);
      halves += fbm.valueQ16(x + 6 * 65536, z) == value ? 1 : 0;
    }
    CHECK(halves < 100);
  }
}

TEST_CASE("gradient noise never leaves its proven bounds, and comes near them") {
  test::Random random(9);
  for (const noise::Interpolation interpolation :
       {noise::Interpolation::kLinear, noise::Interpolation::kSmooth, noise::Interpolation::kQuintic}) {
    std::int64_t least = 65535, most = 0;
    for (int i = 0; i < 400'000; ++i) {
      const auto corner = [&] { return random.within(0, 65535); };
      // Near the middle of a cell, where the bound lies, half of the time.
      const auto fraction = [&] { return i % 2 == 0 ? random.within(0, 65535) : random.within(28000, 38000); };
      const std::int64_t value = noise::perlinNoise({corner(), corner(), corner(), corner()}, fraction(), fraction(), interpolation);
      least = std::min(least, value);
      most = std::max(most, value);
    }
    CHECK(least >= 0);
    CHECK(most <= 65535);
    CHECK(most > 60000);  // 1/2 + 0.70642 * 0.6533 = 0.9615: no gradient lies along a diagonal
    CHECK(least < 5536);
  }
  std::int64_t least = 65535, most = 0;
  double bound = 0;
  for (int i = 0; i < 400'000; ++i) {
    const auto corner = [&] { return random.within(0, 65535); };
    const std::int64_t tx = random.within(0, 65535), tz = random.within(0, 65535);
    const std::int64_t value = noise::simplexNoise({corner(), corner(), corner(), corner()}, tx, tz);
    least = std::min(least, value);
    most = std::max(most, value);
    const noise::SimplexCorners at = noise::simplexCorners(tx, tz);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double r2 = (static_cast<double>(at.x[k]) * static_cast<double>(at.x[k]) +
                         static_cast<double>(at.z[k]) * static_cast<double>(at.z[k])) / (32768.0 * 32768.0);
      sum += std::pow(std::max(0.0, 0.5 - r2), 4) * std::sqrt(r2);
    }
    bound = std::max(bound, sum);
  }
  CHECK(least >= 0);
  CHECK(most <= 65535);
  CHECK(most > 62000);
  CHECK(least < 3500);
  INFO("the greatest sum over the corners is " << bound);
  CHECK(bound <= 0.010082);  // 0.0100803, and what places in units of 2^-15 add
  CHECK(bound > 0.01007);
}
