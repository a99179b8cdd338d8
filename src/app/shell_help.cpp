#include "app/shell_help.h"

#include <algorithm>
#include <cctype>

#include "codec/json_writer.h"
#include "scene/keys.h"

namespace orograph::app {
namespace {

enum class Value { kNone, kText, kFile, kFolder, kWords };

/// An option or a positional argument.
struct Argument {
  std::vector<std::string> names;  // with their dashes; of a positional its one name
  std::string meaning, type;
  Value value;
  Words words;
  bool required, many;

  std::string longName() const { return names.back(); }
};

struct Command {
  std::string name, meaning;
  std::vector<Argument> options, positionals;
};

Command commandOf(const CLI::App& app, const OptionWords& words) {
  Command command{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    Argument argument;
    for (const std::string& name : option->get_snames()) argument.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) argument.names.push_back("--" + name);
    const bool positional = argument.names.empty();
    if (positional) argument.names.push_back(option->get_name(true));
    argument.meaning = option->get_description();
    argument.type = option->get_type_name();
    argument.required = option->get_required();
    argument.many = option->get_items_expected_max() > 1;
    const auto found = words.find(option);
    if (found != words.end()) {
      argument.value = Value::kWords;
      argument.words = found->second;
    } else if (option->get_items_expected_max() == 0) {
      argument.value = Value::kNone;
    } else if (argument.type.starts_with("DIR")) {
      argument.value = Value::kFolder;
    } else {
      argument.value = positional || argument.type.starts_with("FILE") ? Value::kFile : Value::kText;
    }
    (positional ? command.positionals : command.options).push_back(std::move(argument));
  }
  return command;
}

/// The program itself, then its commands.
std::vector<Command> commandsOf(const CLI::App& app, const OptionWords& words) {
  std::vector<Command> commands = {commandOf(app, words)};
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(commandOf(*command, words));
  return commands;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

/// The text with every character of `special` after a backslash, a newline as a blank.
std::string escaped(std::string_view text, std::string_view special) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

// Words of the command line hold nothing that bash would expand between single or double quotes.
std::string bashCompletions(const CLI::App& app, const OptionWords& words) {
  const std::vector<Command> commands = commandsOf(app, words);
  std::vector<std::string> names;
  for (std::size_t i = 1; i < commands.size(); ++i) names.push_back(commands[i].name);
  const auto fill = [](const Argument& argument) -> std::string {
    const std::string list = joined(argument.words.words, " ");
    switch (argument.value) {
      case Value::kFile: return "_orograph_files -f";
      case Value::kFolder: return "_orograph_files -d";
      case Value::kWords:
        if (argument.words.form == Words::Form::kCommaList) return "_orograph_list '" + list + "'";
        return std::string(argument.words.form == Words::Form::kKeys ? "_orograph_words -S = -W '" : "_orograph_words -W '") + list + "'";
      default: return ":";
    }
  };
  std::string values, rest;
  for (const Command& command : commands) {
    const std::string name = &command == &commands.front() ? "" : command.name;
    std::vector<std::string> options;
    for (const Argument& option : command.options) {
      std::vector<std::string> patterns;
      for (const std::string& one : option.names) {
        options.push_back(one);
        patterns.push_back("'" + name + " " + one + "'");
      }
      if (option.value != Value::kNone) {
        values += "    " + joined(patterns, " | ") + ") " + fill(option) + "; return ;;\n";
      }
    }
    std::string otherwise = ":";
    if (name.empty()) otherwise = "_orograph_words -W '" + joined(names, " ") + "'";
    else if (!command.positionals.empty()) otherwise = fill(command.positionals.front());
    rest += "    '" + name + "') if [[ $cur == -* ]]; then _orograph_words -W '" + joined(options, " ") + "'; else " +
            otherwise + "; fi ;;\n";
  }
  return R"(# Completions of orograph for bash, as "orograph completions bash" prints them.

_orograph_words() {
  mapfile -t COMPREPLY < <(compgen "$@" -- "$cur")
  if [[ $1 == -S ]]; then compopt -o nospace 2>/dev/null; fi
}
_orograph_files() {
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}
_orograph_list() { # the last of some words joined by commas
  local before=
  if [[ $cur == *,* ]]; then before=${cur%,*},; fi
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
  compopt -o nospace 2>/dev/null
}
_orograph() {
  local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb= equals= i
  COMPREPLY=()
  if [[ $cur == = ]]; then # bash takes = for a word of its own
    cur= equals=1
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]} equals=1
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      )" + joined(names, " | ") + R"() verb=${COMP_WORDS[i]}; break ;;
    esac
  done
  case "$verb $previous" in
)" + values + R"(  esac
  if [[ $equals ]]; then return; fi
  case $verb in
)" + rest + R"(  esac
}
complete -F _orograph orograph
)";
}

