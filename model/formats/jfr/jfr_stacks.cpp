#include "model/formats/jfr/jfr_stacks.h"

#include "model/symbols/names/demangle.h"

#include <algorithm>
#include <ranges>
#include <vector>

namespace candela {

namespace {

/// What async-profiler and its descendants write for code that is not a Java method. No real method can have
/// it, because the class lacks its name.
constexpr std::string_view nativeDescriptor = "()L;";

FrameKind frameKindOf(std::string_view frameType) {
    if (frameType == "Interpreted") return FrameKind::Interpreted;
    if (frameType == "Inlined") return FrameKind::Inlined;
    return frameType == "Kernel" ? FrameKind::Kernel : FrameKind::User;
}

} // namespace

void JfrStacks::begin(const JfrChunk& chunk) {
    m_chunk = &chunk;
    m_traces.clear();
    m_methods.clear();
    m_frameKinds.clear();
}

JfrStacks::Trace JfrStacks::trace(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_traces.try_emplace({type, key}, Trace());
    if (!isNew) return known->second;
    const auto offset = m_chunk->constant(type, key);
    const auto* traceClass = m_chunk->findClass(type);
    if (!offset || !traceClass) return {};
    auto reader = m_chunk->readerAt(*offset);
    known->second = readTrace(reader, *traceClass);
    return known->second;
}

JfrStacks::Trace JfrStacks::readTrace(ByteReader& reader, const JfrClass& traceClass) {
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

FrameIndex JfrStacks::readFrame(ByteReader& reader, const JfrClass& frameClass) {
    Frame frame;
    FrameKind kind = FrameKind::User;
    m_chunk->walk(frameClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (field.name == "method" && field.isConstant) {
            const auto& called = method(field.type, m_chunk->readNumber(field, at));
            frame.function = called.function;
            frame.mapping = called.mapping;
        } else if (field.name == "lineNumber") {
            const auto line = static_cast<std::int32_t>(m_chunk->readNumber(field, at));
            frame.line = static_cast<std::uint32_t>(std::max(line, 0));
        } else if (field.name == "type" && field.isConstant) {
            kind = frameKind(field.type, m_chunk->readNumber(field, at));
        } else {
            return false;
        }
        return true;
    });
    frame.kind = frame.function || frame.mapping ? kind : FrameKind::Unknown;
    if (frame.kind == FrameKind::Inlined) frame.inlineDepth = 1;
    return m_builder.frame(frame);
}

FrameKind JfrStacks::frameKind(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_frameKinds.try_emplace({type, key}, FrameKind::User);
    if (isNew) known->second = frameKindOf(m_names.symbol(type, key));
    return known->second;
}

const JfrStacks::Method& JfrStacks::method(std::uint64_t type, std::uint64_t key) {
    const auto [known, isNew] = m_methods.try_emplace({type, key}, Method());
    if (isNew) known->second = readMethod(type, key);
    return known->second;
}

JfrStacks::Method JfrStacks::readMethod(std::uint64_t type, std::uint64_t key) {
    const auto offset = m_chunk->constant(type, key);
    const auto* methodClass = m_chunk->findClass(type);
    if (!offset || !methodClass) return {};
    std::pair<std::uint64_t, std::uint64_t> holder; // a constant: its type and key
    std::string name, descriptor;
    auto reader = m_chunk->readerAt(*offset);
    m_chunk->walk(*methodClass, reader, [&](const JfrField& field, ByteReader& at) {
        if (!field.isConstant) return false;
        if (field.name == "type")
            holder = {field.type, m_chunk->readNumber(field, at)};
        else if (field.name == "name")
            name = m_names.symbol(field.type, m_chunk->readNumber(field, at));
        else if (field.name == "descriptor")
            descriptor = m_names.symbol(field.type, m_chunk->readNumber(field, at));
        else
            return false;
        return true;
    });
    if (descriptor == nativeDescriptor)
        return nativeFunction(name, m_names.rawClassName(holder.first, holder.second));
    return javaMethod(std::move(name), m_names.className(holder.first, holder.second));
}

/// "java.util.List.add": the names of the class and the method.
JfrStacks::Method JfrStacks::javaMethod(std::string name, const std::string& holder) {
    if (!holder.empty() && m_names.spend(holder.size())) name = name.empty() ? holder : holder + "." + name;
    if (name.empty() || !m_names.spend(name.size())) return {};
    return {m_builder.function({.name = m_builder.string(name), .rawName = {}, .file = {}, .mapping = {}}),
            {}};
}

/// The class field has the library. If the function is
/// not known, its field has the library's path or name.
JfrStacks::Method JfrStacks::nativeFunction(std::string_view name, std::string_view library) {
    const bool isNameless =
        library.empty() && (name.starts_with('/') || name.ends_with(".so") || name.find(".so.") != name.npos);
    if (isNameless) std::swap(name, library);
    Method method;
    if (!library.empty())
        method.mapping = m_builder.mapping({.path = m_builder.string(library), .buildId = {}});
    if (name.empty() || !m_names.spend(name.size())) return method;
    const auto readable = demangle(name);
    method.function =
        m_builder.function({.name = m_builder.string(readable),
                            .rawName = readable == name ? StringIndex() : m_builder.string(name),
                            .file = {},
                            .mapping = method.mapping});
    return method;
}

} // namespace candela
