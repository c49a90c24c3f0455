#include "model/formats/callgrind/callgrind_writer.h"

#include "model/base/text/model_text.h"
#include "model/formats/callgrind/callgrind_file.h"
#include "model/formats/encoding/control_pictures.h"
#include "model/formats/output/profile_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace candela {

namespace {

constexpr std::size_t pieceSize = 1u << 20;

std::vector<ValueTypeIndex> shownFirst(const Profile& profile) {
    std::vector<ValueTypeIndex> values;
    for (std::size_t row = 0; row < profile.samples.size(); ++row)
        values.emplace_back(row);
    const auto shown = std::ranges::find(values, profile.shownValue());
    if (shown != values.end()) std::rotate(values.begin(), shown, shown + 1);
    values.resize(std::min(values.size(), maximumCallgrindEvents));
    return values;
}

/// The name of an event, which must be one word.
std::string eventName(std::string_view name) {
    std::string word(name);
    const auto isOther = [](char letter) {
        return !(letter >= 'a' && letter <= 'z') && !(letter >= 'A' && letter <= 'Z') &&
               !(letter >= '0' && letter <= '9');
    };
    std::ranges::replace_if(word, isOther, '_');
    return word.empty() ? "value" : word;
}

} // namespace

CallgrindWriter::CallgrindWriter(const Profile& profile, Output& output)
    : m_profile(profile), m_output(output), m_values(shownFirst(profile)), m_calls(profile, m_values),
      m_hasAddresses(
          std::ranges::any_of(profile.frames.address, [](std::uint64_t address) { return address != 0; })) {}

Result<void> CallgrindWriter::write(Task& task) {
    if (m_values.empty()) return failure(ModelText::tr("it holds no samples to write"));
    TRY(m_calls.add(task));
    const auto& graph = m_calls.graph();
    std::vector<std::size_t> order(graph.items().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto functionOf = [&](std::size_t item) { return graph.items()[item].position.function; };
    std::ranges::stable_sort(order, {}, functionOf);
    writeHead();
    for (std::size_t begin = 0; begin < order.size();) {
        auto end = begin;
        while (end < order.size() && functionOf(order[end]) == functionOf(order[begin]))
            ++end;
        writeFunction(functionOf(order[begin]), std::span(order).subspan(begin, end - begin));
        if (m_text.size() > pieceSize) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(end) / double(order.size()));
            flush();
        }
        begin = end;
    }
    m_text += '\n';
    writeSums("totals");
    flush();
    addLosses();
    return {};
}

void CallgrindWriter::writeHead() {
    const auto out = std::back_inserter(m_text);
    const auto& origin = m_profile.origin;
    m_text += "# callgrind format\nversion: 1\ncreator: candela\n";
    if (!origin.command.empty()) fmt::format_to(out, "cmd: {}\n", withControlPictures(origin.command));
    if (!origin.host.empty()) fmt::format_to(out, "desc: Host: {}\n", withControlPictures(origin.host));
    if (!origin.kernel.empty()) fmt::format_to(out, "desc: Kernel: {}\n", withControlPictures(origin.kernel));
    m_text += "desc: Calls: not counted by a sampling profiler\n";
    if (const auto root = m_calls.rootName(); !root.empty())
        fmt::format_to(out, "{}{}\n", callgrindRootKey, root);
    fmt::format_to(out, "positions: {}line\n", m_hasAddresses ? "instr " : "");
    std::string events;
    std::vector<std::string> words;
    for (const auto value : m_values) {
        const auto& type = m_profile.samples[value.row()].type;
        auto word = eventName(m_profile.text(type.name));
        while (std::ranges::find(words, word) != words.end())
            word += '_';
        fmt::format_to(out, "event: {} : {} ({})\n", word, withControlPictures(m_profile.text(type.name)),
                       withControlPictures(m_profile.text(type.unit)));
        events += ' ' + word;
        words.push_back(std::move(word));
    }
    fmt::format_to(out, "events:{}\n", events);
    writeSums("summary");
}

