/// The samples of a pprof file before its tables are known, which are mostly behind the samples: stacks are
/// trees of location ids, label lists are bytes. The work depends on the number of distinct stacks and label
/// lists: a sample with known bytes costs two look-ups and allocates nothing; if few stacks repeat, they go
/// into the tree without a look-up of their bytes. Rows of the tree are in the order in which samples need
/// them.
#pragma once

#include "model/formats/encoding/hashed_text.h"
#include "model/formats/encoding/wire_writer.h"
#include "model/formats/pprof/pprof_file.h"
#include "model/profile/profile.h"
#include "model/profile/tree_rows.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Decides whether whole stacks are looked up, by the previous stacks: if most are new, a look-up costs more
/// than it saves.
class WholeStackLookUps {
public:
    bool pay() const { return m_pay; }
    void count(bool wasKnown) {
        m_known += wasKnown ? 1 : 0;
        if (++m_asked < decidedAtOnce) return;
        m_pay = m_known > m_asked / 4;
        m_asked = m_known = 0;
    }

private:
    static constexpr std::size_t decidedAtOnce = 1 << 15;
    std::size_t m_asked = 0;
    std::size_t m_known = 0;
    bool m_pay = true;
};

class PprofSampleRows {
public:
    static constexpr std::uint32_t none = 0xffffffff;
    /// The maximum number of a sample's weights that are kept.
    static constexpr std::size_t maximumWeights = 256;

    /// Adds one sample's message. Samples whose weights are all 0 are only counted.
    void add(std::span<const std::byte> message);
    /// Reports that `share` of the file was read. Reserves memory for the expected number of stacks once that
    /// can be estimated, because growing step by step would copy most of them.
    void expect(double share);
    /// To be called after the last sample.
    void finish() { findStacks(); }

    struct Sample {
        std::uint32_t stack = none;    ///< row of stacks()
        std::uint32_t labels = none;   ///< row of labelLists()
        std::uint16_t weightCount = 0; ///< number of weights that are kept
    };
    std::span<const Sample> samples() const { return m_samples; }
    /// The weights of all samples, one after the other.
    std::span<const std::int64_t> weights() const { return m_weights; }

    /// The stacks; their frames are numbers of locations, see locationId().
    const StackTable& stacks() const { return m_stacks; }
    /// The same stacks, for a caller that moves them away when they are not needed any more.
    StackTable& stacks() { return m_stacks; }
    std::uint64_t locationId(std::uint32_t location) const {
        return location < firstLargeId ? location : m_largeIds[location - firstLargeId];
    }
    /// The label fields of each list, with their tags.
    std::span<const std::string_view> labelLists() const { return m_labelLists; }

    /// The number of samples whose number of weights is not `count`, which is at most maximumWeights.
    std::size_t countWithFewerWeights(std::size_t count) const;
    std::size_t countWithMoreWeights(std::size_t count) const;
    bool isDamaged() const { return m_isDamaged; }
    /// Whether there were more stacks than a table can number.
    bool isCut() const { return m_isCut; }

private:
    /// A sample's parts, still packed.
    struct Parts {
        std::span<const std::byte> locations; // packed ids, the leaf first
        std::span<const std::byte> labels;    // fields with their tags
        std::size_t weights = 0;              // number of weights; m_weights has as many of them as are kept
    };
    using Rows = HashedTextMap<std::uint32_t>;
    /// A sample whose stack is looked up a little later, when its slot of the table has been fetched from
    /// memory.
    struct Pending {
        HashedText locations;
        std::size_t sample; ///< in m_samples
        std::span<const std::byte> message;
    };

    static constexpr std::uint32_t firstLargeId = 1u << 31;
    static constexpr std::size_t maximumStacks = 1u << 31;

    Parts split(std::span<const std::byte> message);
    void findStacks();
    void addWithoutLookUp(std::span<const std::byte> locations);
    std::uint32_t stackOf(HashedText locations, std::span<const std::byte> message);
    void addKey(HashedText key, std::span<const std::byte> message, std::uint32_t stack);
    std::span<const FrameIndex> readPath(std::span<const std::byte> locations);
    std::uint32_t growStack(std::span<const std::byte> locations);
    std::uint32_t growStack(std::uint32_t caller, std::uint32_t location);
    std::uint32_t locationOf(std::uint64_t locationId) {
        return locationId < firstLargeId ? static_cast<std::uint32_t>(locationId)
                                         : largeLocationOf(locationId);
    }
    std::uint32_t largeLocationOf(std::uint64_t locationId);
    std::uint32_t labelsOf(std::span<const std::byte> fields, std::span<const std::byte> message);
    std::string_view lasting(std::span<const std::byte> bytes, std::span<const std::byte> message);

    std::vector<Sample> m_samples;
    std::vector<std::int64_t> m_weights;
    std::vector<std::size_t> m_countByWeights = std::vector<std::size_t>(maximumWeights + 2);
    StackTable m_stacks;
    TreeRows<StackIndex, FrameIndex> m_stackTree{m_stacks.parent, m_stacks.frame};
    Rows m_stackRows; // key: the packed location ids; some stacks belong to no sample
    std::vector<std::uint64_t> m_largeIds;
    absl::flat_hash_map<std::uint64_t, std::uint32_t> m_largeIdLocations;
    std::vector<std::string_view> m_labelLists;
    Rows m_labelRows;
    std::uint32_t m_lastLabels = 0;   // the row of the last sample that has labels
    std::deque<std::string> m_copies; // copies of bytes that are not contiguous in the file

    std::vector<Pending> m_pending;
    CallerLookUps m_callerLookUps;
    WholeStackLookUps m_wholeLookUps;

    // The current sample.
    std::vector<FrameIndex> m_path; // space for locations; the path from the root is at its end
    WireWriter m_looseLocations;
    WireWriter m_looseLabels;
    // Rows of m_stacks for the previous stack. Rows that it shares with the next stack are not looked up
    // again.
    std::vector<StackIndex> m_pathBefore;
    bool m_isReserved = false;
    bool m_isDamaged = false;
    bool m_isCut = false;
};

} // namespace candela
