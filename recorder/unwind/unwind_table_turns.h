/// Which files' unwind tables may be made now. If programs use more tables than there is room for, each new
/// one evicts another that is wanted again at once. So the table of a file is made at most once in some
/// seconds. Between its turns, the file has no table.
#pragma once

#include "bpf/unwind_tables.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

/// A file_identity as a key of hash tables.
struct UnwindTableKey : file_identity {
    bool operator==(const UnwindTableKey& other) const {
        return inode == other.inode && changed == other.changed && device == other.device &&
               generation == other.generation;
    }
    template<typename H>
    friend H AbslHashValue(H state, const UnwindTableKey& file) {
        return H::combine(std::move(state), file.inode, file.changed, file.device, file.generation);
    }
};

class UnwindTableTurns {
public:
    static constexpr std::int64_t length = 10'000'000'000; ///< nanoseconds
    /// The maximum number of files that are remembered. The tables of further files may be made at any time.
    static constexpr std::size_t maximumFiles = 4096;

    /// To be called when a table with rows was made and added to the store.
    void made(const file_identity& file, std::int64_t now);
    /// Whether a missing table may be made now. If
    /// not, ended() returns the file once it may.
    bool mayBeMade(const file_identity& file);
    /// Files that were refused earlier and whose tables may be made now.
    std::vector<file_identity> ended(std::int64_t now);
    /// The number of refused requests so far.
    std::uint64_t refused() const { return m_refused; }

private:
    struct Turn {
        std::int64_t begin = 0;
        bool isRefused = false;
    };
    absl::flat_hash_map<UnwindTableKey, Turn> m_turns;
    std::uint64_t m_refused = 0;
};

} // namespace candela