std::string zshCompletions(const CLI::App& app, const OptionWords& words) {
  const std::vector<Command> commands = commandsOf(app, words);
  // Each specification stands between single quotes.
  const auto quoted = [](const std::string& text) {
    std::string safe = "'";
    for (const char c : text) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return safe + "'";
  };
  const auto action = [](const Argument& argument) -> std::string {
    const std::string list = joined(argument.words.words, " ");
    switch (argument.value) {
      case Value::kFile: return "_files";
      case Value::kFolder: return "_files -/";
      case Value::kWords:
        if (argument.words.form == Words::Form::kCommaList) return "_sequence compadd - " + list;
        if (argument.words.form == Words::Form::kKeys) return " compadd -S = - " + list;
        return "(" + list + ")";
      default: return "";
    }
  };
  const auto specifications = [&](const Command& command) {
    std::string list;
    for (const Argument& option : command.options) {
      std::string tail = "[" + escaped(option.meaning, "[]\\:") + "]";
      if (option.value != Value::kNone) tail += ":" + escaped(option.type, ":") + ":" + action(option);
      for (const std::string& name : option.names) {
        const std::string apart = option.many ? "*" : "(" + joined(option.names, " ") + ")";
        const std::string join = option.value == Value::kNone ? "" : name.starts_with("--") ? "=" : "+";
        list += " \\\n        " + quoted(apart + name + join + tail);
      }
    }
    for (const Argument& positional : command.positionals) {
      list += " \\\n        " +
              quoted((positional.many ? "*:" : ":") + escaped(positional.names.front(), ":") + ":" + action(positional));
    }
    return list;
  };
  std::string verbs, cases;
  for (std::size_t i = 1; i < commands.size(); ++i) {
    verbs += "        " + quoted(commands[i].name + ":" + escaped(commands[i].meaning, ":")) + "\n";
    cases += "      " + commands[i].name + ") _arguments" + specifications(commands[i]) + " ;;\n";
  }
  return R"(#compdef orograph
# Completions of orograph for zsh, as "orograph completions zsh" prints them.

_orograph() {
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -C)" + specifications(commands.front()) + R"( \
        ': :->verb' '*:: :->rest' && ret=0
  case $state in
    verb)
      local -a verbs=(
)" + verbs + R"(      )
      _describe -t commands command verbs && ret=0
      ;;
    rest)
      curcontext=${curcontext%:*:*}:orograph-$words[1]:
      case $words[1] in
)" + cases + R"(      esac && ret=0
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _orograph ]]; then _orograph "$@"; else compdef _orograph orograph; fi
)";
}

std::string fishCompletions(const CLI::App& app, const OptionWords& words) {
  const auto quoted = [](std::string_view text) { return "'" + escaped(text, "'\\") + "'"; };
  const auto values = [&](const Argument& argument) -> std::string {
    switch (argument.value) {
      case Value::kFile: return " -F";
      case Value::kFolder: return " -f -a '(__fish_complete_directories)'";
      case Value::kWords: {
        if (argument.words.form == Words::Form::kCommaList) {
          return " -f -a " + quoted("(__fish_complete_list , 'printf %s\\\\n " + joined(argument.words.words, " ") + "')");
        }
        const bool keys = argument.words.form == Words::Form::kKeys;
        return " -f -a " + quoted(joined(argument.words.words, keys ? "= " : " ") + (keys ? "=" : ""));
      }
      default: return " -f";
    }
  };
  std::string text = "# Completions of orograph for fish, as \"orograph completions fish\" prints them.\n\ncomplete -c orograph -f\n";
  const std::vector<Command> commands = commandsOf(app, words);
  for (const Command& command : commands) {
    const bool whole = &command == &commands.front();
    const std::string where = "complete -c orograph -n " +
                              quoted(whole ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + command.name);
    if (!whole) {
      text += "complete -c orograph -n __fish_use_subcommand -a " + command.name + " -d " + quoted(command.meaning) + "\n";
    }
    for (const Argument& option : command.options) {
      text += where;
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (option.value != Value::kNone) text += " -r" + values(option);
      text += " -d " + quoted(option.meaning) + "\n";
    }
    if (!command.positionals.empty()) text += where + values(command.positionals.front()) + "\n";
  }
  return text;
}

