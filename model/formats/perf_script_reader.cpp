#include "model/formats/perf_script_reader.h"

#include "model/base/units.h"
#include "model/formats/text_lines.h"
#include "model/formats/text_numbers.h"
#include "model/symbols/demangle.h"
#include "model/symbols/java_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t samplesBetweenChecks = 1u << 12;

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// A frame whose line lost the blanks before it: an address and a module.
bool isUnindentedFrame(std::string_view line) {
    if (!line.ends_with(')')) return false;
    const auto frame = parsePerfScriptFrame(line);
    return frame && frame->address != 0 && !parsePerfScriptSample(line);
}

/// Commands are padded to sixteen letters, so a sample's line may begin with blanks; a frame's begins with a
/// tab, but texts that were copied have blanks there as well, or nothing.
bool isFrameLine(std::string_view line) {
    if (line.starts_with('\t')) return true;
    if (!line.starts_with(' ')) return isUnindentedFrame(line);
    const auto sample = parsePerfScriptSample(line);
    return !sample || (sample->cpu < 0 && sample->time == noTime);
}

/// The lines of one stack off the front of `rest`, with their line ends.
std::string_view takeFrames(std::string_view& rest) {
    const auto whole = rest;
    auto next = rest;
    while (!next.empty()) {
        const auto line = LineText::takeLine(next);
        if (isBlank(line) || !isFrameLine(line)) break;
        rest = next;
    }
    return whole.substr(0, whole.size() - rest.size());
}

bool isRecord(const PerfScriptSample& sample) {
    return sample.event.starts_with("PERF_RECORD_") || sample.rest.starts_with("PERF_RECORD_");
}

bool countsTime(std::string_view event) {
    return event.starts_with("cpu-clock") || event.starts_with("task-clock");
}

/// A sample whose stack is the frame at the end of its own line; tracepoints have other texts there.
bool endsWithFrame(const PerfScriptSample& sample) {
    auto rest = trimmed(sample.rest);
    if (rest.empty()) return false;
    return parsePerfScriptFrame(rest) && parseNumber<std::uint64_t>(takeWord(rest), 16) &&
           sample.event.find(':') != 0;
}

} // namespace

bool looksLikePerfScript(std::string_view start) {
    // A line that is cut off at the end of what is seen is not judged.
    if (const auto end = start.rfind('\n'); end != std::string_view::npos) start = start.substr(0, end);
    std::size_t samples = 0;
    std::size_t others = 0;
    while (!start.empty()) {
        const auto line = LineText::takeLine(start);
        if (isBlank(line) || line.starts_with('#')) continue;
        const auto sample = parsePerfScriptSample(line);
        const bool isPlaced = sample && (sample->cpu >= 0 || sample->time != noTime);
        if (sample && !line.starts_with('\t')) {
            const auto frames = takeFrames(start);
            auto rest = frames;
            if (parsePerfScriptFrame(LineText::takeLine(rest)) || (isPlaced && !sample->event.empty())) {
                ++samples;
                continue;
            }
        }
        ++others;
    }
    return samples > 0 && others <= samples;
}

Result<void> PerfScriptReader::read(std::string_view text, Task& task) {
    const auto size = text.size();
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(1 - double(text.size()) / double(size));
        }
        const auto line = LineText::takeLine(text);
        if (isBlank(line)) continue;
        if (line.starts_with('#')) {
            readComment(line);
            continue;
        }
        const auto sample = line.starts_with('\t') ? std::nullopt : parsePerfScriptSample(line);
        if (!sample) {
            ++m_others;
            continue;
        }
        addSample(*sample, takeFrames(text));
    }
    if (m_events.empty()) return failure("holds no samples of perf script");
    finish();
    return {};
}

/// "# hostname : build-7": what perf script --header says.
void PerfScriptReader::readComment(std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const auto key = trimmed(line.substr(1, colon - 1));
    const std::string value(trimmed(line.substr(colon + 1)));
    auto& origin = m_builder.origin();
    if (key == "hostname") origin.host = value;
    if (key == "os release") origin.kernel = value;
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

/// Where only thread ids are said, each is taken for a process of its own.
ThreadIndex PerfScriptReader::threadOf(const PerfScriptSample& sample) {
    const auto pid = sample.pid < 0 ? sample.tid : sample.pid;
    auto& thread = m_threads.try_emplace({pid, sample.tid, sample.command}, ThreadIndex()).first->second;
    if (thread.isNone())
        thread = m_builder.addThread({.process = processOf(pid, sample.tid, sample.command),
                                      .tid = sample.tid,
                                      .name = m_builder.string(sample.command),
                                      .labels = {}});
    return thread;
}

/// A main thread with another name has started another program; other threads only have names.
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
        } else if (const auto place = parsePerfScriptPlace(line); place && !m_steps.empty()) {
            if (!place->file.starts_with('?')) m_steps.back().place = *place;
        } else if (trimmed(line).ends_with(']')) {
            continue; // "ls[d42f]", where a frame has no line
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
    Frame frame{.function = {}, .mapping = mapping, .address = address, .line = step.place.line};
    frame.inlineDepth = depth;
    if (depth > 0)
        frame.kind = FrameKind::Inlined;
    else if (isKernelModule(step.frame.module, address))
        frame.kind = FrameKind::Kernel;
    else if (step.frame.symbol.empty() && mapping.isNone())
        frame.kind = FrameKind::Unknown;
    if (!step.frame.symbol.empty()) {
        const auto file = step.place.file.empty() ? StringIndex() : m_builder.string(step.place.file);
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
        m_builder.addWarning(fmt::format("Lines that are no part of perf script's text were left out: {}.",
                                         formatCount(static_cast<std::int64_t>(m_others))));
}

} // namespace candela
