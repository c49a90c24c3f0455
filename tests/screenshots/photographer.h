/// Pictures of windows, and the waits for what they show.
#pragma once

#include "app/window/capture/capture_page.h"
#include "app/window/compare/compare_page.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"

#include <QDir>
#include <QString>
#include <QWidget>

namespace candela {

constexpr QSize smallWindow(800, 600), tallWindow(1400, 1600);

class Photographer {
public:
    /// `ending` follows the name of each picture: "-dark.png".
    Photographer(QDir folder, QString ending) : m_folder(std::move(folder)), m_ending(std::move(ending)) {}

    /// Draws the window after all layouts have finished, because content for another size is not computed
    /// again.
    void take(QWidget& window, const QString& name);
    /// The same at another size.
    void take(QWidget& window, const QString& name, const QSize& size);

private:
    QDir m_folder;
    QString m_ending;
};

bool isIdle(const Session& session);

/// The current page of the window once it is of this kind; ends the program if it never is.
template<typename Wanted>
Wanted& openedPage(const MainWindow& window);

/// The page of a capture once its file is open.
CapturePage& openedCapture(const MainWindow& window);

/// The page of a comparison once both sides are shown.
ComparePage& openedComparison(const MainWindow& window);

/// Presses and releases a key, some times.
void press(QWidget& widget, int key, int times = 1);

/// Ends the program if it is not true in the end: a picture of something else would look right.
void waitFor(const char* what, const std::function<bool()>& isTrue);

template<typename Wanted>
Wanted& openedPage(const MainWindow& window) {
    const auto page = [&] { return qobject_cast<Wanted*>(window.pages()->current()); };
    waitFor("a page", [&] { return page() != nullptr; });
    return *page();
}

} // namespace candela
