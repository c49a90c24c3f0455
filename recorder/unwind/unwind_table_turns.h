/// Which files' unwind tables may be made now. Where programs use more tables than there is room for, each
/// one that is made drives out another that is wanted again at once; so a file's table is made once in some
/// seconds at most, and meanwhile the file goes without one.
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
    /// Of files that are remembered; further ones may be made at any time.
    static constexpr std::size_t maximumFiles = 4096;

    /// A table with rows was made, and programs find it.
    void made(const file_identity& file, std::int64_t now);
    /// Whether a table that is wanted, and not there, may be made. For one that may not, ended() reports when
    /// it may.
    bool mayBeMade(const file_identity& file);
    /// The files that were refused, and may have their tables now.
    std::vector<file_identity> ended(std::int64_t now);
    /// Tables that were wanted too soon, so far.
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
