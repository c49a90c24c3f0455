#include "recorder/samples/loss_ledger.h"

namespace candela {

void LossLedger::add(std::string_view reason, std::uint64_t count) {
    if (count > 0) m_unreported[std::string(reason)] += count;
}

void LossLedger::setTotal(std::string_view reason, std::uint64_t total) {
    auto& before = m_totals[std::string(reason)];
    if (total > before) add(reason, total - before);
    before = total;
}

void LossLedger::write(recording::Segment& segment) {
    for (const auto& [reason, count] : m_unreported) {
        auto& loss = *segment.add_losses();
        loss.set_reason(reason);
        loss.set_count(count);
    }
    m_unreported.clear();
}

} // namespace candela
