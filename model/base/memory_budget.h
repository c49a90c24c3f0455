/// A memory limit for work on untrusted input: a small file can unpack to
/// more than a machine has. While a budget lives, an allocation in a
/// MemoryScope that would exceed it throws OutOfMemory, wherever it is made.
#pragma once

#include "model/base/free_memory.h"

#include <cstdint>
#include <optional>

namespace candela {

class MemoryBudget {
public:
    /// `bytes` is how much more the process may take than it has taken now. Budgets that live at the same
    /// time are added up, since memory is counted for the whole process.
    enum class Growth : std::uint8_t { Fixed, WithInput };
    MemoryBudget(std::uint64_t bytes, Growth growth);
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    /// What all budgets leave free; none if there is no budget.
    static std::optional<MemoryBound> bound();
    /// Extends the thread's latest budget, if that is one that grows with the input.
    static void extend(std::uint64_t bytes);

private:
    MemoryBudget* m_before; // the previous budget of this thread
    Growth m_growth;
};

} // namespace candela
