#include "model/formats/printed_stacks/perf_script_reader.h"

#include "model/base/task.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/formats/printed_stacks/perf_script_blocks.h"
#include "model/symbols/names/demangle.h"
#include "model/symbols/names/java_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

bool isRecord(const PerfScriptSample& sample) {
    return sample.event.starts_with("PERF_RECORD_") || sample.rest.starts_with("PERF_RECORD_");
}

bool countsTime(std::string_view event) {
    return event.starts_with("cpu-clock") || event.starts_with("task-clock");
}

/// A sample whose stack is the frame at the end of its line; tracepoints have other texts there.
bool endsWithFrame(const PerfScriptSample& sample) {
    auto rest = trimmed(sample.rest);
    if (rest.empty()) return false;
    return parsePerfScriptFrame(rest) && parseNumber<std::uint64_t>(takeWord(rest), 16) &&
           sample.event.find(':') != 0;
}

/// "1045.428462:": microseconds, or nanoseconds with --ns. Other texts may also have numbers with a point and
/// a colon.
bool hasPerfTime(std::string_view line) {
    constexpr std::size_t decimals = 6;
    for (auto colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        const auto begin = line.substr(0, colon).find_last_not_of("0123456789");
        if (begin != std::string_view::npos && line[begin] == '.' && colon - begin > decimals) return true;
    }
    return false;
}

} // namespace

bool looksLikePerfScript(std::string_view lines) {
    std::size_t samples = 0;
    std::size_t others = 0;
    PerfScriptBlocks blocks(lines);
    while (const auto block = blocks.next()) {
        if (block->kind == PerfScriptBlock::Kind::Comment) continue;
        auto rest = block->frames;
        const auto& sample = block->sample;
        const bool isSample = block->kind == PerfScriptBlock::Kind::Sample &&
                              (parsePerfScriptFrame(LineText::takeLine(rest)) ||
                               (sample.hasCpuOrTime() && !sample.event.empty()) ||
                               ((hasPerfTime(block->line) || splitPerfScriptFlatLine(block->line)) &&
                                (trimmed(sample.rest).empty() || endsWithFrame(sample))));
        ++(isSample ? samples : others);
    }
    return samples > 0 && others <= samples;
}

Result<void> PerfScriptReader::read(std::string_view text, Task& task) {
    PerfScriptBlocks blocks(text);
    for (std::size_t count = 0;; ++count) {
        if (count % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            if (!text.empty()) task.setProgress(1 - double(blocks.rest().size()) / double(text.size()));
        }
        const auto block = blocks.next();
        if (!block) break;
        if (block->kind == PerfScriptBlock::Kind::Comment)
            readComment(block->line);
        else if (block->kind == PerfScriptBlock::Kind::Sample)
            addSample(block->sample, block->frames);
        else
            ++m_others;
    }
    if (m_events.empty()) return failure(ModelText::tr("it holds no samples of perf script"));
    finish();
    return {};
}

/// "# hostname : build-7": the output of perf script --header.
void PerfScriptReader::readComment(std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const auto key = trimmed(line.substr(1, colon - 1));
    const std::string value(trimmed(line.substr(colon + 1)));
    auto& origin = m_builder.origin();
    if (key == "hostname") origin.host = value;
    if (key == "os release") origin.kernel = value;
    if (key == "cpudesc") origin.processor = value;
    if (key == "arch" && !origin.kernel.empty()) origin.kernel += " " + value;
    if (key == "cmdline") origin.command = value;
    if (key == "nrcpus online") origin.cpus = parseNumber<std::uint32_t>(value).value_or(0);
}

void PerfScriptReader::addSample(const PerfScriptSample& sample, std::string_view frames) {
    if (isRecord(sample)) {
        if (sample.event != "PERF_RECORD_LOST") return;
        const auto word = sample.rest.substr(std::min(sample.rest.size(), sample.rest.rfind(' ') + 1));
        m_builder.addLoss("lost by perf", parseNumber<std::uint64_t>(word).value_or(1));
        return;
    }
    m_hasStacks |= !frames.empty();
    const auto stack = frames.empty() && endsWithFrame(sample) ? stackOf(sample.rest) : stackOf(frames);
    const auto value = valueOf(sample, stack);
    m_builder.addSample(value, {.stack = stack,
                                .weight = sample.period.value_or(1),
                                .time = sinceStart(sample.time),
                                .thread = threadOf(sample),
                                .cpu = sample.cpu,
                                .labels = {}});
}

ValueTypeIndex PerfScriptReader::valueOf(const PerfScriptSample& sample, StackIndex stack) {
    const auto name = sample.event.empty() ? std::string_view("samples") : sample.event;
    auto& event = m_events.try_emplace({name, sample.period.has_value()}).first->second;
    if (stack) ++event.stacks;
    if (event.value.isNone()) {
        const bool isTime = sample.period && countsTime(name);
        event.value = m_builder.valueType(name, isTime ? "nanoseconds" : "count");
    }
    return event.value;
}

