/// The processes whose generated code was sampled, and when to read each again: code is compiled all the
/// time, but reading it costs. A Java virtual machine describes its code; code of other compilers is analysed
/// from the addresses that stack walks reach.
#pragma once

#include "bpf/unwind_tables.h"
#include "model/base/file.h"

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// The address at which the library of a Java virtual machine begins in a process; none if it has no such
/// library.
std::optional<std::uint64_t> findJavaLibrary(std::int32_t pid);
/// A descriptor to read the memory of a process. Not open if that is not permitted or the process has ended.
FileDescriptor openMemory(std::int32_t pid);
/// A descriptor of the process, readable once it has ended. Not open if it has ended already.
FileDescriptor openProcess(std::int32_t pid);

/// An address of code: a program counter or a return address.
struct GeneratedAddress {
    std::uint64_t value = 0;
    bool isReturn = false;
};

struct JavaMachine {
    static constexpr std::size_t maximumAddresses = 8192; ///< how many addresses are analysed; beyond that,
                                                          ///< frame pointers are used

    std::uint64_t number = 0; ///< never used again
    file_identity code{};     ///< the identity that kernel programs use
    std::int32_t pid = 0;
    std::int64_t since = 0;    ///< when the process was added
    FileDescriptor process;    ///< readable once the process has ended
    FileDescriptor memory;     ///< for the child only, since reading a page may block; not open until begin()
    std::uint64_t library = 0; ///< address of a Java virtual machine's library; 0: another compiler made the
                               ///< code
    std::uint64_t base = 0;    ///< what its table's rows are relative to; 0: no table
    std::int64_t readAt = 0;   ///< the table has the code that existed at that time
    std::int64_t askedAt = 0;  ///< when the child was asked to read it; 0: it is not asked now
    std::int64_t notBefore = 0; ///< the earliest time of the next look
    std::int64_t pause = 0;     ///< the time between two looks
    bool isWanted = false;      ///< the memory has to be read again
    bool isMissed = false;      ///< isWanted was set because some code had no row
    bool isQuiet = false;       ///< a look for missed code found nothing: no asking until notBefore

    /// For code of other compilers: the addresses to ask about next, and the addresses (of instruction bytes,
    /// as rows are looked up) that were asked about.
    std::vector<GeneratedAddress> unasked;
    absl::flat_hash_set<std::uint64_t> asked;
    std::uint64_t seenCode = 0; ///< an address where code was mapped
    bool isDue = false;         ///< all code has to be read again
    std::uint64_t rows = 0;     ///< number of rows in its table

    /// To be called when the memory can be read. `javaLibrary` is where the library of a Java virtual machine
    /// begins, or 0.
    void begin(FileDescriptor readable, std::uint64_t javaLibrary);
};

class JavaMachines {
public:
    static constexpr std::size_t maximumMachines = 64;

    /// The machine with that code; null if it is not known.
    JavaMachine* find(const file_identity& code);
    JavaMachine* find(std::uint64_t number);
    /// The newest machine with that pid; null if there is none.
    JavaMachine* findByPid(std::int32_t pid);
    /// Adds a process; find() returns it, but it can't be read before begin().
    JavaMachine& add(const file_identity& code, std::int32_t pid);
    void remove(std::uint64_t number);
    bool isFull() const { return m_machines.size() >= maximumMachines; }
    const std::deque<std::unique_ptr<JavaMachine>>& all() const { return m_machines; }

private:
    std::deque<std::unique_ptr<JavaMachine>> m_machines; // in order of arrival
    std::uint64_t m_lastNumber = 0;
};

/// What a look found.
enum class JavaLook : std::uint8_t { Nothing, NewCode };
/// Plans the next look after one that ended now. `cost`: how many nanoseconds of processor time the child
/// needed.
void planNextLook(JavaMachine& machine, JavaLook look, std::int64_t now, std::int64_t cost);
/// Requests the row of that address in the next look, unless it was requested before.
void askFor(JavaMachine& machine, const GeneratedAddress& address);
/// Whether the machine's process lives. An exec is reported by the kernel's events.
bool isAlive(const JavaMachine& machine);

} // namespace candela
