/// Trees below roots, compared with the tree of a profile whose stacks were given these roots.
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/call_tree/search.h"
#include "model/analysis/samples/filtered_profile.h"
#include "model/analysis/samples/rooted_profile.h"
#include "tests/model/analysis/call_tree_text.h"
#include "tests/model/analysis/random_profile.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace candela;

namespace {

/// A tree as text, with siblings sorted by their text: siblings of equal weight may be in any order.
std::string sortedText(CallTree& tree, CallNodeIndex node = {}) {
    std::vector<std::string> lines;
    for (const auto child : tree.children(node)) {
        auto line = std::string(tree.depth(child), ' ') + tree.groups()[tree.group(child)].name + "@" +
                    std::string(tree.groups().moduleName(tree.group(child))) + " " +
                    std::to_string(tree.total(child)) + " " + std::to_string(tree.self(child)) + " " +
                    std::to_string(tree.magnitude(child)) + (tree.hasChildren(child) ? " +" : "") + "\n";
        if (tree.parent(child) != node) line += "wrong parent\n";
        lines.push_back(line + sortedText(tree, child));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const auto& line : lines)
        text += line;
    return text;
}

std::size_t nodeCount(CallTree& tree, CallNodeIndex node = {}) {
    std::size_t count = 0;
    for (const auto child : std::vector(tree.children(node).begin(), tree.children(node).end()))
        count += 1 + nodeCount(tree, child);
    return count;
}

/// Follows a path below a root child by child; the first of the most similar children is the next node.
std::size_t lengthBelow(CallTree& tree, std::size_t steps, const StepLikeness& likeness, CallNodeIndex node) {
    for (std::size_t step = 0; step < steps; ++step) {
        int best = 0;
        const auto children = tree.children(node);
        for (const auto child : std::vector(children.begin(), children.end())) {
            const int like = likeness(step, tree.group(child));
            if (like <= best) continue;
            best = like;
            node = child;
        }
        if (best == 0) return step;
    }
    return steps;
}

/// Both ways to compute trees with roots.
class BothWays {
public:
    BothWays(unsigned seed, std::string_view key, Grouping grouping, const Filter& filter)
        // Many stacks are sorted in a different way than few.
        : m_profile(std::make_shared<const Profile>(randomProfile(seed, seed % 4 == 0 ? 5000 : 400))) {
        const auto sampleKey = *sampleKeyFromName(key);
        const auto stacks =
            std::make_shared<const RootedStacks>(*rootedStacks(*m_profile, sampleKey, m_task));
        weights = *SampleSelector(m_profile, stacks).stackWeights(value, filter, m_task);
        SampleSelector selector(m_profile, stacks);
        const auto shape =
            callTreeShape(groupFrames(m_profile, grouping), *selector.transformedStacks(filter));
        auto groups = std::make_shared<FrameGroups>(*shape->groups);
        addRoots(*groups, stacks->roots);
        shape->groups = std::move(groups);
        rooted = std::make_shared<const RootedShape>(rootedShape(shape, stacks));
        // Transforms apply to the stacks below the roots.
        const auto part =
            filter.changesStacks() ? *filteredProfile(m_profile, {}, filter, m_task) : *m_profile;
        m_withRoots = std::make_shared<const Profile>(
            rootedProfile(part, sampleKey, BelowRoots::Stacks, m_task)->profile);
        expectedWeights = *SampleSelector(m_withRoots)
                               .stackWeights(value, filter.changesStacks() ? Filter() : filter, m_task);
        expectedShape = callTreeShape(groupFrames(m_withRoots, grouping));
    }

    CallTree tree(Direction direction) const { return CallTree::create(direction, rooted, weights); }
    CallTree expected(Direction direction) const {
        return CallTree::create(direction, expectedShape, expectedWeights);
    }
    StackWeights unrooted(const Filter& filter) {
        return *SampleSelector(m_profile).stackWeights(value, filter, m_task);
    }

    static constexpr ValueTypeIndex value{0};
    StackWeights weights, expectedWeights;
    std::shared_ptr<const RootedShape> rooted;
    std::shared_ptr<const CallTreeShape> expectedShape;

private:
    Task m_task;
    std::shared_ptr<const Profile> m_profile, m_withRoots;
};

void addRows() {
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<QString>("key");
    QTest::addColumn<Grouping>("grouping");
    unsigned seed = 0;
    for (const char* key : {"process", "pid", "thread", "thread-name", "label:zone"})
        for (const auto grouping : {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Address})
            QTest::addRow("%s by %s", key, groupingName(grouping).data())
                << ++seed << QString(key) << grouping;
}

/// No filter, and one of each kind; their patterns match no root.
std::vector<Filter> someFilters() {
    return {
        {},
        {.time = TimeRange{200, 700}},
        {.focus = "^f[135]"},
        {.ignore = "^f2"},
        {.time = TimeRange{100, 600}, .thread = "worker[12]", .focus = "^f", .labels = {{"zone", "west"}}},
        {.focus = "^f[0-3]",
         .hide = "f0",
         .transforms = {{TransformKind::From, {"f2"}}, {TransformKind::CollapseModule, {"m1.so"}}}},
        {.transforms = {{TransformKind::Root, {"f1"}}, {TransformKind::Hide, {"f1"}}}}};
}

} // namespace

Q_DECLARE_METATYPE(candela::Grouping)

