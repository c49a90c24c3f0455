#include "recorder/processes/java_machines.h"

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::int64_t minimumPause = 200'000'000;
/// The maximum pause while looks are cheap but find nothing.
constexpr std::int64_t maximumQuietPause = 3'000'000'000;
/// A pause is at least this many times as long as the look before it, so that the child has time for other
/// work.
constexpr std::int64_t pauseFactor = 20;

bool isSame(const file_identity& left, const file_identity& right) {
    return std::memcmp(&left, &right, sizeof left) == 0;
}

} // namespace

std::optional<std::uint64_t> findJavaLibrary(std::int32_t pid) {
    const auto text = readSystemFile(fmt::format("/proc/{}/maps", pid));
    constexpr std::string_view name = "/libjvm.so";
    const auto position = text.find(name); // the library begins at its first mapping
    if (position == std::string::npos) return std::nullopt;
    const auto before = text.rfind('\n', position);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    const auto start = std::strtoull(text.c_str() + begin, nullptr, 16);
    return start == 0 ? std::nullopt : std::optional<std::uint64_t>(start);
}

FileDescriptor openMemory(std::int32_t pid) {
    return FileDescriptor(::open(fmt::format("/proc/{}/mem", pid).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
}

FileDescriptor openProcess(std::int32_t pid) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

JavaMachine* JavaMachines::find(const file_identity& code) {
    for (const auto& machine : m_machines) {
        if (isSame(machine->code, code)) return machine.get();
    }
    return nullptr;
}

JavaMachine* JavaMachines::find(std::uint64_t number) {
    for (const auto& machine : m_machines) {
        if (machine->number == number) return machine.get();
    }
    return nullptr;
}

JavaMachine* JavaMachines::findByPid(std::int32_t pid) {
    const auto found = std::find_if(m_machines.rbegin(), m_machines.rend(),
                                    [&](const auto& machine) { return machine->pid == pid; });
    return found == m_machines.rend() ? nullptr : found->get();
}

void JavaMachine::begin(FileDescriptor readable, std::uint64_t javaLibrary) {
    memory = std::move(readable);
    library = javaLibrary;
    if (library != 0) isWanted = isMissed = true;
}

JavaMachine& JavaMachines::add(const file_identity& code, std::int32_t pid) {
    auto& machine = *m_machines.emplace_back(std::make_unique<JavaMachine>());
    machine.number = ++m_lastNumber;
    machine.code = code;
    machine.pid = pid;
    machine.since = monotonicTime();
    machine.process = openProcess(pid);
    return machine;
}

void JavaMachines::remove(std::uint64_t number) {
    std::erase_if(m_machines, [&](const auto& machine) { return machine->number == number; });
}

void planNextLook(JavaMachine& machine, JavaLook look, std::int64_t now, std::int64_t cost) {
    const auto needed = std::max(pauseFactor * std::min(cost, now - machine.askedAt), minimumPause);
    machine.isQuiet = look == JavaLook::Nothing && machine.isMissed;
    machine.pause =
        machine.isQuiet ? std::max(needed, std::min(2 * machine.pause, maximumQuietPause)) : needed;
    machine.notBefore = now + machine.pause;
    machine.isWanted = machine.isMissed = false;
    machine.askedAt = 0;
}

void askFor(JavaMachine& machine, const GeneratedAddress& address) {
    if (machine.asked.size() >= JavaMachine::maximumAddresses) return;
    if (!machine.asked.insert(address.value - address.isReturn).second) return;
    machine.unasked.push_back(address);
    machine.isWanted = machine.isMissed = true;
}

bool isAlive(const JavaMachine& machine) {
    return !hasExited(machine.process);
}

} // namespace candela
