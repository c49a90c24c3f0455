/// The tree of both sides of a comparison, against the stacks that were put in.
#include "model/comparison/difference_tree.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <fmt/format.h>

#include <map>
#include <random>

using namespace candela;

namespace {

DifferenceTree differenceOf(std::string_view base, std::string_view newSide, const HandLinks& links = {},
                            Normalize normalize = Normalize::None) {
    const ComparedInput baseInput(std::make_shared<const Profile>(profileFromText(base))),
        newInput(std::make_shared<const Profile>(profileFromText(newSide)));
    const auto matching =
        std::make_shared<const Matching>(matchSides(baseInput.rows(), newInput.rows(), links));
    auto comparison = compare(baseInput.side(matching->base), newInput.side(matching->newSide),
                              baseInput.type(), newInput.type(), normalize, matching);
    if (!comparison) qFatal("no comparison");
    auto baseTree = CallTree::create(Direction::TopDown, baseInput.shape, baseInput.weights);
    auto newTree = CallTree::create(Direction::TopDown, newInput.shape, newInput.weights);
    return differenceTree(std::make_shared<const Comparison>(std::move(*comparison)), baseTree, newTree);
}

/// "main;draw": base and new self weight, by path; nodes that only lead to others are left out.
std::map<std::string, std::pair<std::int64_t, std::int64_t>> selfByPath(const DifferenceTree& tree) {
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> found;
    const auto& shape = *tree.shape;
    for (std::size_t row = 0; row < shape.size(); ++row) {
        if (tree.base.weight[row] == 0 && tree.newSide.weight[row] == 0) continue;
        std::string path;
        for (CallNodeIndex node(row); node; node = shape.parent[node.row()])
            path = (*shape.groups)[shape.group[node.row()]].name + (path.empty() ? "" : ";") + path;
        if (!found.try_emplace(path, tree.base.weight[row], tree.newSide.weight[row]).second)
            qFatal("two nodes on one path");
    }
    return found;
}

std::string textOf(const DifferenceTree& tree) {
    std::string text;
    for (const auto& [path, weights] : selfByPath(tree))
        text += fmt::format("{} {}>{}\n", path, weights.first, weights.second);
    return text;
}

std::string randomStacks(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string text;
    for (int stack = 0; stack < 300; ++stack) {
        text += "main";
        for (auto depth = random() % 6; depth > 0; --depth)
            text += fmt::format(";f{}", random() % 8);
        text += fmt::format(" {}\n", 1 + random() % 100);
    }
    return text;
}

} // namespace

class DifferenceTreeTest : public QObject {
    Q_OBJECT
private slots:
    void nodesOfBothSidesAreOneAndThoseOfOneSideAreKept() {
        const auto tree = differenceOf("main;a;leaf 6\nmain;b;leaf 4\nmain;gone 2\n",
                                       "main;a;leaf 3\nmain;b;leaf 8\nmain;fresh 1\n");
        QCOMPARE(textOf(tree),
                 std::string("main;a;leaf 6>3\nmain;b;leaf 4>8\nmain;fresh 0>1\nmain;gone 2>0\n"));
    }
    void aRenamedFunctionIsOneNodeWithItsNewName() {
        const auto tree =
            differenceOf("main;old;leaf 6\n", "main;fresh;leaf 3\n", {{HandLinkKind::Link, "old", "fresh"}});
        QCOMPARE(textOf(tree), std::string("main;fresh;leaf 6>3\n"));
    }
    void everyStackHasItsWeights() {
        const auto base = randomStacks(1), newSide = randomStacks(2);
        std::map<std::string, std::pair<std::int64_t, std::int64_t>> expected;
        const auto add = [&](const std::string& text, auto member) {
            std::size_t begin = 0;
            while (begin < text.size()) {
                const auto end = text.find('\n', begin), space = text.rfind(' ', end);
                expected[text.substr(begin, space - begin)].*member +=
                    std::stoll(text.substr(space + 1, end - space));
                begin = end + 1;
            }
        };
        add(base, &std::pair<std::int64_t, std::int64_t>::first);
        add(newSide, &std::pair<std::int64_t, std::int64_t>::second);
        const auto tree = differenceOf(base, newSide);
        QVERIFY(selfByPath(tree) == expected);
        // Nodes are in the order that shapes promise.
        const auto& shape = *tree.shape;
        for (std::size_t node = 0; node < shape.size(); ++node) {
            for (auto child = shape.childrenBegin[node]; child < shape.childrenBegin[node + 1]; ++child)
                QCOMPARE(shape.parent[child], CallNodeIndex(node));
            bool isRecursive = false;
            for (auto above = shape.parent[node]; above; above = shape.parent[above.row()])
                isRecursive |= shape.group[above.row()] == shape.group[node];
            QCOMPARE(bool(shape.isRecursive[node]), isRecursive);
        }
        QCOMPARE(shape.childrenBegin.back(), shape.size());
    }
    void widthsAreThoseOfASideOfBothOrOfTheChanges() {
        const auto tree = differenceOf("main;a 60\nmain;b 40\n", "main;a 30\nmain;b 90\n");
        QCOMPARE(tree.weights(DifferenceWidth::Base).total, 100);
        QCOMPARE(tree.weights(DifferenceWidth::New).total, 120);
        QCOMPARE(tree.weights(DifferenceWidth::Both).total, 110);
        const auto changes = tree.weights(DifferenceWidth::Changes);
        QCOMPARE(changes.total, 20);
        QCOMPARE(changes.magnitude, 80);
        auto nodes = CallTree::create(Direction::TopDown, tree.shape, changes);
        const auto main = nodes.children({}).front();
        QCOMPARE(nodes.total(main), 20);
        QCOMPARE(nodes.magnitude(main), 80);
    }
    void equalSharesAreEqualWidths() {
        // New was recorded for twice as long.
        const auto tree =
            differenceOf("main;a 60\nmain;b 40\n", "main;a 120\nmain;b 80\n", {}, Normalize::Share);
        QCOMPARE(tree.weights(DifferenceWidth::Changes).magnitude, 0);
        QCOMPARE(tree.weights(DifferenceWidth::Both).total, 200);
    }
    void exchangedSidesExchangeTheWeights() {
        const auto base = randomStacks(3), newSide = randomStacks(4);
        const auto forth = selfByPath(differenceOf(base, newSide));
        auto back = selfByPath(differenceOf(newSide, base));
        for (auto& [path, weights] : back)
            std::swap(weights.first, weights.second);
        QVERIFY(forth == back);
    }
};

QTEST_APPLESS_MAIN(DifferenceTreeTest)
#include "difference_tree_test.moc"
