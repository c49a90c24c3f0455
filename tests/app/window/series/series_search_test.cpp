/// The search of a series lists the rows that match; search, order, selected row and choices are kept until
/// the same captures are opened again. With keys and mouse, in a window.
#include <QTest>

#include "app/window/series/series_page.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>

using namespace candela;

class SeriesSearchTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;
    std::vector<QStringList> m_captures;

    MainWindow& window() const { return *m_fixture->window; }
    SeriesPage* page() const { return shownPage<SeriesPage>(window()); }
    SeriesView& view() const { return *page()->view(); }
    QTableView& table() const { return *view().table(); }
    FilterBar& bar() const { return *view().filterBar(); }
    void wait() {
        QTRY_VERIFY(!view().isPending() && !view().session().isBusy());
        settle();
    }
    void open(const FirstView& first = {}) {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        window().openSeries(m_captures, first);
        QTRY_VERIFY(page());
        wait();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        wait();
    }
    void type(const QString& text) {
        QTest::keyClicks(window().focusWidget(), text);
        wait();
    }
    QStringList names() const {
        QStringList names;
        for (int row = 0; row < view().model().rowCount(); ++row)
            names << QString::fromStdString(view().model().row(row).name);
        return names;
    }
    QString selected() const {
        return QString::fromStdString(view().model().row(table().currentIndex().row()).name);
    }
    void clickTitle(SeriesColumn column) {
        auto* header = table().horizontalHeader();
        const int section = static_cast<int>(column);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(section) + 8, header->height() / 2});
        wait();
    }
    void closeAndOpen(const FirstView& first = {}) {
        window().closeCurrent();
        QVERIFY(!page());
        open(first);
    }
    void ignoreAbsent() {
        auto filter = view().session().filter();
        filter.ignore = "absent";
        view().session().setFilter(filter);
        wait();
    }

