/// Tool tips that explain what is shown: titles of columns, and the legend of the flame graph.
#include "model/profile/profile_builder.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_table.h"
#include "views/filter/filter_bar.h"
#include "views/filter/grouping_box.h"
#include "views/flame/legend.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/tables/labels_view.h"
#include "views/tables/weight_columns.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolTip>
#include <QTreeView>

using namespace candela;

namespace {

/// What appears where the pointer rests.
QString toolTipAt(QWidget& widget, QPoint point) {
    QHelpEvent event(QEvent::ToolTip, point, widget.mapToGlobal(point));
    QCoreApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

std::shared_ptr<const Profile> cpuProfile() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto function =
        builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    builder.addSample(value, {.stack = stack, .weight = 5'000'000, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// Those of all titles of a header that is shown, by column.
QStringList toolTipsOf(QHeaderView& header) {
    QStringList tips;
    for (int column = 0; column < header.count(); ++column) {
        const QPoint point(header.sectionViewportPosition(column) + 8, header.height() / 2);
        tips << toolTipAt(*header.viewport(), point);
    }
    return tips;
}

} // namespace

class ToolTipsTest : public QObject {
    Q_OBJECT
private slots:
    void titlesOfColumnsStateWhatTheColumnShows() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(cpuProfile());
        for (auto* header : {tree.treeView()->header(), functions.tableView()->horizontalHeader()}) {
            auto* view = header == tree.treeView()->header() ? static_cast<QWidget*>(&tree) : &functions;
            view->resize(1400, 300);
            view->show();
            settle();
            const auto tips = toolTipsOf(*header);
            QVERIFY2(!tips.contains(QString()), qPrintable(tips.join('|')));
            QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), weightColumns);
            const auto self = tips[static_cast<int>(WeightColumn::Self)];
            QVERIFY2(self.contains("without what it calls") && self.contains("cpu, recorded in nanoseconds"),
                     qPrintable(self));
            QVERIFY(tips[static_cast<int>(WeightColumn::Total)].contains("recursion counts once"));
            view->hide();
        }
    }

    void titlesOfAnInvertedTreeStateWhoseWeightsTheyAre() {
        Session session;
        CallTreeView tree(session);
        session.setProfile(sharedProfile("main;draw 5\n"));
        tree.resize(1400, 300);
        tree.show();
        settle();
        const auto before = toolTipsOf(*tree.treeView()->header());
        tree.setDirection(Direction::Inverted);
        settle();
        const auto tips = toolTipsOf(*tree.treeView()->header());
        QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), weightColumns);
        for (const auto column : {WeightColumn::Self, WeightColumn::Total}) {
            const auto tip = tips[static_cast<int>(column)];
            QVERIFY2(tip != before[static_cast<int>(column)], qPrintable(tip));
            QVERIFY2(!tip.contains("all that it calls") && !tip.contains("without what it calls"),
                     qPrintable(tip));
            QVERIFY2(tip.endsWith("Weight: samples"), qPrintable(tip)); // "count" would say nothing
        }
        QCOMPARE(tips[static_cast<int>(WeightColumn::Module)],
                 before[static_cast<int>(WeightColumn::Module)]);
    }

    void titlesOfLabelsStateWhatTheColumnShows() {
        Session session;
        LabelsView view(session);
        session.setProfile(cpuProfile());
        view.resize(1400, 300);
        view.show();
        settle();
        const auto tips = toolTipsOf(*view.findChild<QTableView*>()->horizontalHeader());
        QVERIFY2(!tips.contains(QString()), qPrintable(tips.join('|')));
        QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), sampleGroupColumns);
        QVERIFY(tips[static_cast<int>(SampleGroupColumn::Share)].contains("all weight that passes"));
    }

    void titlesOfDifferencesStateWhatTheColumnShows() {
        ComparisonItemModel model;
        ComparisonTable table(&model);
        table.resize(4000, 300); // all columns are in sight
        table.show();
        const auto tips = toolTipsOf(*table.horizontalHeader());
        QVERIFY2(!tips.contains(QString()), qPrintable(tips.join('|')));
        QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), comparisonColumns);
        QVERIFY(tips[static_cast<int>(ComparisonColumn::NewTotal)].endsWith("in new; recursion counts once"));
        QVERIFY(tips.filter("function", Qt::CaseInsensitive).isEmpty()); // rows may be modules or files
    }

    void titlesAndBoxesOfASeriesStateWhatTheyAreFor() {
        SeriesView view;
        view.resize(4000, 600); // all columns are in sight
        view.show();
        const auto profile = sharedProfile("main@app;draw@libdraw.so 60\nmain@app;read@libio.so 20\n");
        view.setProfiles({{"a", profile}, {"b", profile}, {"c", profile}});
        QTRY_VERIFY(!view.isPending());
        settle();
        const auto tips = toolTipsOf(*view.table()->horizontalHeader());
        QVERIFY2(!tips.contains(QString()), qPrintable(tips.join('|')));
        QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), seriesColumns);
        auto* search = view.filterBar()->searchBox();
        const auto ofSearch = toolTipAt(*search, search->rect().center());
        QVERIFY2(ofSearch.startsWith("Lists the rows that match"), qPrintable(ofSearch));
        auto* grouping = view.findChild<GroupingBox*>();
        QCOMPARE(toolTipAt(*grouping, grouping->rect().center()), QString("What rows represent"));
    }

    void theLegendStatesWhatItsColoursStandFor() {
        Session session;
        FlameGraphView view(session);
        view.resize(700, 400);
        view.show();
        session.setProfile(sharedProfile("main@app;draw@libdraw.so 60\nmain@app;read@libio.so 20\n"
                                         "main@app;a@liba_with_a_long_name.so 9\nmain@app;b@libb.so 8\n"));
        settle();
        auto* legend = view.findChild<Legend*>();
        const auto byModule = toolTipAt(*legend, legend->rect().center());
        QVERIFY2(byModule.startsWith("A colour for each module"), qPrintable(byModule));
        for (const auto* entry : {"libdraw.so  61.9 %", "libio.so  20.6 %", "libb.so  8.2 %"})
            QVERIFY2(byModule.contains(entry), qPrintable(byModule)); // also those without room
        view.canvas()->setColouring(coloursBySelf);
        settle();
        QVERIFY(toolTipAt(*legend, legend->rect().center()).startsWith("The stronger the colour"));
        view.canvas()->setColouring(coloursByKind);
        settle();
        QVERIFY(toolTipAt(*legend, legend->rect().center()).startsWith("A colour for each kind of code"));
    }
};

QTEST_MAIN(ToolTipsTest)
#include "tool_tips_test.moc"
