/// Samples whose walk stopped in code without an unwind table: they wait here with a copy of their stack, and
/// the walk is finished when the table has arrived. Bounded in time and in bytes.
#pragma once

#include "bpf/events.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/sample_queue.h"
#include "recorder/unwind/unwind_tables.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace candela {

/// A sample, and its process and thread.
struct FinishedStack {
    sample_event event{};
    std::vector<sample_label> labels;
    std::vector<std::uint64_t> frames;
    SharedProcess process;
    SharedAddressSpace space; ///< the mappings at the sample's time
    LiveThread thread;
};

class UnfinishedStacks {
public:
    /// The maximum time to wait for a table; after it, the stack stays incomplete.
    static constexpr std::int64_t maximumWait = 3'000'000'000;
    static constexpr std::size_t maximumBytes = 32 << 20; ///< the maximum of stack memory in all waiting
                                                          ///< samples

    UnfinishedStacks(UnwindTables& tables, const ModuleTable& modules)
        : m_tables(tables), m_modules(modules) {}

    /// Adds a sample; false if there is no room, or the record is malformed.
    bool add(const SampleRecord& sample, const SharedProcess& process, const LiveThread& thread);
    /// Continues walks as far as tables allow. A finished stack is removed when `onFinished` returns; until
    /// then its modules count as used.
    void walkOn(std::int64_t now, const std::function<void(const FinishedStack&)>& onFinished);
    /// The number of waiting stacks. Those that are being passed to `onFinished` do not count.
    std::size_t size() const { return m_stacks.size(); }
    bool isEmpty() const { return m_stacks.empty(); }
    /// Marks the modules that waiting stacks may need, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

private:
    struct Stack : FinishedStack {
        unfinished_walk walk{};
        std::vector<std::byte> memory; // the stack from walk.registers.sp on, at the time of the sample
        std::uint64_t memoryStart = 0;
        bool isSearched = false; // the words of the stack were searched for return addresses of generated
                                 // code
    };
    enum class Progress : std::uint8_t { Waits, Stepped, Ended };

    Progress walkOn(Stack& stack);
    Progress step(Stack& stack);
    void expectGenerated(const Stack& stack);
    static constexpr std::size_t maximumExpected = 1024;
    static void mark(const Stack& stack, std::vector<bool>& isUsed);
    static Progress finish(Stack& stack, user_stack_end end);

    UnwindTables& m_tables;
    const ModuleTable& m_modules;
    std::deque<Stack> m_stacks;   // in order of time
    std::deque<Stack> m_finished; // finished stacks that are being passed on
    std::size_t m_bytes = 0;
};

} // namespace candela
