/// The source view in the window: its weights are those of `candela annotate`, and every other view can show
/// it.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "model/formats/export_profile.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/window/window_fixture.h"
#include "tests/churn_program.h"
#include "views/flame/flame_canvas.h"
#include "views/source/annotation_pane.h"
#include "views/source/source_view.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/widgets/choice_strip.h"

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace candela;

class SourceInWindowTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ChurnProgram> m_program;
    std::unique_ptr<WindowFixture> m_fixture;
    CapturePage* m_page = nullptr;
    QString m_path;

    Session& session() const { return m_page->session(); }
    QString shownView() const { return m_page->captureView()->shownView(); }
    SourceView* sourceView() const { return qobject_cast<SourceView*>(m_page->captureView()->view()); }
    void waitForSource() const {
        QTRY_VERIFY(!session().isBusy() && !session().shown().isEmpty());
        QTRY_VERIFY(sourceView() && sourceView()->shown() && !sourceView()->isLoading());
    }
    void showSource(const std::string& function) const {
        session().setSelected({function, {}});
        m_page->showView("source");
        waitForSource();
        QTRY_COMPARE(sourceView()->shown()->function.name, function);
    }
    /// Rows of lines and instructions with their weights, as in the JSON output.
    static QStringList weightsOf(const ShownFunction& shown) {
        QStringList rows;
        for (const auto& row : shown.rows.source)
            if (row.kind == SourceRow::Kind::Line && (row.self != 0 || row.total != 0))
                rows << QString("%1:%2 %3 %4")
                            .arg(QString::fromStdString(shown.sources[row.file].file))
                            .arg(row.line)
                            .arg(row.self)
                            .arg(row.total);
        for (const auto& row : shown.rows.code) {
            if (row.kind != CodeRow::Kind::Instruction) continue;
            const auto& [instruction, self, total] = shown.instruction(row);
            rows << QString("0x%1 %2 %3").arg(instruction.address, 0, 16).arg(self).arg(total);
        }
        rows.sort();
        return rows;
    }
    static QStringList weightsOf(const QJsonObject& annotation) {
        QStringList rows;
        for (const auto& value : annotation["lines"].toArray()) {
            const auto line = value.toObject();
            if (line["self"].toInteger() != 0 || line["total"].toInteger() != 0)
                rows << QString("%1:%2 %3 %4")
                            .arg(line["file"].toString())
                            .arg(line["line"].toInteger())
                            .arg(line["self"].toInteger())
                            .arg(line["total"].toInteger());
        }
        for (const auto& code : annotation["code"].toArray())
            for (const auto& value : code.toObject()["instructions"].toArray()) {
                const auto instruction = value.toObject();
                rows << QString("%1 %2 %3")
                            .arg(instruction["address"].toString())
                            .arg(instruction["self"].toInteger())
                            .arg(instruction["total"].toInteger());
            }
        rows.sort();
        return rows;
    }
    void compareWithCommand(const QStringList& options) const {
        const auto outcome =
            runCandela(QStringList{"annotate", m_path, "churn", "--format", "json"} + options);
        QVERIFY2(outcome.status == 0, outcome.errors);
        const auto expected = weightsOf(outcome.json());
        QVERIFY(expected.size() > 30);
        QCOMPARE(weightsOf(*sourceView()->shown()), expected);
    }

