#include "recorder/sandbox/perf_map_file.h"

#include <algorithm>
#include <ctime>
#include <sys/stat.h>

namespace candela {

namespace {

constexpr std::int64_t shortestPause = 500'000'000; // nanoseconds
constexpr std::int64_t pauseFactor = 50;            // of the time that the last read took
constexpr std::uint64_t maximumSize = 256 << 20;

std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

} // namespace

void PerfMapFile::refresh() {
    struct stat status {};
    const auto begin = now();
    if (begin < m_nextRead || ::fstat(m_file.get(), &status) != 0) return;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size == m_readSize || size > maximumSize) return;
    if (const auto bytes = MappedFile::map(m_file.get())) m_map = PerfMap::read(bytes->bytes());
    m_readSize = size;
    const auto end = now();
    m_nextRead = end + std::max(shortestPause, pauseFactor * (end - begin));
}

} // namespace candela