class RootedTreeTest : public QObject {
    Q_OBJECT
private slots:
    void treesAreThoseOfAProfileWithRoots_data() { addRows(); }
    void treesAreThoseOfAProfileWithRoots() {
        QFETCH(unsigned, seed);
        QFETCH(QString, key);
        QFETCH(Grouping, grouping);
        for (const auto& filter : someFilters()) {
            // A function's name includes its file while another function has the same name; after transforms,
            // the other one may be missing.
            const bool hasFilesInNames = grouping == Grouping::Function || grouping == Grouping::File;
            if (filter.changesStacks() && hasFilesInNames) continue;
            BothWays both(seed, key.toStdString(), grouping, filter);
            for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
                auto tree = both.tree(direction);
                auto expected = both.expected(direction);
                QCOMPARE(tree.direction(), direction);
                QCOMPARE(tree.totalWeight(), expected.totalWeight());
                // If transforms merge several stacks, their magnitudes stay separate.
                if (!filter.changesStacks()) QCOMPARE(tree.totalMagnitude(), expected.totalMagnitude());
                QCOMPARE(sortedText(tree), sortedText(expected));
            }
            QCOMPARE(both.weights.samples, both.expectedWeights.samples);
        }
    }

    void weightsOfStacksAreThoseWithoutRoots_data() { addRows(); }
    void weightsOfStacksAreThoseWithoutRoots() {
        QFETCH(unsigned, seed);
        QFETCH(QString, key);
        QFETCH(Grouping, grouping);
        for (const auto& filter : someFilters()) {
            // A function's name includes its file while another function has the same name; after transforms,
            // the other one may be missing.
            const bool hasFilesInNames = grouping == Grouping::Function || grouping == Grouping::File;
            if (filter.changesStacks() && hasFilesInNames) continue;
            BothWays both(seed, key.toStdString(), grouping, filter);
            const auto unrooted = both.unrooted(filter);
            QCOMPARE(both.weights.weight, unrooted.weight);
            QCOMPARE(both.weights.total, unrooted.total);
            QCOMPARE(both.weights.stackless, unrooted.stackless);
            QCOMPARE(both.weights.samples, unrooted.samples);
        }
    }

    void childrenComeLargestFirstAndAreMadeWhenTheyAreAskedFor() {
        BothWays both(5, "process", Grouping::Function, {});
        auto tree = both.tree(Direction::TopDown);
        QCOMPARE(tree.size(), tree.children({}).size());
        const auto all = nodeCount(tree);
        QCOMPARE(tree.size(), all);
        QVERIFY(all > 100);
        for (std::size_t row = 0; row < all; ++row) {
            const auto children = tree.children(CallNodeIndex(row));
            QVERIFY(std::ranges::is_sorted(children, std::greater(),
                                           [&](CallNodeIndex node) { return tree.magnitude(node); }));
        }
    }

    void aPathLeadsFurthestBelowOneOfTheFirstRoots_data() { addRows(); }
    void aPathLeadsFurthestBelowOneOfTheFirstRoots() {
        QFETCH(unsigned, seed);
        QFETCH(QString, key);
        QFETCH(Grouping, grouping);
        const BothWays both(seed, key.toStdString(), grouping, {});
        std::mt19937 random(seed);
        const auto groups = both.rooted->shape->groups->size();
        for (std::size_t path = 0; path < 20; ++path) {
            std::vector<std::size_t> wanted(1 + random() % 5);
            for (auto& group : wanted)
                group = random() % groups;
            const StepLikeness likeness = [&](std::size_t step, FrameGroupIndex group) {
                if (group.row() % 3 != wanted[step] % 3) return 0; // several children are similar
                return 1 + int(group.row() % 2 == wanted[step] % 2);
            };
            const std::size_t maximumRoots = 1 + random() % 4;
            auto expected = both.tree(Direction::TopDown);
            CallNodeIndex best;
            std::size_t longest = 0;
            const auto roots = expected.children({});
            for (const auto root : roots.first(std::min(roots.size(), maximumRoots))) {
                const auto length = lengthBelow(expected, wanted.size(), likeness, root);
                if (length > longest) best = root;
                longest = std::max(length, longest);
            }
            auto tree = both.tree(Direction::TopDown);
            const auto nodes = tree.size();
            QCOMPARE(tree.rootOfPath(wanted.size(), likeness, maximumRoots), best);
            QCOMPARE(tree.size(), nodes);
        }
    }
    void aSearchCountsTheMatchesOfAllRootsAndLeadsToThem_data() { addRows(); }
    void aSearchCountsTheMatchesOfAllRootsAndLeadsToThem() {
        QFETCH(unsigned, seed);
        QFETCH(QString, key);
        QFETCH(Grouping, grouping);
        BothWays both(seed, key.toStdString(), grouping, {});
        auto tree = both.tree(Direction::TopDown);
        for (const char* pattern : {"f[1-3]|m1|src", "process1|west|worker2"}) {
            const auto groups = *matchingGroups(tree.groups(), pattern);
            const auto found = *tree.matches(groups);
            std::size_t count = 0;
            nodeCount(tree); // makes all nodes
            for (std::size_t row = 0; row < tree.size(); ++row) {
                if (!groups[tree.group(CallNodeIndex(row)).row()]) continue;
                ++count;
                for (CallNodeIndex node(row); node; node = tree.parent(node))
                    if (const auto inShape = tree.shapeNode(node)) QVERIFY(found.leads[inShape.row()]);
            }
            QCOMPARE(found.count, count);
            const auto expectedGroups = *matchingGroups(*both.expectedShape->groups, pattern);
            const auto coverage =
                searchCoverage(*both.rooted->shape, both.weights, groups, both.rooted.get());
            const auto expected = searchCoverage(*both.expectedShape, both.expectedWeights, expectedGroups);
            QCOMPARE(coverage.weight, expected.weight);
            QCOMPARE(coverage.groups, expected.groups);
        }
    }
};

QTEST_GUILESS_MAIN(RootedTreeTest)
#include "rooted_tree_test.moc"
