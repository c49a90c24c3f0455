/// The functions and calls of a profile's stacks, as callgrind's format knows them. A function that calls
/// itself, over others or not, is a second function "name'2" from then on, as in Valgrind's own files: what
/// the first one and its callees cost then adds up without counting anything twice.
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
    /// `values` are the graph's events. The profile must outlive the object.
    CallgrindCalls(const Profile& profile, std::vector<ValueTypeIndex> values);

    /// Fills the graph, once. Fails only when cancelled.
    Result<void> add(Task& task);

    const CallgrindGraph& graph() const { return m_graph; }
    std::string_view text(StringIndex index) const { return m_strings[index]; }
    /// Where the function of that row begins; 0: not known.
    std::uint32_t startLine(std::uint32_t function) const { return m_startLines[function]; }

    /// The function that calls all roots; empty where there is none.
    std::string_view rootName() const { return m_rootName; }
    /// Whether some of a function's code is in another file: its lines are left out.
    bool losesLines() const { return m_losesLines; }
    /// Whether some function with several own costs and calls has several calling contexts: which of them
    /// belong together is then no longer certain.
    bool losesStacks() const;
    /// Distinct stacks whose weights add up to less than nothing: they are left out.
    std::size_t negativeStacks() const { return m_negativeStacks; }
    /// Costs that did not fit the graph: they are left out.
    std::size_t overflows() const { return m_overflows; }

private:
    /// A stack on the way from the root to the current one.
    struct Step {
        StackIndex stack;
        CallgrindGraph::Item call; ///< from its caller; callee none for a root
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
    std::vector<std::uint32_t> m_startLines; // of each function of the graph

    // A base is a function without regard to recursion.
    std::vector<CallgrindGraph::Function> m_bases;
    std::vector<std::uint32_t> m_baseStartLines;
    std::vector<std::uint32_t> m_baseOfFrame;
    std::vector<bool> m_isInFile;        // of each frame: whether its line is one of its base's file
    std::vector<std::uint32_t> m_active; // how often each base is on the way

    std::vector<std::int64_t> m_self;   // of each stack, one more for samples without any
    std::vector<std::int64_t> m_totals; // of each stack
    std::vector<Step> m_way;
    std::vector<std::pair<CallgrindGraph::Item, StackIndex>> m_calls; // with what each brings
    absl::flat_hash_map<std::pair<CallgrindGraph::Position, std::uint32_t>, std::uint32_t>
        m_activeCalls;                                         // how often each call is on the way
    std::vector<Context> m_contexts;                           // of each function of the graph
    std::vector<StackIndex> m_callers;                         // the first of each function's
    std::vector<std::pair<std::uint32_t, StackIndex>> m_roots; // functions that begin stacks
    std::string m_rootName;
    bool m_losesLines = false;
    std::size_t m_negativeStacks = 0;
    std::size_t m_overflows = 0;
};

} // namespace candela
