#include "model/profile/profile_copier.h"

#include "model/profile/losses.h"

#include "model/base/wrapping.h"

namespace candela {

ProfileCopier::ProfileCopier(const Profile& source, ProfileBuilder& target, std::int64_t shift)
    : m_source(source), m_target(target), m_shift(shift), m_strings(source.strings.size()),
      m_mappings(source.mappings.size()), m_functions(source.functions.size()),
      m_frames(source.frames.size()), m_stacks(source.stacks.size()), m_labelSets(source.labelSets.size()),
      m_processes(source.processes.size()), m_threads(source.threads.size()) {}

std::int64_t ProfileCopier::shifted(std::int64_t time) const {
    return time == noTime ? noTime : wrappingSum(time, m_shift);
}

StringIndex ProfileCopier::string(StringIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_strings[row.row()];
    if (copy.isNone()) copy = m_target.string(m_source.text(row));
    return copy;
}

MappingIndex ProfileCopier::mapping(MappingIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_mappings[row.row()];
    if (copy) return copy;
    auto mapping = m_source.mappings[row.row()];
    mapping.path = string(mapping.path);
    mapping.buildId = string(mapping.buildId);
    return copy = m_target.mapping(mapping);
}

FunctionIndex ProfileCopier::function(FunctionIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_functions[row.row()];
    if (copy) return copy;
    auto function = m_source.functions[row.row()];
    function.name = string(function.name);
    function.rawName = string(function.rawName);
    function.file = string(function.file);
    function.mapping = mapping(function.mapping);
    return copy = m_target.function(function);
}

FrameIndex ProfileCopier::frame(FrameIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_frames[row.row()];
    if (copy) return copy;
    const auto& frames = m_source.frames;
    return copy = m_target.frame({.function = function(frames.function[row.row()]),
                                  .mapping = mapping(frames.mapping[row.row()]),
                                  .address = frames.address[row.row()],
                                  .line = frames.line[row.row()],
                                  .inlineDepth = frames.inlineDepth[row.row()],
                                  .kind = frames.kind[row.row()]});
}

StackIndex ProfileCopier::stack(StackIndex row) {
    m_path.clear();
    for (; row && m_stacks[row.row()].isNone(); row = m_source.stacks.parent[row.row()])
        m_path.push_back(row);
    auto copy = row ? m_stacks[row.row()] : StackIndex();
    for (auto next = m_path.rbegin(); next != m_path.rend(); ++next) {
        copy = m_target.stack(copy, frame(m_source.stacks.frame[next->row()]));
        m_stacks[next->row()] = copy;
    }
    return copy;
}

LabelSetIndex ProfileCopier::labelSet(LabelSetIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_labelSets[row.row()];
    if (copy) return copy;
    const auto labels = m_source.labelsOf(row);
    std::vector<Label> copies(labels.begin(), labels.end());
    for (auto& label : copies) {
        label.key = string(label.key);
        label.text = string(label.text);
        label.unit = string(label.unit);
    }
    return copy = m_target.labelSet(std::move(copies));
}

ProcessIndex ProfileCopier::process(ProcessIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_processes[row.row()];
    if (copy) return copy;
    auto process = m_source.processes[row.row()];
    process.startTime = shifted(process.startTime);
    process.endTime = shifted(process.endTime);
    process.parent = {};
    process.name = string(process.name);
    process.labels = labelSet(process.labels);
    return copy = m_target.addProcess(process);
}

ThreadIndex ProfileCopier::thread(ThreadIndex row) {
    if (row.isNone()) return {};
    auto& copy = m_threads[row.row()];
    if (copy) return copy;
    auto thread = m_source.threads[row.row()];
    thread.process = process(thread.process);
    thread.startTime = shifted(thread.startTime);
    thread.name = string(thread.name);
    thread.labels = labelSet(thread.labels);
    thread.cpuTime = 0; // the time is that of the whole recording, and a copy is mostly a part
    return copy = m_target.addThread(thread);
}

ValueTypeIndex ProfileCopier::valueType(ValueTypeIndex row) {
    if (row.isNone()) return {};
    const auto& table = m_source.samples[row.row()];
    const auto copy = m_target.valueType(m_source.text(table.type.name), m_source.text(table.type.unit));
    m_target.setLasts(copy, table.lasts);
    if (table.kind != ValueKind::Unstated) m_target.setKind(copy, table.kind);
    return copy;
}

void ProfileCopier::addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target) {
    const auto& table = m_source.samples[source.row()];
    addSample(source, row, target, table.timeAt(row), table.weight[row]);
}

void ProfileCopier::addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target,
                              std::int64_t time, std::int64_t weight) {
    addSample(source, row, target, time, weight, stack(m_source.samples[source.row()].stack[row]));
}

void ProfileCopier::addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target,
                              std::int64_t time, std::int64_t weight, StackIndex stack) {
    const auto& table = m_source.samples[source.row()];
    m_target.addSample(target, {.stack = stack,
                                .weight = weight,
                                .time = shifted(time),
                                .thread = thread(table.threadAt(row)),
                                .cpu = table.cpuAt(row),
                                .labels = labelSet(table.labelsAt(row)),
                                .stackEnd = table.stackEndAt(row)});
}

void ProfileCopier::linkParents() {
    for (std::size_t row = 0; row < m_processes.size(); ++row) {
        const auto parent = m_source.processes[row].parent;
        if (m_processes[row] && parent) m_target.process(m_processes[row]).parent = m_processes[parent.row()];
    }
}

void ProfileCopier::copyCode() {
    for (const auto& kept : m_source.code) {
        if (m_mappings[kept->mapping.row()].isNone()) continue;
        auto code = *kept;
        code.mapping = mapping(kept->mapping);
        for (auto& function : code.functions) {
            function.name = string(function.name);
            function.rawName = string(function.rawName);
            function.file = string(function.file);
        }
        for (auto& target : code.targets)
            target.name = string(target.name);
        if (m_target.addCode(std::move(code)) == ProfileBuilder::Kept::Full)
            m_target.addWarning(tooMuchCodeSentence());
    }
}

void ProfileCopier::copySources() {
    for (const auto& kept : m_source.sources) {
        if (m_strings[kept->file.row()].isNone()) continue;
        auto source = *kept;
        source.file = string(kept->file);
        if (m_target.addSource(std::move(source)) == ProfileBuilder::Kept::Full)
            m_target.addWarning(tooMuchSourceSentence());
    }
}

void ProfileCopier::copyRemarks() {
    for (const auto& loss : m_source.losses) {
        if (const auto lost = lostTime(loss))
            addLostTime(m_target, {shifted(lost->begin), lost->end == noTime ? noTime : shifted(lost->end)});
        else
            m_target.addLoss(loss);
    }
    for (const auto& warning : m_source.warnings)
        m_target.addWarning(warning);
    for (const auto& comment : m_source.comments)
        m_target.addComment(comment);
}

} // namespace candela
