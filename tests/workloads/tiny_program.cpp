/// A program of a few kB, without any library: spins for some milliseconds and exits. A test makes thousands
/// of different programs of it by numbering the name of the function and the build id (see CMakeLists.txt).
#include <cstdint>

extern "C" [[gnu::noinline, gnu::noclone]] void spin_tiny_00000() {
    auto state = std::uint64_t{1};
    for (int i = 0; i < 4'000'000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        asm volatile("" : "+r"(state));
    }
}

extern "C" [[noreturn]] void _start() {
    spin_tiny_00000();
#if defined(__x86_64__)
    asm volatile("syscall" : : "a"(60), "D"(0) : "rcx", "r11", "memory"); // exit
#elif defined(__aarch64__)
    register long number asm("x8") = 93;
    register long status asm("x0") = 0;
    asm volatile("svc 0" : : "r"(number), "r"(status) : "memory");
#endif
    __builtin_trap(); // the address after the call belongs to the program, too
}
