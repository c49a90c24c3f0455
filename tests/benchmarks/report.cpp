#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace candela {

namespace {

struct Summary {
    double median = 0;
    double low = 0;
    double high = 0;
};

Summary summarize(std::vector<double> runs) {
    std::sort(runs.begin(), runs.end());
    const auto middle = runs.size() / 2;
    const auto median = runs.size() % 2 ? runs[middle] : (runs[middle - 1] + runs[middle]) / 2;
    return {median, runs.front(), runs.back()};
}

std::string duration(double seconds) {
    return formatDuration(static_cast<std::int64_t>(seconds * 1e9));
}

std::string rate(const Quantity& quantity, double seconds) {
    const auto perSecond = quantity.count / seconds;
    if (quantity.unit == "bytes") return fmt::format("{:.1f} MB/s", perSecond / 1e6);
    if (perSecond >= 1e6) return fmt::format("{:.1f} M {}/s", perSecond / 1e6, quantity.unit);
    return fmt::format("{} {}/s", formatCount(static_cast<std::int64_t>(perSecond)), quantity.unit);
}

double secondsOf(const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The name or input, cut to its column's width. Columns count bytes, so all of them must be ASCII.
std::string cell(std::string_view text, std::size_t width) {
    return fmt::format("{:<{}}", text.substr(0, width), width);
}

} // namespace

double percentile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double threadMilliseconds() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return double(used.tv_sec) * 1e3 + double(used.tv_nsec) / 1e6;
}

Report::Report() {
    print("benchmark", "input", "median", "range", "runs", "rate");
}

void Report::time(std::string_view name, std::string_view input, std::span<const Quantity> quantities,
                  const std::function<void()>& work) {
    work();
    std::vector<double> runs;
    double sum = 0;
    while (runs.size() < 3 || (sum < 2 && (runs.size() < 5 || sum < 0.5))) {
        runs.push_back(secondsOf(work));
        sum += runs.back();
    }
    const auto summary = summarize(runs);
    std::string rates;
    for (const auto& quantity : quantities)
        rates += (rates.empty() ? "" : ", ") + rate(quantity, summary.median);
    print(name, input, duration(summary.median), duration(summary.low) + " - " + duration(summary.high),
          std::to_string(runs.size()), rates);
}

void Report::values(std::string_view name, std::string_view input, std::vector<double> runs,
                    std::string_view unit) {
    const auto count = runs.size();
    const auto summary = summarize(std::move(runs));
    print(name, input, fmt::format("{:.2f} {}", summary.median, unit),
          fmt::format("{:.2f} - {:.2f}", summary.low, summary.high), std::to_string(count), "");
}

void Report::skip(std::string_view name, std::string_view why) {
    print(name, "", "skipped", "", "", why);
}

void Report::print(std::string_view name, std::string_view input, std::string_view median,
                   std::string_view range, std::string_view runs, std::string_view rate) {
    fmt::print("{} {} {} {} {} {}\n", cell(name, 30), cell(input, 44), cell(median, 18), cell(range, 22),
               cell(runs, 5), rate);
    std::fflush(stdout);
}

} // namespace candela
