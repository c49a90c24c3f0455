#include "model/formats/chrome/trace_samples.h"

#include "model/base/units.h"

#include <algorithm>
#include <limits>

namespace candela {

void TraceSamples::readFrames(JsonValue object) {
    object.forEachField([&](JsonKey id, JsonValue value) {
        CodeFrame frame;
        value.forEachField([&](JsonKey key, JsonValue field) {
            if (key == "name")
                frame.name = field.rawText();
            else if (key == "parent")
                frame.parent = field.rawScalar();
        });
        m_frames.try_emplace(id.raw(), frame);
    });
}

void TraceSamples::readSamples(JsonValue list) {
    list.forEachItem([&](JsonValue value) {
        Sample sample;
        value.forEachField([&](JsonKey key, JsonValue field) {
            if (key == "pid")
                sample.pid = field.rawScalar();
            else if (key == "tid")
                sample.tid = field.rawScalar();
            else if (key == "sf")
                sample.frame = field.rawScalar();
            else if (key == "ts")
                sample.time = field.scaledTime(nanosecondsPerMicrosecond).value_or(noTime);
            else if (key == "weight")
                sample.weight = field.integer().value_or(0);
            else if (key == "cpu")
                sample.cpu = static_cast<std::int32_t>(std::clamp<std::int64_t>(
                    field.integer().value_or(-1), -1, std::numeric_limits<std::int32_t>::max()));
        });
        m_samples.push_back(sample);
    });
}

std::int64_t TraceSamples::firstTime() const {
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto& sample : m_samples) {
        if (sample.time != noTime) first = std::min(first, sample.time);
    }
    return first;
}

StackIndex TraceSamples::stackOf(std::string_view id) {
    StackIndex caller;
    m_chain.clear();
    while (!id.empty()) {
        const auto found = m_frames.find(id);
        if (found == m_frames.end() || found->second.isOpen) {
            m_isIncomplete = true;
            break;
        }
        auto& frame = found->second;
        if (frame.stack) {
            caller = frame.stack;
            break;
        }
        frame.isOpen = true;
        m_chain.push_back(&frame);
        id = frame.parent;
    }
    for (auto link = m_chain.rbegin(); link != m_chain.rend(); ++link) {
        auto& frame = **link;
        Frame built;
        const auto name = m_document.unescaped(frame.name);
        built.kind = name.empty() ? FrameKind::Unknown : FrameKind::User;
        if (!name.empty())
            built.function = m_builder.function(
                {.name = m_builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
        frame.stack = caller = m_builder.stack(caller, m_builder.frame(built));
        frame.isOpen = false;
    }
    return caller;
}

void TraceSamples::addTo(const ThreadOf& threadOf, std::int64_t origin) {
    if (m_samples.empty()) return;
    const auto value = m_builder.valueType("samples", "count");
    for (const auto& sample : m_samples) {
        m_builder.addSample(value, {.stack = stackOf(sample.frame),
                                    .weight = sample.weight,
                                    .time = sample.time == noTime ? noTime : sample.time - origin,
                                    .thread = threadOf(sample.pid, sample.tid),
                                    .cpu = sample.cpu,
                                    .labels = {}});
    }
}

} // namespace candela
