/// Swatches with words: what the colours of a canvas mean, in one line. Leaves out what does not fit.
#pragma once

#include "views/flame_colours.h"

#include <QWidget>

#include <vector>

namespace candela {

class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    void setEntries(std::vector<LegendEntry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int entryWidth(const LegendEntry& entry) const;

    std::vector<LegendEntry> m_entries;
};

} // namespace candela
