// Whether markup is well-formed as XML wants it, which a page of HTML may be too.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orograph::test {

/// Empty, or what is wrong: a tag not closed or closed twice, a doubled or bare attribute, a stray '<' or '&', an entity
/// that XML does not know.
inline std::string wrongInMarkup(std::string_view text) {
  const auto entitiesIn = [](std::string_view part) {
    for (std::size_t at = part.find('&'); at != std::string_view::npos; at = part.find('&', at + 1)) {
      const std::string_view name = part.substr(at + 1, part.find(';', at) - at - 1);
      const bool numeric = name.size() > 1 && name[0] == '#' && name.find_first_not_of("0123456789", 1) == name.npos;
      if (!numeric && name != "amp" && name != "lt" && name != "gt" && name != "quot") return false;
    }
    return true;
  };
  if (!text.starts_with("<!DOCTYPE html>")) return "no document type";
  text.remove_prefix(15);
  std::vector<std::string_view> open;
  bool anyRoot = false;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find('<'), text.size());
    const std::string_view between = text.substr(0, start);
    if (!entitiesIn(between)) return "a stray & in: " + std::string(between.substr(0, 80));
    if (open.empty() && between.find_first_not_of(" \n") != between.npos) return "text outside the root";
    text.remove_prefix(start);
    if (text.empty()) break;
    // The end of the tag: a '>' outside quotes.
    std::size_t end = 1;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "a stray < after: " + std::string(text.substr(0, 80));
    }
    if (end == text.size()) return "an open tag at the end";
    std::string_view tag = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "closed, not open: " + std::string(tag);
      open.pop_back();
      continue;
    }
    const bool closed = tag.ends_with('/');
    if (closed) tag.remove_suffix(1);
    const std::size_t nameEnd = std::min(tag.find(' '), tag.size());
    const std::string_view name = tag.substr(0, nameEnd);
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != name.npos)
      return "a tag named oddly: " + std::string(tag.substr(0, 80));
    if (open.empty() && anyRoot) return "a second root";
    anyRoot = true;
    tag.remove_prefix(nameEnd);
    std::set<std::string_view> attributes;
    while (!tag.empty()) {
      const std::size_t equals = tag.find("=\""), close = tag.find('"', equals + 2);
      if (tag[0] != ' ' || equals == tag.npos || close == tag.npos) return "a bare attribute: " + std::string(tag);
      if (!attributes.insert(tag.substr(1, equals - 1)).second) return "a doubled attribute: " + std::string(tag);
      if (!entitiesIn(tag.substr(equals, close - equals))) return "a stray & in: " + std::string(tag.substr(0, 80));
      tag.remove_prefix(close + 1);
    }
    if (!closed) open.push_back(name);
  }
  if (!open.empty()) return "not closed: " + std::string(open.back());
  return anyRoot ? "" : "empty";
}

}  // namespace orograph::test
