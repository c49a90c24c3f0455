#include "recorder/rights/forbidden_calls.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <seccomp.h>
#include <ucontext.h>

namespace candela {

namespace {

constexpr int maximumNumber = 1024; // Linux 6.18 has 470

enum class State : unsigned char { None, New, Taken };
std::array<std::atomic<State>, maximumNumber> states;
static_assert(std::atomic<State>::is_always_lock_free);
std::atomic<bool> isAnyNew;

#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool isKnownProcessor = true;
#else
constexpr bool isKnownProcessor = false;
#endif

/// Sets the return value of the call. After the handler, the kernel restores these registers.
void setResult(ucontext_t& registers, int result) {
#if defined(__x86_64__)
    registers.uc_mcontext.gregs[REG_RAX] = result;
#elif defined(__aarch64__)
    registers.uc_mcontext.regs[0] = static_cast<unsigned long long>(result);
#else
    static_cast<void>(registers);
    static_cast<void>(result);
#endif
}

void handle(int, siginfo_t* signal, void* registers) {
    const int number = signal->si_syscall;
    auto expected = State::None;
    if (number >= 0 && number < maximumNumber &&
        states[static_cast<std::size_t>(number)].compare_exchange_strong(expected, State::New))
        isAnyNew = true;
    setResult(*static_cast<ucontext_t*>(registers), -ENOSYS);
}

std::string nameOfCall(int number) {
    char* name = ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
    std::string text = name ? name : "number " + std::to_string(number);
    std::free(name);
    return text;
}

} // namespace

bool ForbiddenCalls::watch() {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    return isKnownProcessor && ::sigaction(SIGSYS, &action, nullptr) == 0;
}

std::vector<std::string> ForbiddenCalls::take() {
    std::vector<std::string> names;
    if (!isAnyNew.exchange(false)) return names;
    for (std::size_t number = 0; number < states.size(); ++number) {
        auto expected = State::New;
        if (states[number].compare_exchange_strong(expected, State::Taken))
            names.push_back(nameOfCall(static_cast<int>(number)));
    }
    return names;
}

} // namespace candela
