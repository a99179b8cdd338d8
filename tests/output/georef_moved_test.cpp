#include "codec/errors.h"
#include "output/georef.h"
#include "support/catch.h"

namespace orograph::output {

TEST_CASE("a part of an image lies as many pixels east and south as it begins later, to the nearest 10^-9") {
  Georef whole;
  whole.originX = 5'000'000'000;  // 5
  whole.originY = -7'000'000'000;
  whole.pixelSize = 500'000'000'500;  // 0.5000000005
  whole.epsg = 32632;
  const Georef part = movedBy(whole, 3, 2);
  CHECK(part.originX == 6'500'000'002);  // 6.5000000015, half up
  CHECK(part.originY == -8'000'000'001);
  CHECK(part.pixelSize == whole.pixelSize);
  CHECK(part.epsg == 32632);
  CHECK(movedBy(whole, 0, 0).originX == whole.originX);
  whole.pixelSize = 1'000'000'000'000'000'000;
  CHECK(movedBy(whole, 999, 0).originX == 999'000'005'000'000'000);
  CHECK_THROWS_AS(movedBy(whole, 1001, 0), codec::InputError);
  CHECK_THROWS_AS(movedBy(whole, 0, 1001), codec::InputError);
}

}  // namespace orograph::output
