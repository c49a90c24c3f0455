/// Shared parts of the window's tests: a window with its own settings and files, and a recorder that follows
/// a script.
#pragma once

#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/record/record_form.h"
#include "app/window/record/record_page.h"
#include "tests/test_folder.h"
#include "tests/window_settings.h"

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace candela {

template<typename Wanted>
Wanted* shownPage(const MainWindow& window) {
    return qobject_cast<Wanted*>(window.pages()->current());
}

class WindowFixture {
public:
    WindowFixture() {
        keepEverythingIn(m_settings.path());
        QApplication::setOrganizationName("Candela");
        QApplication::setApplicationName("candela-test");
        QSettings().clear();
        window = std::make_unique<MainWindow>();
        window->show();
    }
    ~WindowFixture() {
        window.reset();
        qunsetenv("RECORDER_SCRIPT");
    }

    QString pathOf(const QString& name) const { return m_files.filePath(name); }
    QString write(const QString& name, const QString& text) const {
        return m_files.write(name, text.toUtf8());
    }
    /// Records into "out.candela" according to the script (tests/app/recording/scripted_recorder.cpp).
    RecordPage* preparedRecordPage(const char* script) const {
        qputenv("RECORDER_SCRIPT", script);
        auto* page = window->showRecordPage(RecordingPlan::Scope::Machine);
        RecorderEnvironment here;
        here.namedRecorder = PROGRAMS "/scripted_recorder";
        page->setEnvironment(here);
        page->form()->setFile(pathOf("out.candela"));
        page->form()->setDuration(0);
        return page;
    }

    std::unique_ptr<MainWindow> window;

private:
    QTemporaryDir m_settings;
    TestFolder m_files;
};

} // namespace candela
