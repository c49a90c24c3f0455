#include "model/formats/callgrind/callgrind_calls.h"

#include "model/analysis/grouping/grouping.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t rowsBetweenChecks = 1u << 15;

/// The children of each stack as lists in ascending order; the roots are the children of "none".
struct StackChildren {
    explicit StackChildren(const StackTable& stacks) : first(stacks.size() + 1), next(stacks.size()) {
        for (auto row = stacks.size(); row-- > 0;) {
            const auto parent = stacks.parent[row];
            auto& head = first[parent ? parent.row() : stacks.size()];
            next[row] = head;
            head = StackIndex(row);
        }
    }
    std::vector<StackIndex> first, next;
};

} // namespace

CallgrindCalls::CallgrindCalls(const Profile& profile, std::vector<ValueTypeIndex> values)
    : m_profile(profile), m_values(std::move(values)), m_graph(m_values.size()),
      m_self((profile.stacks.size() + 1) * m_values.size()),
      m_totals(profile.stacks.size() * m_values.size()) {}

Result<void> CallgrindCalls::add(Task& task) {
    nameFrames();
    TRY(sumUp(task));
    return visitStacks(task);
}

/// Tools treat a function in two files as two functions. So each function gets one file, that of its first
/// frame.
void CallgrindCalls::nameFrames() {
    const auto groups =
        groupFrames(std::shared_ptr<const Profile>(&m_profile, [](auto*) {}), Grouping::Function);
    absl::flat_hash_map<std::pair<FrameGroupIndex, StringIndex>, std::uint32_t> known;
    const auto& frames = m_profile.frames;
    for (std::size_t row = 0; row < frames.size(); ++row) {
        CallgrindGraph::Function base{m_strings.intern({}), m_strings.intern({}), {}};
        auto mapping = frames.mapping[row];
        std::uint32_t startLine = 0;
        if (const auto index = frames.function[row]) {
            const auto& function = m_profile.functions[index.row()];
            base.name = m_strings.intern(m_profile.text(function.name));
            base.file = m_strings.intern(m_profile.text(function.file));
            startLine = function.startLine;
            if (!mapping) mapping = function.mapping;
        }
        const auto path = m_profile.text(mapping ? m_profile.mappings[mapping.row()].path : StringIndex());
        base.module = m_strings.intern(path);
        // Tools distinguish functions only by file and name: "???" would be the same in all modules.
        if (!frames.function[row] && !path.empty()) base.name = m_strings.intern(unnamedCodeName(path));
        const auto [found, isNew] =
            known.try_emplace({groups->groupOfFrame[row], base.module}, m_bases.size());
        if (isNew) {
            m_bases.push_back(base);
            m_baseStartLines.push_back(startLine);
        }
        m_baseOfFrame.push_back(found->second);
        auto& file = m_bases[found->second].file;
        if (m_strings[file].empty()) file = base.file;
        m_isInFile.push_back(m_bases[found->second].file == base.file);
        m_losesLines |= !m_isInFile.back() && frames.line[row] != 0;
    }
    m_active.resize(m_bases.size());
}

Result<void> CallgrindCalls::sumUp(Task& task) {
    const auto stackless = m_profile.stacks.size();
    for (std::size_t event = 0; event < m_values.size(); ++event) {
        const auto& table = m_profile.samples[m_values[event].row()];
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (row % rowsBetweenChecks == 0 && task.isCancelled()) return cancelled();
            const auto stack = table.stack[row];
            auto& sum = rowOf(m_self, stack ? stack.row() : stackless)[event];
            sum = wrappingSum(sum, table.weight[row]);
        }
    }
    for (std::size_t row = 0; row <= stackless; ++row) {
        const auto self = rowOf(m_self, row);
        const auto isNegative = [](std::int64_t cost) { return cost < 0; };
        if (std::ranges::any_of(self, isNegative)) ++m_negativeStacks;
        std::ranges::replace_if(self, isNegative, 0);
    }
    std::copy(m_self.begin(), m_self.begin() + std::ptrdiff_t(m_totals.size()), m_totals.begin());
    for (auto row = stackless; row-- > 0;) {
        const auto parent = m_profile.stacks.parent[row];
        if (!parent) continue;
        for (std::size_t event = 0; event < m_values.size(); ++event) {
            auto& total = rowOf(m_totals, parent.row())[event];
            total = wrappingSum(total, rowOf(m_totals, row)[event]);
        }
    }
    return {};
}

