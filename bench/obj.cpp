// OBJ text against fprintf of the same lines. Both make the heights and the normals.
#include "output/obj.h"

#include <array>
#include <cstdio>
#include <string>

#include "bench.h"
#include "fields.h"
#include "mesh/terrain_mesh.h"
#include "terrain/height_bands.h"

namespace orograph::bench {
namespace {

double real(std::int64_t valueQ16) { return static_cast<double>(valueQ16) / 65536; }

/// A stream that counts and forgets.
class NullStream {
 public:
  NullStream() : file_(fopencookie(&bytes_, "w", {nullptr, count, nullptr, nullptr})) {
    std::setvbuf(file_, buffer_.data(), _IOFBF, buffer_.size());
  }
  ~NullStream() { std::fclose(file_); }
  NullStream(const NullStream&) = delete;
  NullStream& operator=(const NullStream&) = delete;
  std::FILE* file() { return file_; }
  std::size_t bytes() {
    std::fflush(file_);
    return bytes_;
  }

 private:
  static ssize_t count(void* cookie, const char*, std::size_t bytes) {
    *static_cast<std::size_t*>(cookie) += bytes;
    return static_cast<ssize_t>(bytes);
  }
  std::size_t bytes_ = 0;
  std::vector<char> buffer_ = std::vector<char>(1 << 16);
  std::FILE* file_;
};

enum class Lines { kWithoutNormals, kAll };

/// As output::writeObj, line by line, and from the same heights: what differs is how numbers become text.
std::size_t printed(const terrain::HeightSource& source, const field::Grid& grid, Lines lines) {
  NullStream stream;
  std::FILE* const file = stream.file();
  const auto eachRow = [&](std::int64_t margin, auto&& printRow) {
    terrain::forEachBand<int>(
        source, grid, {}, margin,
        [&](const terrain::HeightBand& band, int) {
          for (std::int64_t z = band.first(); z < band.last(); ++z) printRow(band, z);
        },
        [](const terrain::HeightBand&, int) {});
  };
  std::fprintf(file, "o terrain\n");
  eachRow(0, [&](const terrain::HeightBand& band, std::int64_t z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      const std::int32_t height = band.row(z)[static_cast<std::size_t>(x)];
      std::fprintf(file, "v %.5f %.5f %.5f\n", real(grid.xQ16(x)), real(height), real(grid.zQ16(z)));
    }
  });
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      std::fprintf(file, "vt %.6f %.6f\n", static_cast<double>(x) / static_cast<double>(grid.columns - 1),
                   static_cast<double>(grid.rows - 1 - z) / static_cast<double>(grid.rows - 1));
    }
  }
  if (lines == Lines::kAll) {
    std::vector<std::array<std::int64_t, 3>> normals;
    eachRow(1, [&](const terrain::HeightBand& band, std::int64_t z) {
      const std::int64_t north = std::max<std::int64_t>(z - 1, 0), south = std::min(z + 1, grid.rows - 1);
      mesh::rowNormals(grid, {band.row(north), band.row(z), band.row(south), south - north}, normals);
      for (const auto& n : normals) std::fprintf(file, "vn %.5f %.5f %.5f\n", real(n[0]), real(n[1]), real(n[2]));
    });
  }
  for (std::int64_t z = 0; z + 1 < grid.rows; ++z) {
    for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
      for (const auto& t : mesh::cellTriangles(grid, x, z)) {
        const long long a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
        if (lines == Lines::kAll) {
          std::fprintf(file, "f %lld/%lld/%lld %lld/%lld/%lld %lld/%lld/%lld\n", a, a, a, b, b, b, c, c, c);
        } else {
          std::fprintf(file, "f %lld/%lld %lld/%lld %lld/%lld\n", a, a, b, b, c, c);
        }
      }
    }
  }
  return stream.bytes();
}

}  // namespace

void obj(const Options& options, Report& report) {
  const OnOneProcessor pinned;
  const std::int64_t side = options.quick ? 257 : 1025;
  const auto source = fbmSource(8);
  output::Scene scene;
  scene.source = source.get();
  scene.meshGrid = fbmGrid(64, side, side);
  const auto vertices = static_cast<double>(side * side);
  for (const Lines lines : {Lines::kWithoutNormals, Lines::kAll}) {
    scene.mesh.normals = lines == Lines::kAll;
    const std::string what = lines == Lines::kAll ? "positions, uvs, normals, faces" : "positions, uvs, faces";
    std::size_t peerBytes = 0, ownBytes = 0;
    Contest contest("OBJ text, " + std::to_string(side) + "^2 vertices, " + what + ", one thread", "ns/vertex");
    contest.add("fprintf", vertices, [&] { peerBytes = printed(*source, scene.meshGrid, lines); });
    contest.add("own", vertices, [&] {
      CountingSink sink;
      output::writeObj(scene, sink);
      ownBytes = sink.bytes;
    });
    contest.run(options.quick ? 2 : 7);
    // A tie of the fifth decimal or a zero's sign may differ; a missing line would show.
    require(peerBytes < ownBytes + ownBytes / 1000 && ownBytes < peerBytes + peerBytes / 1000, contest.title());
    report.add(contest, "fprintf");
    const double bytes = static_cast<double>(ownBytes) / vertices;
    std::printf("  %.0f bytes a vertex: own %.2f GB/s\n", bytes, bytes / contest.ns("own"));
    report.add(
        {"OBJ text, " + what + ", against fprintf", "x", contest.ratio("fprintf", "own"), Wanted::kAtLeast, 10, 30});
  }
}

}  // namespace orograph::bench
