#include "model/formats/callgrind/callgrind_stacks.h"

#include "model/analysis/grouping/grouping.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>

namespace candela {

namespace {

constexpr std::size_t nodesBetweenChecks = 1u << 10;
// Items visited in all contexts together: bounds the time and memory for a file.
constexpr std::size_t maximumSteps = 1u << 23;
constexpr std::size_t stepsPerItem = 256; // a small file with large numbers can't become a large profile
constexpr std::uint32_t deepest = 512;
__extension__ using Wide = unsigned __int128;

/// left * right / divisor, rounded down, of numbers that are not negative. The result must fit.
std::int64_t productOver(std::int64_t left, std::int64_t right, std::int64_t divisor) {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(left, right, &product)) return product / divisor;
    return static_cast<std::int64_t>(Wide(left) * Wide(right) / Wide(divisor));
}

/// "fib'2" is "fib".
std::string_view withoutRecursionNumber(std::string_view name) {
    const auto quote = name.rfind('\'');
    if (quote == std::string_view::npos || quote == 0 || quote + 1 == name.size()) return name;
    return name.find_first_not_of("0123456789", quote + 1) == std::string_view::npos ? name.substr(0, quote)
                                                                                     : name;
}

} // namespace

CallgrindStacks::CallgrindStacks(const CallgrindGraph& graph, const CallgrindSamples& samples,
                                 ProfileBuilder& builder)
    : m_graph(graph), m_samples(samples), m_builder(builder), m_begin(graph.functions().size() + 1),
      m_order(graph.items().size()), m_inflow(graph.functions().size() * graph.events()),
      m_rootFlow(m_inflow), m_totals(graph.events()), m_frames(graph.items().size()), m_flow(graph.events()),
      m_part(graph.events()), m_prefix(graph.events()), m_given(graph.events()), m_divisor(graph.events()),
      m_stepsLeft(std::min(maximumSteps, graph.items().size() * stepsPerItem)) {
    for (const auto& item : graph.items())
        ++m_begin[item.position.function + 1];
    std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
    auto next = m_begin;
    for (std::size_t item = 0; item < graph.items().size(); ++item)
        m_order[next[graph.items()[item].position.function]++] = item;
    for (std::size_t item = 0; item < graph.items().size(); ++item) {
        const auto costs = graph.costs(item);
        m_rest.insert(m_rest.end(), costs.begin(), costs.end());
    }
    sumUp();
}

/// Sums up what flows into and out of each function. The larger sum is the cost of its contexts; the part
/// that its callers do not provide comes from a root.
void CallgrindStacks::sumUp() {
    const auto events = m_graph.events();
    std::vector<std::int64_t> outflow(m_inflow.size());
    std::vector<std::uint32_t> lastCaller(m_graph.functions().size(), CallgrindGraph::noCallee);
    std::vector<bool> hasSeveral(m_graph.functions().size());
    std::vector<bool> hasCallees(m_graph.functions().size());
    for (const auto item : m_order) {
        const auto& row = m_graph.items()[item];
        const auto costs = m_graph.costs(item);
        const bool isCall = row.callee != CallgrindGraph::noCallee;
        for (std::size_t event = 0; event < events; ++event) {
            outflow[row.position.function * events + event] += costs[event];
            if (isCall)
                m_inflow[row.callee * events + event] += costs[event];
            else
                m_totals[event] += costs[event];
        }
        if (!isCall) continue;
        hasCallees[row.position.function] = true;
        auto& caller = lastCaller[row.callee];
        if (caller != CallgrindGraph::noCallee && caller != row.position.function)
            hasSeveral[row.callee] = true;
        caller = row.position.function;
    }
    for (std::size_t row = 0; row < m_inflow.size(); ++row) {
        m_rootFlow[row] = std::max<std::int64_t>(outflow[row] - m_inflow[row], 0);
        m_inflow[row] = std::max(m_inflow[row], outflow[row]);
        const auto function = row / events;
        const bool isRoot = m_rootFlow[row] > 0 && lastCaller[function] != CallgrindGraph::noCallee;
        m_isApportioned |= hasCallees[function] && (hasSeveral[function] || isRoot);
    }
}

void CallgrindStacks::push(std::uint32_t function, std::uint32_t depth, StackIndex caller,
                           std::span<const std::int64_t> flow) {
    Node node{.share = 0, .function = function, .depth = depth, .caller = caller};
    for (std::size_t event = 0; event < flow.size(); ++event) {
        if (m_totals[event] > 0)
            node.share = std::max(node.share, double(flow[event]) / double(m_totals[event]));
    }
    if (m_freeFlows.empty()) {
        node.flow = static_cast<std::uint32_t>(m_flows.size() / m_graph.events());
        m_flows.insert(m_flows.end(), flow.begin(), flow.end());
    } else {
        node.flow = m_freeFlows.back();
        m_freeFlows.pop_back();
        std::ranges::copy(flow, rowOf(m_flows, node.flow).begin());
    }
    m_queue.push_back(node);
    std::push_heap(m_queue.begin(), m_queue.end());
}

