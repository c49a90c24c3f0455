/// The processes whose generated code samples met, and when to look at each again: code is compiled all the
/// time, but a look costs. A Java virtual machine describes its code; that of other compilers is followed
/// from the addresses that walks meet.
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

/// Where the library of a Java virtual machine begins in a process; none if it has no such.
std::optional<std::uint64_t> findJavaLibrary(std::int32_t pid);
/// The memory of a process, to be read. Not open if that is not permitted, or it has ended.
FileDescriptor openMemory(std::int32_t pid);
/// A process's own descriptor, readable once it has ended. Not open where that is the case already.
FileDescriptor openProcess(std::int32_t pid);

/// An address of code: one that runs, or one that a call returns to.
struct GeneratedAddress {
    std::uint64_t value = 0;
    bool isReturn = false;
};

struct JavaMachine {
    static constexpr std::size_t maximumAddresses = 8192; ///< further ones are left to frame pointers

    std::uint64_t number = 0; ///< never used again
    file_identity code{};     ///< as kernel programs know it
    std::int32_t pid = 0;
    std::int64_t since = 0; ///< when it became known
    FileDescriptor process; ///< tells when it ends
    FileDescriptor memory;  ///< only for the child: reading a page may take for ever; not open until begin()
    std::uint64_t library = 0;  ///< of a Java virtual machine; 0: another compiler made the code
    std::uint64_t base = 0;     ///< that its table's rows count from; 0: there is no table
    std::int64_t readAt = 0;    ///< the code that was there then is in the table
    std::int64_t askedAt = 0;   ///< 0: not now
    std::int64_t notBefore = 0; ///< the next look
    std::int64_t pause = 0;     ///< between two looks
    bool isWanted = false;      ///< it is to be looked at
    bool isMissed = false;      ///< because some code had no row
    bool isQuiet = false;       ///< it still had none then: programs do not ask until notBefore

    /// Of another compiler's code: what to ask about next, and what was asked about, by the byte that rows
    /// are looked up by.
    std::vector<GeneratedAddress> unasked;
    absl::flat_hash_set<std::uint64_t> asked;
    std::uint64_t seenCode = 0; ///< an address that was mapped
    bool isDue = false;         ///< to be looked at again as a whole
    std::uint64_t rows = 0;     ///< of its table

    /// Its memory can be read from now on; of a Java virtual machine the library is there.
    void begin(FileDescriptor readable, std::uint64_t javaLibrary);
};

class JavaMachines {
public:
    static constexpr std::size_t maximumMachines = 64;

    /// Null if it is not known.
    JavaMachine* find(const file_identity& code);
    JavaMachine* find(std::uint64_t number);
    /// The newest one of that pid.
    JavaMachine* findByPid(std::int32_t pid);
    /// Nothing is known about it until it begins.
    JavaMachine& add(const file_identity& code, std::int32_t pid);
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
/// Asks for the row of that address with the next look, if it was not asked for before.
void askFor(JavaMachine& machine, const GeneratedAddress& address);
/// Whether its process lives. That it runs another program is among the kernel's news.
bool isAlive(const JavaMachine& machine);

} // namespace candela
