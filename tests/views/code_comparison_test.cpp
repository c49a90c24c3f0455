/// The code of both builds in a comparison: the rows of the table, and the panel with keys.
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/code_comparison.h"
#include "views/widgets/theme.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

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

} // namespace

class CodeComparisonTest : public QObject {
    Q_OBJECT

    static QString cell(const AlignedCodeItemModel& model, int row, AlignedCodeColumn column) {
        return model.index(row, static_cast<int>(column)).data().toString();
    }

private slots:
    void rowsHaveBothSides() {
        auto shown = std::make_shared<ShownAlignedCode>();
        shown->base = functionOf({"mov eax, 1", "call", "ret"});
        shown->newSide = functionOf({"mov eax, 2", "add eax, 1", "call", "ret"});
        shown->aligned = alignedCode(shown->baseCode(), shown->newCode());
        AlignedCodeItemModel model;
        model.setShown(shown);
        QCOMPARE(model.rowCount(), 4);
        QStringList signs, base, newSide;
        for (int row = 0; row < 4; ++row) {
            signs << cell(model, row, AlignedCodeColumn::Alignment);
            base << cell(model, row, AlignedCodeColumn::BaseCode);
            newSide << cell(model, row, AlignedCodeColumn::NewCode);
        }
        QCOMPARE(signs, (QStringList{"~", ">", "", ""}));
        QCOMPARE(base, (QStringList{"mov eax, 1", "", "call blit", "ret"}));
        QCOMPARE(newSide, (QStringList{"mov eax, 2", "add eax, 1", "call blit", "ret"}));
        QCOMPARE(cell(model, 0, AlignedCodeColumn::BaseSelf), QString()); // zero is blank
        QCOMPARE(cell(model, 3, AlignedCodeColumn::NewSelf), QString("3.0 %"));
        QCOMPARE(model.hottestRow(), 3); // 2 and 3
        // A gap is shaded, and its meaning is in the tool tip.
        const auto gap = model.index(1, static_cast<int>(AlignedCodeColumn::BaseCode));
        QVERIFY(gap.data(Qt::BackgroundRole).isValid());
        QVERIFY(gap.data(Qt::ToolTipRole).toString().contains("Only in new"));
        QVERIFY(!model.index(2, 1).data(Qt::BackgroundRole).isValid());
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
        QCOMPARE(panel.title(), QString("draw"));
        QVERIFY(!panel.table()->isVisible()); // there is no code, which a message states
        QCOMPARE(panel.model().rowCount(), 0);
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
