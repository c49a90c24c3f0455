#include "views/filter/normalize_strip.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

constexpr std::array offered{Normalize::Share, Normalize::None, Normalize::Duration};

} // namespace

NormalizeStrip::NormalizeStrip(const QString& shares, QWidget* parent)
    : ChoiceStrip({tr("Shares"), tr("Weights"), tr("Per second")}, parent) {
    setChoiceToolTip(0, shares);
    setChoiceToolTip(1, tr("The weights as they were measured"));
    setChoiceToolTip(2, tr("Weight per second of recording"));
    setToolTip(tr("Time and samples are compared by shares, all other sums as measured, until you choose"));
    connect(this, &ChoiceStrip::chosen, this,
            [this](int choice) { emit normalizeChosen(offered[static_cast<std::size_t>(choice)]); });
}

void NormalizeStrip::setNormalize(Normalize normalize) {
    const auto found = std::ranges::find(offered, normalize);
    setChoice(found == offered.end() ? -1 : static_cast<int>(found - offered.begin()));
}

} // namespace candela

#include "moc_normalize_strip.cpp"
