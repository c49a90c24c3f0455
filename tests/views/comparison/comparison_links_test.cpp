/// Functions with different names on the two sides of a comparison: followed from side to side, and linked by
/// hand.
#include "tests/named_path.h"
#include "tests/views/comparison/compared_view.h"
#include "tests/views/row_menu.h"
#include "views/comparison/comparison_item_model.h"
#include "views/flame/flame_canvas.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace candela;

class ComparisonLinksTest : public QObject, private ComparedView {
    Q_OBJECT
private:
    void showRenamed() {
        show("main;parse 10\nmain;parse;scan 30\nmain;draw 50\n",
             "main;decode 11\nmain;decode;scan 29\nmain;draw 55\n");
    }
    QString matchOf(const char* name) const {
        const auto& model = m_view->model();
        return model.index(model.rowOf(name), static_cast<int>(ComparisonColumn::Match)).data().toString();
    }
    /// Chooses an action of a row's menu; false if the menu lacks it.
    bool choose(const char* name, const char* action) {
        const auto& model = m_view->model();
        return chooseFromRowMenu(*m_view->tableView(), model.index(model.rowOf(name), 0), action,
                                 QContextMenuEvent::Mouse);
    }

private slots:
    void init() { QSettings().remove("comparison/links"); }
    void cleanup() {
        m_view.reset();
        m_session.reset();
        QSettings().remove("comparison/links");
    }
    void selectionAndZoomFollowARenamedFunction() {
        showRenamed();
        m_session->base().setSelected({"parse", {}});
        QCOMPARE(m_session->newSide().selected().function, std::string("decode"));
        m_session->newSide().setHovered({"decode", namedPath(Direction::TopDown, {"main", "decode"})});
        QCOMPARE(m_session->base().hovered().function, std::string("parse"));
        QCOMPARE(m_session->base().hovered().path.names(), (std::vector<std::string>{"main", "parse"}));
        m_session->base().setZoom(namedPath(Direction::TopDown, {"main", "parse"}));
        QCOMPARE(m_session->newSide().zoom().names(), (std::vector<std::string>{"main", "decode"}));
        m_session->newSide().zoomBack();
        QVERIFY(m_session->base().zoom().isEmpty());
    }
    void theTableShowsTheMatchAndBothNames() {
        showRenamed();
        const auto& model = m_view->model();
        const int row = model.rowOf("parse");
        QVERIFY(row >= 0);
        QCOMPARE(row, model.rowOf("decode"));
        QCOMPARE(model.index(row, 0).data().toString(), QString("decode (base: parse)"));
        QVERIFY(matchOf("decode").startsWith("renamed, "));
        QCOMPARE(matchOf("draw"), QString("name"));
        QVERIFY(model.index(row, 0).data(Qt::ToolTipRole).toString().contains("similar callers"));
    }
    void aSelectedRowIsSelectedOnBothSidesByTheirNames() {
        showRenamed();
        m_view->tableView()->selectRow(m_view->model().rowOf("parse"));
        QCOMPARE(m_session->base().selected().function, std::string("parse"));
        QCOMPARE(m_session->newSide().selected().function, std::string("decode"));
    }
    void aFunctionThatWaitsForItsPartnerIsNamed() {
        showRenamed();
        auto* cue = m_view->findChild<QToolButton*>("waiting");
        QVERIFY(cue && !cue->isVisible());
        QVERIFY(choose("parse", "unlink"));
        QVERIFY(choose("parse", "remember"));
        QVERIFY(cue->isVisible());
        QCOMPARE(cue->text(), QString("parse waits for its function in new  ✕"));
        QTest::mouseClick(cue, Qt::LeftButton); // forgotten
        QVERIFY(!cue->isVisible());
        QVERIFY(!choose("decode", "link"));
        QVERIFY(choose("decode", "remember"));
        QCOMPARE(cue->text(), QString("decode waits for its function in base  ✕"));
        cue->setFocus();
        QTest::keyClick(cue, Qt::Key_Space);
        QVERIFY(!cue->isVisible());
        QVERIFY(choose("decode", "remember"));
        QVERIFY(choose("parse", "link"));
        QVERIFY(!cue->isVisible());
        QCOMPARE(matchOf("decode"), QString("by hand"));
    }
    void hoverAndZoomWithTheMouseFollowOnTheOtherSide() {
        showRenamed();
        auto& base = *m_view->baseCanvas();
        auto& newCanvas = *m_view->newCanvas();
        const auto middleOf = [](FlameCanvas& canvas, const std::vector<std::string>& names) {
            const auto node = findCallNode(*canvas.scene().tree, namedPath(canvas.direction(), names));
            const auto* box = canvas.scene().boxOf(node);
            if (!box) qFatal("no such box");
            return canvas.geometry()
                .boxRect(canvas.scene(), canvas.scene().firstRow() + canvas.scene().tree->depth(node), *box)
                .center()
                .toPoint();
        };
        QTest::mouseMove(base.viewport(), middleOf(base, {"main", "parse"}));
        QTRY_COMPARE(m_session->newSide().hovered().function, std::string("decode"));
        QTest::mouseClick(base.viewport(), Qt::LeftButton, {}, middleOf(base, {"main", "parse"}));
        QTRY_COMPARE(m_session->newSide().zoom().names(), (std::vector<std::string>{"main", "decode"}));
        QCOMPARE(m_session->newSide().selected().function, std::string("decode"));
        QTest::keyClick(&newCanvas, Qt::Key_Escape);
        QTRY_VERIFY(m_session->base().zoom().isEmpty());
    }
    void pairsAreTakenApartAndLinkedInTheMenu() {
        showRenamed();
        QVERIFY(choose("parse", "unlink"));
        QCOMPARE(matchOf("parse"), QString("only base"));
        QCOMPARE(matchOf("decode"), QString("only new"));
        QVERIFY(!choose("parse", "link")); // nothing waits to be linked
        QVERIFY(choose("parse", "remember"));
        QVERIFY(choose("decode", "link"));
        QCOMPARE(matchOf("decode"), QString("by hand"));
        QCOMPARE(m_view->model().rowOf("parse"), m_view->model().rowOf("decode"));
        showRenamed(); // kept for the next comparison
        QCOMPARE(matchOf("decode"), QString("by hand"));
    }
};

QTEST_MAIN(ComparisonLinksTest)
#include "comparison_links_test.moc"
