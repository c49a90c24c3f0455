#include "recorder/unwind/generated_code_tables.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace candela {

namespace {

constexpr std::int64_t timeBetweenChecks = 1'000'000'000;
/// Generated code may be replaced without a row being missed. So a machine whose code runs is checked at
/// least this often.
constexpr std::int64_t maximumTimeBetweenLooks = 5'000'000'000;
constexpr std::uint32_t recentUse = 3; // in units of unwind_file.last_used

} // namespace

bool GeneratedCodeTables::wantAgain(const file_identity& code) {
    auto* known = m_machines.find(code);
    if (!known) return false;
    known->isWanted = known->isMissed = true;
    return true;
}

void GeneratedCodeTables::add(const file_wanted_event& event) {
    const auto pid = static_cast<std::int32_t>(event.pid);
    makeRoom();
    auto& machine = m_machines.add(event.file, pid);
    machine.seenCode = event.start;
    m_files.openGenerated(pid, opening::OpenGenerated::MEMORY,
                          [this, number = machine.number](ModuleFiles::Generated found) {
                              takeMemory(number, std::move(found));
                          });
}

void GeneratedCodeTables::takeMemory(std::uint64_t number, ModuleFiles::Generated found) {
    auto* machine = m_machines.find(number);
    if (!machine) return;
    if (found.file.isOpen()) {
        machine->begin(std::move(found.file), found.javaLibrary);
        return m_onReady();
    }
    const auto code = machine->code;
    remove(number);
    m_store.insert(code, {}); // an empty table: frame pointers are used
}

void GeneratedCodeTables::makeRoom() {
    if (!m_machines.isFull()) return;
    const auto useOf = [&](const auto& machine) { return m_store.lastUsed(machine->code); };
    const auto& all = m_machines.all();
    const auto oldest = std::min_element(all.begin(), all.end(), [&](const auto& left, const auto& right) {
        return useOf(left) < useOf(right);
    });
    remove((*oldest)->number);
}

void GeneratedCodeTables::remove(std::uint64_t number) {
    const auto* machine = m_machines.find(number);
    if (!machine) return;
    const auto code = machine->code;
    m_machines.remove(number);
    m_store.remove(code);
}

void GeneratedCodeTables::onJvmMapped(std::int32_t pid) {
    auto* machine = m_machines.findByPid(pid);
    if (machine && machine->library != 0) return;
    if (machine) remove(machine->number);
    m_store.removeGenerated(pid);
}

void GeneratedCodeTables::programChanged(std::int32_t pid, std::int64_t time) {
    std::vector<std::uint64_t> outdated;
    for (const auto& machine : m_machines.all()) {
        if (machine->pid == pid && machine->since < time) outdated.push_back(machine->number);
    }
    for (const auto number : outdated)
        remove(number);
}

std::optional<GeneratedCodeTables::Look> GeneratedCodeTables::beginLook(std::int64_t now,
                                                                        sandbox::Request& request) {
    if (now < m_pausedUntil) return std::nullopt;
    for (const auto& machine : m_machines.all()) {
        if (!machine->memory.isOpen()) continue;
        if (!machine->isWanted || machine->askedAt != 0 || now < machine->notBefore) continue;
        if (machine->library == 0 && machine->unasked.empty() && !machine->isDue) continue;
        machine->askedAt = now;
        describe(*machine, request);
        return Look{machine->number, machine->code, machine->memory.get()};
    }
    return std::nullopt;
}

void GeneratedCodeTables::describe(JavaMachine& machine, sandbox::Request& request) {
    if (machine.library != 0) {
        auto& java = *request.mutable_unwind_java();
        java.set_machine(machine.number);
        java.set_library(machine.library);
        java.set_has_table(machine.base != 0 && m_store.contains(machine.code));
        return;
    }
    auto& generated = *request.mutable_unwind_generated();
    generated.set_machine(machine.number);
    generated.set_looks_again(std::exchange(machine.isDue, false));
    for (const auto& address : std::exchange(machine.unasked, {})) {
        if (address.isReturn)
            generated.add_return_addresses(address.value);
        else
            generated.add_addresses(address.value);
    }
}

