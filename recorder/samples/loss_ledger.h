/// Samples and other things that were lost, by reason and value; each loss is reported once, in the next
/// segment.
#pragma once

#include "model/recording/recording.pb.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace candela {

class LossLedger {
public:
    /// What was lost: samples of a value, or something else, whose value has no name.
    struct Key {
        std::string_view reason;
        std::string_view value = {};
    };
    /// How much: `weight` in the unit of the value, as far as it is known.
    struct Sum {
        std::uint64_t count = 0;
        std::uint64_t weight = 0;
    };

    void add(const Key& key, const Sum& lost);
    /// For counters that only grow: adds what is new since the last call.
    void setTotal(const Key& key, const Sum& total);
    /// The segment was dropped: its losses are reported by the next one.
    void putBack(const recording::Segment& segment);
    /// Moves what was not reported yet into the segment.
    void write(recording::Segment& segment);

private:
    using Sums = std::map<std::pair<std::string, std::string>, Sum>;

    Sums m_unreported;
    Sums m_totals;
};

} // namespace candela
