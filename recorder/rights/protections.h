/// What locks in a process that reads other people's files. What could not be had is reported to those who
/// record: a child that is locked in less than usual is never a secret.
#pragma once

#include <cstdint>
#include <string>

namespace candela {

enum class Protection : std::uint8_t {
    NoCapabilities,   ///< in any of its sets, and no way to gain any
    OtherUser,        ///< it is not root
    EmptyRoot,        ///< it sees no file system
    OwnNetwork,       ///< which has nothing but an interface that is down
    OwnProcesses,     ///< it sees no process but those of the sandbox
    OwnMessages,      ///< of System V and POSIX queues
    LimitedResources, ///< memory, open files, no core dumps
    SystemCallFilter,
    FileRules, ///< which files it may open, whatever its user may
};

/// A set of them; it travels between processes as a number.
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

/// The sanitizers' own memory and calls do not go with limits and filters: such builds, which are not
/// installed, do without these two and do not report it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace candela
