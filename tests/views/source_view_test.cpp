/// The source view with a compiled program: weights, links between lines and instructions, calls, jumps, and
/// missing files. Expected values are the samples' own weights, and the output of objdump and addr2line.
#include <QTest>

#include "model/base/units.h"
#include "tests/views/source_window.h"
#include "views/source/annotation_pane.h"
#include "views/source/code_item_model.h"
#include "views/source/hot_spot_strip.h"
#include "views/source/source_view.h"
#include "views/widgets/choice_strip.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <set>

using namespace candela;

class SourceViewTest : public QObject, SourceWindow {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = ChurnProgram::whyNot(); !why.isEmpty()) QSKIP(why.constData());
        keepSettings();
    }
    void init() { open(); }
    void cleanup() { close(); }

    void withoutASelectionTheHottestFunctionIsShown() {
        Session session;
        SourceView view(session);
        session.setProfile(m_program->profile());
        settle();
        QCOMPARE(QString::fromStdString(view.shown()->function.name), QString("fold"));
        QVERIFY(session.selected().isEmpty());
    }
    void allColumnsOfCodeAreInANarrowTable() {
        const auto originEnd = [&] {
            const auto* header = code().table()->horizontalHeader();
            const int origin = static_cast<int>(AnnotationColumn::Origin);
            return header->sectionPosition(origin) + header->sectionSize(origin);
        };
        for (const int width : {1000, 700, 650, 570}) {
            code().table()->resize(width, 300);
            QCOMPARE(originEnd(), code().table()->viewport()->width());
        }
    }
    void aHeadingStaysInTheVisiblePartOfANarrowTable() {
        auto* table = code().table();
        table->resize(360, 300);
        auto* scroll = table->horizontalScrollBar();
        QVERIFY(scroll->maximum() > 0);
        QVERIFY(code().model().isHeading(0));
        const auto heading = [&] {
            const QRect row(0, table->rowViewportPosition(0), table->viewport()->width(),
                            table->rowHeight(0));
            return table->viewport()->grab(row).toImage();
        };
        const auto atLeft = heading();
        scroll->setValue(scroll->maximum());
        QCOMPARE(heading(), atLeft);
    }
    void everyInstructionHasTheWeightOfItsSamples() {
        QCOMPARE(shownName(), QString("churn"));
        const auto expected = m_program->instructions("churn");
        QCOMPARE(code().model().rowCount(), static_cast<int>(expected.size()) + 1);
        const auto* header = code().table()->horizontalHeader();
        QVERIFY(header->sectionSize(numberColumn) >= header->fontMetrics().horizontalAdvance("Address") + 12);
        for (std::size_t row = 0; row < expected.size(); ++row) {
            const int shownRow = static_cast<int>(row) + 1;
            QCOMPARE(cellText(code(), shownRow, numberColumn), QString::number(expected[row].address, 16));
            QCOMPARE(cellText(code(), shownRow, static_cast<int>(AnnotationColumn::Self)),
                     QString::fromStdString(formatWeight(ChurnProgram::weightAt(row), "nanoseconds")));
        }
        const int call = rowOfAddress(code(), m_program->call());
        QVERIFY2(cellText(code(), call, textColumn).contains("<fold>"),
                 qPrintable(cellText(code(), call, textColumn)));
    }
    void inlinedCodeIsAtItsLineOrAtTheCall() {
        QCOMPARE(selfCells(), expectedSelves(InlinedCode::AtItsLine));
        QVERIFY(selfCells().contains("mix.h:5"));
        auto* atTheCall = m_view->inlinedChoice()->findChildren<QAbstractButton*>().at(1);
        QTest::mouseClick(atTheCall, Qt::LeftButton);
        settle();
        QCOMPARE(m_view->inlined(), InlinedCode::AtTheCall);
        QCOMPARE(selfCells(), expectedSelves(InlinedCode::AtTheCall));
        QVERIFY(!selfCells().contains("mix.h:5"));
    }
    void aChosenLineMarksItsInstructions() {
        const auto lines = theirLines();
        for (const auto& [line, row] : rowsByLine(source())) {
            clickRow(source(), row);
            std::set<std::uint64_t> expected;
            for (const auto& [address, frames] : lines)
                if (std::ranges::find(frames, line) != frames.end()) expected.insert(address);
            QCOMPARE(linkedAddresses(code()), expected);
            if (expected.empty()) continue;
            bool isSeen = false;
            for (const auto address : expected) {
                const int top = code().table()->rowViewportPosition(rowOfAddress(code(), address));
                isSeen = isSeen || (top >= 0 && top < code().table()->viewport()->height());
            }
            QVERIFY2(isSeen, qPrintable(line));
        }
    }
    void aChosenInstructionMarksItsLines() {
        const auto shown = rowsByLine(source());
        std::size_t several = 0;
        for (const auto& [address, frames] : theirLines()) {
            clickRow(code(), rowOfAddress(code(), address));
            std::set<QString> expected;
            for (const auto& line : frames)
                if (shown.contains(line)) expected.insert(line);
            QCOMPARE(linkedLines(source()), expected);
            several += expected.size() > 1;
        }
        QVERIFY(several > 3);
        // The same with the arrow keys.
        code().table()->setFocus();
        QTest::keyClick(code().table(), Qt::Key_Up);
        const auto row = code().table()->chosenRow();
        const auto address = cellText(code(), row, numberColumn).toULongLong(nullptr, 16);
        QVERIFY(linkedLines(source()).contains(theirLines().at(address).front()));
    }
    void enterAtACallOpensItsCalleeAndAltLeftReturns() {
        clickRow(code(), rowOfAddress(code(), m_program->call()));
        QTest::keyClick(code().table(), Qt::Key_Return);
        settle();
        QCOMPARE(shownName(), QString("fold"));
        QCOMPARE(m_session->selected().function, std::string("fold"));
        QTest::keyClick(source().table(), Qt::Key_Left, Qt::AltModifier);
        settle();
        QCOMPARE(shownName(), QString("churn"));
        QTest::keyClick(source().table(), Qt::Key_Right, Qt::AltModifier);
        settle();
        QCOMPARE(shownName(), QString("fold"));
        QTest::mousePress(source().table()->viewport(), Qt::BackButton, {}, QPoint(20, 20));
        settle();
        QCOMPARE(shownName(), QString("churn"));
    }
    void aDoubleClickOnALineOpensWhatItCalls() {
        const int row = rowsByLine(source()).at(theirLines().at(m_program->call()).back());
        clickRow(source(), row);
        auto* table = source().table();
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {},
                           QPoint(20, table->rowViewportPosition(row) + 3));
        settle();
        QCOMPARE(shownName(), QString("fold"));
        // Back also undoes a selection in another view.
        select("main");
        QCOMPARE(shownName(), QString("main"));
        m_view->step(AnnotationStep::Back);
        settle();
        QCOMPARE(shownName(), QString("fold"));
    }
    void enterAtAJumpGoesToItsTarget() {
        static const QRegularExpression jump(R"(^j\w+\s+([0-9a-f]+) <churn)");
        int jumps = 0;
        for (const auto& [address, text] : m_program->instructions("churn")) {
            const auto match = jump.match(text);
            if (!match.hasMatch()) continue;
            ++jumps;
            clickRow(code(), rowOfAddress(code(), address));
            QTest::keyClick(code().table(), Qt::Key_Return);
            QCOMPARE(cellText(code(), code().table()->chosenRow(), numberColumn), match.captured(1));
        }
        QVERIFY(jumps > 2);
        const auto& model = dynamic_cast<const CodeItemModel&>(code().model());
        int leaving = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            leaving += model.jumps(row).leaves != 0;
        QCOMPARE(leaving, jumps);
    }
    void altDownGoesFromHotToCool() {
        code().table()->setFocus();
        code().chooseHottest();
        std::vector<std::int64_t> expected;
        for (std::size_t row = 0; row < m_program->instructions("churn").size(); ++row)
            expected.push_back(ChurnProgram::weightAt(row));
        std::ranges::sort(expected, std::ranges::greater());
        const auto chosenSelf = [&] {
            return cellText(code(), code().table()->chosenRow(), static_cast<int>(AnnotationColumn::Self));
        };
        for (std::size_t rank = 0; rank < 5; ++rank) {
            QCOMPARE(chosenSelf(), QString::fromStdString(formatWeight(expected[rank], "nanoseconds")));
            QTest::keyClick(code().table(), Qt::Key_Down, Qt::AltModifier);
        }
        QTest::keyClick(code().table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(chosenSelf(), QString::fromStdString(formatWeight(expected[4], "nanoseconds")));
    }
    void aClickOnAHotSpotGoesThere() {
        const int hottest = code().model().hottestRows().front();
        clickRow(code(), 1);
        QTest::mouseClick(code().strip(), Qt::LeftButton, {}, QPoint(5, code().strip()->topOf(hottest) + 1));
        QCOMPARE(code().table()->chosenRow(), hottest);
        QVERIFY(colourCount(*code().strip()) > 3);
    }
    void aFilterChangesTheWeights() {
        const int before = code().table()->verticalScrollBar()->value();
        Filter filter;
        filter.time = TimeRange{0, 1'500'000'000};
        m_session->setFilter(filter);
        settle();
        const auto instructions = m_program->instructions("churn");
        for (std::size_t row = 0; row < instructions.size(); ++row) {
            const auto expected =
                row % 2 == 0
                    ? QString::fromStdString(formatWeight(ChurnProgram::weightAt(row), "nanoseconds"))
                    : QString();
            QCOMPARE(cellText(code(), static_cast<int>(row) + 1, static_cast<int>(AnnotationColumn::Self)),
                     expected);
        }
        QCOMPARE(code().table()->verticalScrollBar()->value(), before);
        filter.time.reset();
        filter.ignore = "churn";
        m_session->setFilter(filter);
        settle();
        QVERIFY(!m_view->shown());
        m_session->setFilter({});
        settle();
        QCOMPARE(shownName(), QString("churn"));
        QCOMPARE(selfCells(), expectedSelves(InlinedCode::AtItsLine));
    }
    void groupsThatAreNoFunctionChangeNothing() {
        m_session->setGrouping(Grouping::Module);
        settle();
        select("churn"); // the program's name, too
        QCOMPARE(shownName(), QString("churn"));
        m_session->setGrouping(Grouping::Line);
        settle();
        const auto& groups = m_session->shown().groups();
        for (const auto& group : groups.groups)
            if (group.name.starts_with("fold ")) select(group.name);
        QCOMPARE(shownName(), QString("fold"));
    }
    void selectedRowsAreCopiedAsText() {
        clickRow(code(), 1);
        QTest::keyClick(code().table(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(code().table(), Qt::Key_C, Qt::ControlModifier);
        const auto lines = QApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        const auto first = m_program->instructions("churn").front().address;
        QVERIFY2(lines[0].startsWith(QString::number(first, 16) + "\t"), qPrintable(lines[0]));
    }
    void screenReadersGetTheRows() {
        auto* table = QAccessible::queryAccessibleInterface(code().table());
        QVERIFY(table && table->tableInterface());
        QCOMPARE(table->text(QAccessible::Name), QString("Instructions"));
        const int call = rowOfAddress(code(), m_program->call());
        const auto* read = table->tableInterface()->cellAt(call, textColumn);
        QVERIFY(read);
        QVERIFY(read->text(QAccessible::Name).startsWith("call"));
    }
    void theMenuOfARowOpensCallees() {
        clickRow(code(), rowOfAddress(code(), m_program->call()));
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(code().table(), &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().front()->text(), QString("Open “fold”"));
        menu->setActiveAction(menu->actions().front());
        QTest::keyClick(menu, Qt::Key_Return);
        settle();
        QCOMPARE(shownName(), QString("fold"));
        // The keys for functions work here too.
        QTest::keyClick(source().table(), Qt::Key_F);
        QCOMPARE(m_session->filter().focus, std::string("^fold$"));
    }
    void aHiddenViewLoadsNothing() {
        m_view->hide();
        select("fold");
        QCOMPARE(shownName(), QString("churn"));
        m_view->show();
        settle();
        QCOMPARE(shownName(), QString("fold"));
    }
};

QTEST_MAIN(SourceViewTest)
#include "source_view_test.moc"
