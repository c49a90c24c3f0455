/// The functions and calls of a profile's stacks, as in callgrind's format. A function that calls itself,
/// directly or not, becomes a second function "name'2" from then on, as in Valgrind's own files: so the costs
/// of the first one and its callees add up without counting anything twice.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/callgrind/callgrind_graph.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class CallgrindCalls {
public:
    /// `values` are the events of the graph. The profile must outlive the object.
    CallgrindCalls(const Profile& profile, std::vector<ValueTypeIndex> values);

    /// Fills the graph; call it once. Fails only when cancelled.
    Result<void> add(Task& task);

    const CallgrindGraph& graph() const { return m_graph; }
    std::string_view text(StringIndex index) const { return m_strings[index]; }
    /// Where the function of that row begins; 0: not known.
    std::uint32_t startLine(std::uint32_t function) const { return m_startLines[function]; }

    /// The function that calls all roots; empty if there is none.
    std::string_view rootName() const { return m_rootName; }
    /// Whether some code of a function is in another file: its lines are left out.
    bool losesLines() const { return m_losesLines; }
    /// Whether a function with several own costs and calls has several calling contexts: then it is no longer
    /// certain which of them belong together.
    bool losesStacks() const;
    /// Distinct stacks with a negative total weight: they are left out.
    std::size_t negativeStacks() const { return m_negativeStacks; }
    /// Costs that exceed the graph's range: they are left out.
    std::size_t overflows() const { return m_overflows; }

private:
    /// A stack on the path from the root to the current one.
    struct Step {
        StackIndex stack;
        CallgrindGraph::Item call; ///< the call from its caller; the callee is none for a root
        CallgrindGraph::Position position;
    };
    enum class Context : std::uint8_t { None, One, Several };

    void nameFrames();
    Result<void> sumUp(Task& task);
    Result<void> visitStacks(Task& task);
    void addStackless();
    bool hasCalledRoot() const;
    void addRoot();
    void enter(StackIndex stack);
    void leave();
    std::uint32_t functionOf(std::uint32_t base);
    void noteContext(std::uint32_t function, StackIndex caller);
    void add(const CallgrindGraph::Item& item, std::span<const std::int64_t> costs);
    std::span<std::int64_t> rowOf(std::vector<std::int64_t>& rows, std::size_t row) {
        return std::span(rows).subspan(row * m_values.size(), m_values.size());
    }

    const Profile& m_profile;
    std::vector<ValueTypeIndex> m_values;
    StringInterner m_strings;
    CallgrindGraph m_graph;
    std::vector<std::uint32_t> m_startLines; // for each function of the graph

    // A base is a function without its recursion number.
    std::vector<CallgrindGraph::Function> m_bases;
    std::vector<std::uint32_t> m_baseStartLines;
    std::vector<std::uint32_t> m_baseOfFrame;
    std::vector<bool> m_isInFile;        // for each frame: whether its line is in its base's file
    std::vector<std::uint32_t> m_active; // how often each base is on the current path

    std::vector<std::int64_t> m_self;   // for each stack; the last entry is for samples without a stack
    std::vector<std::int64_t> m_totals; // for each stack
    std::vector<Step> m_path;
    std::vector<std::pair<CallgrindGraph::Item, StackIndex>> m_calls; // calls, each with the stack that it
                                                                      // belongs to
    absl::flat_hash_map<std::pair<CallgrindGraph::Position, std::uint32_t>, std::uint32_t>
        m_activeCalls;                                         // how often each call is on the current path
    std::vector<Context> m_contexts;                           // for each function in the graph
    std::vector<StackIndex> m_callers;                         // the first caller of each function
    std::vector<std::pair<std::uint32_t, StackIndex>> m_roots; // functions that begin stacks
    std::string m_rootName;
    bool m_losesLines = false;
    std::size_t m_negativeStacks = 0;
    std::size_t m_overflows = 0;
};

} // namespace candela
