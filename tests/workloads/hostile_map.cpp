/// hostile_map: runs generated code and describes it in a growing perf map that is mostly nonsense, until
/// killed. The map is removed at the next start with the same pid.
#include "tests/workloads/spin.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

int main() {
    // mov %edi,%ecx; dec %ecx; jnz -2; ret
    constexpr unsigned char code[] = {0x89, 0xf9, 0xff, 0xc9, 0x75, 0xfc, 0xc3};
    auto* const memory =
        mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const auto base = reinterpret_cast<std::uintptr_t>(memory);
    void (*run)(unsigned) = nullptr;
    char path[64];
    std::snprintf(path, sizeof path, "/tmp/perf-%d.map", static_cast<int>(getpid()));
    std::FILE* const map = std::fopen(path, "w");
    if (!map) return 1;
    const std::string longName(100'000, 'x');
    unsigned long state = 1;
    const auto next = [&] {
        return state = state * 6364136223846793005u + 1442695040888963407u, state >> 33;
    };
    for (unsigned long round = 0;; ++round) {
        auto* const piece = static_cast<unsigned char*>(memory) + next() % ((1 << 20) - sizeof code);
        std::memcpy(piece, code, sizeof code);
        std::memcpy(&run, &piece, sizeof run);
        run(2'000'000);
        if (round > 20'000) continue; // some hundred megabytes at most
        switch (next() % 6) {
        case 0:
            std::fprintf(map, "%" PRIxPTR " %lx \x1b[31m\xc2\x9b%s\n", base + next() % (1 << 20), next() % 64,
                         "red");
            break;
        case 1:
            std::fprintf(map, "%lx%lx ffffffffffffffff everything\n", next(), next());
            break;
        case 2:
            std::fprintf(map, "%" PRIxPTR " 40 %s\n", base,
                         longName.substr(0, next() % longName.size() / 16).c_str());
            break;
        case 3:
            std::fputs("no numbers here\n\n \n", map);
            break;
        case 4:
            std::fwrite("\0\0\xff\xfe half a line", 1, 16, map);
            break;
        default:
            std::fprintf(map, "%" PRIxPTR " 100000 overlapping_%lu\n", base, round);
        }
        std::fflush(map);
    }
}
