/// Work divided among a few threads that end before the call returns: for passes over long columns.
#pragma once

#include "model/base/memory_scope.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace candela {

/// The number of rows for which a thread is worth its cost, where a row takes some nanoseconds.
constexpr std::size_t rowsWorthAThread = 1 << 18;

/// How many parts are worthwhile for `size` rows: one for each processor, at most eight, none smaller than
/// `minimumPartSize`.
inline std::size_t partCount(std::size_t size, std::size_t minimumPartSize) {
    const std::size_t processors = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
    return std::clamp<std::size_t>(size / minimumPartSize, 1, processors);
}

/// Calls work(0) … work(parts - 1), each in its own thread; work(0) runs in the caller's. An exception in a
/// thread (out of memory) is rethrown here after all threads have ended. All threads are in a MemoryScope if
/// the caller is.
template<typename Work>
void inParallel(std::size_t parts, const Work& work) {
    std::vector<std::exception_ptr> thrown(parts);
    const auto run = [&, kind = MemoryScope::current()](std::size_t part) {
        try {
            const MemoryScope scope(kind);
            work(part);
        } catch (...) {
            thrown[part] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(parts);
        for (std::size_t part = 1; part < parts; ++part)
            threads.emplace_back([&run, part] { run(part); });
        if (parts > 0) run(0);
    }
    for (const auto& problem : thrown)
        if (problem) std::rethrow_exception(problem);
}

/// Blocks of rows that threads share: each thread takes the next one when it has finished one. For rows that
/// take very different times.
class RowBlocks {
public:
    RowBlocks(std::size_t rows, std::size_t blockSize) : m_rows(rows), m_blockSize(blockSize) {}

    /// The first row of the next block and the one after its last; none if there are no more. For any thread.
    std::optional<std::pair<std::size_t, std::size_t>> next() {
        const auto begin = m_next.fetch_add(m_blockSize, std::memory_order_relaxed);
        if (begin >= m_rows) return {};
        return std::pair(begin, std::min(begin + m_blockSize, m_rows));
    }

private:
    const std::size_t m_rows, m_blockSize;
    std::atomic<std::size_t> m_next = 0;
};

} // namespace candela
