#include "recorder/kernel/kernel_names.h"

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fcntl.h>
#include <limits>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::string_view kernelText = "[kernel.kallsyms]";
constexpr auto defaultModules = "/proc/modules";
/// Segments wait at most this long for their names.
constexpr std::int64_t retention = 10'000'000'000;

std::uint64_t number(std::string_view text, int base) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

/// The kernel shows addresses only to a process that opened the file
/// with CAP_SYSLOG. The service lacks it: its unit opens the file as
/// standard input. Not open if standard input is something else.
FileDescriptor givenSymbols() {
    struct stat status {};
    struct statfs system {};
    char line[32] = {};
    const bool isGiven = ::fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode) &&
                         ::fstatfs(STDIN_FILENO, &system) == 0 && system.f_type == PROC_SUPER_MAGIC &&
                         ::pread(STDIN_FILENO, line, sizeof line, 0) == sizeof line;
    constexpr int digits = 16;
    if (!isGiven ||
        !std::all_of(line, line + digits, [](unsigned char digit) { return std::isxdigit(digit); }) ||
        line[digits] != ' ')
        return {};
    return FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

/// The address of _text, which is one of the first symbols; 0 if it is hidden, or not among these.
std::uint64_t addressOfText(const FileDescriptor& symbols) {
    constexpr std::string_view end = " _text\n";
    constexpr std::size_t maximumSize = 1 << 20;
    std::string text;
    char buffer[4096];
    while (text.size() < maximumSize) {
        const auto got = ::pread(symbols.get(), buffer, sizeof buffer, static_cast<off_t>(text.size()));
        if (got <= 0) break;
        const auto searchedFrom = text.size() - std::min(text.size(), end.size());
        text.append(buffer, static_cast<std::size_t>(got));
        const auto found = text.find(end, searchedFrom);
        if (found != std::string::npos)
            return number(std::string_view(text).substr(text.rfind('\n', found) + 1), 16);
    }
    return 0;
}

} // namespace

Result<void> KernelNames::open() {
    auto program = loadSymbolProgram();
    auto given = givenSymbols();
    auto symbols = given.isOpen() ? std::move(given) : TRY(openToRead("/proc/kallsyms"));
    auto opened = open(std::move(symbols), defaultModules, program.value_or(NameKernelAddress()));
    // Either reason is one to mend.
    if (!opened && !program) opened.error().message += "; " + program.error().message;
    return opened;
}

Result<void> KernelNames::open(FileDescriptor symbols, const std::string& modules,
                               NameKernelAddress program) {
    m_symbolsFile = std::move(symbols);
    if (auto file = openToRead(modules)) m_modulesFile = std::move(*file);
    m_openedAt = monotonicTime();
    if (program) {
        m_kernelBase = addressOfText(m_symbolsFile);
        // Names without addresses are of use, too.
        if (m_kernelBase == 0 || program(m_kernelBase)) {
            m_functions.setProgram(std::move(program));
            m_listedModules = m_modules = readModules();
            return {};
        }
    }
    return read();
}

/// Lines of /proc/modules: "name size users dependencies state 0xaddress".
KernelNames::LoadedModules KernelNames::readModules() const {
    LoadedModules modules;
    const auto all = readSystemFile(m_modulesFile);
    for (std::string_view text = all; !text.empty();) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto name = line.substr(0, line.find(' '));
        const auto address = line.find(" 0x");
        if (name.empty() || name.size() == line.size() || address == std::string_view::npos) continue;
        modules[std::string(name)] = {number(line.substr(address + 3), 16),
                                      number(line.substr(name.size() + 1), 10)};
    }
    return modules;
}

/// The service can't open /proc/modules, which shows zeros to processes that may not see addresses. So a
/// module's start is derived: its code begins with a page, and its first function lies in that page.
void KernelNames::findStarts() {
    constexpr std::uint64_t page = 4096;
    for (auto& [name, module] : m_modules) {
        const auto start = m_symbols.firstCodeOf(name) / page * page;
        if (start != 0) module.start = module.start == 0 ? start : std::min(module.start, start);
    }
}

Result<void> KernelNames::read() {
    ++m_reads;
    m_areSymbolsRead = true;
    // Modules first: the next check notices a module that is loaded in between.
    auto modules = readModules();
    // These may have changed since they were noticed.
    if (m_functions.hasProgram() && modules != m_listedModules) m_functions.forgetModules();
    m_listedModules = std::move(modules);
    off_t offset = 0;
    const auto next = [&](std::span<char> buffer) -> std::size_t {
        const auto got = ::pread(m_symbolsFile.get(), buffer.data(), buffer.size(), offset);
        if (got <= 0) return 0;
        offset += got;
        return static_cast<std::size_t>(got);
    };
    using Which = KernelSymbols::Which;
    m_symbols = TRY(KernelSymbols::read(next, m_functions.hasProgram() ? Which::OfModules : Which::All));
    m_modules = m_listedModules;
    const bool isHidden =
        std::ranges::any_of(m_modules, [](const auto& entry) { return entry.second.start == 0; });
    if (isHidden) findStarts();
    m_moduleTexts.clear();
    if (!m_functions.hasProgram()) m_kernelBase = m_symbols.kernelStart();
    return {};
}

