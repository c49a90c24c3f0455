/// A file that another program still appends to. What was read once is not read again, unless the file was
/// written anew.
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
    /// What is beyond is not read.
    static constexpr std::uint64_t maximumSize = 1ull << 30;

    explicit GrowingFile(FileDescriptor file) : m_file(std::move(file)) {}

    /// Takes bytes that follow those that were used before, and gives how many of them it used; more than it
    /// was given passes over what follows.
    using Take = std::function<std::uint64_t(std::span<const std::byte>)>;
    /// Forgets all that was taken: the file begins anew.
    using Restart = std::function<void()>;
    /// Reads on to the file's end. A file that is written anew all the time is not read all the time.
    void readOn(const Take& take, const Restart& restart);

private:
    bool isWrittenAnew(std::uint64_t size) const;

    FileDescriptor m_file;
    std::uint64_t m_used = 0;     // so many bytes
    std::uint64_t m_seenSize = 0; // when it was read last
    std::uint64_t m_markOffset =
        0; // of some of the bytes that were read last, by which the file is known again
    std::vector<std::byte> m_mark;
    std::int64_t m_nextRestart = 0; // CLOCK_MONOTONIC nanoseconds
};

} // namespace candela
