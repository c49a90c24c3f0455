/// The samples of a pprof file as rows of a profile. Work follows the distinct stacks and label lists: a
/// sample whose location bytes were seen before costs one look-up and allocates nothing.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/pprof_labels.h"
#include "model/formats/wire_writer.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>
#include <vector>

namespace candela {

class PprofSamples {
public:
    PprofSamples(const PprofFile& file, PprofFrames& frames, ProfileBuilder& builder);

    /// `values` are the value types of the file, in its order.
    Result<void> read(std::span<const ValueTypeIndex> values, Task& task);

private:
    /// A sample's parts, still packed.
    struct Parts {
        std::span<const std::byte> locations; // packed ids, the leaf first
        std::span<const std::byte> labels;    // fields with their tags
        std::size_t weights = 0;              // how many there are; as many as fit are in m_weights
    };

    void readSample(std::span<const std::byte> message);
    Parts split(std::span<const std::byte> message);
    StackIndex stackOf(std::span<const std::byte> locations);
    StackIndex growStack();
    void warn();

    const PprofFile& m_file;
    PprofFrames& m_frames;
    ProfileBuilder& m_builder;
    PprofKeys m_keys;
    PprofLabels m_labels;
    std::span<const ValueTypeIndex> m_values;
    PprofKeys::Map<StackIndex> m_stacks; // by the packed location ids

    // The sample at hand.
    std::vector<std::int64_t> m_weights;
    std::vector<std::uint32_t> m_path; // rows of locations, from the root
    WireWriter m_looseLocations;       // ids that are not in one piece in the file
    WireWriter m_looseLabels;
    // The stack before, so that what it shares with the next is not looked up again.
    struct Step {
        std::uint32_t location = 0;
        StackIndex stack; // at the end of the location's frames
        bool foundUser = false;
        bool isEnd = false; // what follows was dropped
    };
    std::vector<Step> m_steps;

    std::uint64_t m_framesLeft = 0;
    std::size_t m_unknownLocations = 0;
    std::size_t m_missingWeights = 0;
    std::size_t m_surplusWeights = 0;
    bool m_isDamaged = false;
    bool m_isCut = false;
};

} // namespace candela
