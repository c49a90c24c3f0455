/// Names of kernel code: a kernel program names the addresses that samples have (`symbol_program.h`). Where
/// it can't run, /proc/kallsyms is read. Addresses that leave the recorder are relative to the start of the
/// kernel or module, so that a capture does not reveal where this machine's kernel lies. New modules are
/// noticed when a sample is in their code, BPF programs by the kernel's events.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/symbols/lookup/kernel_symbols.h"
#include "recorder/base/sideband.h"
#include "recorder/kernel/generated_kernel_code.h"
#include "recorder/kernel/kernel_functions.h"
#include "recorder/kernel/symbol_program.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace candela {

struct KernelLocation {
    std::string_view function; ///< empty: not known
    std::string_view module;   ///< "[kernel.kallsyms]", "[nf_tables]", "[bpf]"
    std::uint64_t start = 0;   ///< the function's absolute start, or a number that distinguishes equal names
    std::uint64_t address = 0; ///< relative to the module's start; 0: not known
};

class KernelNames {
public:
    /// The minimum time between two reads of /proc/kallsyms, after the first few reads.
    static constexpr std::int64_t timeBetweenReads = 10'000'000'000;
    static constexpr std::uint64_t freeReads = 5;

    /// Loads the program, and opens /proc/kallsyms, or standard input instead, and /proc/modules; later calls
    /// need no rights. Without the program it reads /proc/kallsyms, and fails if the kernel hides its
    /// addresses from this process; the message has both problems then.
    Result<void> open();
    /// The same with files of these formats, and with this in the role of the program.
    Result<void> open(FileDescriptor symbols, const std::string& modules, NameKernelAddress program = {});
    /// Adds or removes code that the kernel generated.
    void apply(const SidebandEvent& event);

    /// Sets the time of the samples that the next calls of find() are for (CLOCK_MONOTONIC nanoseconds).
    void setTime(std::int64_t from, std::int64_t until);
    /// The function at an address; the texts are valid until the next call.
    KernelLocation find(std::uint64_t address);
    /// Whether functions of the kernel have names, but locations no addresses: the kernel hides its start, or
    /// the list of symbols does not begin with it.
    bool areAddressesHidden() const { return m_functions.hasProgram() && m_kernelBase == 0; }
    const GeneratedKernelCode& generatedCode() const { return m_generated; }
    /// How often all of /proc/kallsyms was read.
    std::uint64_t reads() const { return m_reads; }

private:
    struct LoadedModule {
        std::uint64_t start = 0;
        std::uint64_t size = 0;
        bool operator==(const LoadedModule&) const = default;
    };
    using LoadedModules = absl::flat_hash_map<std::string, LoadedModule>;

    Result<void> read();
    bool mayReadAgain() const;
    void readWhatTheProgramLacks();
    LoadedModules readModules() const;
    void findStarts();
    bool isUnnamedAgain(std::uint64_t address);
    std::optional<KernelSymbols::Symbol> symbolAt(std::uint64_t address);
    std::uint64_t startOf(const std::string& module);
    bool isModuleCode(std::uint64_t address) const;
    void noticeModules();

    FileDescriptor m_symbolsFile;
    FileDescriptor m_modulesFile;
    KernelFunctions m_functions; // named by the program
    KernelSymbols m_symbols;     // all, or those that the program does not name
    bool m_areSymbolsRead = false;
    // By address: the time of the first samples at an address that the program does not name.
    absl::flat_hash_map<std::uint64_t, std::int64_t> m_unnamed;
    std::uint64_t m_kernelBase = 0;
    LoadedModules m_listedModules; // when modules were last noticed
    LoadedModules m_modules;       // the same modules, with their starts where these can be found
    absl::flat_hash_map<std::string, std::string> m_moduleTexts; // "nf_tables" to "[nf_tables]"
    GeneratedKernelCode m_generated;
    std::int64_t m_from = 0;
    std::int64_t m_until = 0;
    bool m_isNoticed = false; // modules were checked since setTime()
    std::int64_t m_openedAt = 0;
    std::uint64_t m_reads = 0;
};

} // namespace candela
