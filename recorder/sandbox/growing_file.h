/// A file that another program still appends to. Each
/// part is read once, unless the file is rewritten.
#pragma once

#include "model/base/file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace candela {

class GrowingFile {
public:
    /// Bytes beyond it are not read.
    static constexpr std::uint64_t maximumSize = 1ull << 30;

    explicit GrowingFile(FileDescriptor file) : m_file(std::move(file)) {}

    /// A function that gets the bytes after those that were used before, and returns how many of them it
    /// used. A result larger than the number of bytes skips what follows.
    using Take = std::function<std::uint64_t(std::span<const std::byte>)>;
    /// Forgets everything taken so far: the file was rewritten.
    using Restart = std::function<void()>;
    /// Reads up to the file's end. A file that is rewritten all the time is read only at intervals.
    void readOn(const Take& take, const Restart& restart);

private:
    bool isWrittenAnew(std::uint64_t size) const;

    FileDescriptor m_file;
    std::uint64_t m_used = 0;       // the number of bytes that were used
    std::uint64_t m_seenSize = 0;   // the file's size at the last read
    std::uint64_t m_markOffset = 0; // offset of some bytes of the last read, to check that the file is the
                                    // same
    std::vector<std::byte> m_mark;
    std::int64_t m_nextRestart = 0; // CLOCK_MONOTONIC nanoseconds
};

} // namespace candela
