#include "tests/workloads/deep_stacks.h"

extern "C" [[gnu::noinline]] void library_middle(SpinFunction callback, std::uint64_t rounds) {
    volatile char room[3000]; // a frame whose size does not fit into a byte
    room[0] = 1;
    callback(rounds);
    room[1] = room[0];
}

extern "C" [[gnu::noinline]] void library_entry(SpinFunction callback, std::uint64_t rounds) {
    library_middle(callback, rounds);
    asm volatile("" ::: "memory");
}
