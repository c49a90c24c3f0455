/// Which names a capture lacks and how to look them up: again on this machine, in a folder, or on debuginfod
/// servers if the user allows it. Hidden if no name is missing.
#pragma once

#include "model/symbols/lookup/name_lookup.h"
#include "views/session/latest_job.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace candela {

class NamesPanel : public QWidget {
    Q_OBJECT
public:
    explicit NamesPanel(QWidget* parent = nullptr);

    void setProfile(const std::shared_ptr<const Profile>& profile);
    /// Looks on this machine, in these folders, and on servers if the user allows that. Runs in a worker.
    void lookUp(const QStringList& folders = {});
    /// Returns at once, without waiting for servers.
    void cancel();
    bool isRunning() const { return m_job.isRunning(); }
    /// The panel's text about the names.
    QString words() const;
    QCheckBox* serversBox() const { return m_servers; }
    QPushButton* lookUpButton() const { return m_lookUp; }

protected:
    void paintEvent(QPaintEvent* event) override;

signals:
    /// Some names were found; `profile` has the same samples with them.
    void named(const std::shared_ptr<const candela::Profile>& profile);

private:
    /// The worker's progress, which the window polls.
    struct Progress;

    void askForFolder();
    void finish(Result<Symbolized> result);
    void showProgress();
    void showRunning(bool isRunning);

    std::shared_ptr<const Profile> m_profile;
    std::shared_ptr<Progress> m_progress;
    QLabel* m_words;
    QCheckBox* m_servers;
    QLabel* m_sent;
    QPushButton* m_lookUp;
    QPushButton* m_inFolder;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QTimer m_timer;
    LatestJob<Result<Symbolized>> m_job;
};

} // namespace candela
