/// two_builds_base and two_builds_slow [SECONDS]: one program in two builds; transform_rows does twice the
/// work in the slow one, everything else is equal. Prints the CPU time of each function as one JSON object.
#include "tests/workloads/spin.h"

#include <array>
#include <cstdio>

SPIN_FUNCTION(read_rows)
SPIN_FUNCTION(transform_rows)
SPIN_FUNCTION(write_rows)

namespace {

#ifdef SLOW
constexpr std::uint64_t transformRounds = 2;
#else
constexpr std::uint64_t transformRounds = 1;
#endif
constexpr std::uint64_t unit = 100'000;

struct Function {
    const char* name;
    void (*spin)(std::uint64_t);
    std::uint64_t rounds;
};
constexpr std::array functions{
    Function{"read_rows", read_rows, 5 * unit},
    Function{"transform_rows", transform_rows, 3 * unit* transformRounds},
    Function{"write_rows", write_rows, 2 * unit},
};

extern "C" [[gnu::noinline]] void handle_batch(std::array<std::int64_t, functions.size()>& used) {
    for (std::size_t i = 0; i < functions.size(); ++i)
        used[i] += workload::measure(functions[i].spin, functions[i].rounds);
}

} // namespace

int main(int count, char** arguments) {
    const auto seconds = workload::numberArgument(count, arguments, 1, 5);
    const auto end = workload::wallTime() + static_cast<std::int64_t>(seconds * 1e9);
    std::array<std::int64_t, functions.size()> used{};
    long long batches = 0;
    for (; workload::wallTime() < end; ++batches)
        handle_batch(used);

    std::printf("{\"batches\": %lld, \"functions\": [", batches);
    for (std::size_t i = 0; i < functions.size(); ++i) {
        std::printf("%s{\"name\": \"%s\", \"self_ns\": %lld}", i ? ", " : "", functions[i].name,
                    static_cast<long long>(used[i]));
    }
    std::printf("]}\n");
}
