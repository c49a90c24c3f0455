/// The protections that confine a process that reads other people's files. Missing ones are reported to those
/// who record, so that weaker confinement is always visible.
#pragma once

#include <cstdint>
#include <string>

namespace candela {

enum class Protection : std::uint8_t {
    NoCapabilities,   ///< all sets are empty and none can be gained
    OtherUser,        ///< it is not root
    EmptyRoot,        ///< it sees no file system
    OwnNetwork,       ///< with nothing but a loopback interface that is down
    OwnProcesses,     ///< it sees only the processes of the sandbox
    OwnMessages,      ///< of System V and POSIX queues
    LimitedResources, ///< memory, open files, no core dumps
    SystemCallFilter,
    FileRules, ///< which files it may open, whatever its user may
};

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

/// Memory and system calls of the sanitizers do not work with limits and filters. Builds with sanitizers,
/// which are not installed, do without these two and do not report it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace candela
