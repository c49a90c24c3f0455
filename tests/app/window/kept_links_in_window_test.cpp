/// Comparisons of several programs are open at once, and functions are linked in each: all links and pins are
/// there again after a restart, and for the next captures of the same program.
#include <QTest>

#include "app/commands/window/run_window.h"
#include "app/window/compare/compare_page.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/row_menu.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"

#include <QTableView>

using namespace candela;

namespace {

/// As perf script prints it: main calls each of the functions, with so many samples.
QString captureOf(const QString& program, const std::vector<std::pair<const char*, int>>& functions) {
    QString text;
    int sample = 0;
    for (const auto& [name, samples] : functions)
        for (int number = 0; number < samples; ++number)
            text += QString("%1 100/100 %2.000000: 1000000 cpu-clock: \n\t1000 %3 (/usr/bin/%1)\n"
                            "\t2000 main (/usr/bin/%1)\n\n")
                        .arg(program)
                        .arg(++sample)
                        .arg(name);
    return text;
}

} // namespace

class KeptLinksInWindowTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    ComparePage* page() const { return shownPage<ComparePage>(window()); }
    ComparePage* compare(const QString& base, const QString& newFile) {
        window().activateWindow();
        if (!QTest::qWaitForWindowActive(&window())) return nullptr;
        const auto* before = page();
        window().compareFiles({base}, {newFile});
        if (!QTest::qWaitFor([&] { return page() && page() != before && page()->session().comparison(); }))
            return nullptr;
        settle();
        page()->view()->tableView()->setFocus();
        return page();
    }
    bool choose(ComparePage& page, const char* name, const char* entry) {
        auto* table = page.view()->tableView();
        const auto& model = page.view()->model();
        table->setCurrentIndex(model.index(model.rowOf(name), 0));
        const bool isChosen =
            chooseFromRowMenu(*table, table->currentIndex(), entry, QContextMenuEvent::Keyboard);
        window().activateWindow();
        return isChosen && QTest::qWaitForWindowActive(&window());
    }
    bool linkBoth(ComparePage& page, const char* base, const char* newName) {
        return choose(page, base, "remember") && choose(page, newName, "link");
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
    }
    static QString matchOf(const ComparePage& page, const char* name) {
        const auto& model = page.view()->model();
        return model.index(model.rowOf(name), static_cast<int>(ComparisonColumn::Match)).data().toString();
    }
    QString write(const char* file, const char* program,
                  const std::vector<std::pair<const char*, int>>& functions) const {
        return m_fixture->write(file, captureOf(program, functions));
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void tabsOfTwoProgramsKeepTheirsAfterARestart() {
        // Both programs have functions of the same names, which are linked differently.
        const auto a = write("a.txt", "parser", {{"load", 20}, {"show", 40}}),
                   b = write("b.txt", "parser", {{"fetch", 3}, {"open", 50}, {"show", 20}}),
                   c = write("c.txt", "lexer", {{"load", 20}, {"show", 40}}),
                   d = write("d.txt", "lexer", {{"fetch", 50}, {"open", 4}, {"show", 20}});
        auto* first = compare(a, b);
        QVERIFY(first);
        auto* second = compare(c, d);
        QVERIFY(second);
        window().pages()->setCurrentIndex(window().pages()->indexOf(first));
        QVERIFY(linkBoth(*first, "load", "fetch"));
        QCOMPARE(matchOf(*first, "fetch"), QString("by hand"));
        window().pages()->setCurrentIndex(window().pages()->indexOf(second));
        QVERIFY(linkBoth(*second, "load", "open"));
        QCOMPARE(matchOf(*second, "open"), QString("by hand"));
        second->view()->tableView()->setCurrentIndex(
            second->view()->model().index(second->view()->model().rowOf("show"), 0));
        press(Qt::Key_P);
        // What the first tab changes afterwards concerns only its own.
        window().pages()->setCurrentIndex(window().pages()->indexOf(first));
        QVERIFY(choose(*first, "show", "unlink"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(window().close());

        m_fixture->window = std::make_unique<MainWindow>();
        showRequested(window(), {});
        first = compare(a, b);
        QVERIFY(first);
        QCOMPARE(matchOf(*first, "fetch"), QString("by hand"));
        QVERIFY(matchOf(*first, "open") != "by hand");
        QCOMPARE(matchOf(*first, "show"), QString("name"));
        QVERIFY(first->session().choices().pins().empty());
        second = compare(c, d);
        QVERIFY(second);
        QCOMPARE(matchOf(*second, "open"), QString("by hand"));
        QVERIFY(matchOf(*second, "fetch") != "by hand");
        QVERIFY(second->session().choices().pins().contains("show"));
    }
    void linksHoldForNewerCapturesOfTheProgram() {
        auto* older = compare(write("1.txt", "parser-1.0", {{"load", 20}, {"show", 40}}),
                              write("2.txt", "parser-1.1", {{"fetch", 3}, {"open", 50}, {"show", 20}}));
        QVERIFY(older);
        QVERIFY(linkBoth(*older, "load", "fetch"));
        auto* newer = compare(write("3.txt", "parser-1.1", {{"load", 20}, {"show", 41}}),
                              write("4.txt", "parser-1.2", {{"fetch", 4}, {"open", 51}, {"show", 22}}));
        QVERIFY(newer);
        QCOMPARE(matchOf(*newer, "fetch"), QString("by hand"));
        QVERIFY(!newer->history()->canUndo());
    }
    void tabsWithoutNamesOfProgramsKeepTheirsToo() {
        const auto base = m_fixture->write("before.folded", "main;load 20\nmain;show 40\n"),
                   newFile = m_fixture->write("after.folded", "main;fetch 3\nmain;open 50\nmain;show 20\n"),
                   other = m_fixture->write("other.folded", "main;read 3\nmain;open 50\nmain;show 20\n");
        auto* first = compare(base, newFile);
        QVERIFY(first && linkBoth(*first, "load", "fetch"));
        // It knows no fetch, so that this is no other choice for the first one.
        auto* second = compare(base, other);
        QVERIFY(second && linkBoth(*second, "load", "read"));
        QVERIFY(window().close());
        m_fixture->window = std::make_unique<MainWindow>();
        showRequested(window(), {});
        first = compare(base, newFile);
        QVERIFY(first);
        QCOMPARE(matchOf(*first, "fetch"), QString("by hand"));
        second = compare(base, other);
        QVERIFY(second);
        QCOMPARE(matchOf(*second, "read"), QString("by hand"));
    }
};

QTEST_MAIN(KeptLinksInWindowTest)
#include "kept_links_in_window_test.moc"
