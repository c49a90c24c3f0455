/// The matches of a search, and the share that they cover.
#include "model/analysis/call_tree/search.h"
#include "tests/extreme_names.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

class SearchTest : public QObject {
    Q_OBJECT
private:
    static std::shared_ptr<const FrameGroups> groups(std::string_view text) {
        return groupFrames(std::make_shared<const Profile>(profileFromText(text)), Grouping::Function);
    }
    static QStringList found(const FrameGroups& groups, const std::string& pattern) {
        QStringList names;
        const auto matches = matchingGroups(groups, pattern);
        if (!matches) return {"not a pattern"};
        for (std::size_t row = 0; row < matches->size(); ++row)
            if ((*matches)[row]) names << QString::fromStdString(groups.groups[row].name);
        names.sort();
        return names;
    }

private slots:
    void capitalsMatterOnlyWhereSomeAreTyped() {
        const auto all = groups("main;Draw 1\nmain;draw 1\nmain;read 1\n");
        QCOMPARE(found(*all, "draw"), (QStringList{"Draw", "draw"}));
        QCOMPARE(found(*all, "Draw"), QStringList{"Draw"});
        QCOMPARE(found(*all, "^re|n$"), (QStringList{"main", "read"}));
        QCOMPARE(found(*all, "a["), QStringList{"not a pattern"});
    }
    void eachStackCountsOnce() {
        const auto all = groups("main;draw;draw;blit 6\nmain;draw 2\nmain;read 5\nidle;draw 0\n");
        SampleSelector selector(all->profile);
        Task task;
        const auto weights = *selector.stackWeights(ValueTypeIndex(0), {}, task);
        const auto coverage = [&](const std::string& pattern) {
            const auto covered = searchCoverage(*callTreeShape(all), weights, *matchingGroups(*all, pattern));
            return QString("%1 in %2").arg(covered.weight).arg(covered.groups);
        };
        QCOMPARE(coverage("draw"), QString("8 in 1"));
        QCOMPARE(coverage("draw|blit"), QString("8 in 2"));
        QCOMPARE(coverage("main"), QString("13 in 1"));
        QCOMPARE(coverage("nothing"), QString("0 in 0"));
        // The match is only in stacks without a weight, so it covers nothing.
        QCOMPARE(coverage("idle"), QString("0 in 0"));
    }
    void samplesWithoutAFrameHaveARowAsWell() {
        ProfileBuilder builder;
        const auto name = builder.string("worker");
        const auto process = builder.addProcess({.pid = 7, .parent = {}, .name = name, .labels = {}});
        const auto thread = builder.addThread({.process = process, .tid = 7, .name = name, .labels = {}});
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto read = builder.stack({}, namedFrame(builder, "read", "/bin/worker", "read.c", 1));
        builder.addSample(value, {.stack = read, .weight = 5, .thread = thread, .labels = {}});
        builder.addSample(value, {.stack = {}, .weight = 3, .thread = thread, .labels = {}});
        const auto profile = std::make_shared<const Profile>(builder.build());
        Task task;
        const auto groups = groupFrames(profile, Grouping::Function);
        SampleSelector selector(profile);
        const auto weights = *selector.stackWeights(ValueTypeIndex(0), {}, task);
        const auto roots = std::make_shared<const RootedStacks>(
            *rootedStacks(*profile, SampleKey{SampleKey::Kind::Process}, task));
        const auto withRoots = std::make_shared<FrameGroups>(*groups);
        addRoots(*withRoots, roots->roots);
        SampleSelector rootedSelector(profile, roots);
        const auto rootedWeights = *rootedSelector.stackWeights(ValueTypeIndex(0), {}, task);
        const auto rooted = rootedShape(callTreeShape(withRoots), roots);
        const auto coverage = [&](const std::string& pattern) {
            const auto covered =
                searchCoverage(*callTreeShape(groups), weights, *matchingGroups(*groups, pattern));
            const auto below =
                searchCoverage(*rooted.shape, rootedWeights, *matchingGroups(*withRoots, pattern), &rooted);
            return QString("%1 in %2, %3 in %4")
                .arg(covered.weight)
                .arg(covered.groups)
                .arg(below.weight)
                .arg(below.groups);
        };
        QCOMPARE(coverage("no stack"), QString("3 in 1, 3 in 1"));
        QCOMPARE(coverage("read"), QString("5 in 1, 5 in 1"));
        QCOMPARE(coverage("worker"), QString("0 in 0, 8 in 1"));
        QCOMPARE(coverage("worker|stack"), QString("3 in 1, 8 in 2"));
        QCOMPARE(coverage("worker|stack|read"), QString("8 in 2, 8 in 3"));
    }
};

QTEST_GUILESS_MAIN(SearchTest)
#include "search_test.moc"
