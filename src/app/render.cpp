#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/verbs.h"
#include "codec/errors.h"
#include "codec/json_writer.h"
#include "codec/text.h"
#include "output/file_set.h"
#include "output/png_stream.h"
#include "render/picture.h"

namespace orograph::app {
namespace {

/// Holds a square around the camera against the rules that hold a spec's window in bounds.
void checkReach(const scene::Spec& spec, const field::Window& reach) {
  codec::JsonWriter json;
  scene::writeSpec(spec, json);
  const auto pair = [](const std::array<std::int64_t, 2>& v) {
    return "[" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "]";
  };
  try {
    scene::readSpec(json.take(), "the effective spec",
                    {"originQ16=" + pair(reach.originQ16), "extentQ16=" + pair(reach.extentQ16)});
  } catch (const codec::InputError& error) {
    throw codec::InputError("--camera: this spec has no heights as far around it as the picture reaches: " +
                            std::string(error.what()));
  }
}

void writePng(const std::vector<unsigned char>& pixels, const output::PngShape& shape, const field::Schedule& schedule,
              output::ByteSink& sink) {
  const std::int64_t pieceBytes = shape.pieceRows() * shape.width * shape.pixelBytes();
  const auto bytes = static_cast<std::int64_t>(pixels.size());
  std::vector<output::PngPiece> pieces(static_cast<std::size_t>(field::bandSlots(schedule)));
  output::PngStream stream(shape, sink);
  field::forEachBand((bytes + pieceBytes - 1) / pieceBytes, schedule,
                     [&](std::int64_t slot, std::int64_t piece) {
                       const std::int64_t first = piece * pieceBytes, count = std::min(pieceBytes, bytes - first);
                       pieces[static_cast<std::size_t>(slot)].make(
                           std::span(pixels).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                           shape);
                     },
                     [&](std::int64_t slot, std::int64_t) {
                       throwIfInterrupted();
                       stream.add(pieces[static_cast<std::size_t>(slot)]);
                     });
  stream.end();
}

}  // namespace

int renderPicture(const RenderOptions& options) {
  const std::filesystem::path path = options.output;
  const std::string name = path.filename().string();
  if (path.extension() != ".png") {
    throw codec::InputError("render: --output: \"" + codec::forMessage(options.output) +
                            "\" is not allowed: it must name a file that ends in .png");
  }
  const scene::Spec spec = loadSpec(options.spec, options.overrides);
  const terrain::Generator& generator = spec.generatorEntry();
  const std::array<std::int64_t, 2> originQ16 = {spec.originQ16[0], spec.originQ16[1]};
  if (!generator.latticeOnly)
    checkReach(spec, render::reach(render::completed(options.view, originQ16), options.layers, spec.meshGrid()));

  const auto makeSource = [&](std::int64_t octaves) {
    terrain::Parameters parameters = spec.parameters(options.layers.octaves ? octaves : 1);
    parameters.kernel = options.computing.kernel;
    return generator.make(parameters);
  };
  const std::unique_ptr<terrain::HeightSource> source = makeSource(spec.octaves);
  const bool ownNormals = generator.layered && options.layers.octaves && spec.normalOctaves != spec.octaves;
  const std::unique_ptr<terrain::HeightSource> normals = ownNormals ? makeSource(spec.normalOctaves) : nullptr;
  std::unique_ptr<Progress> progress;
  render::Picture picture({source.get(), ownNormals ? normals.get() : source.get(), spec.meshGrid(), generator.latticeOnly}, options.view,
                          options.layers, originQ16, options.computing.schedule, [&](std::int64_t work) {
                            throwIfInterrupted();
                            progress->add(work);
                          });
  if (!options.quiet) {
    for (const std::string& warning : spec.idleWarnings) printMessage(spec.name + ": warning: " + warning);
  }

  output::FileSet set(path.has_parent_path() ? path.parent_path() : ".");
  set.requireReplaceable(name);
  progress = std::make_unique<Progress>(spec.name, picture.work(), !options.quiet, false);
  picture.sample();
  writePng(picture.draw(), {picture.view().width, picture.view().height, 3, 8}, options.computing.schedule,
           set.add(name));
  const output::FileSet::Sum sum = set.finish();
  set.commit();
  progress.reset();
  for (const std::string& note : picture.notes()) {
    if (!options.quiet) printMessage(spec.name + ": " + note);
  }

  if (options.json) {
    codec::JsonWriter json(true);
    json.beginObject().key("name").string(spec.name).key("file").string(options.output);
    json.key("width").integer(picture.view().width).key("height").integer(picture.view().height);
    json.key("bytes").integer(sum.bytes).key("sha256").string(sum.sha256).endObject();
    print(json.take() + "\n");
  } else if (!options.quiet) {
    print(spec.name + ": " + codec::forMessage(options.output, 4096) + "  " + std::to_string(sum.bytes) + " bytes\n");
  }
  return kDone;
}

}  // namespace orograph::app