Result<void> CallgrindStacks::add(Task& task) {
    const auto functions = static_cast<std::uint32_t>(m_graph.functions().size());
    std::vector<std::int64_t> flow;
    for (std::uint32_t function = 0; function < functions; ++function) {
        const auto root = rowOf(m_rootFlow, function);
        if (!isNothing(root)) push(function, 0, {}, root);
    }
    TRY(drain(task));
    // Cycles that have no caller outside, or that are too deep, begin at their largest function.
    std::vector<std::uint32_t> rows(functions);
    std::iota(rows.begin(), rows.end(), 0u);
    std::ranges::stable_sort(rows, [this](std::uint32_t left, std::uint32_t right) {
        return std::ranges::lexicographical_compare(rowOf(m_inflow, right), rowOf(m_inflow, left));
    });
    for (const auto function : rows) {
        if (m_isCut) break;
        flow.assign(rowOf(m_inflow, function).begin(), rowOf(m_inflow, function).end());
        if (isNothing(flow)) continue;
        push(function, 0, {}, flow);
        TRY(drain(task));
    }
    addRest();
    return {};
}

/// Contexts with the largest costs come first, so that only the smallest are cut off.
Result<void> CallgrindStacks::drain(Task& task) {
    for (std::size_t count = 0; !m_queue.empty(); ++count) {
        if (count % nodesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        std::pop_heap(m_queue.begin(), m_queue.end());
        const auto node = m_queue.back();
        m_queue.pop_back();
        const auto steps = m_begin[node.function + 1] - m_begin[node.function] + 1;
        if (steps > m_stepsLeft) {
            m_isCut = true;
            m_queue.clear();
            break;
        }
        m_stepsLeft -= steps;
        takeApart(node);
        m_freeFlows.push_back(node.flow);
    }
    return {};
}

/// Distributes the node's cost among the function's items, in proportion to their remaining costs.
void CallgrindStacks::takeApart(const Node& node) {
    const auto inflow = rowOf(m_inflow, node.function);
    auto& flow = m_flow;
    for (std::size_t event = 0; event < flow.size(); ++event) {
        flow[event] = std::min(rowOf(m_flows, node.flow)[event], inflow[event]);
        m_divisor[event] = inflow[event];
        m_prefix[event] = 0;
        m_given[event] = 0;
    }
    if (node.depth >= deepest) return; // a function that is too deep becomes a root later
    const bool isRoot = !m_samples.rootName.empty() &&
                        m_builder.text(m_graph.functions()[node.function].name) == m_samples.rootName;
    for (auto index = m_begin[node.function]; index < m_begin[node.function + 1]; ++index) {
        const auto item = m_order[index];
        if (isNothing(rowOf(m_rest, item)) || !takeShare(item, flow)) continue;
        const auto callee = m_graph.items()[item].callee;
        if (callee == CallgrindGraph::noCallee)
            addItem(item, node.caller, m_part);
        else
            push(callee, node.depth + 1, isRoot ? node.caller : m_builder.stack(node.caller, frame(item)),
                 m_part);
    }
    for (std::size_t event = 0; event < flow.size(); ++event)
        inflow[event] -= flow[event];
}

/// Computes the item's part of a flow into m_part; false if it is zero. Parts are differences of rounded
/// running sums, so they add up to the flow, and none exceeds the rest.
bool CallgrindStacks::takeShare(std::size_t item, std::span<const std::int64_t> flow) {
    const auto rest = rowOf(m_rest, item);
    for (std::size_t event = 0; event < flow.size(); ++event) {
        m_part[event] = 0;
        if (m_divisor[event] == 0) continue;
        m_prefix[event] += rest[event];
        m_part[event] = productOver(flow[event], m_prefix[event], m_divisor[event]) - m_given[event];
        m_given[event] += m_part[event];
        rest[event] -= m_part[event];
    }
    return !isNothing(m_part);
}

void CallgrindStacks::addItem(std::size_t item, StackIndex caller, std::span<const std::int64_t> costs) {
    const auto stack = m_builder.stack(caller, frame(item));
    for (std::size_t event = 0; event < costs.size(); ++event) {
        if (costs[event] == 0) continue;
        m_builder.addSample(
            m_samples.values[event],
            {.stack = stack, .weight = costs[event], .thread = m_samples.thread, .labels = m_samples.labels});
    }
}

/// Makes stacks of one frame from own costs that are in no stack yet.
void CallgrindStacks::addRest() {
    for (const auto item : m_order) {
        if (m_graph.items()[item].callee == CallgrindGraph::noCallee) addItem(item, {}, rowOf(m_rest, item));
    }
}

FrameIndex CallgrindStacks::frame(std::size_t item) {
    auto& known = m_frames[item];
    if (known) return known;
    const auto& position = m_graph.items()[item].position;
    Frame frame;
    frame.function = functionOf(position.function, position.file);
    frame.mapping = mappingOf(position.function);
    frame.line = position.line;
    frame.address = position.address;
    if (frame.function.isNone() && frame.mapping.isNone()) frame.kind = FrameKind::Unknown;
    known = m_builder.frame(frame);
    return known;
}

FunctionIndex CallgrindStacks::functionOf(std::uint32_t row, StringIndex file) {
    const auto& function = m_graph.functions()[row];
    const std::string name(m_builder.text(function.name));
    if (name.empty()) return {};
    const auto shown = m_samples.hasRecursionNumbers ? withoutRecursionNumber(name) : name;
    // In Candela's own files, this is the name of code without a name.
    if (shown == unnamedCodeName(m_builder.text(function.module))) return {};
    return m_builder.function({.name = m_builder.string(shown),
                               .rawName = {},
                               .file = file ? file : function.file,
                               .mapping = mappingOf(row)});
}

MappingIndex CallgrindStacks::mappingOf(std::uint32_t row) {
    const auto module = m_graph.functions()[row].module;
    if (m_builder.text(module).empty()) return {};
    return m_builder.mapping({.path = module, .buildId = {}});
}

} // namespace candela
