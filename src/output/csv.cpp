#include "output/csv.h"

namespace orograph::output {

std::int64_t mostCsvBytes(const Scene& scene) {
  const auto columns = static_cast<std::int64_t>(scene.profile.columns.size());
  return 256 + static_cast<std::int64_t>(scene.profile.points.xQ16.size()) * (9 + 3 * 20 + 12 * columns);
}

Facts writeCsv(const Scene& scene, ByteSink& sink) {
  const Scene::Profile& profile = scene.profile;
  const bool line = !profile.points.zQ16.empty();
  TextBuffer buffer(sink);
  std::string& text = buffer.text();
  text += line ? "i,xQ16,zQ16,distanceQ16" : "i,xQ16";
  for (const auto& [name, heights] : profile.columns) text += "," + name;
  text += '\n';
  for (std::size_t i = 0; i < profile.points.xQ16.size(); ++i) {
    text += std::to_string(i);
    text += ',' + std::to_string(profile.points.xQ16[i]);
    if (line) text += ',' + std::to_string(profile.points.zQ16[i]) + ',' + std::to_string(profile.points.distanceQ16[i]);
    for (const auto& [name, heights] : profile.columns) text += ',' + std::to_string(heights[i]);
    text += '\n';
    buffer.flushIfFull();
  }
  buffer.flush();
  return {{"samples", std::to_string(profile.points.xQ16.size())}};
}

std::vector<File> csvFiles(const Scene& scene) { return {{"profile.csv", mostCsvBytes(scene), 0, writeCsv}}; }

}  // namespace orograph::output
