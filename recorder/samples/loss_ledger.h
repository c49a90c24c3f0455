/// Losses of samples and other things, by reason and
/// value; each loss is reported once, in the next segment.
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
    /// The kind of loss: samples of a value, or something else; then the value has no name.
    struct Key {
        std::string_view reason;
        std::string_view value = {};
    };
    /// How much was lost. `weight` is in the unit of the value, as far as it is known.
    struct Sum {
        std::uint64_t count = 0;
        std::uint64_t weight = 0;
    };

    void add(const Key& key, const Sum& lost);
    /// Sets the total of a counter that only grows: adds the increase since the last call.
    void setTotal(const Key& key, const Sum& total);
    /// To be called if the segment was dropped: puts its losses back, so that the next segment reports them.
    void putBack(const recording::Segment& segment);
    /// Moves the losses that were not reported yet into the segment.
    void write(recording::Segment& segment);

private:
    using Sums = std::map<std::pair<std::string, std::string>, Sum>;

    Sums m_unreported;
    Sums m_totals;
};

} // namespace candela
