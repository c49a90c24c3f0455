/// The details of the selected function: what they show, and under mouse and keys.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/details/details_panel.h"
#include "views/details/time_histogram.h"
#include "views/widgets/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextEdit>

using namespace candela;

using List = DetailsPanel::List;

class DetailsPanelTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<DetailsPanel> m_panel;

    void show(std::shared_ptr<const Profile> profile) {
        m_panel.reset();
        m_session = std::make_unique<Session>();
        m_panel = std::make_unique<DetailsPanel>(*m_session);
        m_panel->resize(320, 800);
        m_panel->show();
        m_session->beginWithOneTree();
        m_session->setProfile(std::move(profile));
        settle();
    }
    void select(const std::string& function) {
        m_session->setSelected({function, {}});
        settle();
    }
    QStringList names(List list) const {
        QStringList found;
        for (const auto* row : m_panel->rows(list))
            found << row->words().name + " " + row->words().weight;
        return found;
    }
    QString hint() const {
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith("Select a function")) return label->text();
        return {};
    }

private slots:
    void cleanup() {
        m_panel.reset();
        m_session.reset();
    }
    /// A path begins at its left, also where its first letters are read from right to left.
    void pathsHaveOneDirection() {
        show(sharedProfile("main;draw 5\n"));
        select("draw");
        for (auto* text : m_panel->findChildren<QTextEdit*>()) {
            const auto name = text->accessibleName();
            text->setPlainText(QString::fromUtf8("תמונה.so"));
            const auto direction = text->document()->firstBlock().textDirection();
            QCOMPARE(direction, name == "Full name" ? Qt::RightToLeft : Qt::LeftToRight);
        }
    }
    void withoutASelectionAHintIsShown() {
        show(sharedProfile("main;draw 5\n"));
        QVERIFY(!hint().isEmpty());
        QCOMPARE(m_panel->name(), QString());
        QCOMPARE(m_panel->rows(List::Callers).size(), 0U);
        select("draw");
        QVERIFY(hint().isEmpty());
        select({});
        QVERIFY(!hint().isEmpty());
    }
    void allThatIsKnownIsShown() {
        show(sharedProfile(
            "main@app;draw@libgui.so;fill@libgui.so 6\nmain@app;draw@libgui.so 3\nmain@app 1\n"));
        select("draw");
        QCOMPARE(m_panel->name(), QString("draw"));
        QCOMPARE(m_panel->facts(),
                 (QStringList{"Self\t3  (30.0 %)", "Total\t9  (90.0 %)", "Module\tlibgui.so"}));
        QCOMPARE(names(List::Callers), QStringList{"main 9"});
        QCOMPARE(names(List::Callees), QStringList{"fill 6"});
        // Neither processes nor times are known.
        QCOMPARE(names(List::Processes), QStringList());
        QVERIFY(!m_panel->histogram()->isVisible());
    }
    void aPathIsCopiedAsItIs() {
        show(sharedProfile("main@/opt/very/long/path/of/a/library/that/is/wrapped/libgui.so 3\n"));
        select("main");
        auto* module = m_panel->findChildren<QTextEdit*>()[1];
        QVERIFY(module->isVisible());
        QCOMPARE(module->accessibleName(), QString("Module"));
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->findChild<QTextEdit*>()->setFocus();
        for (int step = 0; step < 10 && !module->hasFocus(); ++step)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(module->hasFocus());
        QTest::keyClick(module, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(module, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(m_panel->facts().contains("Module\t" + QApplication::clipboard()->text()));
        QVERIFY(QApplication::clipboard()->text().endsWith("libgui.so"));
        QVERIFY(!QApplication::clipboard()->text().contains(QChar(0x200b)));
    }
    void theSelectedCallHasItsOwnWeight() {
        show(sharedProfile("main;draw;fill 6\nmain;load;fill 2\n"));
        const auto self = QString("Self\t8  (100.0 %)"), total = QString("Total\t8  (100.0 %)");
        select("fill");
        QCOMPARE(m_panel->facts(), (QStringList{self, total}));
        m_session->setSelected({"fill", {Direction::TopDown, {{"main"}, {"load"}, {"fill"}}}});
        settle();
        QCOMPARE(m_panel->facts(), (QStringList{self, total, "This call\t2  (25.0 %)"}));
        // The total of this node is a weight of "fill", although it is a call of "load".
        m_session->setSelected({"load", {Direction::Inverted, {{"fill"}, {"load"}}}});
        settle();
        QCOMPARE(m_panel->facts(), (QStringList{"Self\t0  (0.0 %)", "Total\t2  (25.0 %)"}));
    }
    void transformsChangeCallersAndCallees() {
        show(sharedProfile("main;draw;fill 6\nmain;load 2\n"));
        select("main");
        QCOMPARE(names(List::Callees), (QStringList{"draw 6", "load 2"}));
        m_session->addTransform({TransformKind::Hide, {"draw"}});
        settle();
        QCOMPARE(names(List::Callees), (QStringList{"fill 6", "load 2"}));
    }
    void whatListsLeaveOutIsCounted() {
        std::string stacks;
        for (int callee = 1; callee <= 11; ++callee)
            stacks += "main;callee" + std::to_string(callee) + " " + std::to_string(callee) + "\n";
        show(sharedProfile(stacks));
        select("main");
        QCOMPARE(m_panel->rows(List::Callees).size(), DetailsPanel::maximumRows);
        QStringList texts;
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        QVERIFY2(texts.contains("3 more: 6 (9.1 %)"), qPrintable(texts.join('|')));
    }
    void aClickAndEnterSelectCallersAndCallees() {
        show(sharedProfile("main;draw;fill 6\n"));
        select("draw");
        QTest::mouseClick(m_panel->rows(List::Callers)[0], Qt::LeftButton);
        settle();
        QCOMPARE(m_session->selected().function, std::string("main"));
        QCOMPARE(m_panel->name(), QString("main"));
        const auto* start = m_panel->rows(List::Callers)[0];
        QVERIFY(start->words().name.startsWith("(none"));
        QVERIFY(!start->isEnabled());
        auto* callee = m_panel->rows(List::Callees)[0];
        callee->setFocus();
        QTest::keyClick(callee, Qt::Key_Return);
        settle();
        QCOMPARE(m_panel->name(), QString("draw"));
    }
    void ofFunctionsWithOneNameTheClickedOneIsSelected() {
        show(sharedProfile("main@app;run@liba.so;alpha@liba.so 5\nmain@app;run@libb.so;beta@libb.so 3\n"));
        for (const auto& [callee, module] :
             {std::pair("alpha", "Module\tliba.so"), std::pair("beta", "Module\tlibb.so")}) {
            select(callee);
            QTest::mouseClick(m_panel->rows(List::Callers)[0], Qt::LeftButton);
            settle();
            QCOMPARE(m_panel->name(), QString("run"));
            QVERIFY2(m_panel->facts().contains(module), module);
            QVERIFY(names(List::Callees)[0].startsWith(callee));
        }
    }
    void theTabKeyReachesProcessesThreadsAndTheHistogram() {
        show(ExampleRecording().make(3000));
        const auto& groups = m_session->shown().groups();
        select(groups[m_session->shown().functions->front().group].name);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->findChild<QTextEdit*>()->setFocus();
        QSet<const QWidget*> reached;
        for (int step = 0; step < 60; ++step) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(reached.contains(m_panel->histogram()));
        QVERIFY(!m_panel->rows(List::Threads).empty());
        QVERIFY(reached.contains(m_panel->rows(List::Processes).back()));
        QVERIFY(reached.contains(m_panel->rows(List::Threads).back()));
    }
    void aHistogramOfTheLongestTimesIsDrawn() {
        constexpr auto earliest = noTime + 1, latest = std::numeric_limits<std::int64_t>::max();
        TimeHistogram histogram;
        histogram.resize(200, histogram.sizeHint().height());
        histogram.setContent({.range = {earliest, latest},
                              .slices = {5, 3},
                              .sliceLength = latest,
                              .selected = TimeRange{earliest, 0},
                              .density = Density::Rate,
                              .unit = "count"});
        QVERIFY(hasColour(histogram, Theme::of(&histogram).density));
        QVERIFY(hasColour(histogram, Theme::of(&histogram).accentSoft) ||
                histogram.grab().toImage().pixel(0, 1) == Theme::of(&histogram).density.rgb());
        QVERIFY2(!histogram.sliceText(1).contains('-'), qPrintable(histogram.sliceText(1)));
    }
    void theTabKeyReachesNameAndFunctions() {
        show(sharedProfile("main;draw;fill 6\n"));
        select("draw");
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->findChild<QTextEdit*>()->setFocus();
        QSet<QWidget*> reached;
        for (int step = 0; step < 12; ++step) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(reached.contains(m_panel->rows(List::Callers)[0]));
        QVERIFY(reached.contains(m_panel->rows(List::Callees)[0]));
    }
    void filtersApplyAndTheHistogramKeepsTheWholeTime() {
        show(ExampleRecording().make(3000));
        const auto& groups = m_session->shown().groups();
        std::string busiest;
        std::int64_t most = 0;
        for (const auto& row : *m_session->shown().functions)
            if (row.self > most && !groups.isRoot(row.group)) {
                most = row.self;
                busiest = groups[row.group].name;
            }
        select(busiest);
        const auto all = m_panel->facts();
        QVERIFY(m_panel->histogram()->isVisible());
        QVERIFY(!m_panel->rows(List::Processes).empty());
        QVERIFY(!m_panel->rows(List::Threads).empty());
        const auto words = m_panel->histogram()->accessibleName();
        QVERIFY2(words.startsWith("Histogram in time, highest at "), qPrintable(words));
        auto filter = m_session->filter();
        const auto range = timeRangeOf(*m_session->profile());
        filter.time = TimeRange{range.begin, range.begin + (range.end - range.begin) / 3};
        m_session->setFilter(filter);
        settle();
        QVERIFY(m_panel->facts() != all);
        QCOMPARE(m_panel->histogram()->accessibleName(), words);
    }
    void longNamesWrapAndNothingIsWiderThanThePanel_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("2,000 letters") << QString("f").repeated(2000);
        QTest::newRow("template") << "std::vector<" + QString("std::pair<int, long>, ").repeated(90) +
                                         "int>::push";
        QTest::newRow("right to left") << QString("פונקציה_ארוכה_מאוד").repeated(30);
    }
    void longNamesWrapAndNothingIsWiderThanThePanel() {
        QFETCH(QString, name);
        show(sharedProfile(name.toStdString() + "@/usr/lib/" + std::string(300, 'm') + " 5\n"));
        const auto& groups = m_session->shown().groups();
        select(groups[FrameGroupIndex(0)].name);
        QVERIFY(!m_panel->name().isEmpty());
        const int width = m_panel->viewport()->width();
        QVERIFY2(m_panel->widget()->width() <= width,
                 qPrintable(QString::number(m_panel->widget()->width())));
        const auto* edit = m_panel->findChild<QTextEdit*>();
        QVERIFY(edit->document()->size().width() <= edit->viewport()->width());
        QCOMPARE(edit->horizontalScrollBar()->maximum(), 0);
        QVERIFY(edit->height() > 2 * edit->fontMetrics().lineSpacing());
    }
    void nothingIsComputedWhileThePanelIsHidden() {
        show(sharedProfile("main;draw 5\n"));
        m_panel->hide();
        m_session->setSelected({"draw", {}});
        QVERIFY(!m_panel->isPending());
        settle();
        QCOMPARE(m_panel->name(), QString());
        m_panel->show();
        settle();
        QCOMPARE(m_panel->name(), QString("draw"));
    }
    void aScreenReaderHearsTheRows() {
        show(sharedProfile("main;draw;fill 6\n"));
        select("draw");
        auto* row = QAccessible::queryAccessibleInterface(m_panel->rows(List::Callers)[0]);
        QCOMPARE(row->text(QAccessible::Name), QString("main, 6, 100.0 %"));
        QCOMPARE(row->role(), QAccessible::Button);
    }
};

QTEST_MAIN(DetailsPanelTest)
#include "details_panel_test.moc"
