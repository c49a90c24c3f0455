#include "model/formats/jfr/jfr_reader.h"
#include "model/base/text/model_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t eventsBetweenChecks = 1u << 12;
__extension__ using Wide = __int128;

/// "in object wait timed" for "STATE_IN_OBJECT_WAIT_TIMED".
std::string readableState(std::string_view state) {
    constexpr std::string_view prefix = "STATE_";
    if (state.starts_with(prefix)) state.remove_prefix(prefix.size());
    std::string words(state);
    for (auto& letter : words) {
        if (letter == '_') letter = ' ';
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return words;
}

std::int64_t clamped(Wide number) {
    const Wide maximum = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::clamp<Wide>(number, -maximum, maximum));
}

std::int64_t scaledBy(std::int64_t weight, double scale) {
    constexpr double maximum = 9e18;
    return static_cast<std::int64_t>(std::clamp(std::round(double(weight) * scale), -maximum, maximum));
}

} // namespace

Result<void> JfrReader::read(Task& task) {
    const auto bytes = m_bytes;
    std::int64_t end = 0;
    for (std::size_t offset = 0; offset < bytes.size();) {
        const auto rest = bytes.subspan(offset);
        const auto header = JfrHeader::read(rest);
        if (!header && offset == 0 && JfrHeader::isTooOld(rest))
            return failure(
                ModelText::tr(
                    "this is a recording of Java 7 or 8 in a format before version 1, which Candela does "
                    "not read"),
                ErrorCode::BadInput, ModelText::tr("record with Java 8u262 or later"));
        if (!header) {
            m_isDamaged = true;
            break;
        }
        if (m_start == noTime) m_start = header->startNanos;
        task.setRange(double(offset) / double(bytes.size()),
                      double(std::min<std::uint64_t>(offset + header->chunkSize, bytes.size())) /
                          double(bytes.size()));
        const auto size = std::min<std::uint64_t>(header->chunkSize, rest.size());
        TRY(readChunk(rest.first(size), *header, task));
        const Wide last = Wide(header->startNanos) - m_start + header->durationNanos;
        if (last > end && last < std::numeric_limits<std::int64_t>::max())
            end = static_cast<std::int64_t>(last);
        if (header->chunkSize < JfrHeader::size || header->chunkSize > rest.size()) {
            m_isUnfinished = true;
            break;
        }
        offset += header->chunkSize;
    }
    if (m_samples == 0)
        return failure(m_isUnfinished ? ModelText::tr("it was not finished: its last part has no tables")
                                      : ModelText::tr("it holds no samples of execution or allocation"));
    chooseDefault();
    m_builder.origin().startTime = m_start;
    m_builder.origin().duration = end;
    if (m_isUnfinished)
        m_builder.addWarning(
            ModelText::tr("The recording was not finished, or was cut off: its last part is missing."));
    if (m_isDamaged || m_stacks.isDamaged() || m_names.isExhausted())
        m_builder.addWarning(
            ModelText::tr("The file is damaged or was cut off: this is what could be read."));
    return {};
}

Result<void> JfrReader::readChunk(std::span<const std::byte> bytes, const JfrHeader& header, Task& task) {
    JfrChunk chunk(bytes, header);
    if (header.constantsOffset == 0 || header.metadataOffset == 0 || !chunk.open()) {
        m_isUnfinished = true;
        return {};
    }
    m_isDamaged |= chunk.isDamaged();
    m_chunk = &chunk;
    m_names.begin(chunk);
    m_stacks.begin(chunk);
    m_threads.clear();
    m_states.clear();
    m_sources.clear();
    std::size_t offset = JfrHeader::size;
    for (std::size_t count = 0; offset < bytes.size(); ++count) {
        if (count % eventsBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(offset) / double(bytes.size()));
        }
        auto reader = chunk.readerAt(offset);
        const auto size = chunk.readInt(reader);
        const auto type = chunk.readLong(reader);
        if (reader.failed() || size == 0 || size > bytes.size() - offset) {
            m_isDamaged = true;
            break;
        }
        const auto begin = reader.offset();
        reader = chunk.eventReader(offset, size);
        reader.seek(begin);
        const auto* eventClass = chunk.findClass(type);
        if (eventClass && openEventName(eventClass->name) == "jdk.JVMInformation")
            readProcess(*eventClass, reader);
        else if (auto* source = eventClass ? sourceOf(type, *eventClass) : nullptr)
            readEvent(*source, *eventClass, reader);
        offset += size;
    }
    return {};
}

