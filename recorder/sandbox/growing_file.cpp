#include "recorder/sandbox/growing_file.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <ctime>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t bufferSize = 256 << 10;
constexpr std::size_t markSize = 64;
constexpr std::int64_t restartFactor = 50; // a pause is this many times as long as reading the file from its
                                           // start

/// The bytes at an offset, as many as exist.
std::span<std::byte> readAt(int file, std::uint64_t offset, std::span<std::byte> buffer) {
    const auto size = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(offset));
    return buffer.first(size > 0 ? static_cast<std::size_t>(size) : 0);
}

} // namespace

bool GrowingFile::isWrittenAnew(std::uint64_t size) const {
    if (size < m_seenSize) return true;
    std::vector<std::byte> bytes(m_mark.size());
    return !std::ranges::equal(readAt(m_file.get(), m_markOffset, bytes), m_mark);
}

void GrowingFile::readOn(const Take& take, const Restart& restart) {
    struct stat status {};
    if (::fstat(m_file.get(), &status) != 0) return;
    const auto size = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size));
    const bool isNew = isWrittenAnew(size);
    const auto begin = monotonicTime();
    if (isNew) {
        if (begin < m_nextRestart) return;
        restart();
        m_used = 0;
    }
    m_seenSize = size;
    std::vector<std::byte> buffer;
    while (m_used < std::min(size, maximumSize)) {
        buffer.resize(bufferSize);
        const auto bytes = readAt(m_file.get(), m_used, buffer);
        if (bytes.empty()) break;
        auto used = take(bytes);
        if (used == 0 && bytes.size() < bufferSize) break; // the end of this part is not written yet
        if (used == 0) used = bytes.size();                // no real part is that long: it is skipped
        const auto end = static_cast<std::size_t>(std::min<std::uint64_t>(used, bytes.size()));
        const auto kept = std::min(end, markSize);
        m_markOffset = m_used + end - kept;
        m_mark.assign(bytes.begin() + static_cast<std::ptrdiff_t>(end - kept),
                      bytes.begin() + static_cast<std::ptrdiff_t>(end));
        m_used += used;
    }
    if (isNew) m_nextRestart = monotonicTime() + restartFactor * (monotonicTime() - begin);
}

} // namespace candela
