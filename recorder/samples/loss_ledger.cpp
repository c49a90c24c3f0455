#include "recorder/samples/loss_ledger.h"

namespace candela {

void LossLedger::add(const Key& key, const Sum& lost) {
    if (lost.count == 0) return;
    auto& sum = m_unreported[{std::string(key.reason), std::string(key.value)}];
    sum.count += lost.count;
    sum.weight += lost.weight;
}

void LossLedger::setTotal(const Key& key, const Sum& total) {
    auto& before = m_totals[{std::string(key.reason), std::string(key.value)}];
    if (total.count > before.count) add(key, {total.count - before.count, total.weight - before.weight});
    before = total;
}

void LossLedger::putBack(const recording::Segment& segment) {
    for (const auto& loss : segment.losses())
        add({loss.reason(), loss.value()}, {loss.count(), loss.weight()});
}

void LossLedger::write(recording::Segment& segment) {
    for (const auto& [key, sum] : m_unreported) {
        auto& loss = *segment.add_losses();
        loss.set_reason(key.first);
        loss.set_value(key.second);
        loss.set_count(sum.count);
        loss.set_weight(sum.weight);
    }
    m_unreported.clear();
}

} // namespace candela
