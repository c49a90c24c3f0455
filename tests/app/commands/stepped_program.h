/// The exact profile of a small program without libraries: it is run instruction by instruction, and calls
/// and returns are followed. Needs no rights and no quiet machine, and gives the same profile each time.
#pragma once

#include "model/base/file.h"
#include "model/profile/profile_builder.h"
#include "model/symbols/lookup/kept_code_around.h"
#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/lookup/symbolize_profile.h"

#include <QString>

#include <csignal>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace candela {

class SteppedProgram {
public:
    /// A statically linked program that runs at its linked addresses.
    explicit SteppedProgram(const QString& path) : m_path(path.toStdString()) {
        const auto file = openToRead(m_path);
        if (!file) qFatal("%s can't be opened", m_path.c_str());
        m_symbols = std::make_unique<ModuleSymbols>(*ModuleSymbols::create(file->get()));
    }

    QString path() const { return QString::fromStdString(m_path); }

    /// The addresses of the instructions that ran, in order. Those of a stripped copy are the same.
    using Steps = std::vector<std::uint32_t>;
    const Steps& steps() {
        if (m_steps.empty()) run();
        return m_steps;
    }
    void setSteps(Steps steps) { m_steps = std::move(steps); }

    /// A sample for each instruction, without names.
    Profile profile() {
        const auto mapping = m_builder.mapping({.path = m_builder.string(m_path),
                                                .buildId = m_builder.string(m_symbols->buildId()),
                                                .start = 0,
                                                .end = std::uint64_t(1) << 32});
        m_builder.origin().provenance = Provenance::RecordedWithBuildIds;
        const auto value = m_builder.valueType("samples", "count");
        const auto frameAt = [&](std::uint64_t address) {
            return m_builder.frame({.function = {}, .mapping = mapping, .address = address});
        };
        absl::flat_hash_map<std::pair<StackIndex, std::uint64_t>, std::int64_t> counts;
        std::vector<StackIndex> callers{StackIndex()};
        for (const auto at : steps()) {
            ++counts[{callers.back(), at}];
            const auto code = codeAt(at);
            if (isCall(code))
                callers.push_back(m_builder.stack(callers.back(), frameAt(at)));
            else if (isReturn(code) && callers.size() > 1)
                callers.pop_back();
        }
        std::vector<std::pair<std::pair<StackIndex, std::uint64_t>, std::int64_t>> sorted(counts.begin(),
                                                                                          counts.end());
        std::ranges::sort(sorted);
        for (const auto& [at, count] : sorted)
            m_builder.addSample(value, {.stack = m_builder.stack(at.first, frameAt(at.second)),
                                        .weight = count,
                                        .thread = {},
                                        .labels = {}});
        return m_builder.build();
    }

    /// The same profile with the names of its functions.
    Profile namedProfile() {
        class Names : public CodeNames {
        public:
            explicit Names(ModuleSymbols& symbols) : m_symbols(symbols) {}
            std::optional<std::uint64_t> addressIn(const Mapping&, std::uint64_t address) const override {
                return address;
            }
            void resolve(std::span<const std::uint64_t> addresses,
                         std::vector<SymbolizedFrames>& out) override {
                m_symbols.resolve(addresses, out);
            }
            std::optional<KeptCode> codeAround(std::uint64_t address) override {
                return keptCodeAround(m_symbols, address);
            }

        private:
            ModuleSymbols& m_symbols;
        };
        Task task;
        auto named = symbolize(
            profile(),
            [this](const WantedModule&, Task&) -> Result<std::unique_ptr<CodeNames>> {
                return std::make_unique<Names>(*m_symbols);
            },
            task);
        return std::move(named->profile);
    }

    /// The name of the function around an address; empty without one.
    std::string nameAt(std::uint64_t address) {
        const auto frames = m_symbols->resolve(address);
        return frames.empty() ? std::string() : frames.back().name;
    }

private:
    static constexpr std::size_t maximumSteps = 1 << 20;
    struct Record {
        std::atomic<std::size_t> count;
        std::array<std::uint32_t, maximumSteps> at;
    };
    static inline Record* s_record = nullptr; ///< shared with the child

