/// The samples of a pprof file as rows of a profile, once all of its tables are known.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/pprof/pprof_labels.h"
#include "model/formats/pprof/pprof_sample_rows.h"

#include <vector>

namespace candela {

class PprofSamples {
public:
    /// `fileSize` in bytes, unpacked: it bounds the frames.
    PprofSamples(const PprofSampleRows& rows, std::size_t fileSize, PprofFrames& frames,
                 ProfileBuilder& builder);

    /// `values` are the value types of the file, in its order.
    Result<void> add(std::span<const ValueTypeIndex> values, Task& task);
    /// Warns about what was wrong with the samples, and that the file is damaged where that is known already.
    void warn(std::size_t valueTypes, bool isDamaged);

private:
    /// What was made of a row of PprofSampleRows::stacks().
    struct Grown {
        StackIndex stack;
        bool foundUser = false;
        bool isEnd = false; // what follows was dropped
    };

    void growStacks();
    Grown grow(Grown caller, std::uint32_t location);
    void addLabels();
    std::size_t unknownLocations() const;

    const PprofSampleRows& m_rows;
    PprofFrames& m_frames;
    ProfileBuilder& m_builder;
    PprofLabels m_labels;
    std::vector<Grown> m_grown;                // by stack row
    std::vector<PprofLabels::Row> m_labelRows; // by label list
    std::uint64_t m_framesLeft = 0;
    bool m_hasUnknownLocations = false;
    bool m_isCut = false;
};

} // namespace candela
