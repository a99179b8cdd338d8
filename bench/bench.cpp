#include "bench.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include "codec/json_writer.h"
#include "noise/kernel.h"

namespace orograph::bench {
namespace {

double now(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::kProcessor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

std::string decimal(double value, const char* format = "%.4g") {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Two decimals of what is small, none of what is large.
std::string shortDecimal(double value) { return decimal(value, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f"); }

std::string processorModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

volatile unsigned char consumed;

}  // namespace

double median(std::vector<double> values) {
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  return values[middle];
}

void Contest::run(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Contender& contender : contenders_) {
      for (int i = 0; i < contender.repeats; ++i) {
        const double start = now(contender.clock);
        contender.run();
        contender.nsPerUnit.push_back((now(contender.clock) - start) / contender.units);
      }
    }
  }
}

bool Contest::has(std::string_view name) const {
  return std::any_of(contenders_.begin(), contenders_.end(), [&](const Contender& c) { return c.name == name; });
}

const Contender& Contest::find(std::string_view name) const {
  const auto found =
      std::find_if(contenders_.begin(), contenders_.end(), [&](const Contender& c) { return c.name == name; });
  require(found != contenders_.end(), name);
  return *found;
}

double Contest::ns(std::string_view name) const { return median(find(name).nsPerUnit); }

double Contest::ratio(std::string_view slow, std::string_view fast) const {
  const std::vector<double>&a = find(slow).nsPerUnit, &b = find(fast).nsPerUnit;
  if (find(slow).clock == Clock::kWall || find(fast).clock == Clock::kWall)
    return *std::min_element(a.begin(), a.end()) / *std::min_element(b.begin(), b.end());
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i) ratios.push_back(a[i] / b[i]);
  return median(ratios);
}

void Report::add(const Contest& contest, std::string_view baseline) {
  std::printf("\n%s\n", contest.title().c_str());
  for (const Contender& contender : contest.contenders()) {
    std::printf("  %-34s %9.3f %s   %8.2f x\n", contender.name.c_str(), median(contender.nsPerUnit),
                contest.unit().c_str(), contest.ratio(baseline, contender.name));
  }
  std::fflush(stdout);
  contests_.push_back(contest);
}

void Report::add(Figure figure) { figures_.push_back(std::move(figure)); }

void Report::addMissing(std::string name, std::string unit, Wanted wanted, double must, double aim) {
  figures_.push_back({std::move(name), std::move(unit), 0, wanted, must, aim, false});
}

void Report::printFigures() const {
  std::printf("\n%-70s %14s %9s %9s\n", "figure", "measured", "must", "aim");
  for (const Figure& figure : figures_) {
    const std::string sign = figure.wanted == Wanted::kAtLeast ? ">= " : "<= ";
    const std::string verdict = !figure.measured             ? "not measured"
                                : figure.meets(figure.aim)   ? "aim met"
                                : figure.meets(figure.must) ? "must met"
                                                             : "MISSED";
    std::printf("%-70s %10s %-3s %9s %9s  %s\n", figure.name.c_str(),
                figure.measured ? shortDecimal(figure.value).c_str() : "-", figure.unit.c_str(),
                (sign + decimal(figure.must)).c_str(), (sign + decimal(figure.aim)).c_str(), verdict.c_str());
  }
}

std::string Report::json(const Options& options) const {
  codec::JsonWriter json;
  json.beginObject();
  json.key("processor").string(processorModel());
  json.key("processors").integer(std::thread::hardware_concurrency());
  json.key("kernel").string(noise::chosenKernel().name);
  json.key("kernels").beginArray(true);
  for (const noise::Kernel& kernel : noise::kernels()) json.string(kernel.name);
  json.endArray();
  double load[3] = {};
  json.key("loadAtTheEnd").raw(getloadavg(load, 3) > 0 ? decimal(load[0]) : "null");
  json.key("quick").boolean(options.quick).key("realtime").boolean(options.realtime);
  json.key("figures").beginArray();
  for (const Figure& figure : figures_) {
    json.beginObject();
    json.key("name").string(figure.name).key("unit").string(figure.unit);
    json.key("value").raw(figure.measured ? decimal(figure.value) : "null");
    json.key("wanted").string(figure.wanted == Wanted::kAtLeast ? "at least" : "at most");
    json.key("must").raw(decimal(figure.must)).key("aim").raw(decimal(figure.aim));
    if (figure.measured) json.key("mustMet").boolean(figure.meets(figure.must)).key("aimMet").boolean(figure.meets(figure.aim));
    json.endObject();
  }
  json.endArray();
  json.key("contests").beginArray();
  for (const Contest& contest : contests_) {
    json.beginObject();
    json.key("title").string(contest.title()).key("unit").string(contest.unit());
    json.key("contenders").beginArray();
    for (const Contender& contender : contest.contenders()) {
      const auto [least, most] = std::minmax_element(contender.nsPerUnit.begin(), contender.nsPerUnit.end());
      json.beginObject().key("name").string(contender.name);
      json.key("clock").string(contender.clock == Clock::kProcessor ? "processor" : "wall");
      json.key("median").raw(decimal(median(contender.nsPerUnit)));
      json.key("least").raw(decimal(*least)).key("most").raw(decimal(*most));
      json.key("runs").integer(contender.nsPerUnit.size());
      json.endObject();
    }
    json.endArray().endObject();
  }
  json.endArray().endObject();
  return json.take();
}

#ifdef __linux__
namespace {
cpu_set_t allProcessors;
}
OnOneProcessor::OnOneProcessor() {
  sched_getaffinity(0, sizeof allProcessors, &allProcessors);
  std::size_t last = 0;
  for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &allProcessors)) last = i;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  sched_setaffinity(0, sizeof one, &one);
}
OnOneProcessor::~OnOneProcessor() { sched_setaffinity(0, sizeof allProcessors, &allProcessors); }
#else
OnOneProcessor::OnOneProcessor() = default;
OnOneProcessor::~OnOneProcessor() = default;
#endif

namespace {
void schedule(int policy, int priority) {
  sched_param parameter{};
  parameter.sched_priority = priority;
  sched_setscheduler(0, policy, &parameter);  // of this thread alone; without the right to it nothing changes
}
}  // namespace
BeforeOthers::BeforeOthers(bool wanted) : wanted_(wanted) {
  if (wanted_) schedule(SCHED_RR, 1);
}
BeforeOthers::~BeforeOthers() {
  if (wanted_) schedule(SCHED_OTHER, 0);
}

void consume(const void* data, std::size_t bytes) {
  const auto* const all = static_cast<const unsigned char*>(data);
  unsigned char sum = 0;
  for (std::size_t i = 0; i < bytes; i += 4099) sum = static_cast<unsigned char>(sum ^ all[i]);
  consumed = sum;
}

void require(bool condition, std::string_view what) {
  if (condition) return;
  std::fprintf(stderr, "orograph_bench: %.*s: contenders differ, or there is none\n", static_cast<int>(what.size()),
               what.data());
  std::exit(70);
}

}  // namespace orograph::bench
