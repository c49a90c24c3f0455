/// Details of a group, compared with walks over every single sample.
#include "model/analysis/call_tree/group_details.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>

using namespace candela;

namespace {

constexpr std::size_t slices = 7;

struct Described {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape;

    explicit Described(std::shared_ptr<const Profile> given, Grouping grouping = Grouping::Function)
        : profile(std::move(given)), shape(callTreeShape(groupFrames(profile, grouping))) {}

    GroupDetails of(FrameGroupIndex group, const Filter& filter = {}) const {
        Task task;
        SampleSelector selector(profile);
        const auto weights = selector.stackWeights(ValueTypeIndex(0), filter, task);
        return *groupDetails(*shape, *weights, group, selector, ValueTypeIndex(0), filter,
                             timeRangeOf(*profile), slices, task);
    }
    GroupDetails of(const std::string& name, const Filter& filter = {}) const {
        for (std::size_t row = 0; row < shape->groups->size(); ++row)
            if ((*shape->groups)[FrameGroupIndex(row)].name == name) return of(FrameGroupIndex(row), filter);
        return {};
    }
    /// "main 3, (root) 2"
    std::string text(const std::vector<GroupNeighbour>& neighbours) const {
        std::string text;
        for (const auto& [group, weight] : neighbours)
            text += (text.empty() ? "" : ", ") + (group ? (*shape->groups)[group].name : "(root)") + " " +
                    std::to_string(weight);
        return text;
    }
};

/// The same from the definition: one sample after the other.
struct Expected {
    std::int64_t self = 0, total = 0;
    std::map<FrameGroupIndex, std::int64_t> callers, callees;
    std::map<std::string, std::int64_t> threads;
};

Expected walked(const Described& described, FrameGroupIndex group, const Filter& filter) {
    const auto& profile = *described.profile;
    const auto& groups = *described.shape->groups;
    const auto& table = profile.samples[0];
    Expected expected;
    Task task;
    SampleSelector selector(described.profile);
    const SampleKey key{SampleKey::Kind::Thread};
    const SampleGroupNames names(profile, key);
    (void)selector.forEachSample(ValueTypeIndex(0), filter, task, [&](std::size_t row, std::int64_t weight) {
        std::vector<FrameGroupIndex> chain; // from the leaf
        for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()])
            chain.push_back(groups.groupOfFrame[profile.stacks.frame[stack.row()].row()]);
        if (chain.empty()) chain.push_back(groups.stackless);
        const auto innermost = std::ranges::find(chain, group);
        if (innermost == chain.end()) return;
        expected.total += weight;
        if (innermost == chain.begin())
            expected.self += weight;
        else
            expected.callees[*(innermost - 1)] += weight;
        const auto outermost = std::find(chain.rbegin(), chain.rend(), group);
        if (group != groups.stackless)
            expected.callers[outermost == chain.rbegin() ? FrameGroupIndex() : *(outermost - 1)] += weight;
        auto name = names.of(table.threadAt(row), {});
        expected.threads[name.empty() ? std::string(names.nameless()) : name] += weight;
    });
    const auto isZero = [](const auto& entry) { return entry.second == 0; };
    std::erase_if(expected.callers, isZero);
    std::erase_if(expected.callees, isZero);
    std::erase_if(expected.threads, isZero);
    return expected;
}

std::map<FrameGroupIndex, std::int64_t> byGroup(const std::vector<GroupNeighbour>& neighbours) {
    std::map<FrameGroupIndex, std::int64_t> found;
    for (const auto& [group, weight] : neighbours)
        found[group] = weight;
    return found;
}

void compare(const Described& described, const Filter& filter) {
    for (std::size_t row = 0; row < described.shape->groups->size(); ++row) {
        const FrameGroupIndex group(row);
        const auto details = described.of(group, filter);
        const auto expected = walked(described, group, filter);
        QCOMPARE(details.self, expected.self);
        QCOMPARE(details.total, expected.total);
        QCOMPARE(byGroup(details.callers), expected.callers);
        QCOMPARE(byGroup(details.callees), expected.callees);
        std::map<std::string, std::int64_t> threads;
        std::int64_t ofProcesses = 0;
        for (const auto& [name, weight] : details.threads)
            threads[name] = weight;
        for (const auto& share : details.processes)
            ofProcesses += share.weight;
        QCOMPARE(threads, expected.threads);
        QCOMPARE(ofProcesses, expected.total);
    }
}

} // namespace

class GroupDetailsTest : public QObject {
    Q_OBJECT
private slots:
    void recursionCountsOnce() {
        const Described described(sharedProfile("main;walk;walk;fill 3\nmain;walk 2\nother;walk;walk 4\n"));
        const auto details = described.of("walk");
        QCOMPARE(details.total, 9);
        QCOMPARE(details.self, 6);
        QCOMPARE(described.text(details.callers), std::string("main 5, other 4"));
        QCOMPARE(described.text(details.callees), std::string("fill 3"));
    }
    void aRootHasNoCaller() {
        const Described described(sharedProfile("main;draw 3\nmain 2\n"));
        const auto details = described.of("main");
        QCOMPARE(described.text(details.callers), std::string("(root) 5"));
        QCOMPARE(described.text(details.callees), std::string("draw 3"));
        QVERIFY(details.slices.empty()); // no sample has a time
    }
    void randomProfilesAgreeWithTheirSamples_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 12; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void randomProfilesAgreeWithTheirSamples() {
        QFETCH(int, seed);
        const auto profile = std::make_shared<const Profile>(randomProfile(static_cast<unsigned>(seed)));
        for (const auto grouping : {Grouping::Function, Grouping::Module}) {
            const Described described(profile, grouping);
            compare(described, {});
            if (QTest::currentTestFailed()) return;
            const auto range = timeRangeOf(*profile);
            Filter half;
            half.time = TimeRange{range.begin, range.begin + (range.end - range.begin) / 2};
            compare(described, half);
            if (QTest::currentTestFailed()) return;
        }
    }
    void slicesAddUpToTheTotalWhateverTheTimeRange() {
        const auto profile = std::make_shared<const Profile>(randomProfile(3));
        const Described described(profile);
        const auto range = timeRangeOf(*profile);
        QVERIFY(range.begin < range.end);
        std::int64_t checked = 0;
        for (std::size_t row = 0; row < described.shape->groups->size(); ++row) {
            Filter all, half;
            all.time = range; // samples without a time are in no slice
            half.time = TimeRange{range.begin, range.begin + (range.end - range.begin) / 2};
            const auto details = described.of(FrameGroupIndex(row), all);
            std::int64_t sum = 0;
            for (const auto weight : details.slices)
                sum += weight;
            QCOMPARE(sum, details.total);
            QCOMPARE(described.of(FrameGroupIndex(row), half).slices, details.slices);
            checked += details.total != 0;
        }
        QVERIFY(checked > 3);
    }
};

QTEST_APPLESS_MAIN(GroupDetailsTest)
#include "group_details_test.moc"
