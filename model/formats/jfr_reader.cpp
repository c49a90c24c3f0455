#include "model/formats/jfr_reader.h"

#include "model/formats/jfr_events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace candela {

namespace {

constexpr std::size_t eventsBetweenChecks = 1u << 12;
constexpr std::size_t nameBytesPerByte = 16; // methods may share a class's name, but not without end
constexpr std::size_t fewNameBytes = 1u << 20;
__extension__ using Wide = __int128;

FrameKind kindOf(std::string_view frameType) {
    if (frameType == "Interpreted") return FrameKind::Interpreted;
    if (frameType == "Inlined") return FrameKind::Inlined;
    return frameType == "Kernel" ? FrameKind::Kernel : FrameKind::User;
}

std::int64_t scaledBy(std::int64_t weight, double scale) {
    constexpr double most = 9e18;
    return static_cast<std::int64_t>(std::clamp(std::round(double(weight) * scale), -most, most));
}

} // namespace

Result<void> JfrReader::read(std::span<const std::byte> bytes, Task& task) {
    m_nameBytesLeft = bytes.size() * nameBytesPerByte + fewNameBytes;
    std::int64_t end = 0;
    for (std::size_t offset = 0; offset < bytes.size();) {
        const auto rest = bytes.subspan(offset);
        const auto header = JfrHeader::read(rest);
        if (!header && offset == 0 && JfrHeader::isTooOld(rest))
            return failure("is a recording of Java 7 or 8 in a format before version 1, which Candela does "
                           "not read",
                           ErrorCode::BadInput, "record with Java 8u262 or later");
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
        return failure(m_isUnfinished ? "was not finished: its last part has no tables"
                                      : "holds no samples of execution or allocation");
    m_builder.origin().startTime = m_start;
    m_builder.origin().duration = end;
    if (m_isUnfinished)
        m_builder.addWarning("The recording was not finished, or was cut off: its last part is missing.");
    if (m_isDamaged) m_builder.addWarning("The file is damaged or was cut off: this is what could be read.");
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
    m_traces.clear();
    m_methods.clear();
    m_classNames.clear();
    m_frameKinds.clear();
    m_classLabels.clear();
    m_threads.clear();
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
        if (eventClass && eventClass->name == "jdk.JVMInformation")
            readProcess(*eventClass, reader);
        else if (const auto* source = eventClass ? sourceOf(type, *eventClass) : nullptr)
            readEvent(*source, *eventClass, reader);
        offset += size;
    }
    return {};
}

/// Null for events that are no samples.
const JfrReader::Source* JfrReader::sourceOf(std::uint64_t type, const JfrClass& eventClass) {
    if (const auto known = m_sources.find(type); known != m_sources.end())
        return known->second.value ? &known->second : nullptr;
    Source source;
    for (std::size_t row = 0; row < jfrEventKinds.size(); ++row) {
        const auto& kind = jfrEventKinds[row];
        if (kind.name != eventClass.name) continue;
        source = {m_builder.valueType(kind.value, kind.unit), kind.weightField, kind.scaleField};
        if (row >= std::min(m_shownKind, firstJfrKindBesideTime)) continue;
        m_shownKind = row;
        m_builder.setDefaultValue(source.value);
    }
    const auto& stored = m_sources.emplace(type, source).first->second;
    return stored.value ? &stored : nullptr;
}

void JfrReader::readEvent(const Source& source, const JfrClass& eventClass, ByteReader& reader) {
    Sample sample{.stack = {}, .thread = {}, .labels = {}};
    double scale = 0;
    m_chunk->walk(eventClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "startTime") {
            sample.time = timeOf(m_chunk->readNumber(field, at));
        } else if (field.name == "stackTrace" && field.isConstant) {
            const auto found = trace(field.type, m_chunk->readNumber(field, at));
            sample.stack = found.stack;
            sample.stackEnd = found.end;
        } else if ((field.name == "sampledThread" || field.name == "eventThread") && field.isConstant) {
            sample.thread = thread(field.type, m_chunk->readNumber(field, at));
        } else if (field.name == "objectClass" && field.isConstant) {
            sample.labels = classLabel(field.type, m_chunk->readNumber(field, at));
        } else if (!source.weightField.empty() && field.name == source.weightField) {
            sample.weight = static_cast<std::int64_t>(m_chunk->readNumber(field, at));
        } else if (!source.scaleField.empty() && field.name == source.scaleField) {
            scale = m_chunk->readReal(field, at);
        } else {
            return false;
        }
        return true;
    });
    if (reader.failed()) {
        m_isDamaged = true;
        return;
    }
    if (scale > 0 && std::isfinite(scale)) sample.weight = scaledBy(sample.weight, scale);
    m_builder.addSample(source.value, sample);
    ++m_samples;
}

