/// Two sides that follow each other, and the colours of changes.
#include "model/profile/profile_builder.h"
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "tests/views/shown_crumbs.h"
#include "views/comparison/change_colours.h"
#include "views/comparison/change_legend.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_table.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"
#include "views/flame_graph/flame_map.h"
#include "views/session/message_stack.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"

#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

CallNodeIndex node(FlameCanvas& canvas, const std::vector<std::string>& names) {
    return findCallNode(*canvas.scene().tree, namedPath(canvas.direction(), names));
}

QPoint middleOf(FlameCanvas& canvas, const std::vector<std::string>& names) {
    const auto* box = canvas.scene().boxOf(node(canvas, names));
    if (!box) qFatal("no such box");
    const auto row =
        canvas.scene().firstRow() + canvas.scene().tree->depth(box->node) - canvas.scene().ancestors.size();
    return canvas.geometry().boxRect(canvas.scene(), row, *box).center().toPoint();
}

} // namespace

class ComparisonViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ComparisonSession> m_session;
    std::unique_ptr<ComparisonView> m_view;

    void show(std::shared_ptr<const Profile> base, std::shared_ptr<const Profile> newSide) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<ComparisonSession>();
        m_view = std::make_unique<ComparisonView>(*m_session);
        m_view->resize(1200, 800);
        m_view->show();
        m_session->setProfiles({std::move(base), std::move(newSide)});
        settle();
    }
    FlameCanvas& base() { return *m_view->baseCanvas(); }
    FlameCanvas& newCanvas() { return *m_view->newCanvas(); }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void aDifferenceIsBesideItsBar() {
        show(sharedProfile("main;draw 30\nmain;load 10\n"), sharedProfile("main;draw 20\nmain;load 30\n"));
        const auto* table = m_view->findChild<ComparisonTable*>();
        const auto* model = table->model();
        constexpr int margin = 5; // between the text and the edge of its cell
        for (const auto column : {ComparisonColumn::SelfDifference, ComparisonColumn::TotalDifference})
            for (int row = 0; row < model->rowCount(); ++row) {
                const auto index = model->index(row, static_cast<int>(column));
                const auto width = table->fontMetrics().horizontalAdvance(index.data().toString());
                QVERIFY(width + margin <= table->columnWidth(index.column()) / 2);
            }
    }
    void theScaleOfColoursIsShorterBeforeItWraps() {
        show(sharedProfile("main;draw 30\nmain;load 10\n"), sharedProfile("main;draw 20\nmain;load 30\n"));
        const auto legends = m_view->findChildren<ChangeLegend*>(); // the difference has one, too
        const auto* legend = *std::ranges::find_if(legends, &QWidget::isVisible);
        const auto* graphs = m_view->findChild<ChoiceStrip*>("graphs");
        const int whole = legend->sizeHint().width();
        int shorter = 0;
        for (int width = 1600; width > 900; width -= 10) {
            m_view->resize(width, 800);
            settle();
            QVERIFY(legend->width() >= legend->minimumSizeHint().width());
            const bool isBeside = legend->y() < graphs->y() + graphs->height();
            shorter += isBeside && legend->width() < whole;
            if (!isBeside) QCOMPARE(legend->width(), whole); // it has a line of its own
        }
        QVERIFY(shorter >= 7); // of 80 pixels
    }
    void theNameOfAChoiceStaysInItsLineInANarrowWindow() {
        show(sharedProfile("main;draw 3\n"), sharedProfile("main;draw 4\n"));
        const auto middleOf = [this](const QWidget* widget) {
            return widget->mapTo(m_view.get(), widget->rect().center()).y();
        };
        const QWidget *name = nullptr, *choice = nullptr;
        for (const auto* label : m_view->findChildren<QLabel*>())
            if (label->text() == "Compare") name = label;
        for (const auto* strip : m_view->findChildren<ChoiceStrip*>())
            if (strip->toolTip().startsWith("Time and samples")) choice = strip;
        QVERIFY(name && choice);
        for (int width = 1200; width >= 500; width -= 20) {
            m_view->resize(width, 800);
            settle();
            QVERIFY2(std::abs(middleOf(name) - middleOf(choice)) <= 2, qPrintable(QString::number(width)));
        }
    }
    void buildsOfDifferentNamesShareOneTree() {
        const auto ofProgram = [](const char* program) {
            ProfileBuilder builder;
            const auto value = builder.valueType("samples", "count");
            const auto function =
                builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
            const auto frame = builder.frame({.function = function, .mapping = {}});
            for (const auto* name : {"sh", program}) {
                const auto process =
                    builder.addProcess({.pid = 10, .parent = {}, .name = builder.string(name), .labels = {}});
                const auto thread = builder.addThread(
                    {.process = process, .tid = 10, .name = builder.string(name), .labels = {}});
                builder.addSample(
                    value, {.stack = builder.stack({}, frame), .weight = 1, .thread = thread, .labels = {}});
            }
            return std::make_shared<const Profile>(builder.build());
        };
        show(ofProgram("old_build"), ofProgram("new_build"));
        QVERIFY(!m_session->base().roots());
        QVERIFY(!m_session->newSide().roots());
    }
    void showingAFunctionLeadsToItsRow() {
        std::string text;
        for (int function = 0; function < 200; ++function)
            text += "main;f" + std::to_string(function) + " " + std::to_string(300 - function) + "\n";
        show(sharedProfile(text), sharedProfile(text));
        auto* table = m_view->tableView();
        const auto seen = [&] {
            return table->viewport()->rect().contains(table->visualRect(table->currentIndex()));
        };
        m_session->newSide().showIn("functions", {"f190", {}});
        settle();
        QCOMPARE(m_view->model().row(table->currentIndex().row()).name, std::string("f190"));
        QVERIFY(seen());
        // Another normalization sorts by the largest differences again.
        m_session->setNormalize(Normalize::None);
        settle();
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }
    void stepsOfTheSearchGoThroughTheBaseOrWhereTheMatchesAre() {
        show(sharedProfile("main;draw 6\nmain;read 4\n"), sharedProfile("main;draw 6\nmain;fresh 4\n"));
        m_session->base().setSearch("read");
        settle();
        m_session->base().requestMatch(MatchStep::Next);
        QCOMPARE(base().selectedNode(), node(base(), {"main", "read"}));
        m_session->base().setSearch("fresh");
        settle();
        m_session->base().requestMatch(MatchStep::Next);
        QCOMPARE(newCanvas().selectedNode(), node(newCanvas(), {"main", "fresh"}));
    }
    void keysZoomOnBothSides() {
        show(sharedProfile("main;draw;blit 6\nmain;read 4\n"),
             sharedProfile("main;read 14\nmain;draw;blit 5\n"));
        for (int step = 0; step < 2; ++step)
            QTest::keyClick(&base(), Qt::Key_Down);
        QCOMPARE(base().selectedNode(), node(base(), {"main", "draw"}));
        QTest::keyClick(&base(), Qt::Key_Return);
        settle();
        QCOMPARE(base().scene().layout.root, node(base(), {"main", "draw"}));
        QCOMPARE(newCanvas().scene().layout.root, node(newCanvas(), {"main", "draw"}));
    }
    void theCallPathOfTheZoomIsAboveEachGraph() {
        show(sharedProfile("main;draw;blit 6\nmain;read 4\n"),
             sharedProfile("main;read 14\nmain;draw;blit 5\n"));
        QVERIFY(shownCrumbs(*m_view).empty());
        QTest::mouseClick(base().viewport(), Qt::LeftButton, {}, middleOf(base(), {"main", "draw"}));
        settle();
        QCOMPARE(crumbNames(*m_view), (QStringList{"All", "main", "draw", "All", "main", "draw"}));
        QVERIFY(base().findChild<FlameMap*>()->isVisible());
        QTest::mouseClick(shownCrumbs(*m_view).back(), Qt::LeftButton); // the call node itself
        QTest::mouseClick(shownCrumbs(*m_view)[4], Qt::LeftButton);     // of new, which base follows
        settle();
        QCOMPARE(base().scene().layout.root, node(base(), {"main"}));
        QCOMPARE(newCanvas().scene().layout.root, node(newCanvas(), {"main"}));
    }
    void hoverZoomAndSearchFollowOnTheOtherSide() {
        show(sharedProfile("main;draw;blit 6\nmain;read 4\n"),
             sharedProfile("main;read 14\nmain;draw;blit 5\nmain;draw;fresh 1\n"));
        QTest::mouseMove(base().viewport(), middleOf(base(), {"main", "draw"}));
        QTRY_COMPARE(newCanvas().hoveredNode(), node(newCanvas(), {"main", "draw"}));
        QTest::mouseClick(base().viewport(), Qt::LeftButton, {}, middleOf(base(), {"main", "draw"}));
        QCOMPARE(newCanvas().scene().layout.root, node(newCanvas(), {"main", "draw"}));
        QCOMPARE(newCanvas().scene().layout.total, 6);
        QCOMPARE(newCanvas().selectedNode(), node(newCanvas(), {"main", "draw"}));
        // A zoom to a node that only one side has zooms the other side to the nearest ancestor that it has.
        QTest::mouseClick(newCanvas().viewport(), Qt::LeftButton, {},
                          middleOf(newCanvas(), {"main", "draw", "fresh"}));
        QCOMPARE(newCanvas().scene().layout.root, node(newCanvas(), {"main", "draw", "fresh"}));
        QCOMPARE(base().scene().layout.root, node(base(), {"main", "draw"}));
        m_session->newSide().zoomBack();
        QCOMPARE(m_session->base().zoom().names(), (std::vector<std::string>{"main", "draw"}));
        QVERIFY(m_session->base().canZoomForward());
        m_session->newSide().setSearch("read");
        settle();
        QCOMPARE(m_session->base().shown().matches->coverage.weight, 4);
        QCOMPARE(m_view->model().rowCount(), 1);
        Filter filter;
        filter.ignore = "read";
        m_session->base().setFilter(filter);
        settle();
        QCOMPARE(m_session->newSide().shown().total(), 6);
    }
    void bothSidesGrowFromTheSameRoots() {
        show(ExampleRecording().make(2000), ExampleRecording(2.0).make(2000));
        m_session->newSide().setRoots(SampleKey{SampleKey::Kind::Label, "user"});
        settle();
        QCOMPARE(m_session->base().roots(), m_session->newSide().roots());
        for (auto* canvas : {&base(), &newCanvas()}) {
            for (const char* user : {"anna", "postgres", "root"}) {
                auto path = namedPath(canvas->direction(), {user, "_start"});
                path.steps.front().isRoot = true;
                QVERIFY2(findCallNode(*canvas->scene().tree, path), user);
            }
        }
        const int row = m_view->model().rowOf("anna"); // also compared as a whole
        QVERIFY(row >= 0);
        QCOMPARE(m_view->model().row(row).match, MatchEvidence::Name);
        QVERIFY(m_view->model().row(row).baseTotal > 0);
    }
    void boxesAreTintedByChange() {
        show(sharedProfile("main;slow 20000\nmain;same 60000\nmain;fast 20000\n"),
             sharedProfile("main;slow 40000\nmain;same 60000\nmain;fresh 0\n"));
        const auto colourOf = [](FlameCanvas& canvas, const std::vector<std::string>& names) {
            const auto* box = canvas.scene().boxOf(node(canvas, names));
            const auto tone =
                canvas.scene().tones[static_cast<std::size_t>(box - canvas.scene().layout.boxes.data())];
            return coloursByChange(nullptr, [] { return nullptr; })
                ->palette(Theme::of(ColourScheme::Light))[tone];
        };
        const auto& theme = Theme::of(ColourScheme::Light);
        for (auto* canvas : {&base(), &newCanvas()}) {
            QCOMPARE(colourOf(*canvas, {"main", "slow"}), theme.more);
            QCOMPARE(colourOf(*canvas, {"main", "same"}), theme.same);
        }
        QCOMPARE(colourOf(base(), {"main", "fast"}), theme.less);
        QVERIFY(hasColour(*m_view, theme.more));
        QVERIFY(hasColour(*m_view, theme.less));
    }
    void callNodesFindTheirCounterpartsByTheirPaths() {
        show(sharedProfile("main;a;leaf 6\nmain;b;leaf 4\n"),
             sharedProfile("main;b;leaf 3\nmain;c;other 3\n"));
        auto scene = base().scene();
        const SideRows rows(m_session->comparison(), ComparisonPart::Base);
        const auto nodes = counterparts(scene, *newCanvas().scene().tree,
                                        [&](FrameGroupIndex group) { return rows.partner(group); });
        const auto counterpart = [&](const std::vector<std::string>& names) {
            const auto* box = scene.boxOf(node(base(), names));
            return nodes[static_cast<std::size_t>(box - scene.layout.boxes.data())];
        };
        QCOMPARE(counterpart({"main"}), node(newCanvas(), {"main"}));
        QCOMPARE(counterpart({"main", "b", "leaf"}), node(newCanvas(), {"main", "b", "leaf"}));
        QVERIFY(counterpart({"main", "a"}).isNone());
        QVERIFY(counterpart({"main", "a", "leaf"}).isNone());
    }
    void theToolTipNamesBothSides() {
        show(sharedProfile("main;slow 20\nmain;same 80\n"), sharedProfile("main;slow 50\nmain;same 50\n"));
        const auto text = base().toolTipText(node(base(), {"main", "slow"}));
        QVERIFY2(text.contains("base 20.0 %, new 50.0 %, difference <b>+30.0 pp</b>"), qPrintable(text));
    }
    void aRowOfTheTableIsSelectedOnBothSides() {
        show(sharedProfile("main;slow 20\nmain;same 80\n"), sharedProfile("main;slow 50\nmain;same 50\n"));
        m_view->tableView()->selectRow(m_view->model().rowOf("slow"));
        QCOMPARE(m_session->newSide().selected().function, std::string("slow"));
        m_session->newSide().setSelected({"same", namedPath(Direction::TopDown, {"main", "same"})});
        QCOMPARE(m_view->tableView()->currentIndex().siblingAtColumn(0).data().toString(), QString("same"));
    }
    void keysOfActionsWorkInTheTable() {
        show(sharedProfile("main;slow 20\nmain;same 80\n"), sharedProfile("main;slow 50\nmain;same 50\n"));
        QSignalSpy view(&m_session->base(), &Session::viewRequested);
        auto* table = m_view->tableView();
        table->selectRow(m_view->model().rowOf("slow"));
        QTest::keyClick(table, Qt::Key_A);
        QCOMPARE(view.size(), 1);
        QCOMPARE(view.front().front().toString(), QString("source"));
        // The letter does not select another row by its name.
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QString("slow"));
    }
    void memoryIsComparedAsMeasuredUnlessChosenOtherwise() {
        const auto heap = [](std::int64_t grown) {
            ProfileBuilder builder;
            const auto value = builder.valueType("inuse_space", "bytes");
            const auto add = [&](const char* name, std::int64_t weight) {
                const auto function = builder.function(
                    {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
                const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
                builder.addSample(value, {.stack = stack, .weight = weight, .thread = {}, .labels = {}});
            };
            add("cache", 1000);
            add("arena", grown);
            return std::make_shared<const Profile>(builder.build());
        };
        show(heap(1000), heap(9000));
        QCOMPARE(m_session->normalize(), Normalize::None);
        const auto* meaning = m_view->findChild<ElidedLabel*>("meaning");
        QVERIFY(meaning->isVisible());
        QVERIFY2(meaning->text().contains("inuse_space: Compared as measured"), qPrintable(meaning->text()));
        const int row = m_view->model().rowOf("cache");
        QCOMPARE(m_view->model().row(row).selfDifference, 0.0);
        m_session->setNormalize(Normalize::Share);
        settle();
        QVERIFY(m_view->model().row(m_view->model().rowOf("cache")).selfDifference < 0);
        QVERIFY(meaning->text().contains("by shares"));
        // Samples of time are compared by shares.
        show(sharedProfile("main 1\n"), sharedProfile("main 3\n"));
        QCOMPARE(m_session->normalize(), Normalize::Share);
    }
    void theTableBeginsWithWhatChangedMostByItselfOrInAll() {
        show(sharedProfile("parse;scan 10\nparse;lex 10\nrender 80\n"),
             sharedProfile("parse;scan 18\nparse;lex 17\nrender 65\n"));
        const auto names = [&] {
            QStringList names;
            for (int row = 0; row < m_view->model().rowCount(); ++row)
                names << m_view->model().index(row, 0).data().toString();
            return names;
        };
        QCOMPARE(names(), (QStringList{"render", "parse", "scan", "lex"}));
        m_view->tableView()->sortByColumn(static_cast<int>(ComparisonColumn::SelfDifference),
                                          Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"render", "scan", "lex", "parse"}));
        m_view->tableView()->sortByColumn(-1, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"render", "parse", "scan", "lex"}));
    }
    void theWayOfComparingChangesTheNumbers() {
        show(sharedProfile("main;slow 20\nmain;same 80\n"), sharedProfile("main;slow 120\nmain;same 80\n"));
        const auto cell = [&] {
            const int row = m_view->model().rowOf("same");
            return m_view->model()
                .index(row, static_cast<int>(ComparisonColumn::SelfDifference))
                .data()
                .toString();
        };
        QCOMPARE(cell(), QString("−40.0 pp"));
        m_session->setNormalize(Normalize::None);
        settle();
        QCOMPARE(cell(), QString()); // no difference is blank
        m_session->setNormalize(Normalize::Duration);
        settle();
        QVERIFY(!m_session->comparison());
        QVERIFY(!m_session->failure().isEmpty());
        m_session->setNormalize(Normalize::Share);
        settle();
        QCOMPARE(cell(), QString("−40.0 pp"));
    }
    void emptyAndHugeSidesAreShown() {
        const Warnings warnings;
        show(emptyProfile(), sharedProfile("main 1\n"));
        QVERIFY(colourCount(*m_view) > 10);
        show(hugeProfile(30'000), hugeProfile(50'000));
        QVERIFY(colourCount(*m_view) > 10);
        QVERIFY(m_view->model().rowCount() > 1000);
        QCOMPARE(Warnings::take(), QStringList());
    }
};

QTEST_MAIN(ComparisonViewTest)
#include "comparison_view_test.moc"
