#include "output/html.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "output/png.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "support/plane_source.h"
#include "support/png_file.h"
#include "support/random.h"
#include "support/table_source.h"
#include "support/well_formed.h"
#include "support/written_files.h"
#include "terrain/generators.h"

using namespace orograph;
using output::Scene;
using test::contains;

namespace {

/// A scene of uneven heights with what the page needs.
struct Table {
  std::vector<std::vector<std::int32_t>> heights;
  test::TableSource source;
  Scene scene;

  Table(std::size_t columns, std::size_t rows, std::int64_t range)
      : heights(table(columns, rows, range)), source(heights) {
    scene.source = &source;
    scene.imageGrid = {0, 0, 65536, 65536, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(rows)};
    std::int64_t least = INT32_MAX, greatest = INT32_MIN;
    std::int64_t sum = 0;
    for (const auto& row : heights) {
      for (const std::int32_t height : row) {
        least = std::min<std::int64_t>(least, height);
        greatest = std::max<std::int64_t>(greatest, height);
        sum += height;
      }
    }
    scene.page.meanQ16 = sum / static_cast<std::int64_t>(columns * rows);
    scene.image = {16, least, greatest, least, greatest};
    scene.profile.points.xQ16.resize(heights[0].size());
    scene.profile.columns = {{"heightQ16", heights[0]}};
    scene.page.name = "table";
    scene.page.figures = scene.page.spec = "{}";
    scene.page.structures = {{{1000, 1500, 1900}, 450000, 3}};
  }
  static std::vector<std::vector<std::int32_t>> table(std::size_t columns, std::size_t rows, std::int64_t range) {
    test::Random random(columns + 1000 * rows);
    std::vector<std::vector<std::int32_t>> heights(rows, std::vector<std::int32_t>(columns));
    for (auto& row : heights) {
      for (std::int32_t& height : row) height = static_cast<std::int32_t>(random.within(-range, range));
    }
    return heights;
  }
};

std::string page(const Scene& scene) { return test::writtenFiles("html", scene).at("report.html"); }

/// The PNGs in the page's data URIs.
std::vector<test::PngFile> pictures(const std::string& html) {
  constexpr std::string_view kStart = "src=\"data:image/png;base64,";
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<test::PngFile> found;
  for (std::size_t at = html.find(kStart); at != std::string::npos; at = html.find(kStart, at + 1)) {
    const std::size_t first = at + kStart.size();
    std::string bytes;
    unsigned bits = 0, count = 0;
    for (const char c : html.substr(first, html.find('"', first) - first)) {
      if (c == '=') break;
      bits = bits << 6 | static_cast<unsigned>(kDigits.find(c));
      count += 6;
      if (count < 8) continue;
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
    found.emplace_back(bytes);
  }
  return found;
}

}  // namespace

TEST_CASE("the page is well-formed and whole, of any size and of flat fields") {
  for (const auto& [columns, rows] : {std::pair{1, 1}, std::pair{1, 700}, std::pair{700, 1}, std::pair{2, 3},
                                      std::pair{512, 40}, std::pair{513, 40}, std::pair{600, 1100}}) {
    for (const std::int64_t range : {0, 1, 90000, 2147483647}) {
      const Table table(static_cast<std::size_t>(columns), static_cast<std::size_t>(rows), range);
      CAPTURE(columns, rows, range);
      const std::string html = page(table.scene);
      CHECK(test::wrongInMarkup(html) == "");
      const auto pngs = pictures(html);
      REQUIRE(pngs.size() == 2);
      for (const test::PngFile& png : pngs) CHECK(std::max(png.width(), png.height()) <= 512);
      for (const std::string_view word : {"<script", "http:", "https:", "url("}) {
        CAPTURE(word);
        CHECK_FALSE(contains(html, word));
      }
    }
  }
}

TEST_CASE("the page's pictures are every n-th pixel of height.png and hillshade.png") {
  const auto source = terrain::findGenerator("fbm")->make(terrain::Parameters{});
  for (const auto& [columns, rows, step] :
       {std::array{300, 200, 1}, std::array{512, 7, 1}, std::array{513, 300, 2}, std::array{40, 1537, 4}}) {
    Table table(3, 3, 90000);
    Scene& scene = table.scene;
    scene.source = source.get();
    scene.reachQ16 = std::int64_t{1} << 61;
    scene.imageGrid = {-70001, 123, 9001, 8003, columns, rows};
    scene.image = {8, 20000, 150000, -(1 << 20), 1 << 20};
    const auto pngs = pictures(page(scene));
    const test::PngFile map(test::writtenFiles("png", scene).at("height.png")),
        shade(test::writtenFiles("hillshade", scene).at("hillshade.png"));
    REQUIRE(pngs.size() == 2);
    for (const auto& [small, large] : {std::pair{&pngs[0], &map}, std::pair{&pngs[1], &shade}}) {
      CAPTURE(columns, rows);
      const auto every = static_cast<std::size_t>(step);
      REQUIRE(small->width() == (large->width() + every - 1) / every);
      REQUIRE(small->height() == (large->height() + every - 1) / every);
      std::size_t unlike = 0;
      for (std::size_t z = 0; z < small->height(); ++z) {
        for (std::size_t x = 0; x < small->width(); ++x) {
          unlike += small->pixels()[z * small->width() + x] != large->pixels()[z * every * large->width() + x * every];
        }
      }
      CHECK(unlike == 0);
    }
  }
}

TEST_CASE("the page is the same for any number of threads and any height of bands") {
  Table table(61, 1030, 90000);
  const std::string expected = page(table.scene);
  for (const field::Schedule schedule : {field::Schedule{1, 1}, {3}, {3, 7}, {5, 64}}) {
    table.scene.schedule = schedule;
    CAPTURE(schedule.threads, schedule.bandRows);
    CHECK((page(table.scene) == expected));
  }
}

TEST_CASE("the histogram counts every height exactly") {
  for (const auto& [least, greatest] : {std::pair<std::int64_t, std::int64_t>{0, 255}, {-5, 250}, {7, 7}, {-100, 155},
                                        {INT32_MIN, INT32_MAX}, {INT32_MIN, INT32_MIN + 511}}) {
    output::Histogram histogram(least, greatest), other(least, greatest);
    const auto low = static_cast<std::int32_t>(least), high = static_cast<std::int32_t>(greatest);
    histogram.add(std::array{low, high, low});
    other.add(std::array{high});
    histogram.merge(other);
    std::array<std::int64_t, output::kHistogramBins> expected{};
    expected.front() += 2;
    expected[least == greatest ? 0 : output::kHistogramBins - 1] += 2;
    CHECK(histogram.counts() == expected);
  }
  // Bins one height wide hold that height, bins two wide two.
  for (const std::int32_t width : {1, 2, 3}) {
    output::Histogram histogram(-1000, -1000 + 256 * width - 1);
    for (std::int32_t i = 0; i < 256 * width; ++i) {
      for (std::int32_t k = 0; k <= i / width; ++k) histogram.add(std::array{-1000 + i});
    }
    for (std::size_t i = 0; i < output::kHistogramBins; ++i) {
      CHECK(histogram.counts()[i] == width * (static_cast<std::int64_t>(i) + 1));
    }
  }
  const Table table(61, 45, 90000);
  output::Histogram histogram(table.scene.image.minQ16, table.scene.image.maxQ16);
  for (const auto& row : table.heights) histogram.add(row);
  std::string counts;
  for (const std::int64_t count : histogram.counts()) counts += (counts.empty() ? "" : " ") + std::to_string(count);
  CHECK(contains(page(table.scene), ">" + counts + "<"));
}

TEST_CASE("hostile text does not leave its place in the page") {
  CHECK(output::htmlText("a<b>&\"c'") == "a&lt;b&gt;&amp;\\&quot;c&#39;");
  CHECK(output::htmlText("\x1B[0m\n\x7F") == "\\u001b[0m\\n\\u007f");
  CHECK(output::htmlText("\xFF\xC3\xA9") == "\xEF\xBF\xBD\xC3\xA9");
  const std::string hostile = "</h1><script>alert(\"1\")</script><!--&amp;]]>'\x01\xFF";
  Table table(9, 9, 90000);
  output::Page& of = table.scene.page;
  of.name = hostile;
  of.warnings = {hostile, "<img src=x onerror=alert(1)>"};
  of.spec = R"({"name": "</pre><script>"})";
  of.figures = R"({"</td><b>": "<i>", "x<Digest": "</dd>", "o": {"<k>": {"<c>": "<v>"}}, "plainDigest": ["<"]})";
  of.deviations = {{"<svg>", 100, 5}, {"\"", 0, 0}};
  table.scene.profile.columns[0].first = "<text>Q16";
  const std::string html = page(table.scene);
  CHECK(test::wrongInMarkup(html) == "");
  for (const std::string_view tag : {"<script", "<b>", "<i>", "<k>", "<c>", "<v>", "<img src=x", "<!--", "<text>", "<svg>"}) {
    CAPTURE(tag);
    CHECK_FALSE(contains(html, tag));
  }
  CHECK(contains(html, "&lt;/h1&gt;&lt;script&gt;"));
  CHECK(std::none_of(html.begin(), html.end(), [](char c) { return c >= 0 && c < 32 && c != '\n'; }));
}

TEST_CASE("every coordinate of the page's curves is an integer inside its chart") {
  Table table(40, 30, 90000);
  output::Page& of = table.scene.page;
  for (const std::int64_t scale : {1, 7, 1000, 2147483647}) {
    std::vector<std::int32_t> profile(5000);
    test::Random random(static_cast<std::uint64_t>(scale));
    for (std::int32_t& height : profile) height = static_cast<std::int32_t>(random.within(-scale, scale));
    table.scene.profile.columns = {{"oneQ16", profile}, {"twoQ16", profile}};
    table.scene.profile.points.xQ16.resize(profile.size());
    of.structures = {{{scale, 2 * scale, 0, 3 * scale}, std::nullopt, 4}, {{scale, scale, scale}, -3000000, 3}};
    of.slopeByOctavesMillionths = {std::nullopt, 1000000, -250000, std::nullopt};
    of.deviations = {{"a", scale, scale * 10000}, {"b", 0, 0}};
    const std::string html = page(table.scene);
    CAPTURE(scale);
    CHECK(test::wrongInMarkup(html) == "");
    std::size_t paths = 0;
    for (std::size_t at = html.find(" d=\""); at != std::string::npos; at = html.find(" d=\"", at + 1), ++paths) {
      const std::string d = html.substr(at + 4, html.find('"', at + 4) - at - 4);
      CHECK(d.find_first_not_of("MVHZ 0123456789") == std::string::npos);  // no sign, no point
      for (std::size_t i = 0; i < d.size();) {
        const std::size_t start = d.find_first_of("0123456789", i);
        if (start == std::string::npos) break;
        i = std::min(d.find_first_not_of("0123456789", start), d.size());
        if (std::stol(d.substr(start, i - start)) > 4000) FAIL("a coordinate outside the chart");
      }
    }
    CHECK(paths > 20);
  }
}
