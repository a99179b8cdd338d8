// Completions for shells and the man page, made of the command line as CLI11 knows it: no second list of commands or options.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orograph::app {

/// What may stand where an option takes a value, so far as the command line does not know it from the value's type.
struct Words {
  enum class Form { kOne, kCommaList, kKeys };  // kKeys: each is followed by = and a value
  std::vector<std::string> words;
  Form form = Form::kOne;
};
using OptionWords = std::map<const CLI::Option*, Words>;

/// A shell that completions can be made for.
struct Shell {
  std::string_view name;
  std::string (*completions)(const CLI::App&, const OptionWords&);
};
const std::vector<Shell>& shells();

/// The man page in roff, with the keys of a spec.
std::string manPage(const CLI::App& app);

}  // namespace orograph::app
