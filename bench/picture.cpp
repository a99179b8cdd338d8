// Where the time of a picture goes: its grids, its rays, its light.
#include "render/picture.h"

#include <memory>
#include <string>

#include "bench.h"
#include "fields.h"

namespace orograph::bench {
namespace {

render::Layers lit(bool shadow) {
  render::Layers layers;
  layers.shadow = shadow;
  layers.ambient = layers.fog = layers.sky = layers.sunDisc = layers.clouds = false;
  return layers;
}

}  // namespace

void picture(const Options& options, Report& report) {
  const Pins pins(options.realtime);
  const auto source = fbmSource(4);
  render::View view;
  if (options.quick) view.width = 192, view.height = 108;
  const field::Grid mesh = field::meshGrid({{0, 0}, {1441792, 1441792}}, {16, 16});
  const auto make = [&](const render::Layers& layers, std::int64_t threads) {
    return render::Picture({source.get(), source.get(), mesh, false}, view, layers, {0, 0}, {.threads = threads});
  };
  const auto pixels = static_cast<double>(view.width * view.height);
  const std::string size = std::to_string(view.width) + " x " + std::to_string(view.height);
  Contest contest("picture of fBm, 4 octaves, " + size, "ns/px");
  contest.add("grids", pixels, [&] { make({}, 1).sample(); });
  const auto addDrawing = [&](const char* name, const render::Layers& layers) {
    auto ready = std::make_shared<render::Picture>(make(layers, 1));
    ready->sample();
    contest.add(name, pixels, [ready] {
      const auto drawn = ready->draw();
      consume(drawn.data(), drawn.size());
    });
  };
  addDrawing("rays and normals", lit(false));
  addDrawing("the same, shadows", lit(true));
  addDrawing("every layer", {});
  for (const std::int64_t threads : {1, 2}) {
    contest.add(
        "grids and every layer, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads"), pixels,
        [&, threads] {
          const BeforeOthers priority(options.realtime && threads > 1);
          render::Picture all = make({}, threads);
          all.sample();
          consume(all.draw().data(), 1);
        },
        threads == 1 ? Clock::kProcessor : Clock::kWall);
  }
  contest.run(options.quick ? 3 : 5);
  report.add(contest, "every layer");
}

}  // namespace orograph::bench
