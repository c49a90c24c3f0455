/// Running out of memory as an error: while a thread is in a MemoryScope, an allocation that would take what
/// the machine, a control group or a ulimit has left throws OutOfMemory, and a part of the memory always
/// stays free for others: the window's own thread, which is in no scope, and other programs.
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

/// The tightest of memoryBound() and the MemoryBudgets.
MemoryBound scopeBound();

/// Thrown by the replaced operator new, in a scope.
class OutOfMemory : public std::bad_alloc {
public:
    /// Of an allocation that was refused just now.
    explicit OutOfMemory(std::size_t wanted) : OutOfMemory(Refusal(wanted)) {}
    /// Of the last one in this thread's scope, where its exception was lost on the way; else as things are.
    static OutOfMemory last();
    /// Of an error about a MemoryBudget.
    static constexpr std::string_view budgetHint =
        "If you trust the file, open it with a higher limit: --memory-limit SIZE, or none.";
    const char* what() const noexcept override { return "out of memory"; }
    /// "needs more memory than there is: …", and what to do about it.
    Error error() const;

private:
    friend class MemoryScope;
    /// How things were at a refusal.
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

    /// Whether the calling thread is in one: threads that it starts should be as well.
    static Kind current();
    /// Before the calling thread takes much more: a MemoryBudget began.
    static void lookSoon();

private:
    Kind m_kind;
};

/// Asks for memory that does not come from operator new. Throws OutOfMemory in a scope that has none left.
void takeMemory(std::size_t bytes);

/// Runs work that returns a Result, in a scope. Where the memory does not suffice, the error says so.
template<typename Work>
std::invoke_result_t<Work> withinMemory(const Work& work) {
    try {
        const MemoryScope scope;
        return work();
    } catch (const OutOfMemory& problem) {
        return std::unexpected(problem.error());
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) { // more than a container can ever hold
    } catch (const std::system_error&) { // no room for a thread's stack
    }
    return std::unexpected(OutOfMemory::last().error());
}

} // namespace candela
