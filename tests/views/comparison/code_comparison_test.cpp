/// The code and the source lines of both builds in a comparison: the rows of the table, and the panel with
/// keys.
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/compared_code/code_comparison.h"
#include "views/widgets/theme.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <deque>

using namespace candela;

namespace {

/// A function with these instructions, of four bytes each; the self weight of a row is its number.
std::shared_ptr<const ShownFunction> functionOf(const std::vector<std::string>& texts) {
    auto code = std::make_shared<FunctionCode>();
    code->parts.push_back({0x1000, std::vector<std::byte>(4 * texts.size())});
    auto shown = std::make_shared<ShownFunction>();
    shown->annotated.name = "draw";
    shown->magnitude = 100;
    AnnotatedCode annotated;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        Instruction instruction{.address = 0x1000 + 4 * row, .size = 4, .target = {}, .text = texts[row]};
        if (texts[row] == "call") {
            instruction.kind = InstructionKind::Call;
            instruction.target = 0x9000;
            code->targets[0x9000] = "blit";
        }
        annotated.instructions.push_back({instruction, std::int64_t(row), std::int64_t(row)});
    }
    annotated.code = code;
    shown->annotated.code.push_back(annotated);
    return shown;
}

/// A function whose lines are a whole file, with weight in one line. Without a text: with that line alone.
/// A text without a path is kept by the capture.
std::shared_ptr<const ShownFunction> withSource(std::vector<std::string> text, std::uint32_t hottest,
                                                std::string path = "draw.cpp") {
    static std::deque<SourceText> texts; // stay where they are, as a SourceFinder's do
    auto shown = std::make_shared<ShownFunction>();
    shown->annotated.name = "draw";
    shown->annotated.file = "draw.cpp";
    shown->annotated.lines = {{"draw.cpp", hottest, 20 * hottest, 20 * hottest}};
    shown->magnitude = 100;
    AnnotatedSource source{.file = "draw.cpp",
                           .lines = shown->annotated.lines,
                           .firstLine = text.empty() ? hottest : 1,
                           .lastLine = text.empty() ? hottest : std::uint32_t(text.size())};
    if (!text.empty())
        source.text = &texts.emplace_back(SourceText::ofFile(std::move(path), std::move(text)));
    shown->sources = {source};
    return shown;
}

} // namespace

class CodeComparisonTest : public QObject {
    Q_OBJECT

