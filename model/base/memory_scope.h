/// Running out of memory as an error. While a thread is in a MemoryScope, an allocation that exceeds the free
/// memory of the machine, a control group or a ulimit throws OutOfMemory. A reserve always stays free, for
/// other programs and for the window's own thread, which is in no scope. Only programs that link
/// `limited_new` (app/limited_new.cpp) check their allocations; in others, a scope changes nothing.
#pragma once

#include "model/base/free_memory.h"
#include "model/base/result.h"

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace candela {

/// The lower one of memoryBound() and what the MemoryBudgets leave.
MemoryBound scopeBound();

/// Thrown by the operator new of limited_new.cpp, in a scope.
class OutOfMemory : public std::bad_alloc {
public:
    /// The error of an allocation that was refused just now.
    explicit OutOfMemory(std::size_t wanted) : OutOfMemory(Refusal(wanted)) {}
    /// The error of the last refusal in this thread's scope, if its exception was lost on the way. Without a
    /// refusal, describes the current state.
    static OutOfMemory last();
    /// The hint for an error about a MemoryBudget.
    static constexpr std::string_view budgetHint =
        "If you trust the file, open it with a higher limit: --memory-limit SIZE, or none.";
    const char* what() const noexcept override { return "out of memory"; }
    /// "needs more memory than there is: …", and a hint.
    Error error() const;

private:
    friend class MemoryScope;
    /// The state at a refusal.
    struct Refusal {
        Refusal() = default;
        explicit Refusal(std::size_t bytes)
            : isReal(true), wanted(bytes), taken(takenMemory()), bound(scopeBound()) {}

        bool isReal = false;
        std::size_t wanted = 0;
        std::uint64_t taken = 0;
        MemoryBound bound;
    };
    explicit OutOfMemory(const Refusal& refusal) : m_refusal(refusal) { s_last = refusal; }

    static constinit thread_local Refusal s_last;
    Refusal m_refusal;
};

class MemoryScope {
public:
    enum class Kind { Bounded, Unbounded };

    /// Scopes nest; Unbounded changes nothing.
    explicit MemoryScope(Kind kind = Kind::Bounded);
    ~MemoryScope();
    MemoryScope(const MemoryScope&) = delete;
    MemoryScope& operator=(const MemoryScope&) = delete;

    /// The kind of the calling thread's scope; threads that it starts should use the same.
    static Kind current();
    /// Makes the next allocation check soon, because a MemoryBudget began.
    static void lookSoon();

private:
    Kind m_kind;
};

/// Reserves memory in the calling thread's scope, before it is allocated. Throws OutOfMemory if none is left.
void takeMemory(std::size_t bytes);
/// Throws the exception for an allocation that failed: OutOfMemory in a scope, std::bad_alloc outside.
[[noreturn]] void throwOutOfMemory(std::size_t bytes);

/// Calls `work`, which returns a Result, within a MemoryScope. If memory runs out, returns an error that
/// states it.
template<typename Work>
std::invoke_result_t<Work> withinMemory(const Work& work) {
    try {
        const MemoryScope scope;
        return work();
    } catch (const OutOfMemory& problem) {
        return std::unexpected(problem.error());
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) { // more than any container can hold
    } catch (const std::system_error&) { // no memory for a thread's stack
    }
    return std::unexpected(OutOfMemory::last().error());
}

} // namespace candela
