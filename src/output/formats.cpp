#include "output/formats.h"

#include "output/csv.h"
#include "output/obj.h"
#include "output/png.h"

namespace orograph::output {

std::vector<Format> formats(std::int64_t bits) {
  return {
      bits == 8 ? Format{"png", "height.png", png8Encoder(), writePng8, mostPng8Bytes}
                : Format{"png", "height.png", "", writePng16, mostPng16Bytes},
      Format{"csv", "profile.csv", "", writeCsv, mostCsvBytes},
      Format{"obj", "scene.obj", "", writeObj, mostObjBytes},
  };
}

}  // namespace orograph::output
