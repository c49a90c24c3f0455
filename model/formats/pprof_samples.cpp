#include "model/formats/pprof_samples.h"

#include "model/base/byte_reader.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t samplesBetweenChecks = 1u << 15;
// Inlined lines may make several frames of one byte of the file; a file that makes far more is hostile.
constexpr std::uint64_t framesPerByte = 64;
constexpr std::uint64_t mostFrames = 1u << 31;
constexpr std::size_t columnsToReserve = 8;

} // namespace

PprofSamples::PprofSamples(const PprofFile& file, PprofFrames& frames, ProfileBuilder& builder)
    : m_file(file), m_frames(frames), m_builder(builder), m_keys(file.message),
      m_labels(frames, builder, m_keys),
      m_framesLeft(std::min<std::uint64_t>(file.message.size() * framesPerByte, mostFrames)) {}

Result<void> PprofSamples::read(std::span<const ValueTypeIndex> values, Task& task) {
    m_values = values;
    m_weights.resize(values.size());
    if (values.size() <= columnsToReserve) {
        for (const auto value : values)
            m_builder.reserveSamples(value, m_file.sampleCount);
    }
    WireReader reader(m_file.message);
    std::size_t count = 0;
    while (reader.next()) {
        if (reader.field() != pprof_field::Sample) continue;
        if (count++ % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(count) / double(m_file.sampleCount));
        }
        readSample(reader.bytes());
    }
    warn();
    return {};
}

void PprofSamples::readSample(std::span<const std::byte> message) {
    const auto parts = split(message);
    if (parts.weights < m_values.size()) ++m_missingWeights;
    if (parts.weights > m_values.size()) ++m_surplusWeights;
    const auto present = std::min(parts.weights, m_values.size());
    if (std::all_of(m_weights.begin(), m_weights.begin() + static_cast<std::ptrdiff_t>(present),
                    [](std::int64_t weight) { return weight == 0; }))
        return;
    Sample sample;
    sample.stack = stackOf(parts.locations);
    const auto labels = m_labels.find(parts.labels);
    sample.labels = labels.labels;
    sample.thread = labels.thread;
    for (std::size_t row = 0; row < present; ++row) {
        if (m_weights[row] == 0) continue;
        sample.weight = m_weights[row];
        m_builder.addSample(m_values[row], sample);
    }
}

PprofSamples::Parts PprofSamples::split(std::span<const std::byte> message) {
    Parts parts;
    m_looseLocations.clear();
    m_looseLabels.clear();
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == pprof_field::Value) {
            m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t weight) {
                if (parts.weights < m_weights.size())
                    m_weights[parts.weights] = static_cast<std::int64_t>(weight);
                ++parts.weights;
            });
        } else if (reader.field() == pprof_field::Label) {
            const auto field = reader.wholeField();
            if (parts.labels.empty() || parts.labels.data() + parts.labels.size() == field.data()) {
                parts.labels = std::span(parts.labels.empty() ? field.data() : parts.labels.data(),
                                         parts.labels.size() + field.size());
            } else {
                if (m_looseLabels.size() == 0) m_looseLabels.fields(asText(parts.labels));
                m_looseLabels.fields(asText(field));
                parts.labels = asBytes(m_looseLabels.bytes());
            }
        } else if (reader.field() == pprof_field::LocationId) {
            if (parts.locations.empty() && reader.type() == WireType::Bytes) {
                parts.locations = reader.bytes();
                continue;
            }
            if (m_looseLocations.size() == 0) m_looseLocations.fields(asText(parts.locations));
            m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t id) { m_looseLocations.varint(id); });
            parts.locations = asBytes(m_looseLocations.bytes());
        }
    }
    m_isDamaged |= reader.failed();
    return parts;
}

StackIndex PprofSamples::stackOf(std::span<const std::byte> locations) {
    if (locations.empty()) return {};
    if (const auto found = m_stacks.find(asText(locations)); found != m_stacks.end()) return found->second;
    m_path.clear();
    for (auto rest = locations; !rest.empty();) {
        std::uint64_t id = 0;
        if (!takeVarint(rest, id)) {
            m_isDamaged = true;
            break;
        }
        m_path.push_back(m_frames.locationRow(id));
        if (m_path.back() == m_frames.unknownRow()) ++m_unknownLocations;
    }
    std::reverse(m_path.begin(), m_path.end());
    const auto stack = growStack();
    m_stacks.emplace(m_keys.lasting(locations), stack);
    return stack;
}

/// The stack of m_path, taking over the steps that are the same as in the stack before.
StackIndex PprofSamples::growStack() {
    const auto shared =
        std::mismatch(m_steps.begin(), m_steps.end(), m_path.begin(), m_path.end(),
                      [](const Step& step, std::uint32_t location) { return step.location == location; });
    m_steps.erase(shared.first, m_steps.end());
    for (auto row = shared.second; row != m_path.end(); ++row) {
        Step step = m_steps.empty() ? Step() : m_steps.back();
        if (step.isEnd) break;
        step.location = *row;
        const auto cut = m_frames.cut(*row);
        step.foundUser |= cut == PprofCut::None;
        // What is above the first function that is not dropped stays, or nothing might.
        step.isEnd = cut != PprofCut::None && step.foundUser;
        if (!(step.isEnd && cut == PprofCut::Before)) {
            const auto frames = m_frames.frames(*row);
            if (frames.size() > m_framesLeft) {
                m_isCut = true;
                break;
            }
            m_framesLeft -= frames.size();
            for (const auto frame : frames)
                step.stack = m_builder.stack(step.stack, frame);
        }
        m_steps.push_back(step);
    }
    return m_steps.empty() ? StackIndex() : m_steps.back().stack;
}

void PprofSamples::warn() {
    const auto warn = [&](std::string_view what, std::size_t count) {
        if (count > 0)
            m_builder.addWarning(fmt::format("{}: {}.", what, formatCount(static_cast<std::int64_t>(count))));
    };
    warn("Frames at locations that the file does not hold", m_unknownLocations);
    warn("Samples with fewer weights than there are value types", m_missingWeights);
    warn("Samples with more weights than there are value types", m_surplusWeights);
    if (m_isCut) m_builder.addWarning("Stacks were cut: the file makes more frames than can be meant.");
    if (m_isDamaged || m_labels.isDamaged() || m_file.isDamaged || m_frames.isIncomplete())
        m_builder.addWarning("The file is damaged or was cut off: this is what could be read.");
}

} // namespace candela
