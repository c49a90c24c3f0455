/// Makes call stacks from a graph that only knows callers and callees. The cost of a call is distributed
/// within the called function in the proportion in which it comes from its callers. Each function's own cost
/// and each call's cost are reproduced exactly, unless there are too many stacks.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/callgrind/callgrind_graph.h"

#include <string>
#include <vector>

namespace candela {

/// Properties of all samples of a part.
struct CallgrindSamples {
    std::vector<ValueTypeIndex> values; ///< for each of the graph's events
    ThreadIndex thread;
    LabelSetIndex labels;
    std::string_view rootName;        ///< name of a function that is not a frame: its callees begin stacks
    bool hasRecursionNumbers = false; ///< "fib'2" is a recursive fib (in Valgrind's and Candela's files)
};

class CallgrindStacks {
public:
    CallgrindStacks(const CallgrindGraph& graph, const CallgrindSamples& samples, ProfileBuilder& builder);

    /// Adds the samples of the whole graph. Fails only when cancelled.
    Result<void> add(Task& task);

    /// Whether a function has several callers and callees, so that the stacks are an estimate.
    bool isApportioned() const { return m_isApportioned; }
    /// Whether there were too many stacks, so that some costs lack their callers.
    bool isCut() const { return m_isCut; }

private:
    /// A function in a calling context whose cost still has to be distributed, and that cost.
    struct Node {
        double share = 0; // the maximum share of its costs
        std::uint32_t function = 0;
        std::uint32_t depth = 0;
        StackIndex caller;
        std::uint32_t flow = 0; // row of m_flows

        bool operator<(const Node& other) const { return share < other.share; }
    };

    void sumUp();
    void push(std::uint32_t function, std::uint32_t depth, StackIndex caller,
              std::span<const std::int64_t> flow);
    Result<void> drain(Task& task);
    void takeApart(const Node& node);
    void addRest();
    bool takeShare(std::size_t item, std::span<const std::int64_t> flow);
    void addItem(std::size_t item, StackIndex caller, std::span<const std::int64_t> costs);
    FrameIndex frame(std::size_t item);
    FunctionIndex functionOf(std::uint32_t row, StringIndex file);
    MappingIndex mappingOf(std::uint32_t row);
    std::span<std::int64_t> rowOf(std::vector<std::int64_t>& rows, std::size_t row) {
        return std::span(rows).subspan(row * m_graph.events(), m_graph.events());
    }

    const CallgrindGraph& m_graph;
    const CallgrindSamples& m_samples;
    ProfileBuilder& m_builder;
    std::vector<std::size_t> m_begin;   // for each function the first of its items in m_order; one entry more
                                        // than functions
    std::vector<std::size_t> m_order;   // items in the order of their functions
    std::vector<std::int64_t> m_rest;   // for each item: its costs that are in no stack yet
    std::vector<std::int64_t> m_inflow; // for each function: the expected cost of its contexts that is still
                                        // missing
    std::vector<std::int64_t> m_rootFlow;        // for each function: costs without a caller
    std::vector<std::int64_t> m_totals;          // for each event
    std::vector<std::int64_t> m_flows;           // flows of the nodes in the queue
    std::vector<std::uint32_t> m_freeFlows;      // rows of m_flows
    std::vector<Node> m_queue;                   // a heap
    std::vector<FrameIndex> m_frames;            // for each item
    std::vector<std::int64_t> m_flow;            // the current node's
    std::vector<std::int64_t> m_part;            // the share being computed
    std::vector<std::int64_t> m_prefix, m_given; // for the current node, see takeShare()
    std::vector<std::int64_t> m_divisor;
    std::size_t m_stepsLeft = 0;
    bool m_isApportioned = false;
    bool m_isCut = false;
};

} // namespace candela
