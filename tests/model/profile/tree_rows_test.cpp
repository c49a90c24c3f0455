/// TreeRows finds every row of a tree and no other, in whatever order they were added: compared with a
/// std::map.
#include <QTest>

#include "model/profile/profile_builder.h"
#include "model/profile/tree_rows.h"

#include <map>
#include <random>

using namespace candela;

namespace {

struct Tree {
    std::vector<StackIndex> parent;
    std::vector<FrameIndex> label;
    std::map<std::pair<StackIndex, FrameIndex>, StackIndex> rows; // the rows that must be found

    void note(std::size_t from) {
        for (auto row = from; row < parent.size(); ++row) {
            if (!rows.emplace(std::pair(parent[row], label[row]), StackIndex(row)).second)
                qFatal("row %zu is there already", row);
        }
    }
};

} // namespace

class TreeRowsTest : public QObject {
    Q_OBJECT
private slots:
    void rowsAreFoundHoweverTheyWereAdded() {
        constexpr std::uint32_t labels = 5;
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            Tree tree;
            TreeRows rows(tree.parent, tree.label);
            for (int step = 0; step < 400; ++step) {
                StackIndex parent;
                if (!tree.parent.empty() && random() % 4 != 0)
                    parent = StackIndex(random() % tree.parent.size());
                const FrameIndex label(random() % labels);
                const auto before = tree.parent.size();
                const auto known = tree.rows.find(std::pair(parent, label));
                const auto expected = known == tree.rows.end() ? StackIndex() : known->second;
                QCOMPARE(rows.find(parent, label), expected);
                if (random() % 2 == 0) {
                    const auto found = rows.findOrAdd(parent, label);
                    QCOMPARE(found, expected ? expected : StackIndex(before));
                } else if (!expected) {
                    std::vector<FrameIndex> chain{label};
                    while (random() % 3 != 0)
                        chain.emplace_back(random() % labels);
                    QCOMPARE(rows.addChain(parent, chain), StackIndex(before + chain.size() - 1));
                    QCOMPARE(tree.parent[before], parent);
                    QVERIFY(
                        std::equal(chain.begin(), chain.end(), tree.label.begin() + std::ptrdiff_t(before)));
                }
                tree.note(before);
            }
            for (const auto& [key, row] : tree.rows)
                QCOMPARE(rows.find(key.first, key.second), row);
        }
    }

    void rowsThatOthersAddedAreFound() {
        std::mt19937 random(1);
        Tree tree;
        TreeRows rows(tree.parent, tree.label);
        for (int step = 0; step < 300; ++step) {
            const auto before = tree.parent.size();
            const auto parent =
                before == 0 || random() % 5 == 0 ? StackIndex() : StackIndex(random() % before);
            const FrameIndex label(random() % 7);
            if (tree.rows.contains(std::pair(parent, label))) continue;
            if (random() % 2 == 0) {
                tree.parent.push_back(parent);
                tree.label.push_back(label);
            } else {
                QCOMPARE(rows.findOrAdd(parent, label), StackIndex(before));
            }
            tree.note(before);
        }
        for (const auto& [key, row] : tree.rows)
            QCOMPARE(rows.find(key.first, key.second), row);
    }

    void pathsAreFoundOrAdded() {
        std::mt19937 random(2);
        Tree tree;
        TreeRows rows(tree.parent, tree.label);
        for (int step = 0; step < 20'000; ++step) {
            std::vector<FrameIndex> path;
            while (path.size() < 4 + random() % 4)
                path.emplace_back(random() % 6);
            StackIndex parent;
            std::size_t known = 0;
            for (; known < path.size(); ++known) {
                const auto found = tree.rows.find(std::pair(parent, path[known]));
                if (found == tree.rows.end()) break;
                parent = found->second;
            }
            const auto before = tree.parent.size();
            const auto leaf = rows.findOrAddPath({}, path);
            QCOMPARE(tree.parent.size(), before + path.size() - known);
            QCOMPARE(leaf, known == path.size() ? parent : StackIndex(tree.parent.size() - 1));
            tree.note(before);
        }
        for (const auto& [key, row] : tree.rows)
            QCOMPARE(rows.find(key.first, key.second), row);
    }

    void nothingIsAddedForNoLabels() {
        Tree tree;
        TreeRows rows(tree.parent, tree.label);
        QCOMPARE(rows.addChain({}, {}), StackIndex());
        QCOMPARE(rows.findOrAddPath({}, {}), StackIndex());
        QVERIFY(tree.parent.empty());
    }

    void stacksThatABuilderWasGivenAreFound() {
        ProfileBuilder builder;
        std::vector<FrameIndex> frames;
        for (std::uint64_t address = 1; address <= 3; ++address)
            frames.push_back(builder.frame({.function = {}, .mapping = {}, .address = address}));
        const StackIndex none;
        builder.setStacks({.parent = {none, StackIndex(0), StackIndex(0), none},
                           .frame = {frames[0], frames[1], frames[2], frames[1]}});
        QCOMPARE(builder.stack(StackIndex(0), frames[2]), StackIndex(2));
        QCOMPARE(builder.stack({}, frames[1]), StackIndex(3));
        QCOMPARE(builder.stack(StackIndex(2), frames[2]), StackIndex(4));
        const auto profile = builder.build();
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.stacks.size(), 5u);
    }
};

QTEST_GUILESS_MAIN(TreeRowsTest)
#include "tree_rows_test.moc"
