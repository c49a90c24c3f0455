/// Benchmarks and their results. All benchmarks are in one table, `allBenchmarks()`; to add one, write a
/// function in a file here and a line in all_benchmarks.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The amount of data that one run processes; printed as a rate. Units are words: "samples", "bytes",
/// "stacks".
struct Quantity {
    double count = 0;
    std::string_view unit;
};

/// Prints each result at once as one line of a table.
class Report {
public:
    Report();

    /// Runs the work once unmeasured, then at least five times and for at least half a second; three runs
    /// suffice when two seconds are over. Prints the median and the range of the wall times.
    void time(std::string_view name, std::string_view input, std::span<const Quantity> quantities,
              const std::function<void()>& work);
    void time(std::string_view name, std::string_view input, std::initializer_list<Quantity> quantities,
              const std::function<void()>& work) {
        time(name, input, std::span(quantities.begin(), quantities.size()), work);
    }
    /// Prints results that the benchmark measured by other means: one value per run, with its unit ("% of a
    /// CPU").
    void values(std::string_view name, std::string_view input, std::vector<double> runs,
                std::string_view unit);
    /// Prints why a benchmark can't run on this machine.
    void skip(std::string_view name, std::string_view why);

private:
    void print(std::string_view name, std::string_view input, std::string_view median, std::string_view range,
               std::string_view runs, std::string_view rate);
};

/// The value that this share of all values, 0 to 1, does not exceed.
double percentile(std::vector<double> values, double share);

/// The CPU time of this thread so far: what a frame costs, whatever else runs on the machine.
double threadMilliseconds();

struct Benchmark {
    std::string_view name; ///< the name on the command line; one benchmark may print several lines
    void (*run)(Report&);
};

std::span<const Benchmark> allBenchmarks();

/// Runs `candela` with these arguments until its window is painted: without a file the first page, else the
/// flame graph. For processes of the benchmark "opening".
int runToFirstPicture(int count, char** arguments);
constexpr std::string_view toFirstPicture = "--to-first-picture";

} // namespace candela
