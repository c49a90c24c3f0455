/// The start page: recent files as small pictures that can be opened, compared and removed, by mouse and by
/// keys.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/compare/compare_page.h"
#include "app/window/opening/recent_card.h"
#include "app/window/opening/recent_list.h"
#include "app/window/opening/recent_pictures.h"
#include "app/window/widgets/action_card.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QDir>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>

#include <set>

using namespace candela;

namespace {

constexpr auto listedStacks = "main@app;draw@app;blit@libdraw.so 5\nmain@app;load@app 3\n";

QStringList storedPictures() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/pictures")
        .entryList(QDir::Files);
}

} // namespace

class StartPageTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    RecentList& list() const { return *window().findChild<RecentList*>(); }
    QPushButton& button(const QString& text) const {
        for (auto* found : window().findChildren<QPushButton*>())
            if (found->text() == text) return *found;
        qFatal("no button %s", qPrintable(text));
    }
    /// Writes a file that was last changed some minutes ago.
    QString write(const QString& name, int minutes) const {
        const auto path = m_fixture->write(name, listedStacks);
        QFile file(path);
        if (!file.open(QFile::ReadWrite)) qFatal("can't open");
        file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutes), QFile::FileModificationTime);
        return path;
    }
    /// Opens the file, waits until its picture is drawn, and returns to the start page.
    void show(const QString& path) {
        const auto before = storedPictures().size();
        window().openFiles({path});
        QTRY_VERIFY(shownPage<CapturePage>(window()) && shownPage<CapturePage>(window())->path() == path);
        QTRY_COMPARE(storedPictures().size(), before + 1);
        settle();
        window().pages()->setCurrentIndex(0);
    }
    void activate() {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
    }
    void click(int row, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(list().viewport(), Qt::LeftButton, modifiers,
                          list().visualItemRect(list().item(row)).center());
        settle();
    }

