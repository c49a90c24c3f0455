/// A window that starts in a language, with its own settings and files.
#pragma once

#include "app/window/widgets/language.h"
#include "tests/app/window/window_fixture.h"

#include <memory>

namespace candela {

class LanguageFixture {
protected:
    void openWindow(Language::Choice choice) {
        m_settings = std::make_unique<QTemporaryDir>();
        keepSettingsIn(m_settings->path());
        QSettings().setValue("window/language", static_cast<int>(choice));
        m_language = std::make_unique<Language>();
        m_fixture = std::make_unique<WindowFixture>();
    }
    /// Ends the language, too.
    void closeWindow() {
        m_fixture.reset();
        m_language.reset();
        m_settings.reset();
    }
    /// Reads the choice of the language again, as the next start does. The window is closed before.
    void restartLanguage() {
        m_language.reset();
        m_language = std::make_unique<Language>();
    }
    MainWindow& window() { return *m_fixture->window; }

    std::unique_ptr<Language> m_language;
    std::unique_ptr<WindowFixture> m_fixture;

private:
    std::unique_ptr<QTemporaryDir> m_settings;
};

} // namespace candela
