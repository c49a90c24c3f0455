/// The exact profile of a small program without libraries: it is run instruction by instruction, and calls
/// and returns are followed. Needs no rights and no quiet machine, and gives the same profile each time.
#pragma once

#include "model/base/file.h"
#include "model/profile/profile_builder.h"
#include "model/symbols/lookup/kept_code_around.h"
#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/lookup/symbolize_profile.h"

#include <QString>

#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <absl/container/flat_hash_map.h>

#include <cstdint>
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
        run([&](std::uint64_t at) {
            ++counts[{callers.back(), at}];
            const auto code = codeAt(at);
            if (isCall(code))
                callers.push_back(m_builder.stack(callers.back(), frameAt(at)));
            else if (isReturn(code) && callers.size() > 1)
                callers.pop_back();
        });
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
    template<typename Visit>
    void run(Visit&& visit) {
        const auto child = fork();
        if (child == 0) {
            personality(ADDR_NO_RANDOMIZE);
            ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
            execl(m_path.c_str(), m_path.c_str(), nullptr);
            _exit(127);
        }
        int status = 0;
        waitpid(child, &status, 0);
        user_regs_struct registers{};
        while (WIFSTOPPED(status)) {
            if (ptrace(PTRACE_GETREGS, child, nullptr, &registers) != 0) break;
            visit(registers.rip);
            if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) break;
            waitpid(child, &status, 0);
        }
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
};

} // namespace candela
