/// The course of one row through a series: its value in each capture with an interval of 95 %, and where its
/// trend began. A click on a capture chooses it; a double click, or Enter, compares it with the one before.
#pragma once

#include "model/comparison/series/series.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace candela {

class SeriesChart : public QWidget {
    Q_OBJECT
public:
    explicit SeriesChart(QWidget* parent = nullptr);

    /// `points` has one for each capture of the series; empty: nothing is shown.
    void setRow(std::shared_ptr<const Series> series, std::vector<SeriesPoint> points,
                const FoundTrend& trend);
    std::optional<std::size_t> chosen() const { return m_chosen; }
    /// The middle of a capture's point.
    QPointF positionOf(std::size_t capture) const;
    /// "b.pb.gz: 12.3 MB ± 0.4 MB"; for tool tips and screen readers.
    QString textOf(std::size_t capture) const;

    QSize sizeHint() const override;

signals:
    /// The user wants to compare this capture with the one before.
    void comparisonWanted(std::size_t capture);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF plot() const;
    double yOf(double value) const;
    std::size_t captureAt(QPointF position) const;
    void choose(std::size_t capture);
    void paintAxis(QPainter& painter) const;
    void paintTrend(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintNames(QPainter& painter) const;

    std::shared_ptr<const Series> m_series;
    std::vector<SeriesPoint> m_points;
    FoundTrend m_trend;
    double m_top = 0; ///< the value at the upper edge
    std::optional<std::size_t> m_chosen;
};

} // namespace candela