private slots:
    void init() {
        m_fixture = std::make_unique<WindowFixture>();
        activate();
    }
    void cleanup() {
        settle();
        for (const auto& file : window().recentFiles().files())
            window().recentFiles().remove(file.path);
        m_fixture.reset();
    }

    void anOpenedFileHasAPictureAndItsFacts() {
        const auto path = write("a.folded", 5);
        show(path);
        QCOMPARE(list().count(), 1);
        const auto* item = list().item(0);
        QCOMPARE(item->text(), QString("a.folded"));
        QCOMPARE(item->data(FactsRole).toString(), QString("folded · samples"));
        QVERIFY2(item->data(WrittenRole).toString().contains(" · 56 B"),
                 qPrintable(item->data(WrittenRole).toString()));
        const auto light = item->data(LightRole).value<QImage>(), dark = item->data(DarkRole).value<QImage>();
        QVERIFY(!light.isNull() && light.size() == dark.size());
        const auto coloursOf = [](const QImage& image) {
            std::set<QRgb> colours;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    colours.insert(image.pixel(x, y));
            return colours;
        };
        QVERIFY(coloursOf(light).size() >= 3); // both modules and the rest
        QVERIFY(coloursOf(dark).size() >= 3);
        QVERIFY(coloursOf(light) != coloursOf(dark));
        QVERIFY(hasColour(list(), QColor(light.pixel(light.width() / 4, 8))));
        // Another window finds it in the cache.
        const auto stored = storedPicture(path);
        QCOMPARE(stored.light, light.convertToFormat(stored.light.format()));
        QCOMPARE(stored.kind, QString("folded · samples"));
        const auto* read = QAccessible::queryAccessibleInterface(&list());
        QVERIFY(read && read->childCount() == 1);
        QVERIFY2(read->child(0)->text(QAccessible::Name).startsWith("a.folded · folded · samples · today"),
                 qPrintable(read->child(0)->text(QAccessible::Name)));
    }
    void enterAndADoubleClickOpen() {
        const auto path = write("a.folded", 5);
        window().recentFiles().add(path);
        list().setFocus();
        press(Qt::Key_Right);
        press(Qt::Key_Return);
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        window().closeCurrent();
        settle();
        click(0);
        QTest::mouseDClick(list().viewport(), Qt::LeftButton, {},
                           list().visualItemRect(list().item(0)).center());
        QTRY_VERIFY(shownPage<CapturePage>(window()));
    }
    void twoThatAreClickedAreComparedTheOlderAsBase() {
        const auto newer = write("newer.folded", 1), older = write("older.folded", 9);
        for (const auto& path : {newer, older, write("third.folded", 5)})
            window().recentFiles().add(path);
        auto& compare = button("Compare the two selected");
        click(1);
        QVERIFY(!compare.isEnabled());
        click(2, Qt::ControlModifier);
        QVERIFY(compare.isEnabled());
        QCOMPARE(list().selectedPaths(), (QStringList{older, newer}));
        click(0, Qt::ControlModifier);
        QVERIFY(!compare.isEnabled());
        click(0, Qt::ControlModifier);
        QTest::mouseClick(&compare, Qt::LeftButton);
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        QCOMPARE(shownPage<ComparePage>(window())->title(), QString("older.folded → newer.folded"));
    }
    void twoAreComparedByKeys() {
        for (const auto& path : {write("b.folded", 1), write("a.folded", 2)})
            window().recentFiles().add(path);
        list().setFocus();
        press(Qt::Key_Home);
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(list().selectedPaths().size(), 2);
        for (int step = 0; step < 20 && !button("Compare the two selected").hasFocus(); ++step)
            press(Qt::Key_Tab, Qt::ShiftModifier);
        QVERIFY(button("Compare the two selected").hasFocus());
        press(Qt::Key_Space);
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        QCOMPARE(shownPage<ComparePage>(window())->title(), QString("a.folded → b.folded"));
    }
    void theMenuComparesAndRemoves() {
        for (const auto& path : {write("b.folded", 1), write("a.folded", 2)})
            window().recentFiles().add(path);
        list().setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(&list(), &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions()[1]->text(), QString("Compare the two selected"));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[1]).center());
        QTRY_VERIFY(shownPage<ComparePage>(window()));
    }
    void aRemovedFileLeavesNothingBehind() {
        const auto path = write("a.folded", 5);
        show(path);
        window().pages()->setCurrentIndex(1);
        settle();
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_H);
        press(Qt::Key_W, Qt::ControlModifier);
        const QDir views(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + "/views");
        QCOMPARE(views.entryList(QDir::Files).size(), 1);
        list().setFocus();
        press(Qt::Key_Right);
        press(Qt::Key_Delete);
        QCOMPARE(list().count(), 0);
        QCOMPARE(storedPictures(), QStringList());
        QCOMPARE(views.entryList(QDir::Files), QStringList());
        QVERIFY(QFile::exists(path)); // of the file itself, nothing is removed
    }
    void picturesAreBounded() {
        RecentPicture picture;
        picture.light = picture.dark = QImage(8, 4, QImage::Format_RGB32);
        for (int number = 0; number < 30; ++number) {
            const auto path = write(QString("%1.folded").arg(number), number);
            window().recentFiles().add(path);
            window().recentFiles().setPicture(path, picture);
        }
        QCOMPARE(window().recentFiles().files().size(), std::size_t(20));
        QCOMPARE(storedPictures().size(), 20);
        // A file that is not listed gets none.
        window().recentFiles().setPicture(m_fixture->pathOf("0.folded"), picture);
        QCOMPARE(storedPictures().size(), 20);
    }
    void aSmallWindowScrollsToTheCurrentCard() {
        for (int number = 0; number < 12; ++number)
            window().recentFiles().add(write(QString("%1.folded").arg(number), number));
        window().resize(800, 600);
        settle();
        auto* scroll = window().pages()->current()->findChild<QScrollArea*>();
        list().setFocus();
        press(Qt::Key_Home);
        for (int step = 0; step < 12; ++step) {
            const auto card = list().visualItemRect(list().currentItem());
            const QRect seen(list().viewport()->mapTo(scroll->viewport(), card.topLeft()), card.size());
            QVERIFY2(scroll->viewport()->rect().contains(seen.center()), qPrintable(QString::number(step)));
            QVERIFY(card.right() <= list().viewport()->width());
            press(Qt::Key_Right);
        }
        QCOMPARE(list().horizontalScrollBar()->maximum(), 0);
        QCOMPARE(list().verticalScrollBar()->maximum(), 0);
    }
    void cardsOfTasksAreAGridInEveryWidth() {
        std::set<int> numbers;
        for (const int width : {1400, 1000, 800, 640}) {
            window().resize(width, 700);
            settle();
            const auto cards = window().pages()->current()->findChildren<ActionCard*>();
            QCOMPARE(cards.size(), 5);
            std::set<int> lefts, tops;
            for (const auto* card : cards) {
                lefts.insert(card->x());
                tops.insert(card->y());
                QVERIFY(std::abs(card->width() - cards.front()->width()) <= 1);
                QVERIFY(card->geometry().right() < card->parentWidget()->width());
            }
            const auto gap = [](const std::set<int>& edges, int extent) {
                return edges.size() < 2 ? 12 : *std::next(edges.begin()) - *edges.begin() - extent;
            };
            QVERIFY(std::abs(gap(lefts, cards.front()->width()) - 12) <= 1);
            QCOMPARE(gap(tops, cards.front()->height()), 12);
            numbers.insert(static_cast<int>(lefts.size()));
        }
        QVERIFY(numbers.contains(5));
        QVERIFY(numbers.contains(3)); // and two below
        QVERIFY(!numbers.contains(4));
    }
    void aButtonOpensTheLastSession() {
        window().openFiles({write("a.folded", 1)});
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        settle();
        QVERIFY(window().close());
        m_fixture->window = std::make_unique<MainWindow>();
        window().show();
        activate();
        auto& session = button("Open the last session");
        QVERIFY(session.isVisible());
        QTest::mouseClick(&session, Qt::LeftButton);
        QTRY_VERIFY(shownPage<CapturePage>(window()));
    }
};

QTEST_MAIN(StartPageTest)
#include "start_page_test.moc"
