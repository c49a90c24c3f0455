/// A capture from a file: its views, its content in one line and in a panel, and a message about problems
/// above.
#pragma once

#include "app/recording/recording_run.h"
#include "app/window/opening/page.h"
#include "app/window/opening/recent_pictures.h"
#include "views/session/session.h"
#include "views/session/view_history.h"

#include <memory>

class QSplitter;
class QToolButton;

namespace candela {

class CaptureView;
class FactsPanel;
class MessageBar;
class NamesPanel;

class CapturePage : public Page {
    Q_OBJECT
public:
    CapturePage(QString path, std::shared_ptr<const Profile> profile, QWidget* parent = nullptr);
    ~CapturePage() override;

    Session& session() { return m_session; }
    CaptureView* captureView() const { return m_view; }
    MessageBar* messageBar() const { return m_message; }
    NamesPanel* namesPanel() const { return m_names; }
    /// Continues with the view state of the live view of this recording.
    void continueFrom(const CaptureView& live);
    /// Shows the error of a recording that broke off.
    void showError(const Error& error);
    void showFacts(bool areShown);
    /// Selects this part of the time, if it is one range.
    void showTimes(const TimeRanges& times);

    QString title() const override;
    QString toolTip() const override { return m_path; }
    QString path() const override { return m_path; }
    std::optional<QJsonObject> keptView() const override;
    bool showKept(const QJsonObject& view) override;
    void takeNote(const QString& sentence) override;
    bool canExport(Extent) const override { return true; }
    void exportAs(Extent extent) override;
    void focusSearch() override;
    void focusContent() override;
    bool hasViews() const override { return true; }
    void showView(const QString& name) override;
    void showDetails(bool isShown) override;
    std::optional<bool> showsIdle() const override;
    void showIdle(bool isShown) override;
    bool hasSource() const override { return true; }
    void openSource() override;
    ViewHistory* history() override { return &m_history; }
    TimeComparison* timeComparison() override { return &m_session.timeComparison(); }
    QString command() const override;
    QWidget* picture() override;
    std::vector<FunctionAction> functionActions() override;
    /// Writes the part that passes the filter or, for ".png", the flame graph as it is on the screen. Runs in
    /// a worker.
    void exportTo(const QString& path, Extent extent = Extent::Shown);

signals:
    /// Emitted once, when the first flame graph is known.
    void pictureDrawn(const candela::RecentPicture& picture);
    /// The user wants to compare two parts of the capture's time.
    void timesWanted(const candela::TimeRanges& base, const candela::TimeRanges& newSide);

private:
    QJsonObject currentView() const;
    void showWarnings();
    void showTimeComparison();
    void exportPicture(const QString& path);
    void savePictureTo(const QString& path);
    QWidget* createSide();
    void takeNames(const std::shared_ptr<const Profile>& profile);

    QString m_path;
    QJsonObject m_firstView; ///< the view before the user chose anything
    QStringList m_notes;     ///< of takeNote()
    Session m_session;
    ViewHistory m_history{{&m_session}};
    MessageBar* m_message;
    MessageBar* m_timeMessage; ///< about the remembered base of a comparison of times
    CaptureView* m_view;
    FactsPanel* m_facts;
    NamesPanel* m_names;
    QWidget* m_side; // the facts, and the names panel below them
    QToolButton* m_factsButton;
    LatestJob<Result<QStringList>> m_export; // its result lists the parts of the profile that the format
                                             // could not hold
};

} // namespace candela
