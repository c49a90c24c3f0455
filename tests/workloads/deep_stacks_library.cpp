#include "tests/workloads/deep_stacks.h"

extern "C" [[gnu::noinline]] void library_middle(SpinFunction callback, std::uint64_t rounds) {
    volatile char room[3000]; // a frame of more than a byte's worth
    room[0] = 1;
    callback(rounds);
    room[1] = room[0];
}

extern "C" [[gnu::noinline]] void library_entry(SpinFunction callback, std::uint64_t rounds) {
    library_middle(callback, rounds);
    asm volatile("" ::: "memory");
}
