/// Code that the kernel generates at run time: BPF programs, trampolines. The kernel's events give each its
/// lifetime, since another may replace it a moment later. Bounded: unloaded code is forgotten first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace candela {

class GeneratedKernelCode {
public:
    static constexpr std::size_t defaultMaximumPieces = 8192;

    struct Piece {
        std::uint64_t end = 0;
        std::int64_t from = 0;
        std::int64_t until = 0; ///< 0: it is still loaded
        std::string name;
        std::string module;       ///< "[bpf]", "[kernel.kallsyms]"
        std::uint64_t serial = 0; ///< counts from 1 on, never reused
    };

    explicit GeneratedKernelCode(std::size_t maximumPieces = defaultMaximumPieces)
        : m_maximum(maximumPieces) {}

    /// The times are those of the events, which arrive in order.
    void add(std::uint64_t start, std::uint64_t end, std::string name, std::string module, std::int64_t time);
    /// False if no piece that is still loaded starts there.
    bool remove(std::uint64_t start, std::int64_t time);
    /// The last piece at the address at some moment between the two; null if there was none.
    const Piece* find(std::uint64_t address, std::int64_t from, std::int64_t until) const;
    /// Forgets code that was unloaded before `time`.
    void retire(std::int64_t time);

    std::size_t size() const { return m_pieces.size(); }
    std::size_t maximum() const { return m_maximum; }
    std::uint64_t evicted() const { return m_evicted; }

private:
    void makeRoom();

    std::size_t m_maximum;
    std::multimap<std::uint64_t, Piece> m_pieces; // by start; pieces of one start in order of time
    std::uint64_t m_longest = 0;                  // the maximum size of a piece
    std::uint64_t m_lastSerial = 0;
    std::uint64_t m_evicted = 0;
};

} // namespace candela