/// The source of an event's type; null for events that are not samples.
JfrReader::Source* JfrReader::sourceOf(std::uint64_t type, const JfrClass& eventClass) {
    const auto [known, isNew] = m_sources.try_emplace(type, Source());
    auto& source = known->second;
    if (isNew) {
        const auto kind =
            std::ranges::find(jfrEventKinds, openEventName(eventClass.name), &JfrEventKind::name);
        if (kind != jfrEventKinds.end()) source.kind = &*kind;
        source.lasts = source.kind && source.kind->unit == "nanoseconds";
    }
    return source.kind ? &source : nullptr;
}

void JfrReader::readEvent(Source& source, const JfrClass& eventClass, ByteReader& reader) {
    Event event;
    m_chunk->walk(eventClass, reader, [&](const JfrField& field, ByteReader& at) {
        return readEventField(*source.kind, field, at, event);
    });
    if (reader.failed()) {
        m_isDamaged = true;
        return;
    }
    auto& sample = event.sample;
    if (event.scale > 0 && std::isfinite(event.scale)) sample.weight = scaledBy(sample.weight, event.scale);
    if (source.lasts) sample.weight = nanoseconds(sample.weight);
    const auto value = valueOf(source, event.state);
    if (event.state.isWaiting) event.labels.push_back({m_builder.string("state"), event.state.name, 0, {}});
    if (!event.labels.empty()) sample.labels = m_builder.internLabels(event.labels);
    m_builder.addSample(value, sample);
    ++m_samples;
}

/// Reads a field of an event; false for fields that do not describe a sample.
bool JfrReader::readEventField(const JfrEventKind& kind, const JfrField& field, ByteReader& at,
                               Event& event) {
    auto& sample = event.sample;
    if (field.name == "startTime") {
        sample.time = timeOf(m_chunk->readNumber(field, at));
    } else if (!kind.weightField.empty() && field.name == kind.weightField) {
        sample.weight = static_cast<std::int64_t>(m_chunk->readNumber(field, at));
    } else if (!kind.scaleField.empty() && field.name == kind.scaleField) {
        event.scale = m_chunk->readReal(field, at);
    } else if (!field.isConstant) {
        return readLabel(field, at, event);
    } else if (field.name == "stackTrace") {
        const auto found = m_stacks.trace(field.type, m_chunk->readNumber(field, at));
        sample.stack = found.stack;
        sample.stackEnd = found.end;
    } else if (field.name == "sampledThread" || field.name == "eventThread") {
        sample.thread = thread(field.type, m_chunk->readNumber(field, at));
    } else if (field.name == "state") {
        event.state = threadState(field.type, m_chunk->readNumber(field, at));
    } else {
        return readLabel(field, at, event);
    }
    return true;
}

/// The object that was allocated or locked, or the file or host that was waited for.
bool JfrReader::readLabel(const JfrField& field, ByteReader& at, Event& event) {
    const auto add = [&](std::string_view key, std::string_view text) {
        if (!text.empty()) event.labels.push_back(m_builder.textLabel(key, text));
        return true;
    };
    if (field.isConstant &&
        (field.name == "objectClass" || field.name == "monitorClass" || field.name == "parkedClass"))
        return add("class", m_names.className(field.type, m_chunk->readNumber(field, at)));
    if (isText(field) && (field.name == "path" || field.name == "host"))
        return add(field.name, m_names.text(at));
    return false;
}

JfrReader::ThreadState JfrReader::threadState(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_states.try_emplace({type, key}, ThreadState());
    if (isNew) {
        const auto state = m_names.symbol(type, key);
        known->second = {m_builder.string(readableState(state)), isWaitingState(state)};
    }
    return known->second;
}

