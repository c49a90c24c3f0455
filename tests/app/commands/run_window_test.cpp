/// The window as `candela` runs it: with Candela's own style, until a signal ends it.
#include "app/commands/window/run_window.h"
#include "app/window/main_window.h"
#include "tests/window_settings.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <functional>

using namespace candela;

namespace {

/// Calls `look` in the application that runWindow() creates, once its window is visible.
class Visitor : public QObject {
public:
    explicit Visitor(std::function<void(MainWindow&)> look) : m_look(std::move(look)) {
        QMetaObject::invokeMethod(this, &Visitor::wait, Qt::QueuedConnection);
    }

private:
    void wait() {
        for (auto* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<MainWindow*>(widget); window && window->isVisible())
                return m_look(*window);
        QTimer::singleShot(10, this, &Visitor::wait);
    }

    std::function<void(MainWindow&)> m_look;
};

} // namespace

class RunWindowTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;

private slots:
    void initTestCase() { keepEverythingIn(m_settings.path()); }

    void itHasTheThemeOfPicturesAndEndsAtASignal() {
        QString style;
        QPalette palette, wanted;
        bool isSeen = false, isTooLate = false;
        const Visitor visitor([&](MainWindow& window) {
            isSeen = true;
            style = QApplication::style()->metaObject()->className();
            palette = window.palette();
            wanted = Theme::of(&window).palette();
            std::raise(SIGTERM);
            QTimer::singleShot(10'000, &window, [&] {
                isTooLate = true;
                QApplication::exit(1);
            });
        });
        QCOMPARE(runWindow({}), 0);
        QVERIFY(isSeen && !isTooLate);
        QCOMPARE(style, QString("candela::OutlineStyle"));
        for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::WindowText})
            QCOMPARE(palette.color(role), wanted.color(role));
    }
};

QTEST_APPLESS_MAIN(RunWindowTest)
#include "run_window_test.moc"
