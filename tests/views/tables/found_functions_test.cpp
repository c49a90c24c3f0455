/// The list of functions while a search begins and ends.
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/tables/functions_view.h"

#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <fmt/format.h>

#include <string>

using namespace candela;

namespace {

/// "f0" is the hottest of two hundred functions.
std::string twoHundredFunctions() {
    std::string text;
    for (int row = 0; row < 200; ++row)
        text += fmt::format("main;f{} {}\n", row, 1000 - row);
    return text;
}

} // namespace

class FoundFunctionsTest : public QObject {
    Q_OBJECT
private slots:
    void aRowThatWasFoundStaysInSight() {
        Session session;
        FunctionsView view(session);
        view.resize(800, 400);
        view.show();
        session.setProfile(sharedProfile(twoHundredFunctions()));
        settle();
        const auto* table = view.tableView();
        const auto isInSight = [&] {
            return table->viewport()->rect().contains(table->visualRect(table->currentIndex()).center());
        };
        session.setSearch("^f15");
        settle();
        session.requestMatch(MatchStep::Next);
        session.requestMatch(MatchStep::Next);
        QCOMPARE(session.selected().function, std::string("f150"));
        session.setSearch({});
        settle();
        QCOMPARE(view.model().rowCount(), 201);
        QVERIFY(isInSight());
        QVERIFY(table->verticalScrollBar()->value() > 0);
        // What was out of sight in the search stays so: the hottest rows are shown.
        table->verticalScrollBar()->setValue(0);
        session.setSearch("f");
        settle();
        QVERIFY(!isInSight());
        session.setSearch({});
        settle();
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }
};

QTEST_MAIN(FoundFunctionsTest)
#include "found_functions_test.moc"
