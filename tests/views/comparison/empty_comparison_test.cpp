/// Comparisons that have nothing to show: what is wrong, and what to do.
#include "tests/views/comparison/compared_view.h"
#include "views/widgets/choice_strip.h"

#include <QAbstractButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

using namespace candela;

class EmptyComparisonTest : public QObject, private ComparedView {
    Q_OBJECT
private:
    /// "What is wrong|what to do"; empty if there are rows.
    QString message() {
        auto* table = m_view->tableView();
        const auto* shown = qobject_cast<QStackedWidget*>(table->parentWidget())->currentWidget();
        return shown == table ? QString() : shown->accessibleName() + "|" + shown->accessibleDescription();
    }
    void list(const char* rows) {
        for (auto* button : m_view->findChild<ChoiceStrip*>("listed")->findChildren<QAbstractButton*>())
            if (button->text() == rows) QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    void search(const char* pattern) {
        m_session->base().setSearch(pattern);
        settle();
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void choicesThatLeaveNoRowAreNamed() {
        show("main;slow 20\nmain;same 80\n", "main;slow 20\nmain;same 80\n");
        QCOMPARE(message(), QString());
        list("Changed");
        QCOMPARE(message(), QString("No row has this verdict|Choose “All” above this table to see all rows"));
        search("nowhere");
        QCOMPARE(
            message(),
            QString("Nothing matches the search|Clear the search box, or choose “All” above this table"));
        list("All");
        QCOMPARE(message(), QString("Nothing matches the search|Clear the search box to see all rows"));
        search("");
        QCOMPARE(message(), QString());
    }
    void aFilterThatKeepsNothingIsNamed() {
        show("main;slow 20\n", "main;slow 20\n");
        Filter filter;
        filter.focus = "nowhere";
        m_session->base().setFilter(filter);
        settle();
        QVERIFY2(message().endsWith("|Remove a filter above to see more"), qPrintable(message()));
    }
};

QTEST_MAIN(EmptyComparisonTest)
#include "empty_comparison_test.moc"
