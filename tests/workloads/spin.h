/// Parts of the workloads: named functions that only compute, and their CPU time.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <sys/resource.h>

/// A function that keeps its name and its own frame, and calls nothing: all of its time is self time.
#define SPIN_FUNCTION(name)                                                                                  \
    extern "C" [[gnu::noinline, gnu::noclone]] void name(std::uint64_t rounds) {                             \
        auto state = rounds + __LINE__;                                                                      \
        for (std::uint64_t i = 0; i < rounds; ++i) {                                                         \
            state = state * 6364136223846793005u + 1442695040888963407u;                                     \
            asm volatile("" : "+r"(state));                                                                  \
        }                                                                                                    \
    }

namespace workload {

inline std::int64_t nanoseconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

inline std::int64_t threadTime() {
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}
/// The CPU time of children that exited and were waited for.
inline std::int64_t childrenTime() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto nanosecondsOf = [](const timeval& time) {
        return time.tv_sec * 1'000'000'000LL + time.tv_usec * 1000LL;
    };
    return nanosecondsOf(used.ru_utime) + nanosecondsOf(used.ru_stime);
}
inline std::int64_t wallTime() {
    return nanoseconds(CLOCK_MONOTONIC);
}

/// Calls a spin function and returns the CPU time, in nanoseconds, that this thread spent in it.
[[gnu::always_inline]] inline std::int64_t measure(void (*spin)(std::uint64_t), std::uint64_t rounds) {
    const auto before = threadTime();
    spin(rounds);
    return threadTime() - before;
}

/// Argument `index` as a number above zero, else the fallback.
inline double numberArgument(int count, char** arguments, int index, double fallback) {
    const double number = index < count ? std::strtod(arguments[index], nullptr) : 0;
    return number > 0 ? number : fallback;
}

} // namespace workload
