#include "output/formats.h"

#include <algorithm>

#include "output/csv.h"
#include "output/exr.h"
#include "output/glb.h"
#include "output/hillshade.h"
#include "output/html.h"
#include "output/masks.h"
#include "output/normal_map.h"
#include "output/obj.h"
#include "output/ply.h"
#include "output/png.h"
#include "output/raw.h"
#include "output/ridge.h"
#include "output/sky.h"
#include "output/terrain_rgb.h"
#include "output/tiff.h"
#include "output/stl.h"

namespace orograph::output {

const std::vector<Format>& formats() {
  static const std::vector<Format> table = {
      {"png", {"height.png"}, {.imageRange = true}, pngFiles},
      {"csv", {"profile.csv"}, {.profile = true}, csvFiles},
      {"obj", {"scene.obj", "scene.mtl"}, {}, objFiles},
      {"hillshade", {"hillshade.png"}, {}, hillshadeFiles},
      {"normal", {"normal.png"}, {}, normalMapFiles},
      {"masks", {"mask-*.png"}, {}, maskFiles},
      {"splat", {"splat*.png"}, {}, splatFiles},
      {"ridge", {"ridge.png"}, {.profile = true}, ridgeFiles},
      {"sky", {"sky.png"}, {.imageRange = true}, skyFiles},
      {"r16", {"height.r16", "height.raw", "height.r16.vrt", "height.raw.vrt"}, {.imageRange = true}, r16Files},
      {"r16be", {"height-be.r16", "height-be.raw", "height-be.r16.vrt", "height-be.raw.vrt"}, {.imageRange = true}, r16BigEndianFiles},
      {"i32", {"height.i32", "height.i32.vrt"}, {}, i32Files},
      {"r32", {"height.r32", "height.r32.vrt"}, {}, r32Files},
      {"tiff", {"height.tif"}, {.imageRange = true}, tiffFiles},
      {"tiff32", {"height-float.tif"}, {}, tiffFloatFiles},
      {"exr", {"height.exr"}, {}, exrFiles},
      {"terrain-rgb", {"terrain-rgb.png"}, {.extremes = true}, terrainRgbFiles},
      {"terrarium", {"terrarium.png"}, {.extremes = true}, terrariumFiles},
      {"ply", {"scene.ply"}, {}, plyFiles},
      {"glb", {"scene.glb"}, {}, glbFiles},
      {"stl", {"terrain.stl"}, {}, stlFiles},
      {"html", {"report.html"}, {.imageRange = true, .profile = true, .figures = true}, htmlFiles},
  };
  return table;
}

std::vector<std::string_view> formatKinds() {
  std::vector<std::string_view> kinds;
  for (const Format& format : formats()) kinds.push_back(format.kind);
  return kinds;
}

bool Format::mayWrite(std::string_view fileName) const {
  return std::any_of(fileNames.begin(), fileNames.end(), [&](std::string_view pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return fileName == pattern;
    return fileName.size() >= pattern.size() - 1 && fileName.starts_with(pattern.substr(0, star)) &&
           fileName.ends_with(pattern.substr(star + 1));
  });
}

}  // namespace orograph::output
