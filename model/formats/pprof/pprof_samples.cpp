#include "model/formats/pprof/pprof_samples.h"

#include "model/base/byte_reader.h"
#include "model/base/task.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

// Inlined lines may make several frames of one byte of the file; a file that makes far more is hostile.
constexpr std::uint64_t framesPerByte = 64;
constexpr std::uint64_t maximumFrames = 1u << 31;
constexpr std::size_t columnsToReserve = 8;

} // namespace

PprofSamples::PprofSamples(const PprofSampleRows& rows, std::size_t fileSize, PprofFrames& frames,
                           ProfileBuilder& builder)
    : m_rows(rows), m_frames(frames), m_builder(builder), m_labels(frames, builder),
      m_framesLeft(std::min<std::uint64_t>(fileSize * framesPerByte, maximumFrames)) {}

Result<void> PprofSamples::add(std::span<const ValueTypeIndex> values, Task& task) {
    growStacks();
    addLabels();
    const auto samples = m_rows.samples();
    if (values.size() <= columnsToReserve) {
        for (const auto value : values)
            m_builder.reserveSamples(value, samples.size());
    }
    auto weights = m_rows.weights();
    for (std::size_t row = 0; row < samples.size(); ++row) {
        if (row % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(row) / double(samples.size()));
        }
        const auto& read = samples[row];
        const auto present = weights.first(std::min<std::size_t>(read.weightCount, values.size()));
        weights = weights.subspan(read.weightCount);
        Sample sample;
        if (read.stack != PprofSampleRows::none) sample.stack = m_grown[read.stack].stack;
        if (read.labels != PprofSampleRows::none) {
            sample.labels = m_labelRows[read.labels].labels;
            sample.thread = m_labelRows[read.labels].thread;
        }
        for (std::size_t column = 0; column < present.size(); ++column) {
            if (present[column] == 0) continue;
            sample.weight = present[column];
            m_builder.addSample(values[column], sample);
        }
    }
    return {};
}

void PprofSamples::growStacks() {
    const auto stacks = m_rows.stacks();
    m_grown.reserve(stacks.size());
    for (const auto& stack : stacks) {
        const auto location = m_frames.locationRow(m_rows.locationId(stack.location));
        m_hasUnknownLocations |= location == m_frames.unknownRow();
        m_grown.push_back(
            grow(stack.caller == PprofSampleRows::none ? Grown() : m_grown[stack.caller], location));
    }
}

PprofSamples::Grown PprofSamples::grow(Grown caller, std::uint32_t location) {
    if (caller.isEnd) return caller;
    auto grown = caller;
    const auto cut = m_frames.cut(location);
    grown.foundUser |= cut == PprofCut::None;
    // What is above the first function that is not dropped stays, or nothing might.
    grown.isEnd = cut != PprofCut::None && grown.foundUser;
    if (grown.isEnd && cut == PprofCut::Before) return grown;
    const auto frames = m_frames.frames(location);
    if (frames.size() > m_framesLeft) {
        m_isCut = true;
        grown.isEnd = true;
        return grown;
    }
    m_framesLeft -= frames.size();
    for (const auto frame : frames)
        grown.stack = m_builder.stack(grown.stack, frame);
    return grown;
}

void PprofSamples::addLabels() {
    m_labelRows.reserve(m_rows.labelLists().size());
    for (const auto fields : m_rows.labelLists())
        m_labelRows.push_back(m_labels.read(asBytes(fields)));
}

/// Once for each stack that samples have.
std::size_t PprofSamples::unknownLocations() const {
    if (!m_hasUnknownLocations) return 0;
    const auto stacks = m_rows.stacks();
    std::vector<bool> isSampled(stacks.size());
    for (const auto& sample : m_rows.samples()) {
        if (sample.stack != PprofSampleRows::none) isSampled[sample.stack] = true;
    }
    std::vector<std::size_t> unknown(stacks.size()); // in the stack and its callers
    std::size_t sum = 0;
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const auto& stack = stacks[row];
        if (stack.caller != PprofSampleRows::none) unknown[row] = unknown[stack.caller];
        if (m_frames.locationRow(m_rows.locationId(stack.location)) == m_frames.unknownRow()) ++unknown[row];
        if (isSampled[row]) sum += unknown[row];
    }
    return sum;
}

void PprofSamples::warn(std::size_t valueTypes, bool isDamaged) {
    const auto warn = [&](std::string_view what, std::size_t count) {
        if (count > 0)
            m_builder.addWarning(fmt::format("{}: {}.", what, formatCount(static_cast<std::int64_t>(count))));
    };
    warn("Frames at locations that the file does not hold", unknownLocations());
    warn("Samples with fewer weights than there are value types", m_rows.countWithFewerWeights(valueTypes));
    warn("Samples with more weights than there are value types", m_rows.countWithMoreWeights(valueTypes));
    if (m_isCut || m_rows.isCut())
        m_builder.addWarning("Stacks were cut: the file makes more frames than can be meant.");
    if (isDamaged || m_rows.isDamaged() || m_labels.isDamaged() || m_frames.isIncomplete())
        m_builder.addWarning("The file is damaged or was cut off: this is what could be read.");
}

} // namespace candela
