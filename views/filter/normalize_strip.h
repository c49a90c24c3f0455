/// Chooses how weights of several captures are compared: by shares, as they are, or per second.
#pragma once

#include "model/comparison/comparison.h"
#include "views/widgets/choice_strip.h"

namespace candela {

class NormalizeStrip : public ChoiceStrip {
    Q_OBJECT
public:
    /// `shares` explains what shares are of.
    explicit NormalizeStrip(const QString& shares, QWidget* parent = nullptr);

    /// Does not emit normalizeChosen(). None is chosen for those that only the command line has.
    void setNormalize(Normalize normalize);

signals:
    void normalizeChosen(candela::Normalize normalize);
};

} // namespace candela
