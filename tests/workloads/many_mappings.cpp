/// many_mappings [COUNT]: maps its own file COUNT times (1000), then repeatedly maps and unmaps it, until
/// killed.
#include "tests/workloads/spin.h"

#include <cstddef>
#include <fcntl.h>
#include <sys/mman.h>

int main(int count, char** arguments) {
    constexpr std::size_t page = 4096;
    const auto mappings = static_cast<std::size_t>(workload::numberArgument(count, arguments, 1, 1000));
    const int file = open("/proc/self/exe", O_RDONLY);
    auto* const room = static_cast<char*>(
        mmap(nullptr, mappings * 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    for (std::size_t number = 0; number < mappings; ++number) {
        const auto* const mapping =
            mmap(room + number * 2 * page, page, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file,
                 static_cast<off_t>(number % 2 * page));
        if (mapping == MAP_FAILED) return 1;
    }
    for (;;) {
        auto* const mapping = mmap(nullptr, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
        munmap(mapping, page);
    }
}