void JfrReader::readProcess(const JfrClass& eventClass, ByteReader& reader) {
    m_chunk->walk(eventClass, reader, [&](const JfrField& field, ByteReader& at) {
        const auto* type = m_chunk->findClass(field.type);
        if (field.name == "javaArguments" && type && type->kind == JfrClass::Kind::String &&
            !field.isConstant && !field.isArray) {
            m_builder.origin().command = readName(at);
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

std::int64_t JfrReader::timeOf(std::uint64_t ticks) const {
    const auto& header = m_chunk->header();
    if (header.ticksPerSecond <= 0) return noTime;
    const Wide passed = Wide(static_cast<std::int64_t>(ticks)) - header.startTicks;
    const Wide time = Wide(header.startNanos) - m_start + passed * 1'000'000'000 / header.ticksPerSecond;
    const Wide most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::clamp<Wide>(time, -most, most));
}

ThreadIndex JfrReader::thread(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_threads.try_emplace({type, key}, ThreadIndex());
    if (!isNew) return known->second;
    const auto place = m_chunk->constant(type, key);
    const auto* threadClass = m_chunk->findClass(type);
    if (!place || !threadClass) return {};
    std::string javaName;
    std::string systemName;
    std::uint64_t tid = 0;
    auto reader = m_chunk->readerAt(*place);
    m_chunk->walk(*threadClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "osThreadId") {
            tid = m_chunk->readNumber(field, at);
            return true;
        }
        const auto* text = m_chunk->findClass(field.type);
        if (!text || text->kind != JfrClass::Kind::String || field.isConstant || field.isArray) return false;
        if (field.name != "javaName" && field.name != "osName") return false;
        (field.name == "javaName" ? javaName : systemName) = readName(at);
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

JfrReader::Trace JfrReader::trace(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_traces.try_emplace({type, key}, Trace());
    if (!isNew) return known->second;
    const auto place = m_chunk->constant(type, key);
    const auto* traceClass = m_chunk->findClass(type);
    if (!place || !traceClass) return {};
    auto reader = m_chunk->readerAt(*place);
    const auto trace = readTrace(reader, *traceClass);
    m_traces[{type, key}] = trace;
    return trace;
}

JfrReader::Trace JfrReader::readTrace(ByteReader& reader, const JfrClass& traceClass) {
    std::vector<FrameIndex> frames;
    bool isTruncated = false;
    m_chunk->walk(traceClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "truncated") {
            isTruncated = m_chunk->readNumber(field, at) != 0;
            return true;
        }
        const auto* frameClass = m_chunk->findClass(field.type);
        if (field.name != "frames" || !field.isArray || field.isConstant || !frameClass) return false;
        const auto count = m_chunk->readInt(at);
        if (!at.canHold(count, 1)) {
            m_isDamaged = true;
            return true;
        }
        for (std::uint64_t row = 0; row < count && !at.failed(); ++row) {
            const auto before = at.offset();
            frames.push_back(readFrame(at, *frameClass));
            if (at.offset() == before) break;
        }
        return true;
    });
    Trace trace;
    trace.end = isTruncated ? StackEnd::TooDeep : StackEnd::Complete;
    for (const auto frame : frames | std::views::reverse)
        trace.stack = m_builder.stack(trace.stack, frame);
    return trace;
}

FrameIndex JfrReader::readFrame(ByteReader& reader, const JfrClass& frameClass) {
    Frame frame;
    FrameKind kind = FrameKind::User;
    m_chunk->walk(frameClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "method" && field.isConstant) {
            frame.function = method(field.type, m_chunk->readNumber(field, at));
        } else if (field.name == "lineNumber") {
            const auto line = static_cast<std::int32_t>(m_chunk->readNumber(field, at));
            frame.line = static_cast<std::uint32_t>(std::max(line, 0));
        } else if (field.name == "type" && field.isConstant) {
            const auto key = m_chunk->readNumber(field, at);
            const auto [known, isNew] = m_frameKinds.try_emplace({field.type, key}, FrameKind::User);
            if (isNew) known->second = kindOf(symbol(field.type, key));
            kind = known->second;
        } else {
            return false;
        }
        return true;
    });
    frame.kind = frame.function ? kind : FrameKind::Unknown;
    if (frame.kind == FrameKind::Inlined) frame.inlineDepth = 1;
    return m_builder.frame(frame);
}