bool KernelNames::mayReadAgain() const {
    const auto passed = static_cast<std::uint64_t>(monotonicTime() - m_openedAt);
    return m_reads < 1 + freeReads + passed / timeBetweenReads;
}

/// Reads the symbols of modules: for their starts, if /proc/modules hides them, and for code that only the
/// list of symbols names, such as that of ftrace.
void KernelNames::readWhatTheProgramLacks() {
    if (m_functions.hasProgram() && !m_areSymbolsRead && mayReadAgain()) static_cast<void>(read());
}

void KernelNames::apply(const SidebandEvent& event) {
    using Kind = SidebandEvent::Kind;
    const auto& code = event.mapping;
    if (event.kind != Kind::KernelCodeLoaded && event.kind != Kind::KernelCodeUnloaded) return;
    m_functions.forget(code.start);
    if (event.kind == Kind::KernelCodeLoaded) {
        m_generated.add(code.start, code.end, event.name, code.path, event.time);
    } else if (!m_generated.remove(code.start, event.time)) {
        // Loaded before the recording. The kernel does not name it any more, and its samples may have no
        // names yet.
        m_generated.add(code.start, code.end, event.name, code.path,
                        std::numeric_limits<std::int64_t>::min());
        m_generated.remove(code.start, event.time);
    }
}

void KernelNames::setTime(std::int64_t from, std::int64_t until) {
    m_from = from;
    m_until = until;
    m_isNoticed = false;
    m_generated.retire(from - retention);
}

bool KernelNames::isModuleCode(std::uint64_t address) const {
    return std::any_of(m_modules.begin(), m_modules.end(),
                       [&](const auto& entry) { return address - entry.second.start < entry.second.size; });
}

/// Forgets the names of modules if the loaded modules have changed. Without the program it reads everything
/// again, at most once in a while.
void KernelNames::noticeModules() {
    if (std::exchange(m_isNoticed, true) || !m_modulesFile.isOpen()) return;
    if (!m_functions.hasProgram() && !mayReadAgain()) return;
    auto modules = readModules();
    if (modules == m_listedModules) return;
    if (m_functions.hasProgram()) {
        m_functions.forgetModules();
        m_symbols = {};
        m_areSymbolsRead = false;
        m_moduleTexts.clear();
        m_listedModules = m_modules = std::move(modules);
    } else {
        static_cast<void>(read()); // reading worked before; if it fails now, there are no names until it
                                   // works again
    }
}

/// The filters of system calls are code without a name even in the list of symbols. Their samples are at many
/// addresses, and the few of a short recording are not worth reading the list. A trampoline calls from one
/// address. Only another time counts as again, since a segment may be built twice.
bool KernelNames::isUnnamedAgain(std::uint64_t address) {
    constexpr std::size_t maximumUnnamed = 4096;
    if (!m_functions.hasProgram() || m_areSymbolsRead) return false;
    if (m_unnamed.size() >= maximumUnnamed) m_unnamed.clear();
    return m_unnamed.try_emplace(address, m_from).first->second != m_from;
}

std::optional<KernelSymbols::Symbol> KernelNames::symbolAt(std::uint64_t address) {
    if (const auto* function = m_functions.find(address))
        return KernelSymbols::Symbol{function->name, function->module, function->start};
    return m_symbols.find(address);
}

/// 0 if it is not known.
std::uint64_t KernelNames::startOf(const std::string& module) {
    auto loaded = m_modules.find(module);
    if (loaded != m_modules.end() && loaded->second.start == 0) {
        readWhatTheProgramLacks();
        loaded = m_modules.find(module);
    }
    return loaded != m_modules.end() ? loaded->second.start : 0;
}

KernelLocation KernelNames::find(std::uint64_t address) {
    KernelLocation location;
    if (const auto* code = m_generated.find(address, m_from, m_until)) {
        location.function = code->name;
        location.module = code->module;
        location.start = code->serial;
        return location;
    }
    auto symbol = symbolAt(address);
    if (!symbol || !symbol->module.empty() || isModuleCode(address)) {
        noticeModules();
        symbol = symbolAt(address);
    }
    if (!symbol && isUnnamedAgain(address)) {
        readWhatTheProgramLacks();
        symbol = m_symbols.find(address);
    }
    location.module = kernelText;
    auto base = m_kernelBase;
    if (symbol) {
        location.function = symbol->name;
        location.start = symbol->start;
    }
    if (symbol && !symbol->module.empty()) {
        const std::string module(symbol->module);
        base = startOf(module);
        auto& text = m_moduleTexts[module];
        if (text.empty()) text = "[" + module + "]";
        location.module = text;
    }
    if (base != 0 && base <= address) location.address = address - base;
    return location;
}

} // namespace candela
