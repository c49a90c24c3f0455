/// Files that the window can't open: each is named, however many there are.
#include "app/window/capture/capture_page.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/widgets/message_bar.h"
#include "tests/test_folder.h"
#include "tests/window_settings.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTest>

using namespace candela;

class OpenFailuresTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;

    QString letter(const QString& name) {
        return m_folder.write(name, "Dear reader,\n\nthis is no profile.\n");
    }

private slots:
    void initTestCase() {
        keepEverythingIn(m_folder.path());
        QApplication::setOrganizationName("Candela");
        QApplication::setApplicationName("candela-test");
    }
    void everyFileThatCannotBeOpenedStaysNamed() {
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        constexpr int count = 30;
        QStringList paths;
        for (int number = 0; number < count; ++number)
            paths << letter(QString("letter%1.txt").arg(number));
        paths << m_folder.write("good.folded", "main 3\n");
        window.openFiles(paths);
        auto* bar = window.findChild<MessageBar*>();
        QTRY_COMPARE(bar->sentence().split('\n').size(), count);
        for (int number = 0; number < count; ++number)
            QVERIFY(bar->sentence().contains(QString("/letter%1.txt: ").arg(number)));
        QTRY_VERIFY(window.pages()->pageWithPath(paths.last()));
        QTRY_COMPARE(window.pages()->count(), 2);
        // All messages can be read: there is a scroll bar.
        QTRY_VERIFY(bar->findChild<QScrollArea*>()->verticalScrollBar()->maximum() > 0);
        QVERIFY(bar->height() < window.height() / 3);
        // Opening other files later reports only these.
        window.openFiles({letter("last.txt")});
        QTRY_VERIFY(bar->sentence().contains("last.txt"));
        QCOMPARE(bar->sentence().split('\n').size(), 1);
    }
    void oneErrorTakesNoMoreRoomThanItNeeds() {
        MessageBar bar;
        bar.resize(900, 10);
        bar.showError("a.txt", {"this is no profile", "try another file", ErrorCode::BadInput});
        QCOMPARE(bar.sentence(), QString("a.txt: this is no profile."));
        QCOMPARE(bar.hint(), QString("Try another file."));
        QTRY_COMPARE(bar.findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
        bar.addError("b.txt", {"this is no profile", "try another file", ErrorCode::BadInput});
        QCOMPARE(bar.sentence().split('\n').size(), 2);
        QCOMPARE(bar.hint(), QString("Try another file.")); // once
    }
};

QTEST_MAIN(OpenFailuresTest)
#include "open_failures_test.moc"
