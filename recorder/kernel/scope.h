/// Which processes are recorded: the whole machine, or given ones with their children, and whether only those
/// of one user. The tables are the kernel's; every probe of a recording shares them.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/base/traced_user.h"

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct bpf_object;

namespace candela {

class ProcessSource;

/// Samples that were lost since the recording began, by value and reason (bpf/events.h).
struct SampleLossCount {
    std::optional<std::uint16_t> value; ///< number of the recording's value; none: a loss without a value
    std::string_view reason;
    std::uint64_t samples = 0;
    std::uint64_t weight = 0; ///< in the unit of the value, as far as it is known
};

class Scope {
public:
    /// Creates the tables. With a user, only processes that this user may trace are recorded.
    static Result<Scope> create(bool isWholeMachine, const std::optional<TracedUser>& onlyUser);

    bool isWholeMachine() const { return m_isWholeMachine; }
    /// Gives a program these tables; call it before the program is loaded.
    Result<void> share(bpf_object* object) const;
    /// Sets the constants in a program's skeleton that say what is recorded; call it before the program is
    /// loaded.
    template<typename Constants>
    void set(Constants& constants) const {
        constants.whole_machine = m_isWholeMachine;
        if (!m_onlyUser) return;
        constants.only_user = m_onlyUser->user;
        constants.only_group = m_onlyUser->group;
    }

    /// Adds processes and all their descendants to the scope. The processes probe must be attached by then,
    /// so that no child that starts meanwhile is missed. Fails, and adds none, if one of them does not exist.
    Result<void> add(std::span<const std::int32_t> pids);

    /// `values`: the number of the recording's values.
    std::vector<SampleLossCount> losses(std::size_t values) const;
    /// "whole machine", "process 12 and its children".
    std::string description() const;

private:
    Scope() = default;
    bool addOne(std::int32_t pid) const;
    /// Adds the current children of the processes in scope; returns whether it found new ones.
    bool addChildren(absl::flat_hash_set<std::int32_t>& isIn) const;

    bool m_isWholeMachine = true;
    std::optional<TracedUser> m_onlyUser;
    FileDescriptor m_members;
    FileDescriptor m_losses;
    std::vector<std::int32_t> m_pids; // the requested processes
};

} // namespace candela
