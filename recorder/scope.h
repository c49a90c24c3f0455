/// Which processes are recorded: the whole machine, or given ones with their children, and whether only those
/// of one user. The tables are the kernel's; every probe of a recording shares them.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct bpf_object;

namespace candela {

class ProcessSource;

/// Samples that were not taken, by reason (bpf/events.h), since the recording began.
struct SampleLossCount {
    std::string_view reason;
    std::uint64_t count = 0;
};

class Scope {
public:
    /// None: the whole machine. A user: only processes with exactly that user's rights.
    static Result<Scope> create(bool isWholeMachine, std::optional<std::uint32_t> onlyUser);

    bool isWholeMachine() const { return m_isWholeMachine; }
    /// The user, or bpf/scope.bpf.h's any_user.
    std::uint32_t onlyUser() const;
    /// Gives a program these tables; before it is loaded.
    Result<void> share(bpf_object* object) const;

    /// Takes a process and all its descendants in. The processes probe must be attached by then, so that
    /// children that start meanwhile are not missed. Fails if there is no such process.
    Result<void> add(std::int32_t pid);

    std::vector<SampleLossCount> losses() const;
    /// "whole machine", "process 12 and its children".
    std::string description() const;

private:
    Scope() = default;
    bool addOne(std::int32_t pid) const;

    bool m_isWholeMachine = true;
    std::optional<std::uint32_t> m_onlyUser;
    FileDescriptor m_members;
    FileDescriptor m_losses;
    std::vector<std::int32_t> m_pids; // as they were asked for
};

} // namespace candela
