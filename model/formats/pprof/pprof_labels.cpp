#include "model/formats/pprof/pprof_labels.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace candela {

/// The positions of the labels that describe a thread in a label list.
struct PprofLabels::ThreadLabels {
    std::optional<std::size_t> pid, tid, process, thread;
    std::int32_t pidNumber = 0;
    std::int32_t tidNumber = 0;
    StringIndex processName;
    StringIndex threadName;

    /// Whether the labels describe one thread, and no information is lost by replacing them with it.
    static std::optional<ThreadLabels> of(std::span<const Label> labels, const ProfileBuilder& builder) {
        ThreadLabels result;
        for (std::size_t row = 0; row < labels.size(); ++row) {
            const auto& label = labels[row];
            const auto key = builder.text(label.key);
            const bool isNumber = label.text.isNone();
            std::optional<std::size_t>* target = nullptr;
            if (key == pprof_label::pid && isNumber) target = &result.pid;
            if (key == pprof_label::tid && isNumber) target = &result.tid;
            if (key == pprof_label::process && !isNumber) target = &result.process;
            if (key == pprof_label::thread && !isNumber) target = &result.thread;
            if (!target) continue;
            const bool fits = label.number >= 0 && label.number <= std::numeric_limits<std::int32_t>::max();
            if (*target || !fits || label.unit) return std::nullopt;
            *target = row;
        }
        if (!result.pid || !result.tid) return std::nullopt;
        result.pidNumber = static_cast<std::int32_t>(labels[*result.pid].number);
        result.tidNumber = static_cast<std::int32_t>(labels[*result.tid].number);
        if (result.process) result.processName = labels[*result.process].text;
        if (result.thread) result.threadName = labels[*result.thread].text;
        return result;
    }

    bool holds(std::size_t row) const { return row == pid || row == tid || row == process || row == thread; }
};

PprofLabels::Row PprofLabels::read(std::span<const std::byte> fields) {
    m_scratch.clear();
    WireReader reader(fields);
    while (reader.next()) {
        if (reader.field() == pprof_field::Label) m_scratch.push_back(readLabel(reader.bytes()));
    }
    m_isDamaged |= reader.failed();
    Row row;
    if (const auto named = ThreadLabels::of(m_scratch, m_builder)) {
        row.thread = thread(*named);
        std::vector<Label> others;
        for (std::size_t index = 0; index < m_scratch.size(); ++index) {
            if (!named->holds(index)) others.push_back(m_scratch[index]);
        }
        m_scratch = std::move(others);
    }
    if (!m_scratch.empty()) row.labels = m_builder.internLabels(m_scratch);
    return row;
}

Label PprofLabels::readLabel(std::span<const std::byte> message) {
    Label label;
    std::uint64_t text = 0;
    std::uint64_t unit = 0;
    WireReader reader(message);
    while (reader.next()) {
        switch (reader.field()) {
        case pprof_field::Key:
            label.key = m_texts.string(reader.number());
            break;
        case pprof_field::Text:
            text = reader.number();
            break;
        case pprof_field::Number:
            label.number = reader.signedNumber();
            break;
        case pprof_field::NumberUnit:
            unit = reader.number();
            break;
        default:
            break;
        }
    }
    m_isDamaged |= reader.failed();
    if (label.key.isNone()) label.key = m_texts.string(0);
    if (text != 0) {
        label.text = m_texts.string(text);
        label.number = 0;
    } else if (unit != 0) {
        label.unit = m_texts.string(unit);
    }
    return label;
}

ThreadIndex PprofLabels::thread(const ThreadLabels& labels) {
    auto& process =
        m_processes.try_emplace({labels.pidNumber, labels.processName}, ProcessIndex()).first->second;
    if (process.isNone())
        process = m_builder.addProcess(
            {.pid = labels.pidNumber, .parent = {}, .name = labels.processName, .labels = {}});
    auto& thread =
        m_threads.try_emplace({process, labels.tidNumber, labels.threadName}, ThreadIndex()).first->second;
    if (thread.isNone())
        thread = m_builder.addThread(
            {.process = process, .tid = labels.tidNumber, .name = labels.threadName, .labels = {}});
    return thread;
}

} // namespace candela
