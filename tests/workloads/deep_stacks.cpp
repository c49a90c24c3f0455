/// deep_stacks [MILLISECONDS [DEPTH]]: spends this CPU time in each of many kinds of stacks, built without
/// frame pointers; or only in a recursion of that depth. Each kind has its own spinning function. Prints for
/// each the calling functions from main() on, as one JSON object; "libc" represents all frames in the C
/// library.
#include "tests/workloads/deep_stacks.h"
#include "tests/workloads/spin.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

SPIN_FUNCTION(spin_recursion)
SPIN_FUNCTION(spin_inlining)
SPIN_FUNCTION(spin_tail_call)
SPIN_FUNCTION(spin_signal)
SPIN_FUNCTION(spin_alternate_signal)
SPIN_FUNCTION(spin_catch)
SPIN_FUNCTION(spin_cleanup)
SPIN_FUNCTION(spin_library)
SPIN_FUNCTION(spin_sort)
SPIN_FUNCTION(spin_large_frame)
SPIN_FUNCTION(spin_thread)
SPIN_FUNCTION(spin_assembly)
SPIN_FUNCTION(spin_frame_pointer)
SPIN_FUNCTION(spin_unlisted)
SPIN_FUNCTION(spin_kept_register)
SPIN_FUNCTION(spin_word)
SPIN_FUNCTION(spin_generated)

namespace {

constexpr std::uint64_t unit = 200'000;
int recursionDepth = 200;

// Code after a call prevents the compiler from replacing the call by a jump.
#define KEEP_FRAME() asm volatile("" ::: "memory")

} // namespace

[[gnu::always_inline]] inline void inlined_inner() {
    spin_inlining(unit);
    KEEP_FRAME();
}
[[gnu::always_inline]] inline void inlined_outer() {
    inlined_inner();
    KEEP_FRAME();
}

extern "C" {

// Functions in assembly: with unwind rules, and with only a frame pointer.
void assembly_with_rules(SpinFunction spin, std::uint64_t rounds);
void assembly_with_frame_pointer(SpinFunction spin, std::uint64_t rounds);
asm(R"(
    .text
    .globl assembly_with_rules
    .type assembly_with_rules, @function
assembly_with_rules:
    .cfi_startproc
    push %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_offset %rbx, -16
    sub $528, %rsp
    .cfi_adjust_cfa_offset 528
    mov %rdi, %rax
    mov %rsi, %rdi
    call *%rax
    add $528, %rsp
    .cfi_adjust_cfa_offset -528
    pop %rbx
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size assembly_with_rules, . - assembly_with_rules

    .p2align 6
    .skip 64, 0xcc
    .globl assembly_with_frame_pointer
    .type assembly_with_frame_pointer, @function
assembly_with_frame_pointer:
    push %rbp
    mov %rsp, %rbp
    sub $96, %rsp
    mov %rdi, %rax
    mov %rsi, %rdi
    call *%rax
    leave
    ret
    .size assembly_with_frame_pointer, . - assembly_with_frame_pointer
    .skip 64, 0xcc
)");

[[gnu::noinline]] void descend(int depth) {
    volatile int kept = depth;
    if (depth > 1)
        descend(depth - 1);
    else
        spin_recursion(unit);
    kept = kept + 1;
}
[[gnu::noinline]] void run_recursion() {
    descend(recursionDepth);
    KEEP_FRAME();
}

[[gnu::noinline]] void run_inlining() {
    inlined_outer();
    KEEP_FRAME();
}

[[gnu::noinline]] void leaves_no_frame(std::uint64_t rounds) {
    spin_tail_call(rounds);
}
[[gnu::noinline]] void run_tail_call() {
    leaves_no_frame(unit);
    KEEP_FRAME();
}

void on_signal(int, siginfo_t* information, void* context) {
    if (information->si_signo == SIGILL)
        spin_signal(unit);
    else
        spin_alternate_signal(unit);
    // ud2 would run again, so it is skipped; int3 has run already
    if (information->si_signo == SIGILL) static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP] += 2;
    KEEP_FRAME();
}
[[gnu::noinline]] void run_signal() {
    asm volatile("ud2" ::: "memory");
}
[[gnu::noinline]] void run_alternate_signal() {
    asm volatile("int3" ::: "memory");
}

struct Guard {
    [[gnu::noinline]] ~Guard() {
        spin_cleanup(unit);
        KEEP_FRAME();
    }
};
[[gnu::noinline]] void throwing(int value) {
    const Guard guard;
    if (value != 0) throw value;
}
[[gnu::noinline]] void run_exception() {
    try {
        throwing(1);
    } catch (int) {
        spin_catch(unit);
    }
    KEEP_FRAME();
}

[[gnu::noinline]] void called_back(std::uint64_t rounds) {
    spin_library(rounds);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_library() {
    library_entry(called_back, unit);
    KEEP_FRAME();
}

int compare_numbers(const void* left, const void* right) {
    spin_sort(unit / 8);
    return *static_cast<const int*>(left) - *static_cast<const int*>(right);
}
[[gnu::noinline]] void run_sort() {
    std::array numbers{4, 1, 3, 2, 5};
    std::qsort(numbers.data(), numbers.size(), sizeof(int), compare_numbers);
    KEEP_FRAME();
}

volatile std::size_t sizeOfLargeFrame = 1001;
[[gnu::noinline]] void run_large_frame() {
    const std::size_t size = sizeOfLargeFrame;
    volatile char room[size]; // the size is only known at run time, so the frame is found by a register
    room[size - 1] = 1;
    spin_large_frame(unit);
    room[0] = room[size - 1];
}

void* thread_main(void*) {
    spin_thread(25 * unit); // longer than a sampling period: perf's clock restarts for each thread
    KEEP_FRAME();
    return nullptr;
}
[[gnu::noinline]] void run_thread() {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, thread_main, nullptr) == 0) pthread_join(thread, nullptr);
}

