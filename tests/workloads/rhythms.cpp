/// rhythms sleep SECONDS: alternates 0.1 ms of work and 0.9 ms of sleep: a sampling timer wakes it and rarely
///   samples it at work.
/// rhythms loop SECONDS MICROSECONDS: a loop of exactly this duration, spin_alpha 60 %, spin_beta 30 % and
///   spin_gamma 10 % of it: in step with a timer of that period.
/// rhythms crowd COUNT: this many processes, one after the other, of 0.2 ms each: few live long enough to be
///   sampled. Prints the CPU time that it used, by the clocks of the kernel, as one JSON object.
#include "tests/workloads/spin.h"

#include <array>
#include <cstdio>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(spin_alpha)
SPIN_FUNCTION(spin_beta)
SPIN_FUNCTION(spin_gamma)
SPIN_FUNCTION(spin_briefly)

namespace {

struct Part {
    const char* name;
    void (*spin)(std::uint64_t);
    double end; ///< share of the loop after which this function ends
};
constexpr std::array parts{Part{"spin_alpha", spin_alpha, 0.6}, Part{"spin_beta", spin_beta, 0.9},
                           Part{"spin_gamma", spin_gamma, 1.0}};

void sleepAndWork(std::int64_t end) {
    constexpr std::int64_t work = 100'000;
    while (workload::wallTime() < end) {
        const auto begin = workload::threadTime();
        while (workload::threadTime() < begin + work)
            spin_briefly(1000);
        const timespec rest{0, 900'000};
        nanosleep(&rest, nullptr);
    }
}

/// Runs the loop; returns the CPU time that each part used.
std::array<std::int64_t, parts.size()> loopInStep(std::int64_t end, std::int64_t period) {
    std::array<std::int64_t, parts.size()> used{};
    for (auto begin = workload::wallTime(); begin < end; begin += period) {
        // A delayed program does not run the missed rounds.
        if (workload::wallTime() > begin + period) begin = workload::wallTime();
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const auto before = workload::threadTime();
            const auto partEnd =
                begin + static_cast<std::int64_t>(parts[part].end * static_cast<double>(period));
            while (workload::wallTime() < partEnd)
                parts[part].spin(2000);
            used[part] += workload::threadTime() - before;
        }
    }
    return used;
}

bool startCrowd(long count) {
    constexpr std::int64_t lifetime = 200'000;
    for (long number = 0; number < count; ++number) {
        const auto pid = fork();
        if (pid == 0) {
            const auto begin = workload::threadTime();
            while (workload::threadTime() < begin + lifetime)
                spin_briefly(1000);
            _exit(0);
        }
        if (pid < 0 || waitpid(pid, nullptr, 0) != pid) return false;
    }
    return true;
}

} // namespace

int main(int count, char** arguments) {
    const char* mode = count > 1 ? arguments[1] : "";
    const auto number = workload::numberArgument(count, arguments, 2, 5);
    const auto end = workload::wallTime() + static_cast<std::int64_t>(number * 1e9);
    if (std::strcmp(mode, "sleep") == 0) {
        sleepAndWork(end);
        std::printf("{\"cpu_ns\": %lld}\n", static_cast<long long>(workload::threadTime()));
    } else if (std::strcmp(mode, "loop") == 0) {
        const auto period = workload::numberArgument(count, arguments, 3, 1003);
        const auto used = loopInStep(end, static_cast<std::int64_t>(period * 1000));
        std::printf("{\"cpu_ns\": %lld", static_cast<long long>(workload::threadTime()));
        for (std::size_t part = 0; part < parts.size(); ++part)
            std::printf(", \"%s\": %lld", parts[part].name, static_cast<long long>(used[part]));
        std::printf("}\n");
    } else if (std::strcmp(mode, "crowd") == 0) {
        if (!startCrowd(static_cast<long>(number))) {
            std::perror("rhythms");
            return 1;
        }
        std::printf("{\"cpu_ns\": %lld, \"children_ns\": %lld}\n",
                    static_cast<long long>(workload::threadTime()),
                    static_cast<long long>(workload::childrenTime()));
    } else {
        std::fprintf(stderr, "rhythms: sleep, loop or crowd?\n");
        return 2;
    }
}
