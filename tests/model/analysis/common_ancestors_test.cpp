/// Common ancestors, compared with walks step by step.
#include "model/analysis/flame_chart/common_ancestors.h"

#include <QTest>

#include <random>

using namespace candela;

namespace {

/// Random trees: roots first, parents before their children. Deep ones have long chains.
CallTreeShape randomShape(std::mt19937& random, std::size_t nodes, bool isDeep) {
    CallTreeShape shape;
    for (std::size_t row = 0; row < nodes; ++row) {
        const auto back = isDeep ? 1 + random() % 3 : 1 + random() % (row + 1);
        const bool isRoot = row < 3;
        const auto parent = isRoot ? CallNodeIndex() : CallNodeIndex(row - std::min<std::size_t>(back, row));
        shape.parent.push_back(parent);
        shape.depth.push_back(isRoot ? 0 : shape.depth[parent.row()] + 1);
    }
    return shape;
}

std::uint32_t naiveSharedDepths(const CallTreeShape& shape, CallNodeIndex left, CallNodeIndex right) {
    while (left && right && left != right) {
        const auto leftDepth = shape.depth[left.row()], rightDepth = shape.depth[right.row()];
        if (leftDepth >= rightDepth) left = shape.parent[left.row()];
        if (rightDepth >= leftDepth) right = shape.parent[right.row()];
    }
    return left && right ? shape.depth[left.row()] + 1 : 0;
}

} // namespace

class CommonAncestorsTest : public QObject {
    Q_OBJECT
private slots:
    void sharedDepthsAndAncestorsAreThoseOfWalks_data() {
        QTest::addColumn<bool>("isDeep");
        QTest::newRow("bushy") << false;
        QTest::newRow("deep") << true;
    }
    void sharedDepthsAndAncestorsAreThoseOfWalks() {
        QFETCH(bool, isDeep);
        std::mt19937 random(3);
        for (int turn = 0; turn < 20; ++turn) {
            const auto shape = randomShape(random, 3 + random() % 500, isDeep);
            const CommonAncestors ancestors(shape);
            for (int pair = 0; pair < 500; ++pair) {
                const CallNodeIndex left(random() % shape.size()), right(random() % shape.size());
                QCOMPARE(ancestors.sharedDepths(left, right), naiveSharedDepths(shape, left, right));
                const auto depth = static_cast<std::uint32_t>(random() % (shape.depth[left.row()] + 1));
                auto node = left;
                while (shape.depth[node.row()] > depth)
                    node = shape.parent[node.row()];
                QCOMPARE(ancestors.ancestorAt(left, depth), node);
            }
            QCOMPARE(ancestors.sharedDepths(CallNodeIndex(), CallNodeIndex(0)), 0u);
        }
    }
};

QTEST_APPLESS_MAIN(CommonAncestorsTest)
#include "common_ancestors_test.moc"