// --- The man page ---

/// Text for roff: no escape, no request, hyphens that stay hyphens.
std::string roff(std::string_view text) {
  std::string safe;
  bool lineStart = true;
  for (const char c : text) {
    if (lineStart && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') safe += "\\e";
    else if (c == '-') safe += "\\-";
    else if (c == ',') safe += ",\\:";  // a list without spaces may be broken there
    else safe += c;
    lineStart = c == '\n';
  }
  return safe;
}

std::string usageOf(const Command& command) {
  std::string usage = command.name;
  for (const Argument& positional : command.positionals) {
    const std::string name = positional.names.front() + (positional.many ? "..." : "");
    usage += " " + (positional.required ? name : "[" + name + "]");
  }
  return usage + " [option]...";
}

std::string argumentsText(const Command& command, bool whole = false) {
  std::string text;
  for (const auto* list : {&command.positionals, &command.options}) {
    for (const Argument& argument : *list) {
      if (!whole && argument.longName() == "--help") continue;  // told once, of the program
      text += ".TP\n\\fB" + roff(joined(argument.names, ", ")) + "\\fR";
      if (list == &command.options && argument.value != Value::kNone) text += " \\fI" + roff(argument.type) + "\\fR";
      text += "\n" + roff(argument.meaning) + "\n";
    }
  }
  return text;
}

std::string keysText() {
  const scene::Spec defaults;
  std::string text;
  for (const scene::Key<scene::Spec>& key : scene::specKeys()) {
    codec::JsonWriter json(true);
    if (key.present(defaults)) key.write(defaults, json);
    const std::string value = json.take();
    text += ".TP\n\\fB" + roff(key.name) + "\\fR" + (key.twin.empty() ? "" : " or \\fB" + roff(key.twin) + "\\fR") + "\n" +
            roff(key.meaning) + ": " + roff(key.allowed) + (value.empty() ? "" : "; by default " + roff(value)) + "\n";
  }
  return text;
}

/// The footer of --help: paragraphs, each after its heading and a colon; indented lines stay lines.
std::string footerText(std::string_view footer) {
  std::string text;
  for (std::size_t start = 0; start < footer.size();) {
    const std::size_t end = std::min(footer.find("\n\n", start), footer.size());
    const std::string_view paragraph = footer.substr(start, end - start);
    const std::size_t colon = std::min(paragraph.find(':'), paragraph.size() - 1);
    text += ".SH ";
    for (const char c : paragraph.substr(0, colon)) text += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::string_view rest = paragraph.substr(colon + 1);
    const bool asLines = rest.starts_with("\n  ");
    rest.remove_prefix(std::min(rest.find_first_not_of('\n'), rest.size()));
    if (!asLines) rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    text += asLines ? "\n.nf\n" + roff(rest) + "\n.fi\n" : "\n" + roff(rest) + "\n";
    start = end + 2;
  }
  return text;
}

}  // namespace

const std::vector<Shell>& shells() {
  static const std::vector<Shell> table = {
      {"bash", bashCompletions}, {"zsh", zshCompletions}, {"fish", fishCompletions}};
  return table;
}

std::string manPage(const CLI::App& app) {
  const std::vector<Command> commands = commandsOf(app, {});
  const Command& program = commands.front();
  std::string meaning = program.meaning;
  if (meaning.ends_with('.')) meaning.pop_back();
  // No date: the page of one version is the same whenever it is made.
  std::string text = ".TH OROGRAPH 1 \"\" \"orograph " OROGRAPH_VERSION "\" \"User Commands\"\n.ad l\n.SH NAME\n" + program.name +
                     " \\- " + roff(meaning) + "\n.SH SYNOPSIS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) {
    text += (i > 1 ? ".br\n" : "") + std::string(".B ") + program.name + "\n" + roff(usageOf(commands[i])) + "\n";
  }
  text += ".br\n.B " + program.name + "\n" + roff("--version | --help") + "\n.SH OPTIONS\n" + argumentsText(program, true) + ".SH COMMANDS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) {
    text += ".SS " + roff(usageOf(commands[i])) + "\n" + roff(commands[i].meaning) + ".\n" + argumentsText(commands[i]);
  }
  text += ".SH SPEC\nA spec is a JSON object of some of these keys.\n" + keysText();
  return text + footerText(app.get_footer());
}

}  // namespace orograph::app