/// The value type of a sample of that kind.
ValueTypeIndex JfrReader::valueOf(Source& source, const ThreadState& state) {
    const auto& kind = *source.kind;
    const bool areGiven = !m_builder.text(state.name).empty() && !kind.runningValue.empty();
    const bool isWaiting = state.isWaiting;
    auto& value = !areGiven ? source.value : isWaiting ? source.waitingValue : source.runningValue;
    if (value) return value;
    value = m_builder.valueType(!areGiven   ? kind.value
                                : isWaiting ? kind.waitingValue
                                            : kind.runningValue,
                                kind.unit);
    if (source.lasts) m_builder.setLasts(value);
    const auto row = static_cast<std::size_t>(&kind - jfrEventKinds.data());
    (areGiven && isWaiting ? m_waiting : m_shown)[row] = value;
    return value;
}

/// The default value: the first kind in the order of the table that the file has; within a kind, running
/// before waiting.
void JfrReader::chooseDefault() {
    const auto isThere = [](ValueTypeIndex value) { return bool(value); };
    auto found = std::ranges::find_if(m_shown, isThere);
    const auto waiting = std::ranges::find_if(m_waiting, isThere);
    const bool isWaiting = waiting != m_waiting.end() &&
                           (waiting - m_waiting.begin() < found - m_shown.begin() || found == m_shown.end());
    m_builder.setDefaultValue(isWaiting ? *waiting : *found);
}

void JfrReader::readProcess(const JfrClass& eventClass, ByteReader& reader) {
    m_chunk->walk(eventClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "javaArguments" && isText(field)) {
            m_builder.origin().command = m_names.text(at);
            return true;
        }
        if (field.name != "pid") return false;
        const auto pid = m_chunk->readNumber(field, at);
        if (m_process.isNone())
            m_process = m_builder.addProcess({.parent = {}, .name = m_builder.string("java"), .labels = {}});
        if (pid <= std::numeric_limits<std::int32_t>::max())
            m_builder.process(m_process).pid = static_cast<std::int32_t>(pid);
        return true;
    });
}

/// Whether the field's value is a text.
bool JfrReader::isText(const JfrField& field) const {
    const auto* type = m_chunk->findClass(field.type);
    return type && type->kind == JfrClass::Kind::String && !field.isConstant && !field.isArray;
}

std::int64_t JfrReader::nanoseconds(std::int64_t ticks) const {
    const auto ticksPerSecond = m_chunk->header().ticksPerSecond;
    return ticksPerSecond > 0 ? clamped(Wide(ticks) * 1'000'000'000 / ticksPerSecond) : 0;
}

std::int64_t JfrReader::timeOf(std::uint64_t ticks) const {
    const auto& header = m_chunk->header();
    if (header.ticksPerSecond <= 0) return noTime;
    const Wide passed = Wide(static_cast<std::int64_t>(ticks)) - header.startTicks;
    const Wide time = Wide(header.startNanos) - m_start + passed * 1'000'000'000 / header.ticksPerSecond;
    return clamped(time);
}

ThreadIndex JfrReader::thread(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_threads.try_emplace({type, key}, ThreadIndex());
    if (!isNew) return known->second;
    const auto offset = m_chunk->constant(type, key);
    const auto* threadClass = m_chunk->findClass(type);
    if (!offset || !threadClass) return {};
    std::string javaName;
    std::string systemName;
    std::uint64_t tid = 0;
    auto reader = m_chunk->readerAt(*offset);
    m_chunk->walk(*threadClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "osThreadId") {
            tid = m_chunk->readNumber(field, at);
            return true;
        }
        if (!isText(field) || (field.name != "javaName" && field.name != "osName")) return false;
        (field.name == "javaName" ? javaName : systemName) = m_names.text(at);
        return true;
    });
    const auto number = tid <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(tid) : 0;
    const auto& name = javaName.empty() ? systemName : javaName;
    auto& thread = m_knownThreads.try_emplace({number, name}, ThreadIndex()).first->second;
    if (thread.isNone()) {
        if (m_process.isNone())
            m_process = m_builder.addProcess({.parent = {}, .name = m_builder.string("java"), .labels = {}});
        thread = m_builder.addThread(
            {.process = m_process, .tid = number, .name = m_builder.string(name), .labels = {}});
    }
    m_threads[{type, key}] = thread;
    return thread;
}

} // namespace candela