    /// The processor traps after every instruction, and the program's own process takes the signal. A tracer
    /// would wait for a processor twice at each of them.
    void run() {
        void* shared =
            ::mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (shared == MAP_FAILED) qFatal("no memory");
        s_record = static_cast<Record*>(shared);
        const auto child = ::fork();
        if (child == 0) {
            becomeProgram();
            ::_exit(127);
        }
        int status = 0;
        if (::waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
            qFatal("%s did not end as it should: %d", m_path.c_str(), status);
        m_steps.assign(s_record->at.begin(), s_record->at.begin() + s_record->count);
        ::munmap(shared, sizeof(Record));
    }
    static void takeTrap(int, siginfo_t*, void* context) {
        const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
        const auto row = s_record->count.load(std::memory_order_relaxed);
        if (row == maximumSteps) ::_exit(126);
        s_record->at[row] = static_cast<std::uint32_t>(registers[REG_RIP]);
        s_record->count.store(row + 1, std::memory_order_relaxed);
    }
    /// Puts the program's segments where they belong in this process, which is linked to run anywhere, and
    /// enters it on a stack of its own. Returns only if that is not possible.
    void becomeProgram() const {
        const int file = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
        Elf64_Ehdr header;
        if (::pread(file, &header, sizeof header, 0) != sizeof header) return;
        for (int row = 0; row < header.e_phnum; ++row) {
            Elf64_Phdr segment;
            const auto offset = static_cast<off_t>(header.e_phoff + std::size_t(row) * sizeof segment);
            if (::pread(file, &segment, sizeof segment, offset) != sizeof segment) return;
            if (segment.p_type != PT_LOAD) continue;
            constexpr std::uint64_t pageSize = 4096;
            const auto begin = segment.p_vaddr / pageSize * pageSize;
            auto* memory = ::mmap(reinterpret_cast<void*>(begin), segment.p_vaddr + segment.p_memsz - begin,
                                  PROT_READ | PROT_WRITE | PROT_EXEC,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            if (memory == MAP_FAILED ||
                ::pread(file, reinterpret_cast<void*>(segment.p_vaddr), segment.p_filesz,
                        static_cast<off_t>(segment.p_offset)) != static_cast<ssize_t>(segment.p_filesz))
                return;
        }
        constexpr std::size_t stackSize = 1 << 18;
        auto* stacks =
            ::mmap(nullptr, 2 * stackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stacks == MAP_FAILED) return;
        stack_t ofSignals{};
        ofSignals.ss_sp = stacks;
        ofSignals.ss_size = stackSize;
        struct sigaction action {};
        action.sa_sigaction = takeTrap;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        if (::sigaltstack(&ofSignals, nullptr) != 0 || ::sigaction(SIGTRAP, &action, nullptr) != 0) return;
        // Sets the trap flag: the first trap is at the program's first instruction.
        asm volatile("mov %0, %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tjmp *%1"
                     :
                     : "r"(static_cast<std::byte*>(stacks) + 2 * stackSize), "r"(header.e_entry)
                     : "memory");
    }

    std::span<const std::byte> codeAt(std::uint64_t address) {
        constexpr std::uint64_t maximumInstructionSize = 15;
        return m_symbols->codeOf({address, address + maximumInstructionSize});
    }
    /// Near calls: E8, and FF /2 after prefixes.
    static bool isCall(std::span<const std::byte> code) {
        std::size_t at = 0;
        while (at < code.size() && (std::to_integer<int>(code[at]) & 0xf0) == 0x40)
            ++at;
        if (at + 1 >= code.size()) return false;
        const auto opcode = std::to_integer<int>(code[at]);
        return opcode == 0xe8 || (opcode == 0xff && (std::to_integer<int>(code[at + 1]) >> 3 & 7) == 2);
    }
    static bool isReturn(std::span<const std::byte> code) {
        if (code.empty()) return false;
        const bool isRepeated = code.size() > 1 && code[0] == std::byte(0xf3) && code[1] == std::byte(0xc3);
        return code[0] == std::byte(0xc3) || code[0] == std::byte(0xc2) || isRepeated;
    }

    std::string m_path;
    std::unique_ptr<ModuleSymbols> m_symbols;
    ProfileBuilder m_builder;
    Steps m_steps;
};

} // namespace candela
