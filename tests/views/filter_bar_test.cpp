/// The bar of filters and search.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/filter_bar.h"
#include "views/filter_chips.h"

#include <QLineEdit>
#include <QTest>

using namespace candela;

namespace {

std::shared_ptr<const Profile> profile(std::string_view text) {
    return std::make_shared<const Profile>(profileFromText(text));
}

} // namespace

class FilterBarTest : public QObject {
    Q_OBJECT
private slots:
    void everyPartOfTheFilterIsAChipThatRemovesIt() {
        Session session;
        FilterBar bar(session);
        session.setProfile(ExampleRecording().make(200));
        Filter filter;
        filter.time = TimeRange{1'500'000'000, 4'000'000'000};
        filter.process = "rend";
        filter.labels = {{"route", "^/orders$"}};
        filter.threads = {ThreadIndex(1), ThreadIndex(2), ThreadIndex(3)};
        session.setFilter(filter);
        session.focusOn("main");
        session.ignore("Scene::render(Camera const&, std::vector<Light, std::allocator<Light> > const&)");
        session.ignore("a|b");
        settle();
        QCOMPARE(
            bar.chipTexts(),
            (QStringList{
                "Time: 1.50 s – 4 s", "Process: compiler 1007", "Process: rend", "Focus: main",
                "Ignore: Scene::render(Camera const&, std::vector<Light, std::allocator<Light> > const&)",
                "Ignore: a|b", "route = /orders"}));
        bar.removeChip(4);
        settle();
        QCOMPARE(bar.chipTexts().size(), 6);
        QCOMPARE(session.filter().ignore, exactPattern("a|b"));
        while (!bar.chipTexts().isEmpty()) {
            bar.removeChip(0);
            settle();
        }
        QVERIFY(session.filter().isEmpty());
    }
    void aPatternThatTheUserWroteStaysOneChip() {
        Session session;
        FilterBar bar(session);
        session.setProfile(profile("main 1\n"));
        Filter filter;
        filter.ignore = "idle|^wait";
        session.setFilter(filter);
        QCOMPARE(bar.chipTexts(), QStringList{"Ignore: idle|^wait"});
    }
    void exactPatternsAndBack() {
        for (const std::string text :
             {"main", "f(int*)", "operator|", "a\\b", "std::vector<int>::at", "x$"}) {
            QCOMPARE(exactText(exactPattern(text)), std::optional(text));
        }
        QVERIFY(!exactText("main"));
        QVERIFY(!exactText("^ma.n$"));
        QVERIFY(!exactText("^main\\$"));
    }
    void theSearchSaysItsShare() {
        Session session;
        FilterBar bar(session);
        bar.resize(900, 40);
        session.setProfile(profile("main;draw;draw 6\nmain;drain 2\nmain;read 8\n"));
        settle();
        QCOMPARE(bar.searchResult(), QString());
        QTest::keyClicks(bar.searchBox(), "dra");
        settle();
        QCOMPARE(session.search(), QString("dra"));
        QCOMPARE(bar.searchResult(), QString("50.0 % in 2 functions"));
        bar.searchBox()->clear();
        QTest::keyClicks(bar.searchBox(), "READ");
        settle();
        QCOMPARE(bar.searchResult(), QString("0.0 % in 0 functions"));
        bar.searchBox()->selectAll();
        QTest::keyClicks(bar.searchBox(), "(");
        settle();
        QVERIFY(!bar.searchResult().isEmpty());
        QVERIFY(!bar.searchResult().contains('\n'));
        session.setSearch("read");
        settle();
        QCOMPARE(bar.searchBox()->text(), QString("read"));
        QCOMPARE(bar.searchResult(), QString("50.0 % in 1 function"));
    }
};

QTEST_MAIN(FilterBarTest)
#include "filter_bar_test.moc"