/// Visits each stack before the stacks that are one frame longer, depth first.
Result<void> CallgrindCalls::visitStacks(Task& task) {
    const StackChildren children(m_profile.stacks);
    auto next = children.first.back();
    for (std::size_t count = 0; next || !m_path.empty(); ++count) {
        if (count % rowsBetweenChecks == 0 && task.isCancelled()) return cancelled();
        if (next) {
            enter(next);
            next = children.first[next.row()];
        } else {
            next = children.next[m_path.back().stack.row()];
            leave();
        }
    }
    addStackless();
    if (hasCalledRoot()) addRoot();
    // Own costs come first: if not all fit, calls are left out.
    for (const auto& [call, stack] : m_calls)
        add(call, rowOf(m_totals, stack.row()));
    return {};
}

void CallgrindCalls::addStackless() {
    const auto stackless = rowOf(m_self, m_profile.stacks.size());
    if (isNothing(stackless)) return;
    m_bases.push_back({m_strings.intern("[no stack]"), m_strings.intern({}), m_strings.intern({})});
    m_baseStartLines.push_back(0);
    m_active.push_back(0);
    CallgrindGraph::Item item;
    item.position.function = functionOf(static_cast<std::uint32_t>(m_bases.size() - 1));
    add(item, stackless);
}

bool CallgrindCalls::hasCalledRoot() const {
    std::vector<bool> isCalled(m_graph.functions().size());
    for (const auto& [call, stack] : m_calls)
        isCalled[call.callee] = true;
    return std::ranges::any_of(m_roots, [&](const auto& root) { return isCalled[root.first]; });
}

void CallgrindCalls::addRoot() {
    m_rootName = "[root]";
    const auto isRootName = [this](const CallgrindGraph::Function& base) {
        return m_strings[base.name] == m_rootName;
    };
    while (std::ranges::any_of(m_bases, isRootName))
        m_rootName = "[" + m_rootName + "]";
    m_bases.push_back({m_strings.intern(m_rootName), m_strings.intern({}), m_strings.intern({})});
    m_baseStartLines.push_back(0);
    m_active.push_back(0);
    CallgrindGraph::Item call;
    call.position.function = functionOf(static_cast<std::uint32_t>(m_bases.size() - 1));
    for (const auto& [root, stack] : m_roots) {
        call.callee = root;
        m_calls.emplace_back(call, stack);
    }
}

void CallgrindCalls::enter(StackIndex stack) {
    const auto frame = m_profile.stacks.frame[stack.row()].row();
    const auto base = m_baseOfFrame[frame];
    Step step{.stack = stack, .call = {}, .position = {}};
    step.position.function = functionOf(base);
    if (m_isInFile[frame]) step.position.line = m_profile.frames.line[frame];
    step.position.address = m_profile.frames.address[frame];
    ++m_active[base];
    noteContext(step.position.function, m_path.empty() ? StackIndex() : m_path.back().stack);
    if (m_path.empty()) {
        m_roots.emplace_back(step.position.function, stack);
    } else {
        step.call = {m_path.back().position, step.position.function};
        if (m_activeCalls[{step.call.position, step.call.callee}]++ == 0)
            m_calls.emplace_back(step.call, stack);
    }
    add({step.position, CallgrindGraph::noCallee}, rowOf(m_self, stack.row()));
    m_path.push_back(step);
}

void CallgrindCalls::leave() {
    const auto& step = m_path.back();
    --m_active[m_baseOfFrame[m_profile.stacks.frame[step.stack.row()].row()]];
    if (step.call.callee != CallgrindGraph::noCallee) {
        const auto active = m_activeCalls.find({step.call.position, step.call.callee});
        if (--active->second == 0) m_activeCalls.erase(active);
    }
    m_path.pop_back();
}

/// A function without a name gets no recursion number.
std::uint32_t CallgrindCalls::functionOf(std::uint32_t base) {
    auto function = m_bases[base];
    if (m_active[base] > 0 && !m_strings[function.name].empty())
        function.name = m_strings.intern(fmt::format("{}'2", m_strings[function.name]));
    const auto row = m_graph.function(function);
    if (row == m_startLines.size()) {
        m_startLines.push_back(m_baseStartLines[base]);
        m_contexts.push_back(Context::None);
        m_callers.emplace_back();
    }
    return row;
}

void CallgrindCalls::noteContext(std::uint32_t function, StackIndex caller) {
    auto& context = m_contexts[function];
    if (context == Context::None) {
        context = Context::One;
        m_callers[function] = caller;
    } else if (m_callers[function] != caller) {
        context = Context::Several;
    }
}

void CallgrindCalls::add(const CallgrindGraph::Item& item, std::span<const std::int64_t> costs) {
    if (isNothing(costs)) return;
    if (!m_graph.add(item, costs)) ++m_overflows;
}

bool CallgrindCalls::losesStacks() const {
    std::vector<std::uint32_t> items(m_startLines.size());
    for (const auto& item : m_graph.items()) {
        const auto function = item.position.function;
        if (++items[function] > 1 && m_contexts[function] == Context::Several) return true;
    }
    return false;
}

} // namespace candela