    static QString cell(const AlignedItemModel& model, int row, AlignedColumn column) {
        return model.index(row, static_cast<int>(column)).data().toString();
    }

private slots:
    void rowsHaveBothSides() {
        const std::shared_ptr<const AlignedRows> rows =
            alignedInstructionRows(compareCode(functionOf({"mov eax, 1", "call", "ret"}),
                                               functionOf({"mov eax, 2", "add eax, 1", "call", "ret"})));
        AlignedItemModel model;
        model.setRows(rows);
        QCOMPARE(model.rowCount(), 4);
        QStringList signs, base, newSide;
        for (int row = 0; row < 4; ++row) {
            signs << cell(model, row, AlignedColumn::Alignment);
            base << cell(model, row, AlignedColumn::BaseText);
            newSide << cell(model, row, AlignedColumn::NewText);
        }
        QCOMPARE(signs, (QStringList{"~", ">", "", ""}));
        QCOMPARE(base, (QStringList{"mov eax, 1", "", "call blit", "ret"}));
        QCOMPARE(newSide, (QStringList{"mov eax, 2", "add eax, 1", "call blit", "ret"}));
        QCOMPARE(cell(model, 0, AlignedColumn::BaseSelf), QString()); // zero is blank
        QCOMPARE(cell(model, 3, AlignedColumn::NewSelf), QString("3.0 %"));
        QCOMPARE(rows->hottest(), std::optional<std::size_t>(3)); // 2 and 3
        // A gap is shaded, and its meaning is in the tool tip.
        const auto gap = model.index(1, static_cast<int>(AlignedColumn::BaseText));
        QVERIFY(gap.data(Qt::BackgroundRole).isValid());
        QVERIFY(gap.data(Qt::ToolTipRole).toString().contains("Only in new"));
        QVERIFY(!model.index(2, 2).data(Qt::BackgroundRole).isValid());
    }
    void linesOfBothBuildsAreRows() {
        const std::shared_ptr<const AlignedRows> rows = alignedLineRows(
            compareCode(withSource({"void draw() {", "    blit(1);", "}"}, 2),
                        withSource({"void draw() {", "    clear();", "    blit(2);", "}"}, 3)));
        AlignedItemModel model;
        model.setRows(rows);
        QStringList signs, base, newSide;
        for (int row = 0; row < model.rowCount(); ++row) {
            signs << cell(model, row, AlignedColumn::Alignment);
            base << cell(model, row, AlignedColumn::BaseText).simplified();
            newSide << cell(model, row, AlignedColumn::NewText).simplified();
        }
        QCOMPARE(signs, (QStringList{"", "", ">", "~", ""}));
        QCOMPARE(base, (QStringList{"draw.cpp", "1 void draw() {", "", "2 blit(1);", "3 }"}));
        QCOMPARE(newSide, (QStringList{"draw.cpp", "1 void draw() {", "2 clear();", "3 blit(2);", "4 }"}));
        QCOMPARE(rows->hottest(), std::optional<std::size_t>(3));
        QCOMPARE(cell(model, 3, AlignedColumn::BaseSelf), QString("40.0 %"));
        QCOMPARE(cell(model, 3, AlignedColumn::NewTotal), QString("60.0 %"));
        QCOMPARE(rows->hottest({"draw.cpp", 1}), std::optional<std::size_t>(1));
        QVERIFY(!rows->hottest({"other.cpp", 1}));
        QVERIFY(!rows->shown().isByDistance());
    }
    void aTextOfTheCaptureIsMarked() {
        const auto rows = alignedLineRows(compareCode(withSource({"a();"}, 1), withSource({"a();"}, 1, {})));
        QCOMPARE(rows->cell(0, ComparisonPart::Base)->text, QString("draw.cpp"));
        QCOMPARE(rows->cell(0, ComparisonPart::New)->text, QString("draw.cpp (from the capture)"));
        QVERIFY(!rows->shown().isByDistance()); // the texts of both builds are known
    }
    void linesOfAnUnknownTextHaveTheirNumbers() {
        const auto rows = alignedLineRows(compareCode(withSource({}, 2), withSource({"a();", "b();"}, 2)));
        QCOMPARE(rows->cell(1, ComparisonPart::Base)->text.simplified(), QString("2"));
        QVERIFY(rows->shown().isByDistance());
    }
    void thePanelFollowsTheSelectionAndStatesWhatIsMissing() {
        ComparisonSession session;
        session.setProfiles({sharedProfile("main;draw 10\n"), sharedProfile("main;draw 20\n")});
        settle();
        CodeComparison panel(session);
        panel.resize(800, 400);
        panel.show();
        QCOMPARE(panel.title(), QString());
        session.base().setSelected({"draw", {}});
        QTRY_VERIFY(!panel.isPending());
        QCOMPARE(panel.title(), QString("draw: base 100.0 %; new 100.0 %"));
        QVERIFY(!panel.table()->isVisible()); // there is no code, which a message states
        QCOMPARE(panel.model().rowCount(), 0);
        const auto isShown = [&](const QString& text) {
            for (const auto* widget : panel.findChildren<QWidget*>())
                if (widget->isVisible() && widget->accessibleName().contains(text)) return true;
            return false;
        };
        QVERIFY(isShown("has no machine code in base"));
        // A changes between code and source.
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.setFocus();
        QTest::keyClick(&panel, Qt::Key_A);
        QVERIFY(isShown("has no known source lines in base"));
        QTest::keyClick(&panel, Qt::Key_A);
        QVERIFY(isShown("has no machine code in base"));
        QSignalSpy closed(&panel, &CodeComparison::closed);
        QTest::keyClick(&panel, Qt::Key_Escape);
        QCOMPARE(closed.size(), 1);
    }
    void aHiddenPanelComputesNothing() {
        ComparisonSession session;
        session.setProfiles({sharedProfile("main;draw 10\n"), sharedProfile("main;draw 20\n")});
        settle();
        CodeComparison panel(session);
        session.base().setSelected({"draw", {}});
        QVERIFY(!panel.isPending());
    }
};

QTEST_MAIN(CodeComparisonTest)
#include "code_comparison_test.moc"
