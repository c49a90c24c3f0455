/// A limit on memory (ulimit -d) for the running test.
#pragma once

#include <cstddef>
#include <cstdio>

#include <sys/resource.h>

namespace candela {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// Sanitizers replace operator new, and use more memory than any limit allows.
inline constexpr bool isMemoryCounted = false;
#else
inline constexpr bool isMemoryCounted = true;
#endif

/// While an object of this class exists, the process may use only this many bytes more.
class TighterMemory {
public:
    explicit TighterMemory(std::size_t bytes) {
        ::getrlimit(RLIMIT_DATA, &m_before);
        auto limit = m_before;
        limit.rlim_cur = usedBytes() + bytes;
        ::setrlimit(RLIMIT_DATA, &limit);
    }
    ~TighterMemory() { ::setrlimit(RLIMIT_DATA, &m_before); }
    TighterMemory(const TighterMemory&) = delete;
    TighterMemory& operator=(const TighterMemory&) = delete;

private:
    /// The used memory as the limit counts it.
    static std::size_t usedBytes() {
        std::size_t kilobytes = 0;
        char line[256];
        auto* status = std::fopen("/proc/self/status", "r");
        while (status && std::fgets(line, sizeof(line), status))
            if (std::sscanf(line, "VmData: %zu kB", &kilobytes) == 1) break;
        if (status) std::fclose(status);
        return kilobytes * 1024;
    }

    rlimit m_before{};
};

} // namespace candela
