/// Finds the row of a process or a thread by the kernel's number for
/// it; rows with the same number are distinguished by their start
/// times. An unknown start stands for the latest row with that number.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <tuple>

namespace candela {

/// A start of 0 means that it is not known.
struct Identity {
    std::uint32_t owner = 0; ///< the row of the process that a thread belongs to; 0 for processes
    std::int32_t number = 0; ///< pid or tid
    std::uint32_t instance = 0;
    std::int64_t start = 0;
};

template<typename Row>
class IdentityTable {
public:
    /// The row of that identity, or of an identity without a start that may be the same.
    std::optional<Row> find(const Identity& identity) const {
        const auto latest = m_latest.find(nameless(identity));
        if (latest == m_latest.end()) return std::nullopt;
        if (identity.start == 0 || latest->second.start == 0) return latest->second.row;
        const auto exact = m_exact.find(key(identity));
        return exact == m_exact.end() ? std::nullopt : std::optional(exact->second);
    }

    /// Sets the row of an identity.
    void set(const Identity& identity, Row row) {
        const auto [latest, isNew] = m_latest.try_emplace(nameless(identity), Latest{identity.start, row});
        if (!isNew && identity.start >= latest->second.start) latest->second = {identity.start, row};
        if (identity.start != 0) m_exact.insert_or_assign(key(identity), row);
    }

private:
    struct Latest {
        std::int64_t start = 0;
        Row row{};
    };

    static auto nameless(const Identity& identity) {
        return std::tuple(identity.owner, identity.number, identity.instance);
    }
    static auto key(const Identity& identity) {
        return std::tuple_cat(nameless(identity), std::tuple(identity.start));
    }

    absl::flat_hash_map<std::tuple<std::uint32_t, std::int32_t, std::uint32_t, std::int64_t>, Row> m_exact;
    absl::flat_hash_map<std::tuple<std::uint32_t, std::int32_t, std::uint32_t>, Latest> m_latest;
};

} // namespace candela
