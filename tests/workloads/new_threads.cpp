/// new_threads SECONDS: creates threads that do nothing, one after the other, until it has used so much CPU
/// time. Prints their number as a JSON object.
#include "tests/workloads/spin.h"

#include <cstdio>
#include <cstdlib>
#include <thread>

int main(int count, char** arguments) {
    const auto seconds = count > 1 ? std::atof(arguments[1]) : 1.0;
    const auto most = static_cast<std::int64_t>(seconds * 1e9);
    long threads = 0;
    for (; workload::nanoseconds(CLOCK_PROCESS_CPUTIME_ID) < most; ++threads)
        std::thread([] {}).join();
    std::printf("{\"threads\": %ld}\n", threads);
}
