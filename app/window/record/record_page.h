/// The recording page: first the form, then the running recording with its live views. A finished recording
/// is passed on with recorded(); errors are shown above the form.
#pragma once

#include "app/recording/recording_run.h"
#include "app/window/opening/page.h"
#include "views/session/session.h"
#include "views/session/view_history.h"

#include <memory>

class QStackedWidget;

namespace candela {

class AttentionWatcher;
class CaptureView;
class MessageBar;
class RecordForm;
class RecordingStatus;

class RecordPage : public Page {
    Q_OBJECT
public:
    explicit RecordPage(QWidget* parent = nullptr);
    ~RecordPage() override;

    RecordForm* form() const { return m_form; }
    CaptureView* captureView() const { return m_view; }
    MessageBar* messageBar() const { return m_message; }
    RecordingStatus* status() const { return m_status; }
    bool isRecording() const { return m_run != nullptr; }
    /// Whether it was asked to stop and has not ended yet.
    bool isStopping() const { return m_run && m_isStopping; }
    /// The default is the environment of this machine.
    void setEnvironment(const RecorderEnvironment& environment) { m_environment = environment; }

    /// The form's plan.
    void start();
    void stop();

    QString title() const override;
    void focusSearch() override;
    bool hasViews() const override { return true; }
    void showView(const QString& name) override;
    void showDetails(bool isShown) override;
    bool hasSource() const override { return true; }
    void openSource() override;
    ViewHistory* history() override { return &m_history; }
    bool mayClose() override;

signals:
    /// A recording has ended and is in a file; with an error, it broke off. The profile and view are those
    /// that were shown live.
    void recorded(const candela::RecordingOutcome& outcome, const candela::CaptureView& live);
    /// No recording runs any more, with or without a result.
    void ended();
    /// There is a message on this page that the user should see.
    void needsAttention();

private:
    bool mayReplace(const QString& path);
    void begin(RecordingPlan plan);
    void showSnapshot(const std::shared_ptr<const Profile>& profile);
    void showState(RecordingRun::State state);
    void takeOutcome(const RecordingOutcome& outcome);
    void showFailure(const Error& error, const RecordingPlan& plan);
    void keepCommand();

    RecorderEnvironment m_environment;
    Session m_session;
    ViewHistory m_history{{&m_session}};
    MessageBar* m_message;
    QStackedWidget* m_pages;
    RecordForm* m_form;
    RecordingStatus* m_status;
    CaptureView* m_view;
    AttentionWatcher* m_attention;
    std::unique_ptr<RecordingRun> m_run; // null when none runs
    bool m_isStopping = false;
};

} // namespace candela
