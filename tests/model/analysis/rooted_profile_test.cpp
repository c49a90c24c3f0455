/// Profiles whose stacks have their process, thread or label as root.
#include <vector> // first, because moc can't read <compare> otherwise

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/rooted_profile.h"
#include "model/profile/profile_builder.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <set>

using namespace candela;

namespace {

/// Two processes that do the same, of two users; a sample without a thread and one without a stack.
std::shared_ptr<const Profile> twoUsers() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto other = builder.valueType("faults", "count");
    const auto addThread = [&](std::int32_t pid, const char* user) {
        const auto labels = builder.labelSet({builder.textLabel("user", user)});
        const auto process =
            builder.addProcess({.pid = pid, .parent = {}, .name = builder.string("make"), .labels = labels});
        return builder.addThread(
            {.process = process, .tid = pid, .name = builder.string("make"), .labels = {}});
    };
    const auto frame = [&](const char* name) {
        const auto function =
            builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
        return builder.frame({.function = function, .mapping = {}});
    };
    const auto main = builder.stack({}, frame("main"));
    const auto read = builder.stack(main, frame("read"));
    const auto anna = builder.stack(main, frame("anna")); // a function may have that name
    const auto first = addThread(10, "anna");
    const auto second = addThread(20, "bert");
    const auto add = [&](StackIndex stack, std::int64_t weight, ThreadIndex thread) {
        builder.addSample(value,
                          {.stack = stack, .weight = weight, .time = 5, .thread = thread, .labels = {}});
    };
    add(read, 1, first);
    add(anna, 2, first);
    add({}, 4, first);
    add(read, 8, second);
    add(main, 16, second);
    add(main, 32, {});
    builder.addSample(other, {.stack = read, .weight = 3, .thread = second, .labels = {}});
    builder.addWarning("something is missing");
    return std::make_shared<const Profile>(builder.build());
}

RootedProfile rooted(const char* key, BelowRoots below = BelowRoots::Stacks) {
    Task task;
    return *rootedProfile(*twoUsers(), *sampleKeyFromName(key), below, task);
}

} // namespace

class RootedProfileTest : public QObject {
    Q_OBJECT
private slots:
    void aPartOfTheTimeHoldsTheSameWithRoots() {
        const auto profile = std::make_shared<const Profile>(randomProfile(3, 400, RandomSamples::Lasting));
        Task task;
        const auto withRoots = std::make_shared<const Profile>(
            rootedProfile(*profile, *sampleKeyFromName("thread"), BelowRoots::Stacks, task)->profile);
        const Filter filter{.time = TimeRange{300, 450}};
        const auto before = SampleSelector(profile).stackWeights(ValueTypeIndex(0), filter, task);
        const auto after = SampleSelector(withRoots).stackWeights(ValueTypeIndex(0), filter, task);
        QVERIFY(before->samples > 50);
        QCOMPARE(after->total, before->total);
        QCOMPARE(after->samples, before->samples);
    }
    void everyStackGrowsFromItsRoot() {
        const auto result = rooted("label:user");
        QCOMPARE(check(result.profile), std::string());
        QCOMPARE(profileToText(result.profile), "(none);main 32\n"
                                                "anna 4\n"
                                                "anna;main;anna 2\n"
                                                "anna;main;read 1\n"
                                                "bert;main 16\n"
                                                "bert;main;read 8\n");
        QCOMPARE(profileToText(result.profile, ValueTypeIndex(1)), "bert;main;read 3\n");
        QCOMPARE(result.roots.size(), 3u);
    }

    void processesWithOneNameHaveTwoRootsOrOne() {
        QCOMPARE(profileToText(rooted("pid", BelowRoots::Nothing).profile),
                 "(unknown) 32\nmake (10) 7\nmake (20) 24\n");
        QCOMPARE(profileToText(rooted("process", BelowRoots::Nothing).profile), "(unknown) 32\nmake 31\n");
        QCOMPARE(withoutNumbers(*sampleKeyFromName("pid")), *sampleKeyFromName("process"));
    }

    void aRootIsApartFromAFunctionOfItsNameHoweverFramesAreGrouped() {
        const auto result = rooted("label:user");
        const auto profile = std::make_shared<const Profile>(result.profile);
        for (const auto grouping :
             {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Line, Grouping::Address}) {
            const auto groups = groupFrames(profile, grouping);
            std::set<FrameGroupIndex> roots, others;
            for (std::size_t frame = 0; frame < groups->groupOfFrame.size(); ++frame) {
                const bool isRoot = std::ranges::find(result.roots, FrameIndex(frame)) != result.roots.end();
                (isRoot ? roots : others).insert(groups->groupOfFrame[frame]);
            }
            QCOMPARE(roots.size(), 3u);
            for (const auto root : roots)
                QVERIFY(!others.contains(root));
        }
    }

    void everythingElseStays() {
        const auto before = twoUsers();
        const auto after = rooted("thread").profile;
        QCOMPARE(after.processes.size(), before->processes.size());
        QCOMPARE(after.threads.size(), before->threads.size());
        for (std::size_t row = 0; row < before->threads.size(); ++row)
            QCOMPARE(after.threads[row].tid, before->threads[row].tid);
        QCOMPARE(after.warnings, before->warnings);
        QCOMPARE(after.samples[0].size(), before->samples[0].size());
        QCOMPARE(after.samples[0].timeAt(0), 5);
        QCOMPARE(after.totalWeight(ValueTypeIndex(0)), before->totalWeight(ValueTypeIndex(0)));
        QCOMPARE(after.text(after.samples[1].type.unit), "count");
    }

    void itCanBeCancelled() {
        Task task;
        task.cancel();
        QVERIFY(!rootedProfile(*twoUsers(), *sampleKeyFromName("process"), BelowRoots::Stacks, task));
    }
};

QTEST_GUILESS_MAIN(RootedProfileTest)
#include "rooted_profile_test.moc"