void GeneratedCodeTables::finishLook(std::uint64_t number, const sandbox::UnwindRows& last) {
    auto* machine = m_machines.find(number);
    if (!machine) return;
    const bool isSame = machine->library == 0 && machine->rows == last.rows_in_all();
    const bool hasFound = last.base() != 0 && !last.is_unchanged() && !isSame;
    machine->rows = last.rows_in_all();
    if (last.base() != 0) {
        machine->base = last.base();
        machine->readAt = machine->askedAt;
    } else if (machine->library == 0) {
        // The code of this process uses frame pointers, or can't be unwound.
        const auto code = machine->code;
        remove(number);
        return m_store.insert(code, {});
    }
    planNextLook(*machine, hasFound ? JavaLook::NewCode : JavaLook::Nothing, monotonicTime(), last.cost());
    m_store.watch(machine->code,
                  machine->isQuiet ? UnwindTableStore::Watch::No : UnwindTableStore::Watch::Yes);
}

void GeneratedCodeTables::pause(std::int64_t now) {
    constexpr std::int64_t length = 5'000'000'000;
    m_pausedUntil = now + length;
}

void GeneratedCodeTables::tick(std::int64_t now) {
    const bool isCheck = now - m_checkedAt >= timeBetweenChecks;
    if (isCheck) m_checkedAt = now;
    std::vector<std::uint64_t> outdated;
    for (const auto& machine : m_machines.all()) {
        if (machine->askedAt != 0 || !machine->memory.isOpen()) continue;
        if (machine->isQuiet && now >= machine->notBefore) {
            machine->isQuiet = false;
            // While there is no table, no kernel program asks for it again; there may be code for one now.
            if (machine->base == 0) machine->isWanted = machine->isMissed = true;
            m_store.watch(machine->code, UnwindTableStore::Watch::Yes);
        }
        if (!isCheck) continue;
        const bool isEvicted = machine->readAt != 0 && !m_store.contains(machine->code);
        if (isEvicted || !isAlive(*machine)) outdated.push_back(machine->number);
        const auto unused =
            static_cast<std::uint32_t>(now >> unwind_use_shift) - m_store.lastUsed(machine->code);
        const bool isAsked = machine->library != 0 || machine->readAt != 0;
        if (isAsked && now - machine->readAt >= maximumTimeBetweenLooks && unused <= recentUse)
            machine->isWanted = machine->isDue = true;
    }
    for (const auto number : outdated)
        remove(number);
}

void GeneratedCodeTables::expect(const LiveProcess& process, std::span<const std::uint64_t> returnAddresses) {
    auto* machine = m_machines.findByPid(process.identity->pid);
    if (!machine || machine->library != 0) return;
    for (const auto address : returnAddresses)
        askFor(*machine, {address, true});
}

/// Asks for the row if nothing asked for it yet: the code may have samples before its table was requested.
RowAnswer GeneratedCodeTables::findFollowedRow(JavaMachine& machine, const GeneratedAddress& address,
                                               unwind_row& row) {
    const auto codeAddress = address.value - address.isReturn;
    const bool wasAsked = machine.asked.contains(codeAddress);
    if (machine.base != 0 &&
        m_store.findRow(UNWIND_GENERATED_DEVICE, static_cast<std::uint64_t>(machine.pid),
                        codeAddress - machine.base, row) == UnwindTableStore::Answer::Row)
        return RowAnswer::Row;
    const bool isAnswered = wasAsked && machine.unasked.empty() && machine.askedAt == 0;
    if (isAnswered || machine.isQuiet) return RowAnswer::NoRow;
    askFor(machine, address);
    return machine.asked.contains(codeAddress) ? RowAnswer::Later : RowAnswer::NoRow;
}

RowAnswer GeneratedCodeTables::findRow(const LiveProcess& process, const GeneratedAddress& address,
                                       std::int64_t sampleTime, unwind_row& row) {
    const auto pid = process.identity->pid;
    auto* machine = m_machines.findByPid(pid);
    if (!machine) {
        m_store.takeWanted(); // takes the requests that were sent before the sample
        machine = m_machines.findByPid(pid);
        m_onReady();
    }
    if (!machine || m_client.isUnavailable()) return RowAnswer::NoRow;
    if (machine->library == 0) return findFollowedRow(*machine, address, row);
    if (machine->base != 0) {
        const auto found = m_store.findRow(UNWIND_GENERATED_DEVICE, static_cast<std::uint64_t>(pid),
                                           address.value - address.isReturn - machine->base, row);
        if (found == UnwindTableStore::Answer::Row) return RowAnswer::Row;
    }
    if (machine->isQuiet || machine->readAt >= sampleTime) return RowAnswer::NoRow; // has no row
    machine->isWanted = machine->isMissed = true;
    return RowAnswer::Later;
}

} // namespace candela
