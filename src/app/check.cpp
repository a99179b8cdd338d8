#include "app/console.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/verbs.h"
#include "codec/json_writer.h"

namespace orograph::app {

int check(const std::string& specPath, const std::vector<std::string>& overrides) {
  const scene::Spec spec = loadSpec(specPath, overrides);
  const Pipeline pipeline(spec, kindsOf(spec), {}, [](std::int64_t) {});  // refuses outputs that cannot be made
  for (const auto* warnings : {&spec.idleWarnings, &spec.warnings}) {
    for (const std::string& warning : *warnings) printMessage("warning: " + warning);
  }
  codec::JsonWriter json;
  scene::writeSpec(spec, json, scene::Defaults::kAll);
  print(json.take());
  return kDone;
}

int schema(bool asTable) {
  print(asTable ? scene::keyTableText() : scene::schemaText());
  return kDone;
}

}  // namespace orograph::app
