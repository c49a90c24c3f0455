/// many_threads [COUNT]: COUNT threads (1000) that compute briefly and sleep longer, each with its own name,
/// until killed.
#include "tests/workloads/spin.h"

#include <cstdio>
#include <memory>
#include <pthread.h>
#include <unistd.h>

SPIN_FUNCTION(spin_thread)

namespace {

void* work(void* argument) {
    char name[16];
    std::snprintf(name, sizeof name, "thread_%ld", reinterpret_cast<long>(argument));
    pthread_setname_np(pthread_self(), name);
    for (;;) {
        spin_thread(100'000);
        usleep(100'000);
    }
}

} // namespace

int main(int count, char** arguments) {
    const auto threads = static_cast<long>(workload::numberArgument(count, arguments, 1, 1000));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    for (long number = 0; number < threads; ++number) {
        pthread_t thread;
        pthread_create(&thread, &attributes, work, reinterpret_cast<void*>(number));
    }
    for (;;)
        pause();
}
