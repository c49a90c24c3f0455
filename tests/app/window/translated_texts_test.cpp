/// What the window shows in the user's language: texts of recordings, plural forms, and columns that have
/// room for the words.
#include <QTest>

#include "app/window/compare/compare_page.h"
#include "model/base/text/model_text.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/language_fixture.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "tests/views/shown_crumbs.h"
#include "views/compared_code/aligned_item_model.h"
#include "views/compared_code/code_comparison.h"
#include "views/compared_code/shown_code_comparison.h"
#include "views/comparison/comparison_column.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_session.h"
#include "views/comparison/comparison_table.h"
#include "views/filter/filter_bar.h"
#include "views/filter/sample_key_box.h"
#include "views/flame/flame_colours.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/session/call_node_text.h"
#include "views/source/source_messages.h"
#include "views/tables/labels_view.h"
#include "views/tables/sample_group_item_model.h"
#include "views/text/glyph_text.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>

using namespace candela;

namespace {

/// A frame of which only an address is known, and samples without a stack.
std::shared_ptr<const Profile> namelessCode() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    Frame frame;
    frame.address = 16;
    const auto stack = builder.stack({}, builder.frame(frame));
    builder.addSample(value, {.stack = stack, .weight = 5, .thread = {}, .labels = {}});
    builder.addSample(value, {.stack = {}, .weight = 2, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// The first has a user, the others have none.
std::shared_ptr<const Profile> threeProcesses() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    for (int pid = 1; pid <= 3; ++pid) {
        std::vector<Label> labels;
        if (pid == 1) labels.push_back(builder.textLabel("user", "anna"));
        const auto process = builder.addProcess(
            {.pid = pid, .parent = {}, .name = builder.string("make"), .labels = builder.labelSet(labels)});
        const auto thread =
            builder.addThread({.process = process, .tid = pid, .name = builder.string("make"), .labels = {}});
        for (int row = 0; row < 20; ++row)
            builder.addSample(
                value,
                {.stack = {}, .weight = 1'000'000, .time = row * 1'000'000, .thread = thread, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// Shows the three processes in a view of the session.
void show(QWidget& view, QSize size, Session& session) {
    view.resize(size);
    view.show();
    session.setProfile(threeProcesses());
    settle();
}

} // namespace

class TranslatedTextsTest : public QObject, private LanguageFixture {
    Q_OBJECT
private slots:
    void cleanup() { closeWindow(); }
    void aComparisonHasItsWordsAndChangesInSight_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("English") << static_cast<int>(Language::Choice::English);
        QTest::newRow("German") << static_cast<int>(Language::Choice::German);
    }
    void aComparisonHasItsWordsAndChangesInSight() {
        QFETCH(int, choice);
        openWindow(static_cast<Language::Choice>(choice));
        window().resize(1400, 900);
        // Without times, verdicts are the longest: how many samples would decide.
        window().compareFiles({m_fixture->write("a.folded", "main;draw 5000\nmain;load 30000\n")},
                              {m_fixture->write("b.folded", "main;draw 5010\nmain;load 30000\n")});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        settle();
        const auto* table = window().findChild<ComparisonTable*>();
        const auto* model = table->model();
        QVERIFY(model->rowCount() > 0);
        constexpr int padding = 12; // of a cell
        bool areLong = false;
        for (const auto shown : {ComparisonColumn::Verdict, ComparisonColumn::Match})
            for (int row = 0; row < model->rowCount(); ++row) {
                const auto text = model->index(row, static_cast<int>(shown)).data().toString();
                areLong = areLong || text.contains("Samples") || text.contains("samples");
                const int width = table->fontMetrics().horizontalAdvance(text) + padding;
                QVERIFY2(width <= table->columnWidth(static_cast<int>(shown)), qPrintable(text));
            }
        QVERIFY(areLong);
        for (const auto shown : {ComparisonColumn::SelfChange, ComparisonColumn::TotalChange}) {
            const int column = static_cast<int>(shown);
            QVERIFY(table->columnViewportPosition(column) + table->columnWidth(column) <=
                    table->viewport()->width());
        }
        QVERIFY(table->columnWidth(0) >= 160);
    }
    void theNoteAboutMissingSourcesCountsThem_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<int>("files");
        QTest::addColumn<QString>("note");
        const auto english = static_cast<int>(Language::Choice::English);
        const auto german = static_cast<int>(Language::Choice::German);
        const QString first = "/a/0.c is gone: “Files” above names where it is now.";
        QTest::newRow("one") << english << 1 << first;
        QTest::newRow("two") << english << 2 << first + " 1 more file is missing.";
        QTest::newRow("three") << english << 3 << first + " 2 more files are missing.";
        const QString erste = "/a/0.c is gone: unter „Dateien“ oben angeben, wo die Datei jetzt ist.";
        QTest::newRow("eine") << german << 1 << erste;
        QTest::newRow("zwei") << german << 2 << erste + " 1 weitere Datei fehlt.";
        QTest::newRow("drei") << german << 3 << erste + " 2 weitere Dateien fehlen.";
        QTest::newRow("tausende") << german << 1848 << erste + " 1.847 weitere Dateien fehlen.";
        QTest::newRow("thousands") << english << 1848 << first + " 1,847 more files are missing.";
    }
    void theNoteAboutMissingSourcesCountsThem() {
        QFETCH(int, choice);
        QFETCH(int, files);
        openWindow(static_cast<Language::Choice>(choice));
        ShownFunction shown;
        for (int file = 0; file < files; ++file) {
            shown.sources.push_back({.file = "/a/" + std::to_string(file) + ".c"});
            shown.problems.emplace_back("is gone");
        }
        QTEST(sourceNote(shown), "note");
    }
    void labelsAndWhatLacksThemAreGerman() {
        openWindow(Language::Choice::German);
        QCOMPARE(sampleKeyTitle({SampleKey::Kind::Label, "command_line"}), "Befehlszeile");
        SampleGroupItemModel model;
        model.setGroups({{.name = "(none)", .weight = 2, .isNamed = false}, {.name = "(none)", .weight = 1}},
                        "user", "count");
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(model.index(0, 0).data().toString(), "(ohne)");
        QCOMPARE(model.index(1, 0).data().toString(), "(none)"); // a label's own text
    }
    void theCopiedNameIsTheShownOne() {
        openWindow(Language::Choice::German);
        Session session;
        LabelsView view(session);
        show(view, {600, 400}, session);
        view.choose({SampleKey::Kind::Label, "user"});
        settle();
        auto* table = view.findChild<QTableView*>();
        QStringList copied;
        for (int row = 0; row < view.model().rowCount(); ++row) {
            const auto at = table->visualRect(view.model().index(row, 0)).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, table->viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(table->viewport(), &event);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (int entry = 0; entry < 2; ++entry)
                QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
            copied << QApplication::clipboard()->text();
        }
        QCOMPARE(copied, (QStringList{"(ohne)", "anna"}));
    }
    void aModuleOfTheFileIsNoRoot() {
        openWindow(Language::Choice::German);
        Session session;
        session.setProfile(sharedProfile("main@(unknown) 5\n"));
        session.setGrouping(Grouping::Module);
        settle();
        const FrameGroupIndex module(0);
        const auto& groups = session.shown().groups();
        QCOMPARE(groupName(groups, module), "(unknown)");
        session.setZoom(
            {Direction::TopDown, {{groups[module].name, std::string(groups.moduleName(module))}}});
        FlameGraphView view(session);
        view.resize(800, 600);
        view.show();
        settle();
        QCOMPARE(crumbNames(view), (QStringList{"Alle", "(unknown)"}));
    }
    void rootsOfSamplesWithoutALabelAreGerman_data() {
        QTest::addColumn<int>("grouping");
        QTest::addColumn<QString>("shown");
        QTest::newRow("functions") << static_cast<int>(Grouping::Function) << "(ohne)";
        QTest::newRow("modules") << static_cast<int>(Grouping::Module) << "[(ohne)]";
    }
    void rootsOfSamplesWithoutALabelAreGerman() {
        QFETCH(int, grouping);
        QFETCH(QString, shown);
        openWindow(Language::Choice::German);
        Session session;
        session.setProfile(ExampleRecording().make(50));
        session.setGrouping(static_cast<Grouping>(grouping));
        session.setRoots(SampleKey{SampleKey::Kind::Label, "http.route"}); // none has one
        settle();
        const auto& groups = session.shown().groups();
        const FrameGroupIndex root(groups.size() - 1);
        QVERIFY(groups.isRoot(root));
        QCOMPARE(groupName(groups, root), shown);
        // So are the boxes of graphs, and the names above a zoomed one.
        GlyphNames names{QFont()};
        names.setGroups(session.shown().shape->groups);
        GlyphBatch batch;
        QCOMPARE(names.append(root, {}, 1000, batch), names.width(shown));
        session.setZoom(
            {Direction::TopDown, {{groups[root].name, std::string(groups.moduleName(root)), {}, true}}});
        FlameGraphView view(session);
        view.resize(800, 600);
        view.show();
        settle();
        QCOMPARE(crumbNames(view), (QStringList{"Alle", shown}));
    }
    void codeWithoutANameIsGerman_data() {
        QTest::addColumn<int>("grouping");
        QTest::addColumn<QStringList>("shown");
        QTest::newRow("functions") << static_cast<int>(Grouping::Function)
                                   << QStringList{"<unbekannt>", "[ohne Stack]"};
        QTest::newRow("modules") << static_cast<int>(Grouping::Module)
                                 << QStringList{"<unbekannt>", "[ohne Stack]"};
        QTest::newRow("addresses") << static_cast<int>(Grouping::Address)
                                   << QStringList{"<unbekannt> 0x10", "[ohne Stack]"};
    }
    void codeWithoutANameIsGerman() {
        QFETCH(int, grouping);
        QFETCH(QStringList, shown);
        openWindow(Language::Choice::German);
        const auto profile = namelessCode();
        Session session;
        session.setGrouping(static_cast<Grouping>(grouping));
        session.setProfile(profile);
        settle();
        const auto& groups = session.shown().groups();
        QCOMPARE(groups.size(), std::size_t(2));
        GlyphNames glyphs{QFont()};
        glyphs.setGroups(session.shown().shape->groups);
        for (std::size_t row = 0; row < groups.size(); ++row) {
            const FrameGroupIndex group(row);
            const auto& text = shown[static_cast<qsizetype>(row)];
            QCOMPARE(groupName(groups, group), text);
            QCOMPARE(shortCodeText(groups[group].name), text);
            GlyphBatch batch;
            QCOMPARE(glyphs.append(group, {}, 1000, batch), glyphs.width(text));
            if (group == groups.stackless) continue; // is in no tree
            session.setZoom({Direction::TopDown, {{groups[group].name, {}}}});
            FlameGraphView view(session);
            view.resize(800, 600);
            view.show();
            settle();
            QCOMPARE(crumbNames(view), (QStringList{"Alle", text}));
        }
        session.setSearch("ohne");
        settle();
        QVERIFY(session.shown().matches->contains(groups.stackless));
        ComparisonSession compared;
        compared.base().setGrouping(static_cast<Grouping>(grouping));
        compared.setProfiles({profile, profile});
        settle();
        ComparisonItemModel model;
        model.setComparison(compared.comparison(), nullptr, nullptr);
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.index(row, static_cast<int>(ComparisonColumn::Name)).data().toString();
        names.sort();
        QCOMPARE(names, shown);
    }
    void aSearchFindsRootsByTheirGermanName() {
        openWindow(Language::Choice::German);
        Session session;
        FilterBar bar(session);
        show(bar, {900, 40}, session);
        session.setRoots(SampleKey{SampleKey::Kind::Label, "user"});
        settle();
        const auto weightOf = [&](const QString& text) {
            bar.searchBox()->selectAll();
            QTest::keyClicks(bar.searchBox(), text);
            settle();
            return session.shown().matches->coverage.weight;
        };
        QCOMPARE(weightOf("\\(ohne"), std::int64_t(40'000'000));
        QCOMPARE(weightOf("ohne"), std::int64_t(60'000'000)); // with the samples without a stack
        QCOMPARE(weightOf("anna"), std::int64_t(20'000'000));
        QCOMPARE(weightOf("mit"), std::int64_t(0));
    }
    void rowsOfProcessesWithoutALabelAreGerman() {
        openWindow(Language::Choice::German);
        Session session;
        TimelineView view(session);
        show(view, {900, 500}, session);
        auto* box = view.findChild<SampleKeyBox*>();
        const SampleKey user{SampleKey::Kind::Label, "user"};
        for (int key = 0; key < box->count() && box->key() != user; ++key)
            QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(box->key() == user);
        settle();
        QStringList names;
        for (const auto& row : view.canvas()->rows().rows)
            names << row->name + " " + row->number;
        QVERIFY2(names.contains("(ohne) 2 Prozesse"), qPrintable(names.join(", ")));
    }
    void kindsOfCodeInALegendAreGerman() {
        openWindow(Language::Choice::German);
        Session session;
        session.setProfile(std::make_shared<const Profile>(profileFromText("main;[unknown] 5\n")));
        settle();
        QStringList texts;
        for (const auto& entry : coloursByModule(session.shown())->legend(Theme::of(ColourScheme::Light)))
            texts << entry.text;
        QVERIFY2(!texts.isEmpty() && !texts.join('|').contains("Unknown") &&
                     !texts.join('|').contains("module"),
                 qPrintable(texts.join('|')));
        QVERIFY2(texts.join('|').contains("Ohne Modul  100"), qPrintable(texts.join('|')));
    }
    void aComparisonWithoutCodeHasOneLanguage() {
        openWindow(Language::Choice::German);
        auto side = std::make_shared<ShownFunction>();
        side->annotated.name = "draw";
        side->annotated.problems = {ModelText::tr("has no addresses in this profile")};
        const auto compared = compareCode(side, side);
        QCOMPARE(compared->codeProblem, "draw hat in Basis keinen Maschinencode. Sie hat in diesem Profil "
                                        "keine Adressen");
        QVERIFY(
            compared->sourceProblem.startsWith("draw hat in Basis keine bekannten Quelltextzeilen. Sie "));
    }
    void whySidesCannotBeComparedIsGerman() {
        openWindow(Language::Choice::German);
        ComparisonSession session;
        session.setProfiles({sharedProfile("load 10\n"), sharedProfile("draw 20\n")});
        settle();
        QVERIFY2(session.failure() ==
                     "die beiden Seiten sind nicht vergleichbar: keine Funktion ist auf beiden",
                 qPrintable(session.failure()));
        session.base().setGrouping(Grouping::Module);
        session.setProfiles({sharedProfile("load@a 10\n"), sharedProfile("draw@b 20\n")});
        settle();
        QVERIFY2(session.failure().endsWith("kein Modul ist auf beiden"), qPrintable(session.failure()));
    }
    void columnsOfComparedCodeHaveRoomForTheirTitles_data() {
        aComparisonHasItsWordsAndChangesInSight_data();
    }
    void columnsOfComparedCodeHaveRoomForTheirTitles() {
        QFETCH(int, choice);
        openWindow(static_cast<Language::Choice>(choice));
        ComparisonSession session;
        const CodeComparison code(session);
        const auto* header = code.table()->horizontalHeader();
        for (const auto column : {AlignedColumn::BaseSelf, AlignedColumn::BaseTotal, AlignedColumn::NewSelf,
                                  AlignedColumn::NewTotal}) {
            const int section = static_cast<int>(column);
            const auto title = code.model().headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
            constexpr int padding = 12; // of a title
            QVERIFY2(header->sectionSize(section) >= header->fontMetrics().horizontalAdvance(title) + padding,
                     qPrintable(title));
        }
    }
};

QTEST_MAIN(TranslatedTextsTest)
#include "translated_texts_test.moc"
