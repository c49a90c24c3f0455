/// The panel beside the views: what is known about the selected function. Follows the session's selection and
/// filter; computes nothing while it is hidden.
#pragma once

#include "views/details/details_computation.h"
#include "views/details/share_row.h"
#include "views/session/latest_job.h"
#include "views/session/session.h"
#include "views/widgets/when_visible.h"

#include <QScrollArea>

#include <memory>
#include <vector>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace candela {

class TimeHistogram;
class WrappedText;

class DetailsPanel : public QScrollArea {
    Q_OBJECT
public:
    /// Lists show this many lines; one more states how many there are besides.
    static constexpr std::size_t maximumRows = 8;

    explicit DetailsPanel(Session& session, QWidget* parent = nullptr);

    /// The details of the current selection are still being computed.
    bool isPending() const { return m_job.isRunning(); }
    /// The name, as it is shown; empty without a selected function.
    QString name() const;
    /// "Self", "Total", "This call", "Module", … with their texts, line by line: "Module\tlibc.so.6".
    QStringList facts() const;
    enum class List { Callers, Callees, Processes, Threads };
    /// The lines of a list that are shown.
    std::vector<ShareRow*> rows(List list) const;
    const TimeHistogram* histogram() const { return m_histogram; }

private:
    struct Part {
        QWidget* widget = nullptr;
        std::vector<ShareRow*> rows;
        QLabel* more = nullptr;
    };
    void createContent();
    Part createPart(const QString& title, ShareRow::Kind kind);
    void selectFunction(const CallStep& function);
    void request();
    void showHint(const QString& hint);
    void showDetails(const DetailsRequest& request, const Details& details);
    void setFacts(const DetailsRequest& request, const Details& details);
    void setNeighbours(List list, const Shown& shown, const std::vector<GroupNeighbour>& neighbours);
    void setShares(List list, const Shown& shown, const std::vector<GroupShare>& shares);
    void setRows(List list, const std::vector<ShareWords>& rows);
    void setMore(List list, const Shown& shown, std::size_t count, std::int64_t weight);

    Session& m_session;
    std::shared_ptr<DetailsComputation> m_computation = std::make_shared<DetailsComputation>();
    LatestJob<Result<Details>> m_job;
    WhenVisible* m_request;
    QLabel* m_hint = nullptr;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_column = nullptr;
    WrappedText* m_name = nullptr;
    std::vector<ShareRow*> m_weights; ///< self, total, and that of the selected call node
    std::vector<std::pair<QLabel*, WrappedText*>> m_facts;
    std::array<Part, 4> m_parts;
    std::array<std::vector<CallStep>, 2> m_steps; ///< of callers and callees, for clicks
    QWidget* m_times = nullptr;
    TimeHistogram* m_histogram = nullptr;
};

} // namespace candela
