#include "tests/model/analysis/call_tree_text.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>

using namespace candela;

namespace {

std::string textOf(std::string_view text, Direction direction) {
    auto tree = treeOf(text, direction);
    return callTreeText(tree);
}

/// A tree made by walking every sample's stack.
struct NaiveNode {
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::map<FrameGroupIndex, NaiveNode> children;

    std::int64_t magnitude() const {
        auto sum = std::abs(self);
        for (const auto& [group, child] : children)
            sum += child.magnitude();
        return sum;
    }
};

NaiveNode naiveTree(const FrameGroups& groups, const SampleTable& table, Direction direction) {
    const auto& stacks = groups.profile->stacks;
    NaiveNode root;
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::vector<FrameGroupIndex> way;
        for (auto stack = table.stack[row]; stack; stack = stacks.parent[stack.row()])
            way.push_back(groups.groupOfFrame[stacks.frame[stack.row()].row()]);
        if (direction == Direction::TopDown) std::ranges::reverse(way);
        auto* node = &root;
        for (const auto group : way) {
            node = &node->children[group];
            node->total += table.weight[row];
        }
        if (node != &root) node->self += table.weight[row];
    }
    return root;
}

/// The difference between the two; empty if they are equal.
std::string difference(CallTree& tree, CallNodeIndex node, const NaiveNode& naive) {
    const auto children = tree.children(node);
    std::size_t expected = 0;
    for (const auto& [group, child] : naive.children)
        expected += child.magnitude() != 0;
    if (children.size() != expected) return "number of children";
    if (tree.hasChildren(node) != (expected > 0)) return "hasChildren";
    for (std::size_t row = 0; row < children.size(); ++row) {
        const auto child = children[row];
        if (row > 0 && tree.magnitude(children[row - 1]) < tree.magnitude(child)) return "order";
        const auto found = naive.children.find(tree.group(child));
        if (found == naive.children.end()) return "group";
        if (tree.self(child) != found->second.self) return "self";
        if (tree.total(child) != found->second.total) return "total";
        if (tree.magnitude(child) != found->second.magnitude()) return "magnitude";
        if (tree.parent(child) != node) return "parent";
        if (tree.depth(child) != (node ? tree.depth(node) + 1 : 0)) return "depth";
        if (const auto below = difference(tree, child, found->second); !below.empty()) return below;
    }
    // Spans stay valid while the tree creates more nodes.
    return std::ranges::equal(children, tree.children(node)) ? "" : "the children changed";
}

const auto text = "main;draw;blit 12\n"
                  "main;draw 3\n"
                  "main;load;blit 5\n"
                  "idle 4\n"
                  " 2\n";

} // namespace

class CallTreeTest : public QObject {
    Q_OBJECT
private slots:
    void topDownGrowsFromTheRoots() {
        QCOMPARE(textOf(text, Direction::TopDown), std::string("main 20 (0)\n"
                                                               "  draw 15 (3)\n"
                                                               "    blit 12 (12)\n"
                                                               "  load 5 (0)\n"
                                                               "    blit 5 (5)\n"
                                                               "idle 4 (4)\n"));
    }
    void invertedGrowsFromTheLeaves() {
        QCOMPARE(textOf(text, Direction::Inverted), std::string("blit 17 (0)\n"
                                                                "  draw 12 (0)\n"
                                                                "    main 12 (12)\n"
                                                                "  load 5 (0)\n"
                                                                "    main 5 (5)\n"
                                                                "idle 4 (4)\n"
                                                                "draw 3 (0)\n"
                                                                "  main 3 (3)\n"));
    }
    void theTotalHasSamplesWithoutFramesToo() {
        for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
            const auto tree = treeOf(text, direction);
            QCOMPARE(tree.totalWeight(), 26);
            QCOMPARE(tree.direction(), direction);
        }
    }
    void recursionIsALevelEach() {
        QCOMPARE(textOf("main;walk;walk 2\nmain;walk 1\n", Direction::TopDown),
                 std::string("main 3 (0)\n  walk 3 (1)\n    walk 2 (2)\n"));
        QCOMPARE(textOf("main;walk;walk 2\nmain;walk 1\n", Direction::Inverted),
                 std::string("walk 3 (0)\n  walk 2 (0)\n    main 2 (2)\n  main 1 (1)\n"));
    }
    void invertedNodesAreMadeWhenAskedFor() {
        auto tree = treeOf(text, Direction::Inverted);
        QCOMPARE(tree.size(), 3u);
        const auto roots = tree.children({});
        QCOMPARE(tree.size(), 3u);
        QCOMPARE(tree.children(roots[0]).size(), 2u);
        QCOMPARE(tree.size(), 5u);
    }
    void anEmptyProfileGivesAnEmptyTree() {
        for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
            auto tree = treeOf("", direction);
            QVERIFY(tree.children({}).empty());
            QVERIFY(!tree.hasChildren({}));
            QCOMPARE(tree.size(), 0u);
        }
    }
    void deepStacksAreNoProblem() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        StackIndex stack;
        for (int depth = 0; depth < 200000; ++depth) {
            const auto function = builder.function({.name = builder.string(depth % 2 ? "ping" : "pong"),
                                                    .rawName = {},
                                                    .file = {},
                                                    .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        builder.addSample(value, {.stack = stack, .weight = 7, .thread = {}, .labels = {}});
        const auto profile = std::make_shared<Profile>(builder.build());
        for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
            auto tree = callTreeOf(profile, direction);
            CallNodeIndex node;
            std::size_t depth = 0;
            for (; tree.hasChildren(node); ++depth)
                node = tree.children(node)[0];
            QCOMPARE(depth, 200000u);
            QCOMPARE(tree.depth(node), 199999u);
            QCOMPARE(tree.self(node), 7);
        }
    }
    void everySampleWalkedOneByOneGivesTheSame() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto grouping : {Grouping::Function, Grouping::Module, Grouping::Address}) {
                for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
                    auto tree = callTreeOf(profile, direction, grouping);
                    const auto naive = naiveTree(tree.groups(), profile->samples[0], direction);
                    QCOMPARE(difference(tree, {}, naive), std::string());
                    QVERIFY(tree.hasChildren({}));
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(CallTreeTest)
#include "call_tree_test.moc"