void CallgrindWriter::writeSums(std::string_view key) {
    const auto& graph = m_calls.graph();
    std::vector<std::int64_t> sums(graph.events());
    for (std::size_t item = 0; item < graph.items().size(); ++item) {
        if (graph.items()[item].callee != CallgrindGraph::noCallee) continue;
        for (std::size_t event = 0; event < sums.size(); ++event)
            sums[event] += graph.costs(item)[event];
    }
    fmt::format_to(std::back_inserter(m_text), "{}: {}\n", key, fmt::join(sums, " "));
}

/// Fields that are the same as for the previous function are not repeated.
void CallgrindWriter::writeFunction(std::uint32_t row, std::span<const std::size_t> items) {
    const auto& function = m_calls.graph().functions()[row];
    m_text += '\n';
    if (m_module != function.module) writeName("ob", function.module, m_modules);
    if (m_file != function.file) writeName("fl", function.file, m_files);
    m_module = function.module;
    m_file = function.file;
    writeName("fn", function.name, m_functions);
    for (const auto item : items)
        writeItem(item);
}

void CallgrindWriter::writeItem(std::size_t item) {
    const auto& graph = m_calls.graph();
    const auto& [position, callee] = graph.items()[item];
    if (callee != CallgrindGraph::noCallee) {
        const auto& called = graph.functions()[callee];
        if (called.module != m_module) writeName("cob", called.module, m_modules);
        if (called.file != m_file) writeName("cfi", called.file, m_files);
        writeName("cfn", called.name, m_functions);
        // The calls line is always written, because tools treat a cost that follows no call as the caller's
        // own.
        fmt::format_to(std::back_inserter(m_text), "calls=1 {}{}\n", m_hasAddresses ? "0x0 " : "",
                       m_calls.startLine(callee));
    }
    writeCosts(position, graph.costs(item));
}

/// "(3) main" the first time, "(3)" afterwards.
void CallgrindWriter::writeName(std::string_view key, StringIndex name, Numbers& numbers) {
    const auto out = std::back_inserter(m_text);
    const auto [found, isNew] = numbers.try_emplace(name, numbers.size() + 1);
    fmt::format_to(out, "{}=({})", key, found->second);
    if (isNew) {
        const auto line = withControlPictures(m_calls.text(name));
        fmt::format_to(out, " {}", line.empty() ? "???" : line);
    }
    m_text += '\n';
}

/// Addresses are written in full, because callgrind_annotate does not understand relative ones.
void CallgrindWriter::writeCosts(const CallgrindGraph::Position& position,
                                 std::span<const std::int64_t> costs) {
    const auto out = std::back_inserter(m_text);
    if (m_hasAddresses) fmt::format_to(out, "0x{:x} ", position.address);
    if (position.line == m_line)
        m_text += '*';
    else
        fmt::format_to(out, "{}", position.line);
    m_line = position.line;
    // Trailing zeros need not be written.
    while (costs.size() > 1 && costs.back() == 0)
        costs = costs.first(costs.size() - 1);
    fmt::format_to(out, " {}\n", fmt::join(costs, " "));
}

void CallgrindWriter::addLosses() {
    candela::addLosses(m_profile, "callgrind's format has",
                       ProfilePart::Modules | ProfilePart::Addresses | ProfilePart::Sources |
                           ProfilePart::Command,
                       m_output);
    addStacklessLoss(m_profile, "callgrind's format has", m_output);
    if (m_values.size() < m_profile.samples.size())
        m_output.addLoss(fmt::format("callgrind's format has at most {} value types: the others are left out",
                                     m_values.size()));
    if (m_calls.losesLines())
        m_output.addLoss("callgrind's format has one file for a function: lines of others are left out");
    if (m_calls.losesStacks())
        m_output.addLoss("callgrind's format has callers and callees but no stacks: which callees belong to "
                         "which of several callers is left out");
    if (m_calls.negativeStacks() > 0)
        m_output.addLoss(fmt::format("callgrind's format has no costs below zero: {} stacks are left out",
                                     m_calls.negativeStacks()));
    if (m_calls.overflows() > 0)
        m_output.addLoss(
            fmt::format("costs that together do not fit 63 bits are left out: {}", m_calls.overflows()));
}

void CallgrindWriter::flush() {
    m_output.write(m_text);
    m_text.clear();
}

} // namespace candela