private slots:
    void init() {
        m_fixture = std::make_unique<WindowFixture>();
        m_captures.clear();
        for (int number = 0; number < 4; ++number)
            m_captures.push_back({m_fixture->write(
                QString("%1.folded").arg(number),
                QString("main;drawLine 40\nmain;drawText 3%1\nmain;load 20\nmain;save 1%1\n").arg(number))});
        open();
    }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void rowsThatMatchAreListed() {
        QCOMPARE(names(), (QStringList{"drawLine", "drawText", "load", "save"}));
        table().setFocus();
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(bar().searchBox()->hasFocus());
        type("dRAW");
        QCOMPARE(names(), QStringList());
        QVERIFY(!table().isVisible()); // a message is shown instead
        press(Qt::Key_A, Qt::ControlModifier);
        type("draw");
        QCOMPARE(names(), (QStringList{"drawLine", "drawText"}));
        QCOMPARE(bar().searchResult(), QString("2 of 4 rows"));
        QCOMPARE(selected(), QString("drawLine"));
        press(Qt::Key_Return);
        QCOMPARE(selected(), QString("drawText"));
        press(Qt::Key_F3);
        QCOMPARE(selected(), QString("drawLine"));
        press(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(selected(), QString("drawText"));
        press(Qt::Key_Escape);
        QVERIFY(table().hasFocus());
        QCOMPARE(names().size(), 4);
        QCOMPARE(selected(), QString("drawText"));
        QCOMPARE(bar().searchResult(), QString());
    }
    void anInvalidPatternIsReportedAndListsAll() {
        page()->focusSearch();
        type("(");
        QCOMPARE(names().size(), 4);
        QVERIFY(!bar().searchResult().isEmpty() && !bar().searchResult().contains("rows"));
    }
    void theViewIsKept() {
        clickTitle(SeriesColumn::Name);
        QCOMPARE(names().first(), QString("drawLine"));
        clickTitle(SeriesColumn::Name);
        const auto sorted = names();
        QCOMPARE(sorted.first(), QString("save"));
        page()->focusSearch();
        type("a");
        type("|x");
        table().setFocus();
        QCOMPARE(selected(), QString("drawLine")); // the last one now
        press(Qt::Key_Up);
        QCOMPARE(selected(), QString("drawText"));
        ignoreAbsent();
        view().choices().setNormalize(Normalize::None);
        wait();
        closeAndOpen();
        QCOMPARE(names(), sorted);
        QCOMPARE(selected(), QString("drawText"));
        QCOMPARE(bar().searchBox()->text(), QString("a|x"));
        QCOMPARE(bar().chipTexts(), QStringList{"Ignore: absent"});
        QCOMPARE(view().model().series()->normalize, Normalize::None);
        QCOMPARE(table().horizontalHeader()->sortIndicatorSection(), static_cast<int>(SeriesColumn::Name));
    }
    void theDefaultIsNotKept() {
        QCOMPARE(page()->keptView(), QJsonObject());
        press(Qt::Key_Down);
        QVERIFY(!page()->keptView()->isEmpty());
        press(Qt::Key_Up);
        QCOMPARE(page()->keptView(), QJsonObject());
    }
    void aSelectionIsKeptInAnotherOrder() {
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          table().visualRect(view().model().index(2, 0)).center());
        QCOMPARE(selected(), QString("load"));
        clickTitle(SeriesColumn::Name);
        clickTitle(SeriesColumn::Name);
        QCOMPARE(names(), (QStringList{"save", "load", "drawText", "drawLine"}));
        QCOMPARE(selected(), QString("load"));
        QVERIFY(table().selectionModel()->isRowSelected(1));
        closeAndOpen();
        QCOMPARE(names().first(), QString("save"));
        QCOMPARE(selected(), QString("load"));
    }
    void aSelectionOutlivesASearchWithoutMatches() {
        table().setFocus();
        press(Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(selected(), QString("save"));
        press(Qt::Key_F, Qt::ControlModifier);
        type("zzz");
        QCOMPARE(names(), QStringList());
        press(Qt::Key_Escape);
        QCOMPARE(names().size(), 4);
        QCOMPARE(selected(), QString("save"));
    }
    void aKeptViewIsUndone() {
        ignoreAbsent();
        closeAndOpen();
        QCOMPARE(bar().chipTexts(), QStringList{"Ignore: absent"});
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(bar().chipTexts(), QStringList());
        QVERIFY(!page()->history()->canUndo());
    }
    void optionsOfACommandAreNotKept() {
        FirstView first;
        first.filter.emplace().focus = "draw";
        closeAndOpen(first);
        QCOMPARE(bar().chipTexts(), QStringList{"Focus: draw"});
        QCOMPARE(page()->keptView(), QJsonObject());
        closeAndOpen();
        QCOMPARE(bar().chipTexts(), QStringList());
        ignoreAbsent();
        table().setFocus();
        press(Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(selected(), QString("save"));
        const auto left = page()->keptView();
        closeAndOpen(first);
        QCOMPARE(names(), (QStringList{"drawLine", "drawText"}));
        QCOMPARE(page()->keptView(), left);
        // A choice makes it another view, until it is undone.
        view().choices().setNormalize(Normalize::None);
        wait();
        QVERIFY(page()->keptView() != left);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(page()->keptView(), left);
        closeAndOpen();
        QCOMPARE(bar().chipTexts(), QStringList{"Ignore: absent"});
        QCOMPARE(selected(), QString("save"));
        // Neither where the chosen row is the first of the command's.
        press(Qt::Key_Home, Qt::ControlModifier);
        while (selected() != "drawLine")
            press(Qt::Key_Down);
        const auto withOther = page()->keptView();
        closeAndOpen(first);
        QCOMPARE(names().first(), QString("drawLine"));
        QCOMPARE(page()->keptView(), withOther);
    }
};

QTEST_MAIN(SeriesSearchTest)
#include "series_search_test.moc"
