/// Samples and other things that were lost, by reason; each loss is reported once, in the next segment.
#pragma once

#include "model/recording/recording.pb.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace candela {

class LossLedger {
public:
    void add(std::string_view reason, std::uint64_t count);
    /// For counters that only grow: adds what is new since the last call.
    void setTotal(std::string_view reason, std::uint64_t total);
    /// Moves what was not reported yet into the segment.
    void write(recording::Segment& segment);

private:
    std::map<std::string, std::uint64_t, std::less<>> m_unreported;
    std::map<std::string, std::uint64_t, std::less<>> m_totals;
};

} // namespace candela
