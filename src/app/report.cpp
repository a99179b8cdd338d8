#include "app/report.h"

#include "codec/json_writer.h"
#include "mesh/sphere.h"
#include "mesh/terrain_mesh.h"

namespace orograph::app {

Counts countScene(const scene::Spec& spec) {
  const field::Grid grid = spec.meshGrid();
  Counts counts{mesh::terrainVertices(grid), mesh::terrainTriangles(grid), 0, 0};
  counts.sceneVertices = counts.terrainVertices;
  counts.sceneTriangles = counts.terrainTriangles;
  for (const mesh::Sphere& sphere : spec.spheres) {
    counts.sceneVertices += mesh::sphereVertices(sphere.subdiv);
    counts.sceneTriangles += mesh::sphereTriangles(sphere.subdiv);
  }
  return counts;
}

std::vector<std::string> failedExpectations(const scene::Spec& spec) {
  const Counts counts = countScene(spec);
  std::vector<std::string> failed;
  const auto expect = [&](const std::string& name, std::int64_t expected, std::int64_t found) {
    if (expected == scene::kAbsent || expected == found) return;
    failed.push_back(name + ": " + std::to_string(expected) + " expected, " + std::to_string(found) + " found");
  };
  expect("expectedTerrainVertices", spec.expectedTerrainVertices, counts.terrainVertices);
  expect("expectedTerrainTriangles", spec.expectedTerrainTriangles, counts.terrainTriangles);
  expect("expectedSceneVertices", spec.expectedSceneVertices, counts.sceneVertices);
  expect("expectedSceneTriangles", spec.expectedSceneTriangles, counts.sceneTriangles);
  return failed;
}

void writeFigures(const scene::Spec& spec, const analysis::Measurements& measurements, codec::JsonWriter& json) {
  json.key("generatorId").string(spec.generatorEntry().id);
  for (const analysis::Figure& figure : analysis::figures()) {
    if (figure.layeredOnly && !measurements.layered) continue;
    json.key(figure.key);
    figure.write(measurements, json);
  }

  const Counts counts = countScene(spec);
  const auto pair = [&](const std::vector<std::int64_t>& values) {
    if (values[0] == values[1]) json.integer(values[0]);
    else json.integers(values);
  };
  json.key("specConsistency").beginObject();
  json.key("terrainVertices").integer(counts.terrainVertices);
  json.key("terrainTriangles").integer(counts.terrainTriangles);
  json.key("sceneVertices").integer(counts.sceneVertices);
  json.key("sceneTriangles").integer(counts.sceneTriangles);
  json.key("extentQ16");
  pair(spec.extentQ16);
  json.key("gridN");
  pair(spec.gridN);
  if (measurements.layered) json.key("oneLayerIdentityMaxQ16").integer(measurements.oneLayerIdentityMaxQ16);
  json.key("ok").boolean(failedExpectations(spec).empty());
  json.endObject();
}

void writeNumbers(const scene::Spec& spec, const output::Numbers& numbers, codec::JsonWriter& json) {
  if (numbers.empty()) return;
  json.key("consumer").beginObject().key("name").string(spec.consumer);
  for (const auto& [name, value] : numbers) json.key(name).raw(value);
  json.endObject();
}

std::string reportText(const scene::Spec& spec, const analysis::Measurements& measurements,
                       const std::vector<FileEntry>& files, const output::Numbers& numbers) {
  codec::JsonWriter json;
  json.beginObject();
  json.key("program").string("orograph");
  json.key("version").string(OROGRAPH_VERSION);
  json.key("name").string(spec.name);
  writeFigures(spec, measurements, json);
  json.key("warnings").beginArray();
  for (const std::string& warning : spec.warnings) json.string(warning);
  json.endArray();
  json.key("spec");
  scene::writeSpec(spec, json);
  writeNumbers(spec, numbers, json);
  json.key("files").beginArray();
  for (const FileEntry& file : files) {
    json.beginObject();
    json.key("name").string(file.name);
    json.key("bytes").integer(file.bytes);
    json.key("sha256").string(file.sha256);
    if (!file.encoder.empty()) json.key("encoder").string(file.encoder);
    for (const auto& [key, value] : file.facts) json.key(key).raw(value);
    json.endObject();
  }
  json.endArray().endObject();
  return json.take();
}

std::string sumsText(const std::vector<FileEntry>& files) {
  std::string text;
  for (const FileEntry& file : files) text += file.sha256 + "  " + file.name + "\n";
  return text;
}

}  // namespace orograph::app
