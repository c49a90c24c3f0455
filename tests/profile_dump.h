/// The whole content of a Profile as text. Two profiles with the same text are equal, whatever the order of
/// their strings and tables. For tests that compare whole profiles.
#pragma once

#include "model/profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace candela {

class ProfileDump {
public:
    explicit ProfileDump(const Profile& profile) : m_profile(profile) {}

    /// The samples in their order, one per line.
    std::vector<std::string> samples() const {
        std::vector<std::string> lines;
        for (const auto& table : m_profile.samples)
            for (std::size_t row = 0; row < table.size(); ++row)
                lines.push_back(sample(table, row));
        return lines;
    }

    std::string whole() const {
        const auto& origin = m_profile.origin;
        auto text =
            fmt::format("host {} kernel {} command {} start {} duration {} period {} {} {} cpus {} idle {}\n",
                        origin.host, origin.kernel, origin.command, origin.startTime, origin.duration,
                        origin.period, origin.periodType, origin.periodUnit, origin.cpus, origin.idleTime);
        if (!origin.processor.empty()) text += fmt::format("processor {}\n", origin.processor);
        for (const auto& table : m_profile.samples)
            text += fmt::format("value {}\n", type(table));
        if (m_profile.defaultValue) text += fmt::format("default {}\n", m_profile.defaultValue.row());
        for (const auto& loss : m_profile.losses)
            text += fmt::format("lost {} {}{}\n", loss.count, loss.reason,
                                loss.value.empty() ? "" : fmt::format(" of {} {}", loss.value, loss.weight));
        for (const auto& warning : m_profile.warnings)
            text += fmt::format("warning {}\n", warning);
        for (const auto& comment : m_profile.comments)
            text += fmt::format("comment {}\n", comment);
        const auto& usage = m_profile.recorder;
        if (m_profile.hasRecorderUsage)
            text += fmt::format("recorder {} {} {} {}\n", usage.cpuTime, usage.peakMemory, usage.bpfRunTime,
                                usage.bpfRunCount);
        if (m_profile.hasCpuAccount) text += fmt::format("stolen {}\n", origin.stolenTime);
        std::vector<std::string> lines;
        for (std::size_t row = 0; row < m_profile.processes.size(); ++row)
            lines.push_back(process(ProcessIndex(row)));
        for (std::size_t row = 0; row < m_profile.threads.size(); ++row)
            lines.push_back(thread(ThreadIndex(row)));
        for (std::size_t row = 0; row < m_profile.mappings.size(); ++row)
            lines.push_back(mapping(MappingIndex(row)));
        for (const auto& code : m_profile.code)
            lines.push_back(kept(*code));
        for (const auto& source : m_profile.sources)
            addLines(*source, lines);
        for (auto& line : samples())
            lines.push_back(std::move(line));
        std::sort(lines.begin(), lines.end());
        for (const auto& line : lines)
            text += line + "\n";
        return text;
    }

private:
    std::string type(const SampleTable& table) const {
        return fmt::format("{} [{}]{}", m_profile.text(table.type.name), m_profile.text(table.type.unit),
                           table.lasts ? " lasts" : "");
    }
    std::string labels(LabelSetIndex set) const {
        std::vector<std::string> parts;
        for (const auto& label : m_profile.labelsOf(set))
            parts.push_back(fmt::format("{}={}{} {}", m_profile.text(label.key), label.text ? "'" : "#",
                                        label.text ? std::string(m_profile.text(label.text))
                                                   : std::to_string(label.number),
                                        m_profile.text(label.unit)));
        std::sort(parts.begin(), parts.end());
        return fmt::format("{{{}}}", fmt::join(parts, ", "));
    }
    std::string name(ProcessIndex index) const {
        if (index.isNone()) return "-";
        const auto& process = m_profile.processes[index.row()];
        return fmt::format("{}@{}", process.pid, process.startTime);
    }
    std::string process(ProcessIndex index) const {
        const auto& process = m_profile.processes[index.row()];
        return fmt::format("process {} {} ends {} parent {} {}", name(index), m_profile.text(process.name),
                           process.endTime, name(process.parent), labels(process.labels));
    }
    std::string thread(ThreadIndex index) const {
        if (index.isNone()) return "-";
        const auto& thread = m_profile.threads[index.row()];
        auto text = fmt::format("thread {}/{}@{} {} {}", name(thread.process), thread.tid, thread.startTime,
                                m_profile.text(thread.name), labels(thread.labels));
        if (m_profile.hasCpuAccount) text += fmt::format(" counted {}", thread.cpuTime);
        return text;
    }
    std::string mapping(MappingIndex index) const {
        if (index.isNone()) return "-";
        const auto& mapping = m_profile.mappings[index.row()];
        return fmt::format("mapping {} {} {:x}-{:x} {:x}", m_profile.text(mapping.path),
                           m_profile.text(mapping.buildId), mapping.start, mapping.end, mapping.fileOffset);
    }
    std::string kept(const KeptCode& code) const {
        auto text =
            fmt::format("code {} of {}{}:", code.machine, mapping(code.mapping), code.isCut ? ", cut" : "");
        for (const auto& part : code.parts) {
            text += fmt::format(" {:x}=", part.start);
            for (const auto byte : part.bytes)
                text += fmt::format("{:02x}", static_cast<unsigned>(byte));
        }
        for (std::size_t row = 0; row < code.lines.size(); ++row) {
            text += fmt::format(" {:x}:", code.lines[row].address);
            const auto end =
                row + 1 < code.lines.size() ? code.lines[row + 1].firstFrame : code.frames.size();
            for (std::size_t frame = code.lines[row].firstFrame; frame < end; ++frame) {
                const auto& function = code.functions[code.frames[frame].function];
                text += fmt::format(" {}({}) {}:{} line {}", m_profile.text(function.name),
                                    m_profile.text(function.rawName), m_profile.text(function.file),
                                    function.startLine, code.frames[frame].line);
            }
        }
        for (const auto& target : code.targets)
            text += fmt::format(" {:x} is {}", target.address, m_profile.text(target.name));
        return text;
    }
    void addLines(const KeptSource& source, std::vector<std::string>& lines) const {
        for (const auto& run : source.runs)
            for (std::size_t row = 0; row < run.lines.size(); ++row)
                lines.push_back(fmt::format("source {}:{} {}", m_profile.text(source.file), run.first + row,
                                            run.lines[row]));
    }
    std::string frame(FrameIndex index) const {
        const auto& frames = m_profile.frames;
        const auto row = index.row();
        std::string text = "?";
        if (frames.function[row]) {
            const auto& function = m_profile.functions[frames.function[row].row()];
            text = fmt::format("{}({}) {}:{} in {}", m_profile.text(function.name),
                               m_profile.text(function.rawName), m_profile.text(function.file),
                               function.startLine, mapping(function.mapping));
        }
        return fmt::format("{} at {:x} of {} line {} depth {} kind {}", text, frames.address[row],
                           mapping(frames.mapping[row]), frames.line[row], frames.inlineDepth[row],
                           static_cast<int>(frames.kind[row]));
    }
    std::string sample(const SampleTable& table, std::size_t row) const {
        auto text = fmt::format("{} {} time {} cpu {} {} {} end {}:", type(table), table.weight[row],
                                table.timeAt(row), table.cpuAt(row), thread(table.threadAt(row)),
                                labels(table.labelsAt(row)), stackEndName(table.stackEndAt(row)));
        for (auto stack = table.stack[row]; stack; stack = m_profile.stacks.parent[stack.row()])
            text += " < " + frame(m_profile.stacks.frame[stack.row()]);
        return text;
    }

    const Profile& m_profile;
};

inline std::string dump(const Profile& profile) {
    return ProfileDump(profile).whole();
}

} // namespace candela