private slots:
    void initTestCase() {
        if (const auto why = ChurnProgram::whyNot(); !why.isEmpty()) QSKIP(why.constData());
    }
    void init() {
        m_program = std::make_unique<ChurnProgram>();
        m_fixture = std::make_unique<WindowFixture>();
        m_path = m_fixture->pathOf("churn.pb.gz");
        Task task;
        const auto* format = *formatToWrite(m_path.toStdString());
        QVERIFY(storeProfile(m_program->namelessProfile(), *format, m_path.toStdString(), task));
        auto& window = *m_fixture->window;
        window.openFiles({m_path});
        QTRY_VERIFY(shownPage<CapturePage>(window));
        m_page = shownPage<CapturePage>(window);
        QTRY_VERIFY(!session().isBusy() && !session().shown().isEmpty());
        QApplication::setActiveWindow(&window);
    }
    void cleanup() {
        m_page = nullptr;
        m_fixture.reset();
        m_program.reset();
    }

    void weightsAreThoseOfTheCommand() {
        showSource("churn");
        compareWithCommand({});
        QTest::mouseClick(sourceView()->inlinedChoice()->findChildren<QAbstractButton*>().at(1),
                          Qt::LeftButton);
        waitForSource();
        compareWithCommand({"--inlined", "call"});
    }
    void weightsAreThoseOfTheCommandAlsoWithFiltersAndTransforms() {
        showSource("churn");
        session().addTransform({TransformKind::Drop, {"fold"}});
        waitForSource();
        compareWithCommand({"--transform", "drop:fold"});
        // The copied command prints the same weights.
        const auto words = m_page->command().remove(QChar(39)).split(' ');
        QCOMPARE(words.first(2), (QStringList{"candela", "annotate"}));
        const auto outcome = runCandela(words.mid(1) + QStringList{"--format", "json"});
        QVERIFY2(outcome.status == 0, outcome.errors);
        QCOMPARE(weightsOf(outcome.json()), weightsOf(*sourceView()->shown()));
    }
    void aKeyLeadsThereFromEveryView_data() {
        QTest::addColumn<QString>("view");
        for (const QString view : {"flamegraph", "calltree", "functions"})
            QTest::newRow(qPrintable(view)) << view;
    }
    void aKeyLeadsThereFromEveryView() {
        QFETCH(QString, view);
        m_page->showView(view);
        auto* shown = m_page->captureView()->view();
        QWidget* widget = nullptr;
        if (view == "flamegraph") {
            widget = shown->findChild<FlameCanvas*>();
            QTRY_VERIFY(!qobject_cast<FlameCanvas*>(widget)->scene().isEmpty());
            for (int step = 0; step < 2; ++step)
                QTest::keyClick(widget, Qt::Key_Down);
        } else if (view == "calltree") {
            widget = qobject_cast<CallTreeView*>(shown)->treeView();
            QTRY_VERIFY(qobject_cast<QTreeView*>(widget)->model()->rowCount() > 0);
            qobject_cast<QTreeView*>(widget)->expandAll();
            qobject_cast<QTreeView*>(widget)->setCurrentIndex(
                qobject_cast<QTreeView*>(widget)->model()->index(0, 0));
            QTest::keyClick(widget, Qt::Key_Down);
        } else {
            widget = qobject_cast<FunctionsView*>(shown)->tableView();
            QTRY_VERIFY(qobject_cast<QTableView*>(widget)->model()->rowCount() > 0);
            session().setSelected({"churn", {}});
        }
        QTRY_COMPARE(session().selected().function, std::string("churn"));
        QTest::keyClick(widget, Qt::Key_A);
        QCOMPARE(shownView(), QString("source"));
        waitForSource();
        QCOMPARE(sourceView()->shown()->function.name, std::string("churn"));
        QTRY_VERIFY(sourceView()->isAncestorOf(QApplication::focusWidget()));
    }
    void theMenuNamesWhyAModuleHasNoSource() {
        session().setGrouping(Grouping::Module);
        m_page->showView("functions");
        QTRY_VERIFY(!session().isBusy());
        auto* table = qobject_cast<FunctionsView*>(m_page->captureView()->view())->tableView();
        QTRY_VERIFY(table->model()->rowCount() > 0);
        table->selectRow(0);
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(table, &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        const auto* action = menu->actions().front();
        QVERIFY2(action->text().startsWith("Show source"), qPrintable(action->text()));
        QVERIFY(!action->isEnabled());
        QCOMPARE(action->toolTip(), QString("Group by function to choose one"));
        menu->close();
        QTest::keyClick(table, Qt::Key_A);
        QCOMPARE(shownView(), QString("functions"));
    }
    void theViewMenuAndItsKeyLeadThere() {
        auto& window = *m_fixture->window;
        const auto position = m_page->captureView()->viewNames().indexOf("source");
        QVERIFY(position > 0);
        QTest::keyClick(&window, Qt::Key(Qt::Key_1 + position), Qt::ControlModifier);
        QTRY_COMPARE(shownView(), QString("source"));
        waitForSource();
        // Without a selection: the hottest function.
        QCOMPARE(sourceView()->shown()->function.name, std::string("fold"));
    }
};

QTEST_MAIN(SourceInWindowTest)
#include "source_in_window_test.moc"
