/// How the window shows how certain a comparison is: intervals and verdicts in the table, and colours and
/// signs of boxes that did change. Intervals are those of an independent computation: Jeffreys' for two
/// Poisson counts that vary twice as much, from a numerical integral of the beta distribution.
#include "tests/model/comparison/recorded_stacks.h"
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/change_colours.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"
#include "views/tables/weight_columns.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/table_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>
#include <QTest>

using namespace candela;

class ComparisonVerdictsTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ComparisonSession> m_session;
    std::unique_ptr<ComparisonView> m_view;

    void show(std::string_view base, std::string_view newSide, Normalize normalize = Normalize::None,
              ColourScheme scheme = ColourScheme::Light) {
        show({sharedProfile(base), sharedProfile(newSide)}, normalize, scheme);
    }
    void show(const ComparedProfiles& profiles, Normalize normalize, ColourScheme scheme) {
        Theme::apply(scheme);
        m_view.reset();
        m_session = std::make_unique<ComparisonSession>();
        m_view = std::make_unique<ComparisonView>(*m_session);
        m_view->resize(1600, 800);
        m_view->show();
        m_session->setProfiles(profiles);
        m_session->setNormalize(normalize);
        settle();
    }
    /// 100 % more, no change, a difference that may be chance, and a new function.
    void showChanges(ColourScheme scheme = ColourScheme::Light) {
        show("slow 2000\nsteady 20000\nrare 40\n", "slow 4000\nsteady 20000\nrare 50\nfresh 500\n",
             Normalize::None, scheme);
    }
    QModelIndex cellOf(std::string_view function, ComparisonColumn column) const {
        return m_view->model().index(m_view->model().rowOf(function), static_cast<int>(column));
    }
    QString textOf(std::string_view function, ComparisonColumn column) const {
        return cellOf(function, column).data().toString();
    }
    QStringList listedNames() const {
        QStringList names;
        for (int row = 0; row < m_view->model().rowCount(); ++row)
            names << m_view->model().index(row, 0).data().toString();
        return names;
    }
    /// The tone of a box as a colour, and the sign before its name.
    static std::pair<QColor, QString> drawn(FlameCanvas& canvas, const std::vector<std::string>& names) {
        const auto node = findCallNode(*canvas.scene().tree, namedPath(canvas.direction(), names));
        const auto* box = canvas.scene().boxOf(node);
        if (!box) qFatal("no such box");
        const auto tone =
            canvas.scene().tones[static_cast<std::size_t>(box - canvas.scene().layout.boxes.data())];
        const auto colours = coloursByChange(nullptr, [] { return nullptr; });
        return {colours->palette(Theme::of(&canvas))[tone], colours->signs()[tone]};
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
        Theme::apply(ColourScheme::Light);
    }
    void theTableHasIntervalsAndVerdicts() {
        showChanges();
        QCOMPARE(textOf("slow", ComparisonColumn::SelfInterval), QString("+85.4 … +115.8 %"));
        QCOMPARE(textOf("slow", ComparisonColumn::TotalInterval), QString("+85.4 … +115.8 %"));
        QCOMPARE(textOf("slow", ComparisonColumn::Verdict), QString("▲ more"));
        QCOMPARE(textOf("steady", ComparisonColumn::SelfInterval), QString("−2.7 … +2.8 %"));
        QCOMPARE(textOf("steady", ComparisonColumn::Verdict), QString("= same ± 2.8 %"));
        QCOMPARE(textOf("rare", ComparisonColumn::SelfInterval), QString("−30.3 … +126.3 %"));
        QVERIFY(textOf("rare", ComparisonColumn::Verdict).startsWith("? unknown"));
        QCOMPARE(textOf("fresh", ComparisonColumn::SelfInterval), QString()); // base is nothing
        QCOMPARE(textOf("fresh", ComparisonColumn::Verdict), QString("▲ more"));
    }
    void byShareVerdictsAreOfTheTotal() {
        show("draw 50000\nload 50000\n", "draw 25000\nload 50000\n", Normalize::Share);
        QCOMPARE(textOf("load", ComparisonColumn::Verdict), QString("▲ more of the total"));
        QCOMPARE(textOf("draw", ComparisonColumn::Verdict), QString("▼ less of the total"));
        QCOMPARE(m_view->findChild<ElidedLabel*>("whole")->text(),
                 QString("Rows changed: 1 more of the total, 1 less of the total."));
    }
    void aToolTipStatesWhatAVerdictRestsOnAndWhatIsMissing() {
        showChanges();
        const auto toolTip = [&](std::string_view function) {
            return cellOf(function, ComparisonColumn::Verdict).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(toolTip("slow").contains("rests on 2,000 samples (base) and 4,000 samples (new)."),
                 qPrintable(toolTip("slow")));
        QVERIFY(!toolTip("slow").contains("To tell"));
        // In logarithms, the interval is 12.07 times as wide as ± 5 %. With 146 times as many samples it is
        // as narrow as that.
        QVERIFY2(
            toolTip("rare").contains("To tell, record 146 × as many samples of each side, or several runs."),
            qPrintable(toolTip("rare")));
    }
    void anIntervalThatExcludesZeroIsNoVerdictAmongManyRows() {
        std::string base = "odd 1000\n", newSide = "odd 1150\n";
        for (int number = 0; number < 200; ++number) {
            const auto row = "f" + std::to_string(number) + " 1000\n";
            base += row;
            newSide += row;
        }
        show(base, newSide);
        const auto interval = textOf("odd", ComparisonColumn::SelfInterval);
        QVERIFY2(interval.startsWith('+'), qPrintable(interval)); // alone, it would be a change
        QVERIFY(textOf("odd", ComparisonColumn::Verdict).startsWith("? unknown"));
        const auto why = [&](std::string_view function) {
            return cellOf(function, ComparisonColumn::Verdict).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(why("odd").contains("excludes 0, but of so many rows some do by chance"),
                 qPrintable(why("odd")));
        QVERIFY(!why("f7").contains("excludes 0"));
    }
    void rowsAreSortedAndListedByVerdict() {
        showChanges();
        m_view->tableView()->sortByColumn(static_cast<int>(ComparisonColumn::Verdict), Qt::DescendingOrder);
        QCOMPARE(listedNames(), (QStringList{"slow", "fresh", "steady", "rare"}));
        m_view->tableView()->sortByColumn(static_cast<int>(ComparisonColumn::SelfInterval),
                                          Qt::DescendingOrder);
        QCOMPARE(listedNames().last(), QString("fresh")); // without an interval
        QCOMPARE(listedNames().first(), QString("slow"));
        auto* listed = m_view->findChild<ChoiceStrip*>("listed");
        const auto choose = [&](const char* text) {
            for (auto* button : listed->findChildren<QAbstractButton*>())
                if (button->text() == text) button->click();
        };
        choose("Changed");
        QCOMPARE(listedNames(), (QStringList{"slow", "fresh"}));
        choose("Unknown");
        QCOMPARE(listedNames(), QStringList{"rare"});
        choose("Same");
        QCOMPARE(listedNames(), QStringList{"steady"});
        m_session->base().setSearch("slow");
        settle();
        QCOMPARE(listedNames(), QStringList());
        choose("All");
        QCOMPARE(listedNames(), QStringList{"slow"});
    }
    void pinnedRowsStayAtTheTopWhateverIsListed() {
        showChanges();
        auto* table = m_view->tableView();
        table->setFocus();
        table->setCurrentIndex(cellOf("steady", ComparisonColumn::Name));
        QTest::keyClick(table, Qt::Key_P);
        QCOMPARE(listedNames().front(), QString("★ steady"));
        QCOMPARE(listedNames().size(), 4);
        for (auto* button : m_view->findChild<ChoiceStrip*>("listed")->findChildren<QAbstractButton*>())
            if (button->text() == "Changed") QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(listedNames().front(), QString("★ steady"));
        QVERIFY(!listedNames().contains("rare"));
        table->sortByColumn(static_cast<int>(ComparisonColumn::Name), Qt::DescendingOrder);
        QCOMPARE(listedNames(), (QStringList{"★ steady", "slow", "fresh"}));
        m_session->base().setSearch("slow");
        settle();
        QCOMPARE(listedNames(), (QStringList{"★ steady", "slow"}));
        // The menu takes the pin away again.
        table->setCurrentIndex(cellOf("steady", ComparisonColumn::Name));
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, table->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(table->viewport(), &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        auto* pin = menu->findChild<QAction*>("pin");
        QCOMPARE(pin->text(), QString("Unpin"));
        menu->setActiveAction(pin);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(listedNames(), (QStringList{"slow"}));
    }
    void copiedRowsHaveIntervalsAndVerdicts() {
        showChanges();
        QTest::keyClick(m_view->tableView(), Qt::Key_C, Qt::ControlModifier);
        const auto lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith("Function\tVerdict\t"));
        QVERIFY(lines[0].contains("\tSelf 95 %\t"));
        QVERIFY2(lines[1].startsWith("slow\t▲ more\t2,000\t4,000\t+2,000\t+100.0 %\t") &&
                     lines[1].contains("\t+85.4 … +115.8 %\t"),
                 qPrintable(lines[1]));
        TableActions::of(*m_view->tableView())->copy(TableActions::Format::Csv);
        const auto cells = QGuiApplication::clipboard()->text().split("\r\n")[1].split(',');
        QCOMPARE(cells.mid(0, 6), (QStringList{"slow", "more", "2000", "4000", "2000", "'+100.0 %"}));
    }
    void onlyWhatChangedHasColour_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void onlyWhatChangedHasColour() {
        QFETCH(bool, isDark);
        showChanges(isDark ? ColourScheme::Dark : ColourScheme::Light);
        for (const auto* function : {"steady", "rare"}) {
            QVERIFY(cellOf(function, ComparisonColumn::SelfDifference).data(NeutralRole).toBool());
            QVERIFY(cellOf(function, ComparisonColumn::TotalDifference).data(NeutralRole).toBool());
        }
        for (const auto* function : {"slow", "fresh"})
            QVERIFY(!cellOf(function, ComparisonColumn::SelfDifference).data(NeutralRole).toBool());
        const auto& theme = Theme::of(m_view.get());
        const std::pair grey(theme.same, QString());
        for (auto* canvas : {m_view->baseCanvas(), m_view->newCanvas()}) {
            QCOMPARE(drawn(*canvas, {"slow"}), std::pair(theme.more, QString("▲")));
            QCOMPARE(drawn(*canvas, {"steady"}), grey);
        }
        QVERIFY(drawn(*m_view->newCanvas(), {"fresh"}).first != theme.same);
        // The picture has the colour of boxes that changed, too.
        QVERIFY(hasColour(*m_view->newCanvas(), theme.more));
        QVERIFY(!hasColour(*m_view->newCanvas(), theme.less));
        show("rare 40\nother 50\n", "rare 50\nother 40\n", Normalize::None,
             isDark ? ColourScheme::Dark : ColourScheme::Light);
        QCOMPARE(drawn(*m_view->newCanvas(), {"rare"}), std::pair(Theme::of(m_view.get()).same, QString()));
    }
    void whatOneSideKnowsLessOfIsMarkedAndGrey() {
        show({recordedStacks({{"main leaf", 70}, {"leaf", 30, StackEnd::Unreadable}}),
              recordedStacks({{"main leaf", 100}})},
             Normalize::Share, ColourScheme::Light);
        QCOMPARE(textOf("main", ComparisonColumn::Verdict), QString("? unknown: broken stacks"));
        QVERIFY(cellOf("main", ComparisonColumn::TotalDifference).data(NeutralRole).toBool());
        auto& canvas = *m_view->newCanvas();
        const std::pair marked(Theme::of(m_view.get()).same, QString("?"));
        QCOMPARE(drawn(canvas, {"main"}), marked);
        QCOMPARE(drawn(canvas, {"main", "leaf"}), std::pair(marked.first, QString()));
        QVERIFY(
            canvas.toolTipText(findCallNode(*canvas.scene().tree, namedPath(Direction::TopDown, {"main"})))
                .contains("? unknown: broken stacks (total +42"));
    }
    void aNodeThatChangedAgainstItsFunctionIsGrey() {
        show("first;leaf 50000\nsecond;leaf 50000\n", "first;leaf 40000\nsecond;leaf 80000\n");
        auto& canvas = *m_view->newCanvas();
        const auto& theme = Theme::of(m_view.get());
        QCOMPARE(drawn(canvas, {"first"}).second, QString("▼"));
        QCOMPARE(drawn(canvas, {"second"}).second, QString("▲"));
        QCOMPARE(drawn(canvas, {"second", "leaf"}).second, QString("▲")); // 20 % more in all
        QCOMPARE(drawn(canvas, {"first", "leaf"}), std::pair(theme.same, QString()));
    }
    void amongCallersTheVerdictIsOfTheSelfWeight() {
        // leaf takes longer. The self weight of its caller does not change, although its total does.
        show("caller 40\ncaller;leaf 20000\n", "caller 50\ncaller;leaf 40000\n");
        for (auto* canvas : {m_view->baseCanvas(), m_view->newCanvas()})
            canvas->setDirection(Direction::Inverted);
        settle();
        auto& canvas = *m_view->newCanvas();
        const auto signOf = [&](const std::vector<std::string>& names) {
            const auto node = findCallNode(*canvas.scene().tree, namedPath(Direction::Inverted, names));
            return canvas.toolTipText(node).section("Function in all: <b>", 1).left(1);
        };
        QCOMPARE(signOf({"leaf"}), QString("▲"));
        QCOMPARE(signOf({"leaf", "caller"}), QString("▲"));
        QCOMPARE(signOf({"caller"}), QString("?"));
        QCOMPARE(drawn(canvas, {"leaf", "caller"}).second, QString("▲"));
    }
    void aBoxNamesItsVerdict() {
        showChanges();
        const auto node =
            findCallNode(*m_view->newCanvas()->scene().tree, namedPath(Direction::TopDown, {"slow"}));
        const auto text = m_view->newCanvas()->toolTipText(node);
        QVERIFY2(text.contains("Function in all: <b>▲ more (total +85.4 … +115.8 %, 95 %)</b>"),
                 qPrintable(text));
        QVERIFY2(text.contains("rests on 2,000 samples (base)"), qPrintable(text));
    }
    void theWholeHasTheWordsOfTheCommandLine() {
        // The same sides as in diff_command_test.
        show("slow 2000\nsteady 20000\nrare 40\n", "slow 4000\nsteady 20000\nrare 50\nfresh 500\n");
        const auto* whole = m_view->findChild<ElidedLabel*>("whole");
        QCOMPARE(whole->text(), QString("New is 11.4 % more (95 %: +8.6 … +14.3 %)."));
        show("rare 40\n", "rare 50\n");
        QCOMPARE(m_view->findChild<ElidedLabel*>("whole")->text(),
                 QString("Whether new is more or less is unknown (95 %: −30.3 … +126.3 %): record longer, or "
                         "several runs of each side."));
    }
};

QTEST_MAIN(ComparisonVerdictsTest)
#include "comparison_verdicts_test.moc"
