/// Which files' unwind tables may be made now. If programs use more tables than there is room for, each new
/// one evicts another that is wanted again at once. So a file's table is made at most once in some seconds;
/// meanwhile the file has none.
#pragma once

#include "bpf/unwind_tables.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

/// file_identity as a key.
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
    /// How many files are remembered; further ones may be made at any time.
    static constexpr std::size_t maximumFiles = 4096;

    /// A table with rows was made and added to the store.
    void made(const file_identity& file, std::int64_t now);
    /// Whether a missing table may be made now. If
    /// not, ended() returns the file once it may.
    bool mayBeMade(const file_identity& file);
    /// Files that were refused and may have their tables now.
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
