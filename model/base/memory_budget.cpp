#include "model/base/memory_budget.h"

#include "model/base/memory_scope.h"

#include <algorithm>
#include <mutex>

namespace candela {

namespace {

constinit thread_local MemoryBudget* current = nullptr;

struct Budgets {
    std::mutex mutex;
    int count = 0;
    std::uint64_t takenBefore = 0; // bytes that the process had taken when the first budget began
    std::uint64_t bytes = 0;       // bytes of all budgets that have existed since then
};

Budgets& budgets() {
    static Budgets all;
    return all;
}

std::uint64_t sum(std::uint64_t left, std::uint64_t right) {
    return left > MemoryBound::noLimit - right ? MemoryBound::noLimit : left + right;
}

} // namespace

MemoryBudget::MemoryBudget(std::uint64_t bytes, Growth growth) : m_before(current), m_growth(growth) {
    auto& all = budgets();
    const std::scoped_lock lock(all.mutex);
    if (all.count++ == 0) {
        all.takenBefore = takenMemory();
        all.bytes = 0;
    }
    all.bytes = sum(all.bytes, bytes);
    current = this;
    MemoryScope::lookSoon();
}

MemoryBudget::~MemoryBudget() {
    auto& all = budgets();
    const std::scoped_lock lock(all.mutex);
    --all.count;
    current = m_before;
}

std::optional<MemoryBound> MemoryBudget::bound() {
    auto& all = budgets();
    const std::scoped_lock lock(all.mutex);
    if (all.count == 0 || all.bytes == MemoryBound::noLimit) return std::nullopt;
    const auto now = takenMemory();
    const auto taken = now - std::min(now, all.takenBefore);
    return MemoryBound{all.bytes - std::min(all.bytes, taken), all.bytes, MemoryBound::Owner::Budget};
}

void MemoryBudget::extend(std::uint64_t bytes) {
    if (!current || current->m_growth == Growth::Fixed) return;
    auto& all = budgets();
    const std::scoped_lock lock(all.mutex);
    all.bytes = sum(all.bytes, bytes);
}

} // namespace candela
