// OBJ text against fprintf of the same lines. Ours makes the heights and the normals as well; fprintf finds them made.
#include <array>
#include <cstdio>
#include <string>

#include "bench.h"
#include "fields.h"
#include "mesh/terrain_mesh.h"
#include "output/obj.h"

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

struct Mesh {
  field::Grid grid;
  std::vector<std::int32_t> heights;
  std::vector<std::array<std::int64_t, 3>> normals;
};

std::size_t printed(const Mesh& mesh, bool withRest) {
  NullStream stream;
  std::FILE* const file = stream.file();
  const field::Grid& grid = mesh.grid;
  std::fprintf(file, "o terrain\n");
  std::size_t i = 0;
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      std::fprintf(file, "v %.5f %.5f %.5f\n", real(grid.xQ16(x)), real(mesh.heights[i++]), real(grid.zQ16(z)));
    }
  }
  if (!withRest) return stream.bytes();
  for (std::int64_t z = 0; z < grid.rows; ++z) {
    for (std::int64_t x = 0; x < grid.columns; ++x) {
      std::fprintf(file, "vt %.6f %.6f\n", static_cast<double>(x) / static_cast<double>(grid.columns - 1),
                   static_cast<double>(grid.rows - 1 - z) / static_cast<double>(grid.rows - 1));
    }
  }
  for (const auto& n : mesh.normals) std::fprintf(file, "vn %.5f %.5f %.5f\n", real(n[0]), real(n[1]), real(n[2]));
  for (std::int64_t z = 0; z + 1 < grid.rows; ++z) {
    for (std::int64_t x = 0; x + 1 < grid.columns; ++x) {
      for (const auto& t : mesh::cellTriangles(grid, x, z)) {
        const long long a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
        std::fprintf(file, "f %lld/%lld/%lld %lld/%lld/%lld %lld/%lld/%lld\n", a, a, a, b, b, b, c, c, c);
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
  Mesh mesh{fbmGrid(64, side, side), {}, {}};
  const field::Grid& grid = mesh.grid;
  mesh.heights = MemorySource(*source, grid).heights();
  std::vector<std::array<std::int64_t, 3>> rowNormals;
  const auto row = [&](std::int64_t z) {
    return std::span(mesh.heights).subspan(static_cast<std::size_t>(z * side), static_cast<std::size_t>(side));
  };
  for (std::int64_t z = 0; z < side; ++z) {
    const std::int64_t north = std::max<std::int64_t>(z - 1, 0), south = std::min(z + 1, side - 1);
    mesh::rowNormals(grid, row(north), row(z), row(south), south - north, rowNormals);
    mesh.normals.insert(mesh.normals.end(), rowNormals.begin(), rowNormals.end());
  }

  output::Scene whole;
  whole.source = source.get();
  whole.meshGrid = grid;
  const auto vertices = static_cast<double>(side * side);
  std::size_t bytes[2] = {};
  Contest contest("OBJ " + std::to_string(side) + "^2 vertices with uvs, normals and faces, one thread", "ns/vertex",
                  Clock::kProcessor);
  contest.add("fprintf", vertices, [&] { bytes[0] = printed(mesh, true); });
  contest.add("own", vertices, [&] {
    CountingSink sink;
    output::writeObj(whole, sink);
    bytes[1] = sink.bytes;
  });
  contest.run(options.quick ? 2 : 7);
  // A tie of the fifth decimal or a zero's sign may differ; a missing line would show.
  require(bytes[0] < bytes[1] + bytes[1] / 1000 && bytes[1] < bytes[0] + bytes[0] / 1000, contest.title());
  report.add(contest, "fprintf");
  std::printf("  %.0f bytes a vertex: own %.2f GB/s\n", static_cast<double>(bytes[1]) / vertices,
              static_cast<double>(bytes[1]) / vertices / contest.ns("own"));
  report.add({"OBJ text against fprintf", "times as fast", contest.ratio("fprintf", "own"), Wanted::kAtLeast, 10, 30});
}

}  // namespace orograph::bench
