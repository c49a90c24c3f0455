#include "recorder/unwind/unwind_table_turns.h"

namespace candela {

void UnwindTableTurns::made(const file_identity& file, std::int64_t now) {
    if (m_turns.size() < maximumFiles) m_turns[UnwindTableKey{file}] = {now, false};
}

bool UnwindTableTurns::mayBeMade(const file_identity& file) {
    const auto turn = m_turns.find(UnwindTableKey{file});
    if (turn == m_turns.end()) return true;
    m_refused += !turn->second.isRefused;
    turn->second.isRefused = true;
    return false;
}

std::vector<file_identity> UnwindTableTurns::ended(std::int64_t now) {
    std::vector<file_identity> files;
    absl::erase_if(m_turns, [&](const auto& entry) {
        const auto& [file, turn] = entry;
        if (now - turn.begin < length) return false;
        if (turn.isRefused) files.push_back(file);
        return true;
    });
    return files;
}

} // namespace candela
