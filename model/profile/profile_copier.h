/// Copies rows of one profile into a builder, which may already have other rows. Each row is copied once, on
/// first use, with the rows that it refers to. None stays none.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <vector>

namespace candela {

class ProfileCopier {
public:
    /// Times are shifted by `shift` nanoseconds. Source and target must outlive the copier.
    ProfileCopier(const Profile& source, ProfileBuilder& target, std::int64_t shift = 0);

    StringIndex string(StringIndex row);
    MappingIndex mapping(MappingIndex row);
    FunctionIndex function(FunctionIndex row);
    FrameIndex frame(FrameIndex row);
    StackIndex stack(StackIndex row);
    LabelSetIndex labelSet(LabelSetIndex row);
    /// The process without its parent: see linkParents().
    ProcessIndex process(ProcessIndex row);
    ThreadIndex thread(ThreadIndex row);
    /// The copy's samples have durations if the source's do; with several sources, the last one copied
    /// decides.
    ValueTypeIndex valueType(ValueTypeIndex row);
    /// Adds a sample of the source's value type to that of the target.
    void addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target);
    /// The same for a part of a sample with a duration.
    void addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target, std::int64_t time,
                   std::int64_t weight);
    /// The same with another stack, which is a row of the target.
    void addSample(ValueTypeIndex source, std::size_t row, ValueTypeIndex target, std::int64_t time,
                   std::int64_t weight, StackIndex stack);

    /// Sets the parents of copied processes, if these were copied, too.
    void linkParents();
    /// Copies the kept code of the mappings that were copied.
    void copyCode();
    /// Copies the kept source lines of the files of functions that were copied, also those of kept code.
    void copySources();
    /// Copies facts about the whole profile: losses, warnings, comments.
    void copyRemarks();

private:
    std::int64_t shifted(std::int64_t time) const;

    const Profile& m_source;
    ProfileBuilder& m_target;
    std::int64_t m_shift;
    // The target's rows, by row of the source; none if it was not copied yet.
    std::vector<StringIndex> m_strings;
    std::vector<MappingIndex> m_mappings;
    std::vector<FunctionIndex> m_functions;
    std::vector<FrameIndex> m_frames;
    std::vector<StackIndex> m_stacks;
    std::vector<LabelSetIndex> m_labelSets;
    std::vector<ProcessIndex> m_processes;
    std::vector<ThreadIndex> m_threads;
    std::vector<StackIndex> m_path; // frames of the current stack
};

} // namespace candela
