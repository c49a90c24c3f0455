/// The samples of a pprof file as rows of a profile, once all of its tables are known.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/pprof/pprof_labels.h"
#include "model/formats/pprof/pprof_sample_rows.h"

#include <functional>
#include <span>
#include <vector>

namespace candela {

class PprofSamples {
public:
    /// `fileSize` in bytes, unpacked: it limits the frames. Takes the stacks out of `rows` if possible.
    PprofSamples(PprofSampleRows& rows, std::size_t fileSize, PprofFrames& frames, ProfileBuilder& builder);

    /// `values` are the value types of the file, in its order.
    Result<void> add(std::span<const ValueTypeIndex> values, Task& task);
    /// Warns about errors in the samples, and that the file is damaged if that is known already.
    void warn(std::size_t valueTypes, bool isDamaged);

private:
    /// A stack of the profile, made from a row of PprofSampleRows::stacks().
    struct Grown {
        StackIndex stack;
        bool foundUser = false;
        bool isEnd = false; // the callees were dropped
    };

    Result<void> addStacks(Task& task);
    Result<void> forStacks(const std::function<void(std::size_t, std::size_t)>& work, const Task& task) const;
    std::uint32_t locationRow(FrameIndex location) const;
    Result<bool> hasUnknownLocations(const Task& task) const;
    std::size_t countUnknownLocations() const;
    std::vector<FrameIndex> singleFrames() const;
    Result<void> takeStacks(std::span<const FrameIndex> frameOfLocation, const Task& task);
    Result<void> growStacks(const Task& task);
    StackIndex stackOf(const PprofSampleRows::Sample& sample) const;
    Grown grow(Grown caller, std::uint32_t location);
    void addLabels();

    PprofSampleRows& m_rows;
    PprofFrames& m_frames;
    ProfileBuilder& m_builder;
    PprofLabels m_labels;
    std::vector<Grown> m_grown;                // by row of the stack; empty if the profile has the same rows
    std::vector<PprofLabels::Row> m_labelRows; // by label list
    std::uint64_t m_framesLeft = 0;
    std::size_t m_unknownLocations = 0;
    bool m_isCut = false;
};

} // namespace candela
