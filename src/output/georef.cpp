#include "output/georef.h"

#include "codec/text.h"

namespace orograph::output {
namespace {

/// a * 10^-9 + b * 10^-13 for |a| <= 10^18 and |b| below 2^63 - 10^13, exactly.
std::string sumText(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kOne = 10'000'000'000'000;
  std::int64_t whole = a / 1'000'000'000 + b / kOne;
  std::int64_t rest = a % 1'000'000'000 * 10'000 + b % kOne;  // in (-2, 2) ones
  whole += rest / kOne;
  rest %= kOne;
  if (whole > 0 && rest < 0) --whole, rest += kOne;
  if (whole < 0 && rest > 0) ++whole, rest -= kOne;
  const std::string fraction = codec::decimalText(rest < 0 ? -rest : rest, 13);
  return (whole < 0 || rest < 0 ? "-" : "") + std::to_string(whole < 0 ? -whole : whole) + fraction.substr(1);
}

}  // namespace

std::string geoTransformText(const Georef& georef) {
  const std::int64_t half = 5 * georef.pixelSize;  // in 10^-13: at most 5 * 10^18
  const std::string size = codec::decimalText(georef.pixelSize, Georef::kSizePlaces);
  return sumText(georef.originX, -half) + ", " + size + ", 0, " + sumText(georef.originY, half) + ", 0, -" + size;
}

HeightScale heightScale(const Scene& scene, SampleType type) {
  switch (type) {
    case SampleType::kUint16:
      return {codec::quotientText(scene.image.blackQ16, 65536, 16),
              codec::quotientText(scene.image.whiteQ16 - scene.image.blackQ16, std::int64_t{65536} * 65535, 24)};
    case SampleType::kInt32:
      return {"0", "0.0000152587890625"};
    case SampleType::kFloat32:
      break;
  }
  return {"0", "1"};
}

}  // namespace orograph::output