/// The thread of a sample. If only thread ids are printed, each counts as its own process; without any ids,
/// each command does.
ThreadIndex PerfScriptReader::threadOf(const PerfScriptSample& sample) {
    if (!sample.tid && sample.command.empty()) return {};
    const auto tid = sample.tid.value_or(0);
    const auto pid = sample.pid < 0 ? tid : sample.pid;
    auto& thread = m_threads.try_emplace({pid, tid, sample.command}, ThreadIndex()).first->second;
    if (thread.isNone())
        thread = m_builder.addThread({.process = processOf(pid, tid, sample.command),
                                      .tid = tid,
                                      .name = m_builder.string(sample.command),
                                      .labels = {}});
    return thread;
}

/// The process of a thread. If the main thread has another name, the process runs another program; other
/// threads may only have changed their names.
ProcessIndex PerfScriptReader::processOf(std::int32_t pid, std::int32_t tid, std::string_view command) {
    auto& current = m_processOfPid.try_emplace(pid, ProcessIndex()).first->second;
    if (current && pid != tid) return current;
    auto& process = m_processes.try_emplace({pid, command}, ProcessIndex()).first->second;
    if (process.isNone())
        process =
            m_builder.addProcess({.pid = pid, .parent = {}, .name = m_builder.string(command), .labels = {}});
    current = process;
    return process;
}

StackIndex PerfScriptReader::stackOf(std::string_view frames) {
    if (frames.empty()) return {};
    auto& known = m_stacks.try_emplace(frames, StackIndex()).first->second;
    if (known) return known;
    m_steps.clear();
    while (!frames.empty()) {
        const auto line = LineText::takeLine(frames);
        if (const auto frame = parsePerfScriptFrame(line)) {
            m_steps.push_back({*frame, {}});
        } else if (const auto source = parsePerfScriptSource(line); source && !m_steps.empty()) {
            if (!source->file.starts_with('?')) m_steps.back().source = *source;
        } else if (trimmed(line).ends_with(']')) {
            continue; // "ls[d42f]": a frame without a line
        } else {
            ++m_others;
        }
    }
    known = growStack();
    return known;
}

StackIndex PerfScriptReader::growStack() {
    StackIndex stack;
    MappingIndex mapping;
    std::uint64_t address = 0;
    std::uint16_t depth = 0;
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->frame.isInlined) {
            if (depth < std::numeric_limits<std::uint16_t>::max()) ++depth;
        } else {
            mapping = {};
            if (!step->frame.module.empty())
                mapping = m_builder.mapping({.path = m_builder.string(step->frame.module), .buildId = {}});
            address = step->frame.address;
            depth = 0;
        }
        auto part = *step;
        const auto methods = inlinedMethods(step->frame.symbol);
        for (std::size_t row = 0; row < methods.size(); ++row) {
            if (row > 0 && depth < std::numeric_limits<std::uint16_t>::max()) ++depth;
            part.frame.symbol = methods[row];
            stack = m_builder.stack(stack, frame(part, mapping, address, depth));
        }
    }
    return stack;
}

FrameIndex PerfScriptReader::frame(const Step& step, MappingIndex mapping, std::uint64_t address,
                                   std::uint16_t depth) {
    Frame frame{.function = {}, .mapping = mapping, .address = address, .line = step.source.line};
    frame.inlineDepth = depth;
    if (depth > 0)
        frame.kind = FrameKind::Inlined;
    else if (isKernelModule(step.frame.module, address))
        frame.kind = FrameKind::Kernel;
    else if (step.frame.symbol.empty() && mapping.isNone())
        frame.kind = FrameKind::Unknown;
    if (!step.frame.symbol.empty()) {
        const auto file = step.source.file.empty() ? StringIndex() : m_builder.string(step.source.file);
        const auto raw = m_builder.string(step.frame.symbol);
        const auto name = stableMethodName(demangle(step.frame.symbol));
        frame.function = m_builder.function({.name = m_builder.string(name),
                                             .rawName = name == step.frame.symbol ? StringIndex() : raw,
                                             .file = file,
                                             .mapping = mapping});
    }
    return m_builder.frame(frame);
}

/// perf prints samples in the order of time.
std::int64_t PerfScriptReader::sinceStart(std::int64_t time) {
    if (time == noTime) return noTime;
    if (m_start == noTime) m_start = time;
    m_end = m_end == noTime ? time : std::max(m_end, time);
    return time - m_start;
}

void PerfScriptReader::finish() {
    const Event* shown = nullptr;
    for (const auto& [key, event] : m_events) {
        const bool isMore = !shown || event.stacks > shown->stacks ||
                            (event.stacks == shown->stacks && event.value < shown->value);
        if (isMore) shown = &event;
    }
    m_builder.setDefaultValue(shown->value);
    if (m_start != noTime) m_builder.origin().duration = m_end - m_start;
    if (m_others > 0)
        m_builder.addWarning(ModelText::tr("Lines that are not part of perf script's text were left out: {}.",
                                           formatCount(static_cast<std::int64_t>(m_others))));
}

} // namespace candela
