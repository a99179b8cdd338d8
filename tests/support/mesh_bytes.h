// Reading binary mesh files with nothing of the code that writes them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace orograph::test {

inline std::uint32_t uint32At(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

inline float floatAt(const std::string& bytes, std::size_t at) { return std::bit_cast<float>(uint32At(bytes, at)); }

inline std::vector<float> floatsAt(const std::string& bytes, std::size_t at, std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(floatAt(bytes, at + 4 * i));
  return values;
}

/// The float nearest to a Q16 number: a double holds every one in use, so the processor rounds once.
inline float asFloat(std::int64_t valueQ16) { return static_cast<float>(static_cast<double>(valueQ16) / 65536); }

struct Ply {
  std::vector<std::string> properties;  // of a vertex, all floats
  std::vector<std::vector<float>> vertices;
  std::vector<std::array<std::uint32_t, 3>> faces;

  explicit Ply(const std::string& bytes) {
    const std::string end = "end_header\n";
    std::size_t at = bytes.find(end) + end.size(), vertexCount = 0, faceCount = 0;
    std::istringstream header(bytes.substr(0, at));
    for (std::string line; std::getline(header, line);) {
      std::istringstream words(line);
      std::string word, kind, name;
      words >> word >> kind >> name;
      if (word == "element") (kind == "vertex" ? vertexCount : faceCount) = std::stoul(name);
      if (word == "property" && kind == "float") properties.push_back(name);
    }
    for (; vertices.size() < vertexCount; at += 4 * properties.size()) {
      vertices.push_back(floatsAt(bytes, at, properties.size()));
    }
    for (; faces.size() < faceCount; at += 13) {
      if (bytes.at(at) != 3) throw std::runtime_error("a face is no triangle");
      faces.push_back({uint32At(bytes, at + 1), uint32At(bytes, at + 5), uint32At(bytes, at + 9)});
    }
    if (at != bytes.size()) throw std::runtime_error("bytes after the last face");
  }
};

struct Stl {
  using Corner = std::array<float, 3>;
  struct Facet {
    Corner normal;
    std::array<Corner, 3> corners;
  };
  std::vector<Facet> facets;

  explicit Stl(const std::string& bytes) {
    const auto corner = [&](std::size_t at) {
      return Corner{floatAt(bytes, at), floatAt(bytes, at + 4), floatAt(bytes, at + 8)};
    };
    for (std::size_t at = 84; at < bytes.size(); at += 50) {
      facets.push_back({corner(at), {corner(at + 12), corner(at + 24), corner(at + 36)}});
    }
    if (facets.size() != uint32At(bytes, 80) || bytes.size() != 84 + 50 * facets.size()) {
      throw std::runtime_error("the number of facets is not that of the header");
    }
  }

  /// Whether every directed edge has its reverse, once each: a closed surface, all facets turned alike.
  bool closed() const {
    std::map<std::pair<Corner, Corner>, int> edges;
    for (const Facet& facet : facets) {
      for (std::size_t i = 0; i < 3; ++i) ++edges[{facet.corners[i], facet.corners[(i + 1) % 3]}];
    }
    for (const auto& [edge, count] : edges) {
      if (count != 1 || edge.first == edge.second || !edges.contains({edge.second, edge.first})) return false;
    }
    return true;
  }

  /// By the divergence theorem; positive where facets run counter-clockwise seen from outside.
  double volume() const {
    double six = 0;
    for (const auto& [normal, c] : facets) {
      const auto at = [&](std::size_t i, std::size_t axis) { return static_cast<double>(c[i][axis]); };
      six += at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
             at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
             at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0));
    }
    return six / 6;
  }
};

}  // namespace orograph::test
