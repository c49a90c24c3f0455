/// Files that crashed a child. One crash may have another cause (memory that other files took, a signal); a
/// second one, or a long hang, is enough. Bounded: the oldest are forgotten.
#pragma once

#include "recorder/base/sideband.h"
#include "recorder/sandbox/symbol_client.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>

namespace candela {

class SuspectFiles {
public:
    static constexpr std::size_t maximumFiles = 8192;

    enum class Verdict : std::uint8_t { TryAgain, Refuse };

    Verdict recordFailure(const FileIdentity& file, SymbolClient::End end) {
        auto [found, isNew] = m_files.try_emplace(file, Verdict::TryAgain);
        if (isNew) m_order.push_back(file);
        if (!isNew || end == SymbolClient::End::TookTooLong) found->second = Verdict::Refuse;
        const auto verdict = found->second;
        if (m_order.size() > maximumFiles) {
            m_files.erase(m_order.front());
            m_order.pop_front();
        }
        return verdict;
    }
    bool isRefused(const FileIdentity& file) const {
        const auto found = m_files.find(file);
        return found != m_files.end() && found->second == Verdict::Refuse;
    }

private:
    absl::flat_hash_map<FileIdentity, Verdict> m_files;
    std::deque<FileIdentity> m_order;
};

} // namespace candela
