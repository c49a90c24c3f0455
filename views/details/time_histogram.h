/// When a function ran: its weight in slices of the whole time, with the filter's time range marked.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/profile/value_kinds.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace candela {

class TimeHistogram : public QWidget {
    Q_OBJECT
public:
    struct Content {
        TimeRange range;
        std::vector<std::int64_t> slices;
        std::int64_t sliceLength = 0; ///< nanoseconds
        std::optional<TimeRange> selected;
        Density density = Density::Rate;
        std::string unit;
    };
    explicit TimeHistogram(QWidget* parent = nullptr);

    void setContent(Content content);
    /// "0.2 s to 0.4 s: 930 ms/s"
    QString sliceText(std::size_t slice) const;
    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t largest() const;

    Content m_content;
};

} // namespace candela
