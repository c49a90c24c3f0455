/// The item models under QAbstractItemModelTester, with profiles of every size, and their sorting.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "views/comparison/comparison_item_model.h"
#include "views/tables/call_tree_item_model.h"
#include "views/tables/function_list_item_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace candela;

namespace {

Shown shownOf(std::shared_ptr<const Profile> profile, const std::string& search = {}) {
    if (!profile->shownValue()) return {};
    Task task;
    const auto value = profile->shownValue();
    return *ShownComputation().compute({.profile = std::move(profile),
                                        .value = value,
                                        .filter = {},
                                        .grouping = Grouping::Function,
                                        .search = search,
                                        .roots = {}},
                                       task);
}

std::shared_ptr<CallTree> treeOf(const Shown& shown, Direction direction) {
    if (shown.isEmpty()) return nullptr;
    return std::make_shared<CallTree>(shown.tree(direction));
}

std::shared_ptr<const Comparison> comparisonOf(const Shown& base, const Shown& newSide, Normalize normalize) {
    if (base.isEmpty() || newSide.isEmpty()) return nullptr;
    const auto side = [](const Shown& shown) {
        return ComparisonSide{shown.shape->groups, *shown.weights, 1'000'000'000};
    };
    return std::make_shared<const Comparison>(*compare(side(base), side(newSide),
                                                       base.profile->samples[0].type,
                                                       newSide.profile->samples[0].type, normalize));
}

std::shared_ptr<const Profile> textProfile(std::string_view text) {
    return std::make_shared<const Profile>(profileFromText(text));
}

QStringList column(const QAbstractItemModel& model, int column, const QModelIndex& parent = {}) {
    QStringList cells;
    for (int row = 0; row < model.rowCount(parent); ++row)
        cells << model.index(row, column, parent).data().toString();
    return cells;
}

} // namespace

class ItemModelsTest : public QObject {
    Q_OBJECT
private slots:
    void modelsKeepQtsRules_data() {
        QTest::addColumn<QString>("size");
        for (const char* size : {"empty", "tiny", "example", "huge"})
            QTest::newRow(size) << size;
    }
    void modelsKeepQtsRules() {
        QFETCH(QString, size);
        const auto shown = shownOf(size == "empty"  ? emptyProfile()
                                   : size == "tiny" ? textProfile("main;draw 5\nmain;read 3\n")
                                   : size == "huge" ? hugeProfile(10'000)
                                                    : ExampleRecording().make(2000));
        for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
            CallTreeItemModel model;
            QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
            model.setTree(shown, treeOf(shown, direction));
            QModelIndex index;
            while (model.rowCount(index) > 0)
                index = model.index(model.rowCount(index) - 1, 0, index);
            const QPersistentModelIndex kept(index);
            const auto name = index.data();
            model.sort(0, Qt::AscendingOrder);
            QCOMPARE(kept.data(), name);
            model.setTree({}, nullptr);
            QCOMPARE(model.rowCount(), 0);
        }
        FunctionListItemModel functions;
        QAbstractItemModelTester functionsTester(&functions,
                                                 QAbstractItemModelTester::FailureReportingMode::QtTest);
        functions.setShown(shown);
        const QPersistentModelIndex kept(functions.index(0, 0));
        const auto name = kept.data();
        for (int column = 0; column < functions.columnCount(); ++column)
            functions.sort(column, Qt::AscendingOrder);
        QCOMPARE(kept.data(), name);
        ComparisonItemModel comparison;
        QAbstractItemModelTester comparisonTester(&comparison,
                                                  QAbstractItemModelTester::FailureReportingMode::QtTest);
        comparison.setComparison(comparisonOf(shown, shown, Normalize::Share), nullptr, nullptr);
        for (int column = 0; column < comparison.columnCount(); ++column)
            comparison.sort(column, Qt::DescendingOrder);
    }
    void theCallTreeSortsSiblings() {
        const auto shown = shownOf(textProfile("main;b 5\nmain;a;c 7\nmain;a;b 1\nmain 2\n"));
        CallTreeItemModel model;
        model.setTree(shown, treeOf(shown, Direction::TopDown));
        const auto main = model.index(0, 0);
        QCOMPARE(column(model, 0), QStringList{"main"});
        QCOMPARE(column(model, 0, main), (QStringList{"a", "b"}));
        QCOMPARE(column(model, static_cast<int>(WeightColumn::Total), main), (QStringList{"8", "5"}));
        QCOMPARE(column(model, static_cast<int>(WeightColumn::TotalShare), main),
                 (QStringList{"53.3 %", "33.3 %"}));
        QCOMPARE(main.siblingAtColumn(static_cast<int>(WeightColumn::Self)).data().toString(), QString("2"));
        model.sort(static_cast<int>(WeightColumn::Self), Qt::DescendingOrder);
        QCOMPARE(column(model, 0, model.index(0, 0)), (QStringList{"b", "a"}));
        const auto deep = model.index(0, 0, model.index(1, 0, model.index(0, 0)));
        QCOMPARE(model.indexOf(model.node(deep)), deep);
    }
    void functionsAreSortedAndOnlyMatchesAreListed() {
        const auto profile = textProfile("main;draw;draw 6\nmain;read@libc.so 4\n");
        FunctionListItemModel model;
        model.setShown(shownOf(profile));
        QCOMPARE(column(model, 0), (QStringList{"draw", "read", "main"}));
        QCOMPARE(column(model, static_cast<int>(WeightColumn::Total)), (QStringList{"6", "4", "10"}));
        QCOMPARE(column(model, static_cast<int>(WeightColumn::Module)), (QStringList{"", "libc.so", ""}));
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(column(model, 0), (QStringList{"draw", "main", "read"}));
        QCOMPARE(model.rowOf("main"), 1);
        model.setShown(shownOf(profile, "^re"));
        QCOMPARE(column(model, 0), QStringList{"read"});
        QCOMPARE(model.index(0, 0).data(MatchRole).toBool(), true);
        QCOMPARE(model.rowOf("main"), -1);
    }
    void theComparisonShowsBothSidesAndTheDifference() {
        const auto base = shownOf(textProfile("main;slow 20\nmain;same 70\nmain;old 10\n"));
        const auto newSide = shownOf(textProfile("main;slow 80\nmain;same 140\nmain;fresh 20\n"));
        ComparisonItemModel model;
        const auto cells = [&](ComparisonColumn which) { return column(model, static_cast<int>(which)); };
        model.setComparison(comparisonOf(base, newSide, Normalize::Share), nullptr, nullptr);
        QCOMPARE(cells(ComparisonColumn::Name), (QStringList{"slow", "same", "old", "fresh", "main"}));
        QCOMPARE(cells(ComparisonColumn::BaseSelf), (QStringList{"20.0 %", "70.0 %", "10.0 %", "", ""}));
        QCOMPARE(cells(ComparisonColumn::SelfDifference),
                 (QStringList{"+13.3 pp", "−11.7 pp", "−10.0 pp", "+8.3 pp", ""}));
        QCOMPARE(cells(ComparisonColumn::SelfChange),
                 (QStringList{"+66.7 %", "−16.7 %", "removed", "new", ""}));
        model.setComparison(comparisonOf(base, newSide, Normalize::None), nullptr, nullptr);
        // Ordered by the larger of both changes: the total of main grows most.
        QCOMPARE(cells(ComparisonColumn::Name), (QStringList{"main", "same", "slow", "fresh", "old"}));
        QCOMPARE(cells(ComparisonColumn::SelfDifference).value(1), QString("+70"));
        model.setComparison(comparisonOf(base, newSide, Normalize::Duration), nullptr, nullptr);
        QCOMPARE(cells(ComparisonColumn::NewSelf).value(1), QString("140/s"));
        model.sort(static_cast<int>(ComparisonColumn::Name), Qt::AscendingOrder);
        QCOMPARE(cells(ComparisonColumn::Name), (QStringList{"fresh", "main", "old", "same", "slow"}));
    }
};

QTEST_MAIN(ItemModelsTest)
#include "item_models_test.moc"
