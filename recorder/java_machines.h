/// The processes that run a Java virtual machine and whose generated code samples met, and when to look at
/// each again: code is compiled all the time, but a look costs.
#pragma once

#include "bpf/unwind_tables.h"
#include "model/base/file.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// Where the library of a Java virtual machine begins in a process; none if it has no such.
std::optional<std::uint64_t> findJavaLibrary(std::int32_t pid);
/// The memory of a process, to be read. Not open if nobody may, or it has ended.
FileDescriptor openMemory(std::int32_t pid);

struct JavaMachine {
    std::uint64_t number = 0; ///< never used again
    file_identity code{};     ///< as kernel programs know it
    std::int32_t pid = 0;
    FileDescriptor memory;
    std::uint64_t library = 0;
    std::uint64_t base = 0;     ///< that its table's rows count from; 0: there is no table
    std::int64_t readAt = 0;    ///< the code that was there then is in the table
    std::int64_t askedAt = 0;   ///< 0: not now
    std::int64_t notBefore = 0; ///< the next look
    std::int64_t pause = 0;     ///< between two looks
    bool isWanted = false;      ///< it is to be looked at
    bool isMissed = false;      ///< because some code had no row
    bool isQuiet = false;       ///< it still had none then: programs do not ask until notBefore
};

class JavaMachines {
public:
    static constexpr std::size_t maximumMachines = 64;

    /// Null if it is not known.
    JavaMachine* find(const file_identity& code);
    JavaMachine* find(std::uint64_t number);
    /// The newest one of that pid.
    JavaMachine* findByPid(std::int32_t pid);
    JavaMachine& add(const file_identity& code, std::int32_t pid, FileDescriptor memory,
                     std::uint64_t library);
    void remove(std::uint64_t number);
    bool isFull() const { return m_machines.size() >= maximumMachines; }
    const std::deque<std::unique_ptr<JavaMachine>>& all() const { return m_machines; }

private:
    std::deque<std::unique_ptr<JavaMachine>> m_machines; // in the order in which they came
    std::uint64_t m_lastNumber = 0;
};

/// What a look found.
enum class JavaLook : std::uint8_t { Nothing, NewCode };
/// When to look again after a look that ended now, and took the child so many nanoseconds of processor time.
void planNextLook(JavaMachine& machine, JavaLook look, std::int64_t now, std::int64_t cost);
/// Whether its process still runs that very program.
bool isAlive(const JavaMachine& machine);

} // namespace candela
