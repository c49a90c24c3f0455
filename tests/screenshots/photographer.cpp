#include "tests/screenshots/photographer.h"

#include "tests/screenshots/captures.h"

#include <fmt/format.h>

#include <QApplication>
#include <QKeyEvent>
#include <QThreadPool>

#include <cstdlib>

namespace candela {

void Photographer::take(QWidget& window, const QString& name) {
    // Results start further work; a few rounds end every such chain.
    for (int round = 0; round < 3; ++round) {
        QThreadPool::globalInstance()->waitForDone(10'000);
        waitUntil([] { return false; }, 80);
    }
    const auto path = m_folder.filePath(name + m_ending);
    if (!window.grab().save(path)) {
        fmt::print(stderr, "candela_screenshots: {} can't be written\n", path.toStdString());
        std::exit(3);
    }
    fmt::print("{}\n", path.toStdString());
}

void Photographer::take(QWidget& window, const QString& name, const QSize& size) {
    const auto before = window.size();
    window.resize(size);
    take(window, name);
    window.resize(before);
}

void waitFor(const char* what, const std::function<bool()>& isTrue) {
    if (waitUntil(isTrue)) return;
    fmt::print(stderr, "candela_screenshots: {} did not appear\n", what);
    std::exit(3);
}

bool isIdle(const Session& session) {
    return session.profile() && !session.isBusy() && !session.shown().isEmpty();
}

ComparePage& openedComparison(const MainWindow& window) {
    auto& page = openedPage<ComparePage>(window);
    auto& session = page.session();
    waitFor("the comparison", [&] {
        return session.comparison() != nullptr && isIdle(session.base()) && isIdle(session.newSide());
    });
    return page;
}

void press(QWidget& widget, int key, int times) {
    for (int count = 0; count < times; ++count)
        for (const auto type : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QKeyEvent pressed(type, key, {});
            QApplication::sendEvent(&widget, &pressed);
        }
}

CapturePage& openedCapture(const MainWindow& window) {
    auto& page = openedPage<CapturePage>(window);
    // A profile without samples has nothing that could be shown.
    waitFor("the capture's content", [&] { return isIdle(page.session()) || !page.session().value(); });
    return page;
}

} // namespace candela
