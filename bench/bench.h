// What every benchmark here shares: contests, in which contenders take turns within one run so that whatever disturbs
// the machine disturbs all of them, and a report of the figures that come of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orograph::bench {

struct Options {
  bool quick = false;     // fewer rounds, smaller fields: to try the program out
  bool big = false;       // the figures that take minutes too
  bool realtime = false;  // wall-clock runs come before all other processes, on a machine that has others
  std::string orograph;   // the program, for figures of whole processes; those are left out without it
  std::string config;     // the folder of lantern.json
};

enum class Clock {
  kProcessor,  // this thread's own time, of which other processes take no share
  kWall,       // for contenders of several threads
};

struct Contender {
  std::string name;
  double units;  // pixels, vertices and so on in one run
  std::function<void()> run;
  Clock clock;
  int repeats;                         // a round
  std::vector<double> nsPerUnit = {};  // one a run
};

class Contest {
 public:
  Contest(std::string title, std::string unit) : title_(std::move(title)), unit_(std::move(unit)) {}

  void add(std::string name, double units, std::function<void()> run, Clock clock = Clock::kProcessor,
           int repeats = 1) {
    contenders_.push_back({std::move(name), units, std::move(run), clock, repeats});
  }
  /// All contenders in turn, `rounds` times.
  void run(int rounds);

  const std::string& title() const { return title_; }
  const std::string& unit() const { return unit_; }
  const std::vector<Contender>& contenders() const { return contenders_; }
  bool has(std::string_view name) const;
  /// The median of the rounds.
  double ns(std::string_view name) const;
  /// How many times as fast `fast` is as `slow`: the median of the rounds' ratios. Where the wall clock is in it, the
  /// ratio of the two best runs: other processes can only lengthen a run, and one of two threads more often than
  /// others.
  double ratio(std::string_view slow, std::string_view fast) const;

 private:
  const Contender& find(std::string_view name) const;

  std::string title_, unit_;
  std::vector<Contender> contenders_;
};

double median(std::vector<double> values);

enum class Wanted { kAtLeast, kAtMost };

struct Figure {
  std::string name, unit;
  double value;
  Wanted wanted;
  double must, aim;
  bool measured = true;

  bool meets(double limit) const { return wanted == Wanted::kAtLeast ? value >= limit : value <= limit; }
};

/// What was found, printed as it comes, and then as a table and as JSON.
class Report {
 public:
  /// `baseline` names the contender that the printed ratios refer to.
  void add(const Contest& contest, std::string_view baseline);
  void add(Figure figure);
  /// A figure that cannot be had here.
  void addMissing(std::string name, std::string unit, Wanted wanted, double must, double aim);
  void printFigures() const;
  std::string json(const Options& options) const;

 private:
  std::vector<Contest> contests_;
  std::vector<Figure> figures_;
};

/// Keeps this thread on one processor while it lives, and gives it back all of them afterwards.
class OnOneProcessor {
 public:
  OnOneProcessor();
  ~OnOneProcessor();
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;
};

/// Puts this thread before all of other processes while it lives, where that is permitted and wanted.
class BeforeOthers {
 public:
  explicit BeforeOthers(bool wanted);
  ~BeforeOthers();
  BeforeOthers(const BeforeOthers&) = delete;
  BeforeOthers& operator=(const BeforeOthers&) = delete;

 private:
  bool wanted_;
};

/// Reads some of a result, as a result that nobody reads would not be computed.
void consume(const void* data, std::size_t bytes);

/// Ends the program where two contenders that must agree do not.
void require(bool condition, std::string_view what);

// One a file.
void processes(const Options& options, Report& report);
void fbm(const Options& options, Report& report);
void diamondSquare(const Options& options, Report& report);
void sizes(const Options& options, Report& report);
void obj(const Options& options, Report& report);
void stages(const Options& options, Report& report);
void threads(const Options& options, Report& report);
void png(const Options& options, Report& report);
void picture(const Options& options, Report& report);

}  // namespace orograph::bench
