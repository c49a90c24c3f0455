/// The difference flame graph under mouse and keys: its colours, its texts, and what it shares with both
/// sides and the table.
#include "tests/model/comparison/recorded_stacks.h"
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"
#include "views/comparison/difference_colours.h"
#include "views/comparison/difference_flame.h"
#include "views/flame/flame_canvas.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/strip.h"

#include <QAbstractButton>
#include <QTableView>
#include <QTest>

using namespace candela;

class DifferenceFlameTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ComparisonSession> m_session;
    std::unique_ptr<ComparisonView> m_view;

    FlameCanvas& canvas() { return *m_view->difference()->canvas(); }

    /// Presses a button of the choice with that object name.
    void choose(const char* choice, const QString& text) {
        for (auto* button : m_view->findChild<ChoiceStrip*>(choice)->findChildren<QAbstractButton*>())
            if (button->text() == text) QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    void show(std::string_view base, std::string_view newSide, ColourScheme scheme = ColourScheme::Light) {
        show({sharedProfile(base), sharedProfile(newSide)}, Normalize::None, scheme);
    }
    void show(const ComparedProfiles& profiles, Normalize normalize, ColourScheme scheme) {
        Theme::apply(scheme);
        m_view.reset();
        m_session = std::make_unique<ComparisonSession>();
        m_view = std::make_unique<ComparisonView>(*m_session);
        m_view->resize(1200, 800);
        m_view->show();
        m_session->setProfiles(profiles);
        m_session->setNormalize(normalize);
        settle();
        choose("graphs", "Difference");
    }
    void showChanges(ColourScheme scheme = ColourScheme::Light) {
        show("main;slow 2000\nmain;steady 20000\nmain;rare 40\nmain;old 3000\n",
             "main;slow 4000\nmain;steady 20000\nmain;rare 50\nmain;fresh 5000\n", scheme);
        m_session->choices().setLinks(
            {{HandLinkKind::Unlink, "old", "fresh"}}); // else one may be the other, renamed
        settle();
    }
    CallNodeIndex node(const std::vector<std::string>& names) {
        return findCallNode(*canvas().scene().tree, namedPath(canvas().direction(), names));
    }
    const FlameBox* boxOf(const std::vector<std::string>& names) {
        return canvas().scene().boxOf(node(names));
    }
    QPoint middleOf(const std::vector<std::string>& names) {
        const auto* box = boxOf(names);
        if (!box) qFatal("no such box");
        const auto row = canvas().scene().rowOf(box->node);
        return canvas().geometry().boxRect(canvas().scene(), row, *box).center().toPoint();
    }
    /// The colour of a box, and the sign before its name.
    std::pair<QColor, QString> drawn(const std::vector<std::string>& names) {
        const auto* box = boxOf(names);
        const auto tone =
            canvas().scene().tones[static_cast<std::size_t>(box - canvas().scene().layout.boxes.data())];
        const auto colours = coloursByCertainty(nullptr);
        return {colours->palette(Theme::of(&canvas()))[tone], colours->signs()[tone]};
    }
    double widthOf(const std::vector<std::string>& names) {
        const auto* box = boxOf(names);
        return box ? double(box->right - box->left) : 0;
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
        Theme::apply(ColourScheme::Light);
        setLayoutDensity(LayoutDensity::Normal);
    }
    void onlyCertainChangesHaveAColourAndASign_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void onlyCertainChangesHaveAColourAndASign() {
        QFETCH(bool, isDark);
        const auto scheme = isDark ? ColourScheme::Dark : ColourScheme::Light;
        showChanges(scheme);
        const auto& theme = Theme::of(scheme);
        QCOMPARE(drawn({"main", "slow"}).second, QString("▲"));
        QCOMPARE(drawn({"main", "steady"}), std::pair(theme.same, QString()));
        QCOMPARE(drawn({"main", "rare"}), std::pair(theme.same, QString()));
        QCOMPARE(drawn({"main", "fresh"}), std::pair(theme.more, QString("▲+")));
        QCOMPARE(drawn({"main", "old"}), std::pair(theme.less, QString("▼−")));
        QVERIFY(hasColour(canvas(), theme.more));
        QVERIFY(hasColour(canvas(), theme.less));
    }
    void whatOneSideKnowsLessOfIsMarkedAndGrey() {
        show({recordedStacks({{"main leaf", 70}, {"leaf", 30, StackEnd::Unreadable}}),
              recordedStacks({{"main leaf", 100}})},
             Normalize::Share, ColourScheme::Light);
        const auto& theme = Theme::of(ColourScheme::Light);
        QCOMPARE(drawn({"main"}), std::pair(theme.same, QString("?")));
        QCOMPARE(drawn({"main", "leaf"}), std::pair(theme.same, QString()));
        QVERIFY(!hasColour(canvas(), theme.more));
    }
    void aMoreCertainChangeHasAStrongerColour() {
        // Both have doubled; one of them with few samples.
        show("main;sure 20000\nmain;barely 60\nmain;steady 20000\n",
             "main;sure 40000\nmain;barely 170\nmain;steady 20000\n");
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto distance = [&](const QColor& colour) {
            return std::abs(colour.red() - theme.same.red()) + std::abs(colour.blue() - theme.same.blue());
        };
        QCOMPARE(drawn({"main", "barely"}).second, QString("▲"));
        QVERIFY(distance(drawn({"main", "barely"}).first) < distance(drawn({"main", "sure"}).first));
    }
    void widthsFollowTheChoice() {
        showChanges();
        // 25,040 in base and 29,050 in new.
        QVERIFY(std::abs(widthOf({"main", "old"}) - 3000 / (25040.0 + 29050.0)) < 1e-6);
        QVERIFY(std::abs(widthOf({"main", "fresh"}) - 5000 / (25040.0 + 29050.0)) < 1e-6);
        choose("widths", "Base");
        QVERIFY(std::abs(widthOf({"main", "old"}) - 3000 / 25040.0) < 1e-6);
        QCOMPARE(widthOf({"main", "fresh"}), 0.0);
        choose("widths", "New");
        QVERIFY(std::abs(widthOf({"main", "fresh"}) - 5000 / 29050.0) < 1e-6);
        QCOMPARE(widthOf({"main", "old"}), 0.0);
        choose("widths", "Changes");
        // 2,000 + 0 + 10 + 3,000 + 5,000
        QVERIFY(std::abs(widthOf({"main", "old"}) - 3000 / 10010.0) < 1e-6);
        QVERIFY(std::abs(widthOf({"main", "slow"}) - 2000 / 10010.0) < 1e-6);
        QCOMPARE(widthOf({"main", "steady"}), 0.0);
    }
    void hoveringStatesBothNumbersAndTheVerdict() {
        showChanges();
        QTest::mouseMove(canvas().viewport(), middleOf({"main", "slow"}));
        QCOMPARE(m_session->base().hovered().function, std::string("slow"));
        QCOMPARE(m_session->newSide().hovered().function, std::string("slow"));
        const auto words = canvas().markedWords();
        QCOMPARE(words.name, QString("slow"));
        QCOMPARE(words.numbers.mid(0, 3), QStringList({"base 2,000", "new 4,000", "+2,000"}));
        QVERIFY2(words.numbers.value(3).startsWith("▲ more (total +85.4 … +115.8 %"),
                 qPrintable(words.numbers.join("|")));
        const auto toolTip = canvas().toolTipText(canvas().hitAt(middleOf({"main", "slow"})));
        QVERIFY2(toolTip.contains("base 2,000, new 4,000, difference <b>+2,000</b>"), qPrintable(toolTip));
        QVERIFY2(toolTip.contains("rests on"), qPrintable(toolTip));
        QVERIFY(canvas().toolTipText(node({"main", "old"})).contains("Only in base"));
    }
    void aClickZoomsAndSelectsOnBothSidesAndInTheTable() {
        show("main;draw;line 500\nmain;draw;text 500\nmain;load 500\n",
             "main;draw;line 900\nmain;draw;text 500\nmain;load 500\n");
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, middleOf({"main", "draw"}));
        settle();
        QCOMPARE(m_session->base().zoom().names(), (std::vector<std::string>{"main", "draw"}));
        QCOMPARE(m_session->newSide().zoom().names(), (std::vector<std::string>{"main", "draw"}));
        QCOMPARE(m_view->tableView()->currentIndex().siblingAtColumn(0).data().toString(), QString("draw"));
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(m_session->base().selected().function, std::string("line"));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        settle();
        QVERIFY(m_session->base().zoom().isEmpty());
        m_view->tableView()->selectRow(m_view->model().rowOf("load"));
        QCOMPARE(m_session->newSide().selected().function, std::string("load"));
    }
    void aRenamedFunctionIsFoundOnBothSides() {
        show("main;draw;line 500\nmain;load 500\n", "main;paint;line 900\nmain;load 500\n");
        m_session->choices().setLinks({{HandLinkKind::Link, "draw", "paint"}});
        settle();
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, middleOf({"main", "paint"}));
        settle();
        QCOMPARE(m_session->newSide().selected().function, std::string("paint"));
        QCOMPARE(m_session->base().selected().function, std::string("draw"));
    }
    void searchAndFilterReachIt() {
        showChanges();
        const auto tree = canvas().scene().tree;
        m_session->base().setSearch("old|slow");
        settle();
        QCOMPARE(canvas().scene().tree, tree); // nothing was computed again
        const auto& matches = canvas().shown().matches;
        QVERIFY(matches->contains(canvas().scene().tree->group(node({"main", "old"}))));
        QVERIFY(matches->contains(canvas().scene().tree->group(node({"main", "slow"}))));
        QVERIFY(!matches->contains(canvas().scene().tree->group(node({"main", "fresh"}))));
        m_session->base().setSearch({});
        Filter filter;
        filter.focus = "slow|rare";
        m_session->base().setFilter(filter);
        settle();
        QVERIFY(boxOf({"main", "slow"}));
        QVERIFY(!boxOf({"main", "steady"}));
    }
    void callersHaveTheSameColours() {
        showChanges();
        canvas().setDirection(Direction::Inverted);
        settle();
        QCOMPARE(drawn({"slow"}).second, QString("▲"));
        QCOMPARE(drawn({"slow", "main"}).second, QString("▲"));
        QCOMPARE(drawn({"old"}).second, QString("▼−"));
        QVERIFY(canvas().toolTipText(node({"slow", "main"})).contains("base 2,000, new 4,000"));
    }
    void equalSidesShowNoColour() {
        show("main;a 500\nmain;b 300\n", "main;a 500\nmain;b 300\n");
        for (const auto tone : canvas().scene().tones)
            QCOMPARE(coloursByCertainty(nullptr)->signs()[tone], QString());
        choose("widths", "Changes");
        QVERIFY(canvas().scene().layout.boxes.empty());
    }
    void itsStripIsAsHighAsTheOneAbove_data() {
        QTest::addColumn<int>("density");
        QTest::newRow("compact") << static_cast<int>(LayoutDensity::Compact);
        QTest::newRow("normal") << static_cast<int>(LayoutDensity::Normal);
        QTest::newRow("comfortable") << static_cast<int>(LayoutDensity::Comfortable);
    }
    void itsStripIsAsHighAsTheOneAbove() {
        QFETCH(int, density);
        setLayoutDensity(static_cast<LayoutDensity>(density));
        showChanges();
        m_view->resize(2000, 800); // each has one line
        settle();
        const auto stripOf = [&](const char* choice) {
            const QWidget* widget = m_view->findChild<ChoiceStrip*>(choice);
            while (widget && !qobject_cast<const Strip*>(widget))
                widget = widget->parentWidget();
            return widget;
        };
        QVERIFY(stripOf("graphs") != stripOf("widths"));
        QCOMPARE(stripOf("widths")->height(), stripOf("graphs")->height());
    }
};

QTEST_MAIN(DifferenceFlameTest)
#include "difference_flame_test.moc"
