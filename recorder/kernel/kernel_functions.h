/// The kernel functions that a program named (`symbol_program.h`), so that each is asked for once. Bounded:
/// when it is full, it starts anew.
#pragma once

#include "recorder/kernel/symbol_program.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace candela {

class KernelFunctions {
public:
    static constexpr std::size_t defaultMaximum = 16'384;

    explicit KernelFunctions(std::size_t maximum = defaultMaximum) : m_maximum(maximum) {}

    void setProgram(NameKernelAddress program) { m_program = std::move(program); }
    bool hasProgram() const { return m_program != nullptr; }

    /// The function around an address, valid until the next call; null if the program does not name it, or if
    /// there is no program.
    const KernelFunction* find(std::uint64_t address);
    /// Forgets the function that starts here.
    void forget(std::uint64_t start) { m_functions.erase(start); }
    /// Forgets the functions of all modules.
    void forgetModules();

    std::size_t size() const { return m_functions.size(); }

private:
    std::size_t m_maximum;
    NameKernelAddress m_program;
    std::map<std::uint64_t, KernelFunction> m_functions; // by start
};

} // namespace candela
