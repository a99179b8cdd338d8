#include "output/html.h"

#include <algorithm>
#include <utility>

#include "codec/json_document.h"
#include "codec/text.h"
#include "fixed/q16.h"
#include "fixed/roots.h"
#include "output/field_image.h"
#include "output/hillshade.h"
#include "output/png.h"
#include "output/png_stream.h"

namespace orograph::output {
namespace {

using codec::JsonValue;

constexpr std::int64_t kMostPixels = 512;  // of a picture, along the longer side
/// An upper bound of all but the pictures: the effective spec is at most a few times the mebibyte that a spec may have.
constexpr std::int64_t kMostTextBytes = std::int64_t{1} << 24;
/// Changes with the page, so that `verify` tells an old page from a wrong one.
constexpr std::string_view kEncoder = "orograph page/1";

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--paper:#fbfbf9;--card:#fff;--ink:#1d2327;--soft:#59646b;--line:#d5dadd;--a:#0b62a8;--b:#b4500a;--warn:#fff3d6}
@media (prefers-color-scheme:dark){:root{--paper:#14181b;--card:#1c2226;--ink:#e6eaec;--soft:#a3afb6;--line:#3a444b;--a:#6db6f2;--b:#f2a15f;--warn:#3b3012}}
*{box-sizing:border-box}
body{margin:0 auto;padding:16px;max-width:68rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.4rem 0 .2rem}
h2{font-size:1.2rem;margin:2rem 0 .6rem}
h3{font-size:1rem;margin:0 0 .5rem}
p{margin:.3rem 0}
.soft,figcaption,dt{color:var(--soft)}
.warn{background:var(--warn);border-left:4px solid var(--b);padding:.5rem .8rem;margin:.8rem 0}
.warn ul{margin:0;padding-left:1.1rem}
.grid{display:grid;margin-top:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:16px}
.card{margin:0;min-width:0;padding:14px;background:var(--card);border:1px solid var(--line);border-radius:8px;break-inside:avoid}
.tables{columns:19rem;column-gap:16px}
.tables .card{margin-bottom:16px}
.card img,.card svg{display:block;width:100%;height:auto;max-height:32rem}
.card img{object-fit:contain}
.pixels{image-rendering:pixelated}
figcaption{font-size:.875rem;margin-top:.5rem}
.key{display:inline-block;margin-right:1rem}
.key i{display:inline-block;width:1.4rem;height:0;border-top:3px solid;vertical-align:.25em;margin-right:.35rem}
.key i.a{border-color:var(--a)}
.key i.b{border-color:var(--b)}
svg text{font:125px system-ui,sans-serif;fill:var(--soft)}
svg .value{fill:var(--ink)}
svg path{fill:none;stroke-width:18;stroke-linejoin:round}
svg .axis{stroke:var(--line);stroke-width:8}
svg .a{stroke:var(--a)}
svg .b{stroke:var(--b)}
svg .fill{fill:var(--a);fill-opacity:.25;stroke:none}
svg .fit{stroke-dasharray:70 50;stroke-width:26;stroke-opacity:.6}
svg circle.a,svg rect.a{fill:var(--a);stroke:none}
svg circle.b,svg rect.b{fill:var(--b);stroke:none}
table{border-collapse:collapse;width:100%;font-size:.8125rem}
th,td{padding:.2rem .3rem .2rem 0;border-top:1px solid var(--line);text-align:left;font-weight:400;vertical-align:top}
th{color:var(--soft)}
th[scope=row]{overflow-wrap:break-word}
td{font-variant-numeric:tabular-nums;text-align:right}
th[scope=col]{font-size:.75rem;text-align:right}
td:last-child,th:last-child{padding-right:0}
dl{margin:0;font-size:.875rem}
dd{margin:0 0 .6rem;font-family:ui-monospace,monospace}
pre{margin:0;font:.8125rem/1.45 ui-monospace,monospace;white-space:pre-wrap}
@media (max-width:32rem){svg text{font-size:155px}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--a:#0b62a8;--b:#b4500a;--warn:#fff}body{max-width:none;padding:0 1px;font-size:10pt}.grid{grid-template-columns:1fr 1fr;gap:10px}.tables{columns:2}.card{border-radius:0}}
)";

// --- Text ---

std::string entities(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

/// value / 10^places, without a zero after the point.
std::string shortDecimal(std::int64_t value, int places) {
  std::string text = codec::decimalText(value, places);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

/// Three decimals, half up, of any 62-bit Q16.
std::string roundedQ16(std::int64_t valueQ16) {
  return shortDecimal((valueQ16 >> 16) * 1000 + (((valueQ16 & 0xFFFF) * 1000 + 32768) >> 16), 3);
}

/// floor(Q16 * 10^6): what heights are plotted by. Below 2^37.
std::int64_t millionthsOf(std::int64_t heightQ16) { return (heightQ16 * 1000000) >> 16; }

// --- Pictures ---

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

struct StringSink final : ByteSink {
  std::string text;
  void write(std::string_view bytes) override { text += bytes; }
};

/// Every step-th sample of every step-th row.
struct Decimation {
  std::int64_t step;
  PngShape shape;

  explicit Decimation(const field::Grid& grid)
      : step((std::max(grid.columns, grid.rows) + kMostPixels - 1) / kMostPixels),
        shape{(grid.columns + step - 1) / step, (grid.rows + step - 1) / step, 1, 8} {}

  /// Appends what is left of a row of the image, if anything.
  template <class T>
  void pick(std::int64_t row, std::span<const T> values, std::vector<T>& picked) const {
    if (row % step != 0) return;
    for (std::size_t x = 0; x < values.size(); x += static_cast<std::size_t>(step)) picked.push_back(values[x]);
  }
};

std::string picture(std::span<const unsigned char> pixels, const PngShape& shape, std::string_view about) {
  StringSink file;
  PngStream stream(shape, file);
  PngPiece piece;
  const auto pieceBytes = static_cast<std::size_t>(shape.pieceRows() * shape.width);
  for (std::size_t at = 0; at < pixels.size(); at += pieceBytes) {
    piece.make(pixels.subspan(at, std::min(pieceBytes, pixels.size() - at)), shape);
    stream.add(piece);
  }
  stream.end();
  const bool large = std::max(shape.width, shape.height) >= kMostPixels / 2;
  return "<img" + std::string(large ? "" : " class=\"pixels\"") + " width=\"" + std::to_string(shape.width) +
         "\" height=\"" + std::to_string(shape.height) + "\" alt=\"" + std::string(about) +
         "\" src=\"data:image/png;base64," + base64(file.text) + "\"/>";
}

// --- Charts ---

/// From values to tenths of a pixel, to the nearest. Values below 2^48 and places below 2^13 keep it within 64 bits.
struct Scale {
  std::int64_t low, high;  // low < high
  std::int64_t from, to;   // where they are

  std::int64_t at(std::int64_t value) const {
    return from + fixed::floorDiv(2 * (value - low) * (to - from) + (high - low), 2 * (high - low));
  }
};

/// Round values from low to high, at most eight: steps are 1, 2 or 5 times a power of ten.
std::vector<std::int64_t> roundValues(std::int64_t low, std::int64_t high) {
  std::int64_t step = 1;
  for (int i = 0; (high - low) / step > 7; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  std::vector<std::int64_t> values;
  for (std::int64_t v = -fixed::floorDiv(-low, step) * step; v <= high; v += step) values.push_back(v);
  return values;
}

/// An SVG of axes and curves.
class Chart {
 public:
  static constexpr std::int64_t kLeft = 760, kRight = 3800, kTop = 90, kBottom = 2180;

  Chart(std::string_view about, std::string_view along, std::string_view up)
      : svg_("<svg viewBox=\"0 0 4000 2600\" role=\"img\" aria-label=\"" + std::string(about) + "\">") {
    if (along.empty()) return;
    text((kLeft + kRight) / 2, 2560, "middle", along);
    svg_ += "<text transform=\"rotate(-90)\" x=\"-" + std::to_string((kTop + kBottom) / 2) +
            "\" y=\"150\" text-anchor=\"middle\">" + htmlText(up) + "</text>";
  }

  void along(std::int64_t x, std::string_view label, std::string_view anchor = "middle") {
    path("axis", "M" + std::to_string(x) + " " + std::to_string(kTop) + "V" + std::to_string(kBottom));
    text(x, kBottom + 160, anchor, label);
  }
  void up(std::int64_t y, std::string_view label) {
    path("axis", "M" + std::to_string(kLeft) + " " + std::to_string(y) + "H" + std::to_string(kRight));
    text(kLeft - 60, y + 45, "end", label);
  }
  /// Ticks at round values of millionths.
  void along(const Scale& scale) {
    for (const std::int64_t v : roundValues(scale.low, scale.high)) along(scale.at(v), shortDecimal(v, 6));
  }
  void up(const Scale& scale) {
    for (const std::int64_t v : roundValues(scale.low, scale.high)) up(scale.at(v), shortDecimal(v, 6));
  }
  void text(std::int64_t x, std::int64_t y, std::string_view anchor, std::string_view label,
            std::string_view look = "") {
    svg_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" +
            std::string(anchor) + "\"" + (look.empty() ? "" : " class=\"" + std::string(look) + "\"") + ">" +
            htmlText(label) + "</text>";
  }
  void path(std::string_view look, std::string_view d) {
    svg_ += "<path class=\"" + std::string(look) + "\" d=\"" + std::string(d) + "\"/>";
  }
  using Points = std::vector<std::pair<std::int64_t, std::int64_t>>;
  void line(std::string_view look, const Points& points) {
    std::string d;
    for (const auto& [x, y] : points) d += (d.empty() ? "M" : " ") + std::to_string(x) + " " + std::to_string(y);
    path(look, d);
  }
  void dots(std::string_view look, const Points& points) {
    for (const auto& [x, y] : points) {
      svg_ += "<circle class=\"" + std::string(look) + "\" cx=\"" + std::to_string(x) + "\" cy=\"" + std::to_string(y) +
              "\" r=\"36\"/>";
    }
  }
  void bar(std::string_view look, std::int64_t y, std::int64_t width) {
    svg_ += "<rect class=\"" + std::string(look) + "\" x=\"0\" y=\"" + std::to_string(y) + "\" width=\"" +
            std::to_string(width) + "\" height=\"140\"/>";
  }
  std::string take() { return std::move(svg_) + "</svg>"; }

  static Scale acrossOf(std::int64_t low, std::int64_t high) { return {low, high, kLeft, kRight}; }
  /// Upward, with one unit above and below where all values are one.
  static Scale upOf(std::int64_t low, std::int64_t high, std::int64_t unit) {
    return low < high ? Scale{low, high, kBottom, kTop} : Scale{low - unit, high + unit, kBottom, kTop};
  }

 private:
  std::string svg_;
};

std::string card(std::string_view title, const std::string& content, const std::string& caption) {
  return "<figure class=\"card\"><h3>" + htmlText(title) + "</h3>" + content + "<figcaption>" + caption +
         "</figcaption></figure>\n";
}

constexpr std::array<std::string_view, 2> kLooks = {"a", "b"};

std::string key(std::size_t series, const std::string& meaning) {
  return "<span class=\"key\"><i class=\"" + std::string(kLooks.at(series)) + "\"></i>" + htmlText(meaning) +
         "</span> ";
}

constexpr std::int64_t kMillion = 1000000;

std::string profileCard(const Scene& scene) {
  const auto& columns = scene.profile.columns;
  std::int64_t low = INT64_MAX, high = INT64_MIN;
  for (const auto& [name, heights] : columns) {
    const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
    low = std::min(low, millionthsOf(*least));
    high = std::max(high, millionthsOf(*greatest));
  }
  const auto last = static_cast<std::int64_t>(columns.front().second.size()) - 1;
  const Scale across = Chart::acrossOf(0, std::max<std::int64_t>(last, 1)), upward = Chart::upOf(low, high, kMillion);
  const auto& points = scene.profile.points;
  const bool line = !points.zQ16.empty();
  const std::vector<std::int64_t>& places = line ? points.distanceQ16 : points.xQ16;
  Chart chart("Heights along the profile", line ? "distance along the line" : "x", "height");
  chart.up(upward);
  chart.along(Chart::kLeft, roundedQ16(places.front()), "start");
  chart.along(Chart::kRight, roundedQ16(places.back()), "end");
  std::string keys;
  for (std::size_t i = columns.size(); i-- > 0;) {
    const std::span<const std::int32_t> heights = columns[i].second;
    // Of more points than places, each place's lowest and highest.
    Chart::Points drawn;
    for (std::int64_t at = 0; at <= last;) {
      const std::int64_t x = across.at(at);
      std::int32_t least = heights[static_cast<std::size_t>(at)], greatest = least;
      for (; at <= last && across.at(at) / 10 == x / 10; ++at) {
        least = std::min(least, heights[static_cast<std::size_t>(at)]);
        greatest = std::max(greatest, heights[static_cast<std::size_t>(at)]);
      }
      drawn.emplace_back(x, upward.at(millionthsOf(least)));
      if (least != greatest) drawn.emplace_back(x, upward.at(millionthsOf(greatest)));
    }
    chart.line(kLooks.at(i), drawn);
    keys = key(i, columns[i].first.substr(0, columns[i].first.size() - 3)) + keys;
  }
  return card("Profile", chart.take(), keys + std::to_string(last + 1) + " points");
}

/// log2 in Q16.
std::int64_t logOf(std::int64_t value) { return fixed::log2Q48(static_cast<std::uint64_t>(value)) >> 32; }

/// Ticks of a height on a logarithmic scale: at 1, 2 and 5 times the powers of ten, or at those alone.
void logTicks(Chart& chart, const Scale& scale) {
  const auto ticks = [&](bool draw, bool all) {
    int count = 0;
    for (int power = -5; power <= 5; ++power) {
      for (const std::int64_t digit : {1, 2, 5}) {
        if (digit != 1 && !all) continue;
        std::int64_t ten = 1;
        for (int i = 0; i < std::abs(power); ++i) ten *= 10;
        const std::int64_t place = logOf(digit * 65536) + (power < 0 ? -logOf(ten) : logOf(ten));
        if (place < scale.low || place > scale.high) continue;
        ++count;
        if (draw) chart.up(scale.at(place), power < 0 ? shortDecimal(digit, -power) : std::to_string(digit * ten));
      }
    }
    return count;
  };
  ticks(true, ticks(false, true) <= 9);
}

std::string structureCard(const Scene& scene) {
  const std::vector<Page::Structure>& structures = scene.page.structures;
  std::int64_t low = INT64_MAX, high = INT64_MIN;
  std::int64_t lags = 0;
  for (const Page::Structure& structure : structures) {
    lags = std::max(lags, static_cast<std::int64_t>(structure.roughnessQ16.size()));
    for (const std::int64_t rough : structure.roughnessQ16) {
      if (rough == 0) continue;
      low = std::min(low, logOf(rough) - 8192);
      high = std::max(high, logOf(rough) + 8192);
    }
  }
  if (low > high || lags < 2) {
    return card("Structure function", "<p>The profile is flat, or too short.</p>", "");
  }
  const Scale across = Chart::acrossOf(0, lags - 1), upward = Chart::upOf(low, high, 65536);
  Chart chart("Structure function on log-log scale", "lag, points of the profile", "mean |difference|");
  logTicks(chart, upward);
  for (std::int64_t i = 0; i < lags; i += (lags + 8) / 9) {
    chart.along(across.at(i), std::to_string(std::int64_t{1} << i));
  }
  std::string keys;
  for (std::size_t s = structures.size(); s-- > 0;) {
    const Page::Structure& structure = structures[s];
    Chart::Points points;
    for (std::size_t i = 0; i < structure.roughnessQ16.size(); ++i) {
      const std::int64_t rough = structure.roughnessQ16[i];
      if (rough != 0) points.emplace_back(across.at(static_cast<std::int64_t>(i)), upward.at(logOf(rough)));
    }
    std::string slope = ": no slope";
    if (structure.slopeMillionths) {
      // The line of least squares goes through the middle of the points that it fits; it is drawn on to the chart's edge.
      const std::int64_t count = structure.slopeLags;
      std::int64_t sum = 0;
      for (std::int64_t i = 0; i < count; ++i) sum += logOf(structure.roughnessQ16[static_cast<std::size_t>(i)]);
      Chart::Points fit;
      for (std::int64_t i = 0; i < lags; ++i) {
        const std::int64_t rise =
            fixed::floorDiv(*structure.slopeMillionths * (2 * i - (count - 1)) * 65536, 2 * kMillion);
        const std::int64_t y = upward.at(fixed::floorDiv(sum, count) + rise);
        if (y >= Chart::kTop && y <= Chart::kBottom) fit.emplace_back(across.at(i), y);
      }
      chart.line(std::string(kLooks.at(s)) + " fit", fit);
      slope = ": slope " + codec::decimalText(*structure.slopeMillionths, 6) + " over the first " +
              std::to_string(count) + " lags";
    }
    chart.line(kLooks.at(s), points);
    chart.dots(kLooks.at(s), points);
    const std::string& name = scene.profile.columns[s].first;
    keys = key(s, name.substr(0, name.size() - 3) + slope) + keys;
  }
  return card("Structure function", chart.take(), keys);
}

std::string histogramCards(const Scene& scene, const Histogram& histogram) {
  const std::int64_t least = scene.image.minQ16, greatest = scene.image.maxQ16;
  if (least == greatest) {
    return card("Histogram", "<p>All heights are " + roundedQ16(least) + ".</p>", "");
  }
  const auto& counts = histogram.counts();
  std::int64_t total = 0, most = 0;
  for (const std::int64_t count : counts) {
    total += count;
    most = std::max(most, count);
  }
  // Shares in millionths of a percent: counts are below 2^33, so nothing passes 2^60.
  const auto share = [&](std::int64_t count) { return count * 100 * kMillion / total; };
  const std::int64_t low = millionthsOf(least), high = millionthsOf(greatest + 1);
  constexpr auto kBins = static_cast<std::int64_t>(kHistogramBins);

  Chart chart("Histogram of the image's heights", "height", "% of the samples");
  chart.along(Chart::acrossOf(low, high));
  const Scale bins = Chart::acrossOf(0, kBins), upward = Chart::upOf(0, share(most), kMillion);
  chart.up(upward);
  std::string d = "M" + std::to_string(Chart::kLeft) + " " + std::to_string(Chart::kBottom), exact;
  for (std::size_t i = 0; i < kHistogramBins; ++i) {
    d += "V" + std::to_string(upward.at(share(counts[i]))) + "H" + std::to_string(bins.at(static_cast<std::int64_t>(i) + 1));
    exact += (i == 0 ? "" : " ") + std::to_string(counts[i]);
  }
  d += "V" + std::to_string(Chart::kBottom) + "Z";
  chart.path("fill", d);
  chart.path("a", d);
  std::string cards = card("Histogram", chart.take(),
                           "256 bins of equal width over " + std::to_string(total) +
                               " samples<details><summary>counts</summary>" + exact + "</details>");

  Chart curve("Hypsometric curve of the image", "% of the area above", "height");
  curve.up({low, high, Chart::kBottom, Chart::kTop});
  const Scale across = Chart::acrossOf(0, total), edges{0, kBins, Chart::kBottom, Chart::kTop};
  for (const std::int64_t percent : {0, 25, 50, 75, 100}) {
    curve.along(Chart::acrossOf(0, 100).at(percent), std::to_string(percent));
  }
  Chart::Points points;
  std::int64_t above = total;
  for (std::int64_t i = 0; i <= kBins; ++i) {
    points.emplace_back(across.at(above), edges.at(i));
    if (i < kBins) above -= counts[static_cast<std::size_t>(i)];
  }
  Chart::Points area = points;
  area.emplace_back(Chart::kLeft, Chart::kBottom);
  curve.line("fill", area);
  curve.line("a", points);
  const std::int64_t range = greatest - least;
  const std::int64_t integral = ((scene.page.meanQ16 - least) * 2000 + range) / (2 * range);
  return cards + card("Hypsometric curve", curve.take(),
                      "hypsometric integral (mean - min) / (max - min): " + codec::decimalText(integral, 3));
}

std::string octaveCards(const Page& page) {
  std::string cards;
  const auto& slopes = page.slopeByOctavesMillionths;
  std::int64_t low = INT64_MAX, high = INT64_MIN;
  for (const auto& slope : slopes) {
    if (!slope) continue;
    low = std::min(low, *slope);
    high = std::max(high, *slope);
  }
  const auto count = static_cast<std::int64_t>(slopes.size());
  if (low <= high) {
    const Scale across = Chart::acrossOf(0, count + 1), upward = Chart::upOf(low, high, kMillion / 10);
    Chart chart("Self-similarity by octaves", "octaves", "slope");
    chart.up(upward);
    Chart::Points points;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto& slope = slopes[static_cast<std::size_t>(i)];
      if (slope) points.emplace_back(across.at(i + 1), upward.at(*slope));
      if (i % ((count + 11) / 12) == 0) chart.along(across.at(i + 1), std::to_string(i + 1));
    }
    chart.line("a", points);
    chart.dots("a", points);
    cards += card("Self-similarity by octaves", chart.take(),
                  "slope of the structure function over the lags 1, 2 and 4, with that many octaves");
  }
  if (page.deviations.empty()) return cards;
  std::int64_t greatest = 1;
  for (const Page::Deviation& deviation : page.deviations) greatest = std::max(greatest, deviation.maxQ16);
  // In 10^-4 / 65536: below 2^46.
  const Scale scale{0, greatest * 10000, 0, 4000};
  Chart chart("Deviations of the mesh's heights", "", "");
  std::int64_t y = 130;
  for (const Page::Deviation& deviation : page.deviations) {
    const auto bar = [&](std::size_t series, const std::string& what, std::int64_t tenThousandths) {
      chart.text(0, y, "start", what + " from " + deviation.from, "value");
      chart.text(4000, y, "end", shortDecimal((tenThousandths * 10 + 32768) >> 16, 5), "value");
      chart.bar(kLooks.at(series), y + 60, std::max<std::int64_t>(scale.at(tenThousandths), 10));
      y += 600;
    };
    bar(0, "mean", deviation.meanTenThousandths);
    bar(1, "greatest", deviation.maxQ16 * 10000);
    y += 200;
  }
  return cards + card("Octave deviations", chart.take(),
                      "absolute differences of the mesh's heights from a field of other octaves, in height units");
}

// --- Tables ---

std::string valueText(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNull: return "none";
    case JsonValue::Kind::kBoolean: return value.boolean ? "true" : "false";
    case JsonValue::Kind::kArray: {
      std::string list;
      for (const JsonValue& item : value.items) list += (list.empty() ? "" : ", ") + valueText(item);
      return list;
    }
    default: return htmlText(value.text);
  }
}

std::string row(const std::string& name, const std::string& value) {
  return "<tr><th scope=\"row\">" + htmlText(name) + "</th><td>" + value + "</td></tr>\n";
}

/// An object of values as rows; one of objects with a column each.
std::string table(const JsonValue& object) {
  const bool nested = !object.members.empty() && object.members.front().value.kind == JsonValue::Kind::kObject;
  std::string text = "<table>\n";
  if (!nested) {
    for (const auto& [name, value] : object.members) text += row(name, valueText(value));
    return text + "</table>";
  }
  text += "<tr><th></th>";
  for (const auto& [name, value] : object.members) text += "<th scope=\"col\">" + htmlText(name) + "</th>";
  text += "</tr>\n";
  for (const auto& [name, first] : object.members.front().value.members) {
    text += "<tr><th scope=\"row\">" + htmlText(name) + "</th>";
    for (const auto& [column, value] : object.members) {
      const JsonValue* cell = value.find(name);
      text += "<td>" + (cell == nullptr ? "" : valueText(*cell)) + "</td>";
    }
    text += "</tr>\n";
  }
  return text + "</table>";
}

std::string figureSections(const JsonValue& figures) {
  std::string tables, plain, digests;
  for (const auto& [name, value] : figures.members) {
    if (name.ends_with("Digest")) {
      digests += "<dt>" + htmlText(name) + "</dt><dd>" + valueText(value) + "</dd>\n";
    } else if (value.kind == JsonValue::Kind::kObject) {
      tables += "<section class=\"card\"><h3>" + htmlText(name) + "</h3>" + table(value) + "</section>\n";
    } else {
      plain += row(name, valueText(value));
    }
  }
  if (!plain.empty()) tables = "<section class=\"card\"><h3>Generator</h3><table>\n" + plain + "</table></section>\n" + tables;
  return "<h2>Figures</h2>\n<div class=\"tables\">\n" + tables + "</div>\n<h2>Digests</h2>\n<section class=\"card\"><dl>\n" +
         digests + "</dl><p class=\"soft\">SHA-256 over the heights as little-endian 32-bit integers, row by row.</p></section>\n";
}

// --- The page ---

/// The histogram of the image's heights, and the pictures as cards.
std::string pictureCards(const Scene& scene, Histogram& histogram) {
  const Decimation decimation(scene.imageGrid);
  struct Picked {
    Histogram histogram{0, 0};
    std::vector<std::int32_t> heights;
    std::vector<unsigned char> all, pixels;
  };
  std::vector<std::int32_t> heights;
  forEachFieldBand<Picked>(
      scene, *scene.source, scene.schedule.bandRows, Neighbours::kNone,
      [&](const FieldRows& rows, Picked& picked) {
        picked.histogram = Histogram(scene.image.minQ16, scene.image.maxQ16);
        picked.heights.clear();
        for (std::int64_t i = 0; i < rows.count(); ++i) {
          picked.histogram.add(rows.heights(i));
          decimation.pick(rows.first() + i, rows.heights(i), picked.heights);
        }
      },
      [&](const Picked& picked) {
        histogram.merge(picked.histogram);
        heights.insert(heights.end(), picked.heights.begin(), picked.heights.end());
      });
  Scene::Image image = scene.image;
  image.bits = 8;
  std::vector<std::uint16_t> grays(heights.size());
  std::int64_t clipped = 0;
  quantise(heights, image, grays, clipped);
  const std::vector<unsigned char> map(grays.begin(), grays.end());

  std::vector<unsigned char> shade;
  const Paint paint = hillshadePaint(scene);
  forEachFieldBand<Picked>(
      scene, scene.normals(), scene.schedule.bandRows, Neighbours::kEachSide,
      [&](const FieldRows& rows, Picked& picked) {
        picked.all.resize(static_cast<std::size_t>(rows.count()) * rows.columns());
        paint(rows, picked.all);
        picked.pixels.clear();
        for (std::int64_t i = 0; i < rows.count(); ++i) {
          const auto at = static_cast<std::size_t>(i) * rows.columns();
          decimation.pick(rows.first() + i, std::span<const unsigned char>(picked.all).subspan(at, rows.columns()),
                          picked.pixels);
        }
      },
      [&](const Picked& picked) { shade.insert(shade.end(), picked.pixels.begin(), picked.pixels.end()); });

  const std::string every =
      decimation.step == 1 ? "" : "; every " + std::to_string(decimation.step) + "th sample along both axes";
  return card("Height map", picture(map, decimation.shape, "Height map"),
              "black " + roundedQ16(image.blackQ16) + ", white " + roundedQ16(image.whiteQ16) + every) +
         card("Hillshade", picture(shade, decimation.shape, "Hillshade"), "north is up" + every);
}

Facts writeHtml(const Scene& scene, ByteSink& sink) {
  const Page& page = scene.page;
  Histogram histogram(scene.image.minQ16, scene.image.maxQ16);
  const std::string pictures = pictureCards(scene, histogram);
  const std::string name = htmlText(page.name);
  const JsonValue figures = codec::parseJson(page.figures, "the figures", SIZE_MAX);
  const JsonValue* generator = figures.find("generatorId");

  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<meta name=\"color-scheme\" content=\"light dark\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<title>" +
                     name + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n<h1>" + name +
                     "</h1>\n<p class=\"soft\">" + (generator == nullptr ? "" : valueText(*generator) + ", ") +
                     std::to_string(scene.imageGrid.columns) + " x " + std::to_string(scene.imageGrid.rows) +
                     " samples, heights from " + roundedQ16(scene.image.minQ16) + " to " + roundedQ16(scene.image.maxQ16) +
                     "</p>\n";
  if (!page.warnings.empty()) {
    text += "<div class=\"warn\" role=\"note\"><ul>\n";
    for (const std::string& warning : page.warnings) text += "<li>" + htmlText(warning) + "</li>\n";
    text += "</ul></div>\n";
  }
  text += "<div class=\"grid\">\n" + pictures + profileCard(scene) + structureCard(scene) +
          histogramCards(scene, histogram) + octaveCards(page) + "</div>\n" + figureSections(figures) +
          "<h2>Effective spec</h2>\n<section class=\"card\"><pre>" + entities(page.spec) +
          "</pre></section>\n</body>\n</html>\n";
  sink.write(text);
  return {};
}

}  // namespace

void Histogram::add(std::span<const std::int32_t> heightsQ16) {
  for (const std::int32_t height : heightsQ16) {
    ++counts_[static_cast<std::size_t>((height - leastQ16_) * static_cast<std::int64_t>(kHistogramBins) / sizeQ16_)];
  }
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < kHistogramBins; ++i) counts_[i] += other.counts_[i];
}

std::string htmlText(std::string_view text) { return entities(codec::forMessage(text, text.size())); }

std::vector<File> htmlFiles(const Scene& scene) {
  const std::int64_t pictures = 2 * (mostPngBytes(Decimation(scene.imageGrid).shape) / 3 + 1) * 4;
  File file = fieldImageFile(scene, "report.html", 1, Neighbours::kEachSide, writeHtml);
  file.mostBytes = pictures + kMostTextBytes;
  file.samples *= 2;
  file.encoder = kEncoder;
  return {file};
}

}  // namespace orograph::output
