#include "model/base/memory_scope.h"

#include "model/base/memory_budget.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <malloc.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();
// How much a thread may allocate between two checks of the free memory: at most an eighth of it, because
// there may be eight threads.
constexpr std::size_t minimumAllowance = 1u << 20;
constexpr std::size_t maximumAllowance = 256u << 20;
constexpr std::uint64_t shareOfFree = 8;
// The minimum that always stays free.
constexpr std::uint64_t minimumReserve = 16u << 20;
constexpr std::uint64_t maximumReserve = 1u << 30;
constexpr std::uint64_t shareOfCapacity = 16;

/// The bytes that the thread may allocate before the next check. Freed memory is not added back: the check
/// sees it.
constinit thread_local std::size_t allowance = unbounded;

std::uint64_t reserveOf(const MemoryBound& bound) {
    if (bound.owner == MemoryBound::Owner::Budget) return 0; // a budget is for this work alone
    return std::clamp(bound.capacity / shareOfCapacity, minimumReserve, maximumReserve);
}

/// Bytes that may be taken beyond the reserve.
std::uint64_t spare(const MemoryBound& bound) {
    return bound.free - std::min(bound.free, reserveOf(bound));
}

/// The same, including freed memory that the allocator keeps. Slow.
std::uint64_t spareAfterTrimming() {
    ::malloc_trim(0);
    auto bound = scopeBound();
    bound.free += ::mallinfo2().fordblks; // pages of freed memory count as allocated but not touched
    return spare(bound);
}

/// The check itself allocates: while one of these lives, the thread is not counted.
class Looking {
public:
    Looking() : m_after(std::exchange(allowance, unbounded)) { s_isLooking = true; }
    ~Looking() {
        s_isLooking = false;
        allowance = m_after;
    }
    Looking(const Looking&) = delete;
    Looking& operator=(const Looking&) = delete;

    void setAllowance(std::size_t after) { m_after = after; }
    static bool isLooking() { return s_isLooking; }

private:
    static constinit thread_local bool s_isLooking;
    std::size_t m_after;
};

constinit thread_local bool Looking::s_isLooking = false;

/// Checks the free memory, and takes `bytes` from it.
void look(std::size_t bytes) {
    Looking looking;
    auto free = spare(scopeBound());
    if (bytes >= free) free = spareAfterTrimming();
    if (bytes >= free) {
        looking.setAllowance(minimumAllowance); // enough for stack unwinding and cleanup
        throw OutOfMemory(bytes);
    }
    looking.setAllowance(static_cast<std::size_t>(
        std::clamp<std::uint64_t>((free - bytes) / shareOfFree, minimumAllowance, maximumAllowance)));
}

std::string_view leftWhere(MemoryBound::Owner owner) {
    switch (owner) {
    case MemoryBound::Owner::Machine:
        return ModelText::trLater("of this machine's memory");
    case MemoryBound::Owner::ControlGroup:
        return ModelText::trLater("in its control group");
    case MemoryBound::Owner::AddressSpaceLimit:
        return ModelText::trLater("by ulimit -v");
    case MemoryBound::Owner::DataLimit:
        return ModelText::trLater("by ulimit -d");
    case MemoryBound::Owner::Budget:
        return ModelText::trLater("of its limit");
    }
    return {};
}

std::string hintFor(const MemoryBound& bound) {
    const auto capacity = formatBytes(bound.capacity);
    switch (bound.owner) {
    case MemoryBound::Owner::Machine:
        return ModelText::tr(
            "close captures and other programs, or open it where there is more memory than {}", capacity);
    case MemoryBound::Owner::ControlGroup:
        return ModelText::tr("the control group may take {}; outside of it there may be more", capacity);
    case MemoryBound::Owner::AddressSpaceLimit:
        return ModelText::tr("the shell's ulimit -v allows {}", capacity);
    case MemoryBound::Owner::DataLimit:
        return ModelText::tr("the shell's ulimit -d allows {}", capacity);
    case MemoryBound::Owner::Budget:
        return std::string(OutOfMemory::budgetHint);
    }
    return {};
}

} // namespace

constinit thread_local OutOfMemory::Refusal OutOfMemory::s_last;

OutOfMemory OutOfMemory::last() {
    return s_last.isReal ? OutOfMemory(s_last) : OutOfMemory(0);
}

Error OutOfMemory::error() const {
    ::malloc_trim(0); // returns freed memory to the system
    const auto& [isReal, wanted, taken, bound] = m_refusal;
    if (bound.owner == MemoryBound::Owner::Budget)
        return {ModelText::tr("needs more than {} of memory, the limit for a file of its size",
                              formatBytes(bound.capacity)),
                hintFor(bound), ErrorCode::BadInput};
    // The size of a small allocation is not stated: it would mislead, because many more would have followed.
    const auto wish =
        wanted > minimumReserve ? ModelText::tr(" and wanted {} more", formatBytes(wanted)) : std::string();
    return {ModelText::tr("needs more memory than there is: Candela had taken {}{} when {} were left {}",
                          formatBytes(taken), wish, formatBytes(bound.free),
                          ModelText::translated(leftWhere(bound.owner))),
            hintFor(bound), ErrorCode::BadInput};
}

MemoryScope::MemoryScope(Kind kind)
    : m_kind(current() == Kind::Bounded ? Kind::Unbounded : kind) { // the outer scope stays in effect
    if (m_kind == Kind::Unbounded) return;
    allowance = minimumAllowance; // small work never checks the free memory
    OutOfMemory::s_last = {};
}

MemoryScope::~MemoryScope() {
    if (m_kind == Kind::Bounded) allowance = unbounded;
}

MemoryScope::Kind MemoryScope::current() {
    // Outside of scopes the allowance begins as the whole address space, and no program lives long enough to
    // allocate half of that.
    return allowance > unbounded / 2 ? Kind::Unbounded : Kind::Bounded;
}

void MemoryScope::lookSoon() {
    if (current() == Kind::Bounded) allowance = std::min(allowance, minimumAllowance);
}

MemoryBound scopeBound() {
    const auto bound = memoryBound();
    const auto budget = MemoryBudget::bound();
    return budget && budget->free < bound.free ? *budget : bound;
}

void takeMemory(std::size_t bytes) {
    if (bytes > allowance)
        look(bytes);
    else
        allowance -= bytes;
}

void throwOutOfMemory(std::size_t bytes) {
    // Outside of a scope, opening files may be forbidden.
    if (Looking::isLooking() || MemoryScope::current() == MemoryScope::Kind::Unbounded)
        throw std::bad_alloc();
    const Looking looking;
    throw OutOfMemory(bytes);
}

} // namespace candela
