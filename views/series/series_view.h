/// A series of captures: a table of rows with their trends, and the course of the selected row. Its session
/// has the filter, the value and the grouping of all captures; its profile is the last one; the filter menu
/// lists the labels of all.
#pragma once

#include "model/comparison/series/series_capture.h"
#include "views/series/listed_series.h"
#include "views/session/compared_choices.h"
#include "views/session/latest_job.h"
#include "views/session/message_stack.h"
#include "views/session/session.h"
#include "views/session/view_history.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QTableView;

namespace candela {

class ChoiceStrip;
class FilterBar;
class NormalizeStrip;
class SeriesChart;
class SeriesItemModel;

class SeriesView : public QWidget {
    Q_OBJECT
public:
    explicit SeriesView(QWidget* parent = nullptr);

    /// Computes the series off the GUI thread.
    void setProfiles(std::vector<SeriesProfile> profiles);
    bool isPending() const {
        return m_isOutdated || m_job.isRunning() || m_sortJob.isRunning() || m_searchJob.isRunning();
    }
    Session& session() { return m_session; }
    const Session& session() const { return m_session; }
    ViewHistory& history() { return m_history; }
    /// The value that all captures are shown by; empty if they have none in common.
    std::string valueName() const;
    /// False, and nothing changes, if not all captures have the value.
    bool setValue(const std::string& name);
    Grouping grouping() const;
    bool isBySelf() const;
    /// Weights and normalization.
    ComparedChoices& choices() { return m_choices; }
    /// The normalization that the user chose, else the default for the value.
    Normalize normalize() const;

    /// Order, and the row that the user chose unless it is the first, to be shown again by showKept().
    QJsonObject keptRows() const;
    /// Whether the row that the user chose is the one that is selected if none is chosen.
    bool isFirstChosen() const;
    void showKept(const QJsonObject& rows);

    FilterBar* filterBar() const { return m_filterBar; }
    QTableView* table() const { return m_table; }
    SeriesChart* chart() const { return m_chart; }
    const SeriesItemModel& model() const { return *m_model; }

signals:
    /// The user wants to compare this capture with the one before.
    void comparisonWanted(std::size_t capture);
    void seriesChanged();

private:
    QWidget* createStrip();
    void chooseValue(int row);
    void followChoices();
    void computeLater();
    void compute();
    void showWhenListed(Result<ListedSeries> result);
    void showResult(Result<ListedSeries> series);
    void showRows();
    void sort();
    void search();
    void listMatches(SeriesMatches matches);
    void selectRow(const std::string& name);
    void selectMatch(MatchStep step);
    void updateMessage();
    std::string selectedName() const; ///< empty: none is selected
    void followRow();
    void showCourse();
    void compareAtTrend();

    std::vector<SeriesProfile> m_profiles;
    std::vector<std::string> m_values; ///< those that all profiles have
    Session m_session;
    ComparedChoices m_choices;
    ViewHistory m_history{{&m_session}, &m_choices};
    bool m_isOutdated = false; ///< a call of compute() is pending
    LatestJob<Result<ListedSeries>> m_job;
    LatestJob<Result<std::shared_ptr<const SortedRows>>> m_sortJob;
    LatestJob<Result<SeriesMatches>> m_searchJob;
    std::shared_ptr<const ListedSeries> m_series;
    std::shared_ptr<const SortedRows> m_sorted;
    SeriesMatches m_matches;
    ViewMessage m_failure;     ///< why there is no series
    std::string m_awaitedName; ///< of the row that is selected when there are rows again
    /// The row that the user chose, selected whenever a series has it; empty: none.
    std::string m_chosenName;
    std::optional<MatchStep> m_awaitedStep; ///< taken when the search has its matches
    bool m_isSelecting = false;             ///< the user does not
    SeriesItemModel* m_model;
    FilterBar* m_filterBar;
    QTableView* m_table;
    SeriesChart* m_chart;
    MessageStack* m_stack;
    QLabel* m_summary;
    ChoiceStrip* m_weights;
    NormalizeStrip* m_normalize;
    QComboBox* m_valueBox;
};

} // namespace candela
