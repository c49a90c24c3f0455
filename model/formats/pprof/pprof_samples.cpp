#include "model/formats/pprof/pprof_samples.h"

#include "model/base/byte_reader.h"
#include "model/base/parallel.h"
#include "model/base/task.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace candela {

namespace {

// The maximum number of frames per byte of the file. Inlining gives several frames for one byte, but only a
// malicious file has more than this.
constexpr std::uint64_t framesPerByte = 64;
constexpr std::uint64_t maximumFrames = 1u << 31;
constexpr std::size_t columnsToReserve = 8;

} // namespace

PprofSamples::PprofSamples(PprofSampleRows& rows, std::size_t fileSize, PprofFrames& frames,
                           ProfileBuilder& builder)
    : m_rows(rows), m_frames(frames), m_builder(builder), m_labels(frames, builder),
      m_framesLeft(std::min<std::uint64_t>(fileSize * framesPerByte, maximumFrames)) {}

Result<void> PprofSamples::add(std::span<const ValueTypeIndex> values, Task& task) {
    TRY(addStacks(task));
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
        sample.stack = stackOf(read);
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

Result<void> PprofSamples::addStacks(Task& task) {
    const bool hasUnknown = TRY(hasUnknownLocations(task));
    if (hasUnknown) m_unknownLocations = countUnknownLocations();
    const auto frames = singleFrames();
    return hasUnknown || frames.empty() ? growStacks(task) : takeStacks(frames, task);
}

/// Calls work(begin, end) for ranges of stacks, from several threads.
Result<void> PprofSamples::forStacks(const std::function<void(std::size_t, std::size_t)>& work,
                                     const Task& task) const {
    const auto stacks = m_rows.stacks().size();
    const auto parts = partCount(stacks, rowsWorthAThread);
    inParallel(parts, [&](std::size_t part) {
        const auto end = stacks * (part + 1) / parts;
        for (auto begin = stacks * part / parts; begin < end && !task.isCancelled();
             begin += samplesBetweenChecks)
            work(begin, std::min(begin + samplesBetweenChecks, end));
    });
    if (task.isCancelled()) return cancelled();
    return {};
}

/// A row of PprofFrames.
std::uint32_t PprofSamples::locationRow(FrameIndex location) const {
    return m_frames.locationRow(m_rows.locationId(location.row()));
}

Result<bool> PprofSamples::hasUnknownLocations(const Task& task) const {
    const auto& locations = m_rows.stacks().frame;
    std::atomic<bool> isFound = false;
    const auto look = [&](std::size_t begin, std::size_t end) {
        const auto unknown = m_frames.unknownRow();
        const auto isUnknown = [&](FrameIndex location) { return locationRow(location) == unknown; };
        if (std::ranges::any_of(std::span(locations).subspan(begin, end - begin), isUnknown)) isFound = true;
    };
    TRY(forStacks(look, task));
    return isFound.load();
}

/// The frame of each location, if each location of the file is one frame and no two frames are equal: the
/// tree of locations is then the tree of frames. Else empty.
std::vector<FrameIndex> PprofSamples::singleFrames() const {
    std::vector<FrameIndex> frames;
    frames.reserve(m_frames.unknownRow());
    for (std::uint32_t location = 0; location < m_frames.unknownRow(); ++location) {
        if (m_frames.frames(location).size() != 1 || m_frames.cut(location) != PprofCut::None) return {};
        frames.push_back(m_frames.frames(location).front());
    }
    auto sorted = frames;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end() ? frames : std::vector<FrameIndex>();
}

/// Keeps the rows of the tree, and replaces each location by its frame.
Result<void> PprofSamples::takeStacks(std::span<const FrameIndex> frameOfLocation, const Task& task) {
    auto& locations = m_rows.stacks().frame;
    const auto replace = [&](std::size_t begin, std::size_t end) {
        for (auto row = begin; row < end; ++row)
            locations[row] = frameOfLocation[locationRow(locations[row])];
    };
    TRY(forStacks(replace, task));
    m_builder.setStacks(std::move(m_rows.stacks()));
    return {};
}

Result<void> PprofSamples::growStacks(const Task& task) {
    const auto& stacks = m_rows.stacks();
    m_grown.reserve(stacks.size());
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        const auto caller = stacks.parent[row];
        m_grown.push_back(grow(caller ? m_grown[caller.row()] : Grown(), locationRow(stacks.frame[row])));
    }
    return {};
}

StackIndex PprofSamples::stackOf(const PprofSampleRows::Sample& sample) const {
    if (sample.stack == PprofSampleRows::none) return {};
    return m_grown.empty() ? StackIndex(sample.stack) : m_grown[sample.stack].stack;
}

PprofSamples::Grown PprofSamples::grow(Grown caller, std::uint32_t location) {
    if (caller.isEnd) return caller;
    auto grown = caller;
    const auto cut = m_frames.cut(location);
    grown.foundUser |= cut == PprofCut::None;
    // Functions that would be dropped stay if they call the first function that is kept: otherwise no frame
    // might be left.
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

/// Counts for each stack that samples have.
std::size_t PprofSamples::countUnknownLocations() const {
    const auto& stacks = m_rows.stacks();
    std::vector<bool> isSampled(stacks.size());
    for (const auto& sample : m_rows.samples()) {
        if (sample.stack != PprofSampleRows::none) isSampled[sample.stack] = true;
    }
    std::vector<std::uint32_t> unknown(stacks.size()); // unknown locations in the stack and its callers
    std::size_t sum = 0;
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        if (const auto caller = stacks.parent[row]) unknown[row] = unknown[caller.row()];
        if (locationRow(stacks.frame[row]) == m_frames.unknownRow()) ++unknown[row];
        if (isSampled[row]) sum += unknown[row];
    }
    return sum;
}

void PprofSamples::warn(std::size_t valueTypes, bool isDamaged) {
    const auto warn = [&](std::string_view what, std::size_t count) {
        if (count > 0)
            m_builder.addWarning(fmt::format("{}: {}.", ModelText::translated(what),
                                             formatCount(static_cast<std::int64_t>(count))));
    };
    warn(ModelText::trLater("Frames at locations that the file does not hold"), m_unknownLocations);
    warn(ModelText::trLater("Samples with fewer weights than there are value types"),
         m_rows.countWithFewerWeights(valueTypes));
    warn(ModelText::trLater("Samples with more weights than there are value types"),
         m_rows.countWithMoreWeights(valueTypes));
    if (m_isCut || m_rows.isCut())
        m_builder.addWarning(ModelText::tr("Stacks were cut: the file has an implausible number of frames."));
    if (isDamaged || m_rows.isDamaged() || m_labels.isDamaged() || m_frames.isIncomplete())
        m_builder.addWarning(
            ModelText::tr("The file is damaged or was cut off: this is what could be read."));
}

} // namespace candela
