/// A series of captures: a table of rows with their trends, and the course of the selected row.
#pragma once

#include "model/comparison/series/series.h"
#include "views/session/latest_job.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QTableView;

namespace candela {

class ChoiceStrip;
class MessageStack;
class SeriesChart;
class SeriesItemModel;

class SeriesView : public QWidget {
    Q_OBJECT
public:
    explicit SeriesView(QWidget* parent = nullptr);

    /// One name for each profile. Computes the series off the GUI thread.
    void setProfiles(std::vector<std::shared_ptr<const Profile>> profiles, std::vector<std::string> names);
    bool isPending() const { return m_job.isRunning(); }
    /// The value that all captures are shown by; empty if they have none in common.
    std::string valueName() const;
    Grouping grouping() const;
    bool isBySelf() const;

    QTableView* table() const { return m_table; }
    SeriesChart* chart() const { return m_chart; }
    const SeriesItemModel& model() const { return *m_model; }

signals:
    /// The user wants to compare this capture with the one before.
    void comparisonWanted(std::size_t capture);
    void seriesChanged();

private:
    void compute();
    void showResult(Result<Series> series);
    void showRows();
    void showCourse();
    void compareAtTrend();

    std::vector<std::shared_ptr<const Profile>> m_profiles;
    std::vector<std::string> m_names;
    std::vector<std::string> m_values; ///< those that all profiles have
    LatestJob<Result<Series>> m_job;
    std::shared_ptr<const Series> m_series;
    SeriesItemModel* m_model;
    QTableView* m_table;
    SeriesChart* m_chart;
    MessageStack* m_stack;
    QLabel* m_summary;
    ChoiceStrip* m_weights;
    QComboBox* m_groupings;
    QComboBox* m_valueBox;
};

} // namespace candela