[[gnu::noinline]] void run_assembly() {
    assembly_with_rules(spin_assembly, unit);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_frame_pointer() {
    assembly_with_frame_pointer(spin_frame_pointer, unit);
    KEEP_FRAME();
}

[[gnu::noinline]] void run_unlisted() {
    assembly_without_rules(spin_unlisted, unit);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_kept_register() {
    assembly_by_kept_register(spin_kept_register, unit);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_word() {
    assembly_by_word(spin_word, unit);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_volatile_register() {
    assembly_by_volatile_register(unit);
    KEEP_FRAME();
}
[[gnu::noinline]] void run_return_register() {
    spin_return_register(unit);
    KEEP_FRAME();
}

/// Code as a just-in-time compiler without frame pointers writes it: push rbx; push rbp; sub rsp,24; xor
/// ebp,ebp; mov rax,rdi; mov rdi,rsi; call rax; add rsp,24; pop rbp; pop rbx; ret.
using GeneratedFunction = void (*)(SpinFunction spin, std::uint64_t rounds);
GeneratedFunction makeGenerated() {
    constexpr std::array<unsigned char, 23> code{0x53, 0x55, 0x48, 0x83, 0xec, 0x18, 0x31, 0xed,
                                                 0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0xff, 0xd0,
                                                 0x48, 0x83, 0xc4, 0x18, 0x5d, 0x5b, 0xc3};
    void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    std::memcpy(memory, code.data(), code.size());
    if (::mprotect(memory, 4096, PROT_READ | PROT_EXEC) != 0) std::abort();
    return reinterpret_cast<GeneratedFunction>(memory);
}
[[gnu::noinline]] void run_generated() {
    static const auto generated = makeGenerated();
    generated(spin_generated, unit);
    KEEP_FRAME();
}

[[gnu::noinline, gnu::noclone]] void repeat(void (*run)(), std::int64_t duration) {
    const auto cpuTime = [] { return workload::nanoseconds(CLOCK_PROCESS_CPUTIME_ID); };
    for (const auto start = cpuTime(); cpuTime() - start < duration;)
        run();
}

} // extern "C"

namespace {

void printRecursion() {
    std::printf("\"spin_recursion\": \"main repeat run_recursion");
    for (int depth = 0; depth < recursionDepth; ++depth)
        std::printf(" descend");
    std::printf("\"");
}

void printTruth() {
    std::printf("{\"stacks\": {");
    printRecursion();
    const auto print = [](const char* spin, const char* callers) {
        std::printf(", \"%s\": \"%s\"", spin, callers);
    };
    print("spin_inlining", "main repeat run_inlining inlined_outer() inlined_inner()");
    print("spin_tail_call", "main repeat run_tail_call");
    print("spin_signal", "main repeat run_signal libc on_signal");
    print("spin_alternate_signal", "main repeat run_alternate_signal libc on_signal");
    print("spin_catch", "main repeat run_exception");
    print("spin_cleanup", "main repeat run_exception throwing Guard::~Guard()");
    print("spin_library", "main repeat run_library library_entry library_middle called_back");
    print("spin_sort", "main repeat run_sort libc compare_numbers");
    print("spin_large_frame", "main repeat run_large_frame");
    print("spin_thread", "thread_main");
    print("spin_assembly", "main repeat run_assembly assembly_with_rules");
    print("spin_frame_pointer", "main repeat run_frame_pointer assembly_with_frame_pointer");
    print("spin_unlisted", "main repeat run_unlisted assembly_without_rules");
    print("spin_kept_register", "main repeat run_kept_register assembly_by_kept_register saves_registers");
    print("spin_word", "main repeat run_word assembly_by_word saves_registers");
    print("spin_volatile_register", "main repeat run_volatile_register assembly_by_volatile_register");
    print("spin_generated", "main repeat run_generated ?");
    print("spin_return_register", "main repeat run_return_register");
    std::printf("}}\n");
}

} // namespace

int main(int count, char** arguments) {
    const auto milliseconds = workload::numberArgument(count, arguments, 1, 100);
    const auto duration = static_cast<std::int64_t>(milliseconds * 1e6);
    if (count > 2) {
        recursionDepth = static_cast<int>(workload::numberArgument(count, arguments, 2, recursionDepth));
        repeat(run_recursion, duration);
        std::printf("{\"stacks\": {");
        printRecursion();
        std::printf("}}\n");
        return 0;
    }
    static std::array<char, 1 << 16> alternate;
    stack_t stack{};
    stack.ss_sp = alternate.data();
    stack.ss_size = alternate.size();
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGILL, &action, nullptr);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGTRAP, &action, nullptr);

    // Its code can be read only while the program runs.
    repeat(run_generated, duration);
    repeat(run_recursion, duration);
    repeat(run_inlining, duration);
    repeat(run_tail_call, duration);
    repeat(run_signal, duration);
    repeat(run_alternate_signal, duration);
    repeat(run_exception, duration);
    repeat(run_library, duration);
    repeat(run_sort, duration);
    repeat(run_large_frame, duration);
    repeat(run_thread, duration);
    repeat(run_assembly, duration);
    repeat(run_frame_pointer, duration);
    repeat(run_unlisted, duration);
    repeat(run_kept_register, duration);
    repeat(run_word, duration);
    repeat(run_volatile_register, duration);
    repeat(run_return_register, duration);
    printTruth();
}
