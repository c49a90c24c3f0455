/// twenty_functions [SECONDS] [FACTOR]: uses so much CPU time in twenty functions below four callers with
/// shares of 20 to 0.2 % of the CPU time, in random order and for random durations, so that nothing is in
/// step with a sampler. function_05 has 5 % times FACTOR. Prints each one's CPU time by rounds as one JSON
/// object.
#include "tests/workloads/spin.h"

#include <array>
#include <cstdio>
#include <random>

SPIN_FUNCTION(function_00)
SPIN_FUNCTION(function_01)
SPIN_FUNCTION(function_02)
SPIN_FUNCTION(function_03)
SPIN_FUNCTION(function_04)
SPIN_FUNCTION(function_05)
SPIN_FUNCTION(function_06)
SPIN_FUNCTION(function_07)
SPIN_FUNCTION(function_08)
SPIN_FUNCTION(function_09)
SPIN_FUNCTION(function_10)
SPIN_FUNCTION(function_11)
SPIN_FUNCTION(function_12)
SPIN_FUNCTION(function_13)
SPIN_FUNCTION(function_14)
SPIN_FUNCTION(function_15)
SPIN_FUNCTION(function_16)
SPIN_FUNCTION(function_17)
SPIN_FUNCTION(function_18)
SPIN_FUNCTION(function_19)

#define CALLER(name)                                                                                         \
    extern "C" [[gnu::noinline]] void name(void (*spin)(std::uint64_t), std::uint64_t rounds) {              \
        asm volatile("# " #name); /* else the compiler makes one function of them */                         \
        spin(rounds);                                                                                        \
        asm volatile("");                                                                                    \
    }
CALLER(caller_0)
CALLER(caller_1)
CALLER(caller_2)
CALLER(caller_3)

namespace {

struct Function {
    void (*spin)(std::uint64_t);
    double percent;
};
constexpr std::array functions{
    Function{function_00, 20},  Function{function_01, 16},  Function{function_02, 13},
    Function{function_03, 11},  Function{function_04, 9},   Function{function_05, 5},
    Function{function_06, 4},   Function{function_07, 4},   Function{function_08, 3},
    Function{function_09, 3},   Function{function_10, 2},   Function{function_11, 2},
    Function{function_12, 2},   Function{function_13, 1.5}, Function{function_14, 1.5},
    Function{function_15, 1},   Function{function_16, 0.8}, Function{function_17, 0.6},
    Function{function_18, 0.4}, Function{function_19, 0.2},
};
constexpr std::array callers{caller_0, caller_1, caller_2, caller_3};
constexpr std::size_t changing = 5;
/// The mean rounds of one call: about 0.2 ms.
constexpr double meanRounds = 100'000;

} // namespace

int main(int count, char** arguments) {
    const auto seconds = workload::numberArgument(count, arguments, 1, 5);
    const auto factor = workload::numberArgument(count, arguments, 2, 1);
    const auto end = workload::threadTime() + static_cast<std::int64_t>(seconds * 1e9);
    std::array<double, functions.size()> weights{};
    for (std::size_t row = 0; row < functions.size(); ++row)
        weights[row] = functions[row].percent * (row == changing ? factor : 1);
    std::mt19937_64 random(std::random_device{}());
    std::discrete_distribution<std::size_t> next(weights.begin(), weights.end());
    std::exponential_distribution<double> length(1 / meanRounds);
    std::array<double, functions.size()> rounds{};
    double all = 0;
    while (workload::threadTime() < end) {
        for (int call = 0; call < 16; ++call) {
            const auto row = next(random);
            const auto now = static_cast<std::uint64_t>(length(random));
            callers[row % callers.size()](functions[row].spin, now);
            rounds[row] += static_cast<double>(now);
            all += static_cast<double>(now);
        }
    }
    std::printf("{\"cpu_ns\": %lld, \"functions\": [", static_cast<long long>(workload::threadTime()));
    for (std::size_t row = 0; row < functions.size(); ++row)
        std::printf("%s{\"name\": \"function_%02zu\", \"share\": %.5f}", row ? ", " : "", row,
                    rounds[row] / all);
    std::printf("]}\n");
}
