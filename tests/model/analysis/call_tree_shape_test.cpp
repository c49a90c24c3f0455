/// The nodes of a CallTreeShape and their order, compared with nodes made one stack at a time.
#include <QTest>

#include "model/analysis/call_tree/call_tree_shape.h"
#include "tests/model/analysis/random_profile.h"

#include <map>
#include <set>
#include <tuple>

using namespace candela;

namespace {

struct NaiveShapeNode {
    NaiveShapeNode* parent = nullptr;
    FrameGroupIndex group;
    std::uint32_t depth = 0;
    std::size_t firstStack = 0;
    std::map<FrameGroupIndex, NaiveShapeNode> children = {};
    std::uint32_t number = 0; ///< by level, then parent, then first stack
};

/// Nodes in the order that call_tree_shape.h specifies.
struct NaiveShape {
    NaiveShapeNode root;
    std::vector<NaiveShapeNode*> ofStack;
    std::vector<NaiveShapeNode*> nodes;

    NaiveShape(const FrameGroups& groups, const StackTable& stacks) {
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            const auto caller = stacks.parent[row];
            auto& parent = caller ? *ofStack[caller.row()] : root;
            const auto group = groups.groupOfFrame[stacks.frame[row].row()];
            const auto [child, isNew] = parent.children.try_emplace(
                group, NaiveShapeNode{&parent, group, caller ? parent.depth + 1 : 0, row});
            ofStack.push_back(&child->second);
        }
        for (std::vector<NaiveShapeNode*> level{&root}; !level.empty();) {
            std::vector<NaiveShapeNode*> next;
            for (auto* node : level) {
                std::map<std::size_t, NaiveShapeNode*> byStack;
                for (auto& [group, child] : node->children)
                    byStack[child.firstStack] = &child;
                for (const auto& [row, child] : byStack) {
                    child->number = std::uint32_t(nodes.size());
                    nodes.push_back(child);
                    next.push_back(child);
                }
            }
            level = std::move(next);
        }
    }

    bool isRecursive(const NaiveShapeNode& node) const {
        for (const auto* above = node.parent; above != &root; above = above->parent)
            if (above->group == node.group) return true;
        return false;
    }
};

void compareShapes(const std::shared_ptr<const Profile>& profile, Grouping grouping,
                   const std::shared_ptr<const TransformedStacks>& transformed = nullptr) {
    const auto shape = callTreeShape(groupFrames(profile, grouping), transformed);
    const NaiveShape naive(*shape->groups, transformed ? transformed->stacks : profile->stacks);
    QCOMPARE(shape->size(), naive.nodes.size());
    QCOMPARE(shape->childrenBegin.size(), shape->size() + 1);
    QCOMPARE(shape->childrenBegin[0], naive.root.children.size());
    for (std::size_t row = 0; row < shape->size(); ++row) {
        const auto& node = *naive.nodes[row];
        QCOMPARE(shape->parent[row], node.depth == 0 ? CallNodeIndex() : CallNodeIndex(node.parent->number));
        QCOMPARE(shape->group[row], node.group);
        QCOMPARE(shape->depth[row], node.depth);
        QCOMPARE(shape->isRecursive[row] != 0, naive.isRecursive(node));
        QCOMPARE(shape->childrenBegin[row + 1] - shape->childrenBegin[row], node.children.size());
    }
    QCOMPARE(shape->nodeOfStack.size(), profile->stacks.size());
    for (std::size_t stack = 0; stack < profile->stacks.size(); ++stack) {
        const auto row = transformed ? transformed->ofStack[stack] : StackIndex(stack);
        QCOMPARE(shape->nodeOfStack[stack],
                 row ? CallNodeIndex(naive.ofStack[row.row()]->number) : CallNodeIndex());
    }
}

} // namespace

class CallTreeShapeTest : public QObject {
    Q_OBJECT
private slots:
    void nodesOfRandomStacksAreInOrder() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto grouping : {Grouping::Function, Grouping::Module, Grouping::Address})
                compareShapes(profile, grouping);
        }
    }
    void nodesOfTransformedStacksAreInOrder_data() {
        QTest::addColumn<int>("kind");
        for (const auto& transform : allTransforms())
            QTest::newRow(std::string(transform.name).c_str()) << int(transform.kind);
    }
    void nodesOfTransformedStacksAreInOrder() {
        QFETCH(int, kind);
        const auto profile = std::make_shared<Profile>(deepProfile(5, RowOrder::ByStack));
        const auto functions = groupFrames(profile, Grouping::Function);
        for (std::size_t row = 0; row < 3; ++row) {
            const FrameGroupIndex group(row * functions->size() / 3);
            const bool isModule = kind == int(TransformKind::CollapseModule);
            const Transform transform{
                TransformKind(kind),
                {isModule ? std::string(functions->moduleName(group)) : (*functions)[group].name}};
            const auto transformed = std::make_shared<const TransformedStacks>(
                transformStacks(*functions, {}, std::span(&transform, 1)));
            for (const auto grouping : {Grouping::Function, Grouping::Module})
                compareShapes(profile, grouping, transformed);
        }
    }
    void theOrderOfStacksMakesNoDifference_data() {
        QTest::addColumn<int>("order");
        QTest::newRow("by stack") << int(RowOrder::ByStack);
        QTest::newRow("by level") << int(RowOrder::ByLevel);
    }
    void theOrderOfStacksMakesNoDifference() {
        QFETCH(int, order);
        const auto profile = std::make_shared<Profile>(deepProfile(3, RowOrder(order)));
        for (const auto grouping : {Grouping::Function, Grouping::Address})
            compareShapes(profile, grouping);
    }
    void noStacksAreNoNodes() { compareShapes(std::make_shared<Profile>(), Grouping::Function); }
    void oneFrameIsOneNode() {
        ProfileBuilder builder;
        builder.stack({}, builder.frame({.function = {}, .mapping = {}, .address = 7}));
        compareShapes(std::make_shared<Profile>(builder.build()), Grouping::Function);
    }
};

QTEST_GUILESS_MAIN(CallTreeShapeTest)
#include "call_tree_shape_test.moc"
