/// The protections that confine a process that reads other people's files. Missing ones are reported to those
/// who record, so that weaker confinement is always visible.
#pragma once

#include <cstdint>
#include <string>

namespace candela {

enum class Protection : std::uint8_t {
    NoCapabilities,   ///< all sets are empty and none can be gained
    OtherUser,        ///< the process is not root
    EmptyRoot,        ///< the process sees no file system
    OwnNetwork,       ///< its only network interface is a loopback interface that is down
    OwnProcesses,     ///< the process sees only the processes of the sandbox
    OwnMessages,      ///< message queues of System V and POSIX of its own
    LimitedResources, ///< memory, open files, no core dumps
    SystemCallFilter,
    FileRules, ///< the kernel limits which files it may open, whatever its user may open
};

/// Whose protections are reported.
enum class ConfinedProcess : std::uint8_t { Recorder, RunningRecorder, FileNamer, EventOpener, FileReader };

/// A set of protections; processes send it as a number.
class MissingProtections {
public:
    MissingProtections() = default;
    explicit MissingProtections(std::uint32_t bits) : m_bits(bits) {}
    void add(Protection protection) { m_bits |= 1u << static_cast<unsigned>(protection); }
    void add(MissingProtections others) { m_bits |= others.m_bits; }
    void addUnless(bool isThere, Protection protection) {
        if (!isThere) add(protection);
    }
    bool isEmpty() const { return m_bits == 0; }
    std::uint32_t bits() const { return m_bits; }
    /// "an empty root, a network of its own"
    std::string text() const;

private:
    std::uint32_t m_bits = 0;
};

/// Sanitizers need memory and system calls that limits and filters forbid. Builds with sanitizers, which are
/// never installed, have neither limits nor filters and do not report that.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace candela
