/// new_threads SECONDS: creates threads that do nothing, one after the other. Prints their number as a JSON
/// object.
#include "tests/workloads/spin.h"

#include <cstdio>
#include <cstdlib>
#include <thread>

int main(int count, char** arguments) {
    const auto seconds = count > 1 ? std::atof(arguments[1]) : 1.0;
    const auto end = workload::wallTime() + static_cast<std::int64_t>(seconds * 1e9);
    long threads = 0;
    for (; workload::wallTime() < end; ++threads)
        std::thread([] {}).join();
    std::printf("{\"threads\": %ld}\n", threads);
}