/// "java.util.List.add": the class's name and the method's.
FunctionIndex JfrReader::method(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_methods.try_emplace({type, key}, FunctionIndex());
    if (!isNew) return known->second;
    const auto place = m_chunk->constant(type, key);
    const auto* methodClass = m_chunk->findClass(type);
    if (!place || !methodClass) return {};
    std::string holder;
    std::string name;
    auto reader = m_chunk->readerAt(*place);
    m_chunk->walk(*methodClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (!field.isConstant || (field.name != "type" && field.name != "name")) return false;
        const auto constant = m_chunk->readNumber(field, at);
        if (field.name == "type")
            holder = className(field.type, constant);
        else
            name = symbol(field.type, constant);
        return true;
    });
    if (!holder.empty() && holder.size() <= m_nameBytesLeft) {
        m_nameBytesLeft -= holder.size();
        name = name.empty() ? holder : holder + "." + name;
    }
    if (name.size() > m_nameBytesLeft || name.empty()) return {};
    m_nameBytesLeft -= name.size();
    const auto function =
        m_builder.function({.name = m_builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
    m_methods[{type, key}] = function;
    return function;
}

/// A text may be referred to as often as one likes: all together have a limit.
std::string JfrReader::readName(ByteReader& reader) {
    if (m_nameBytesLeft == 0) return {};
    auto text = m_chunk->readText(reader);
    if (text.size() >= m_nameBytesLeft) {
        m_nameBytesLeft = 0;
        m_isDamaged = true;
        return {};
    }
    m_nameBytesLeft -= text.size();
    return text;
}

/// The text of a constant that is a text, or that has one as its first (jdk.types.Symbol, FrameType).
std::string JfrReader::symbol(std::uint64_t type, std::uint64_t key) {
    const auto place = m_chunk->constant(type, key);
    const auto* symbolClass = m_chunk->findClass(type);
    if (!place || !symbolClass) return {};
    auto reader = m_chunk->readerAt(*place);
    if (symbolClass->kind == JfrClass::Kind::String) return readName(reader);
    std::string text;
    m_chunk->walk(*symbolClass, reader, [&](const JfrField& field, ByteReader& at) {
        const auto* part = m_chunk->findClass(field.type);
        if (!text.empty() || !part || part->kind != JfrClass::Kind::String || field.isConstant ||
            field.isArray)
            return false;
        text = readName(at);
        return true;
    });
    return text;
}

std::string JfrReader::className(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_classNames.try_emplace({type, key});
    if (!isNew) return known->second;
    const auto place = m_chunk->constant(type, key);
    const auto* classClass = m_chunk->findClass(type);
    if (!place || !classClass) return {};
    std::string name;
    auto reader = m_chunk->readerAt(*place);
    m_chunk->walk(*classClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name != "name" || !field.isConstant) return false;
        name = symbol(field.type, m_chunk->readNumber(field, at));
        return true;
    });
    std::ranges::replace(name, '/', '.');
    m_classNames[{type, key}] = name;
    return name;
}

LabelSetIndex JfrReader::classLabel(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_classLabels.try_emplace({type, key}, LabelSetIndex());
    if (!isNew) return known->second;
    const auto name = className(type, key);
    if (name.empty()) return {};
    auto label = m_builder.textLabel("class", name);
    const auto set = m_builder.internLabels(std::span(&label, 1));
    m_classLabels[{type, key}] = set;
    return set;
}

} // namespace candela
