#include "model/comparison/difference_tree.h"

#include "model/base/wrapping.h"
#include "model/profile/profile_builder.h"
#include "model/profile/profile_copier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace candela {

namespace {

/// The rows of a comparison as groups of a tree of their own: code first, then roots.
class RowGroups {
public:
    explicit RowGroups(const Comparison& comparison)
        : m_comparison(comparison), m_base(*comparison.base.groups->profile, m_builder),
          m_new(*comparison.newSide.groups->profile, m_builder) {
        m_groupOf[0].resize(comparison.base.groups->size());
        m_groupOf[1].resize(comparison.newSide.groups->size());
    }

    std::shared_ptr<const FrameGroups> make(std::vector<const ComparisonRow*>& rows) {
        std::vector<std::string> modules;
        for (const bool isRoot : {false, true}) {
            for (const auto& row : m_comparison.rows) {
                const auto& named = row.newGroup ? m_comparison.newSide : m_comparison.base;
                const auto index = row.newGroup ? row.newGroup : row.base;
                if (named.groups->isRoot(index) != isRoot) continue;
                take(row, FrameGroupIndex(m_groups.size()));
                m_groups.push_back(copied(*named.groups, index, row.newGroup ? m_new : m_base));
                rows.push_back(&row);
                if (isRoot) modules.emplace_back(named.groups->moduleName(index));
            }
        }
        takeParts(m_comparison.matching->base, 0);
        takeParts(m_comparison.matching->newSide, 1);
        auto groups = groupFrames(std::make_shared<const Profile>(m_builder.build()),
                                  m_comparison.newSide.groups->grouping);
        groups->groups = std::move(m_groups);
        groups->rootModules = std::move(modules);
        groups->stackless = m_groupOf[1].empty() || !m_comparison.newSide.groups->stackless
                                ? FrameGroupIndex()
                                : m_groupOf[1][m_comparison.newSide.groups->stackless.row()];
        return groups;
    }

    /// The group of a side's group, which is none if it weighs nothing.
    FrameGroupIndex of(std::size_t side, FrameGroupIndex group) const { return m_groupOf[side][group.row()]; }

private:
    void take(const ComparisonRow& row, FrameGroupIndex group) {
        if (row.base) m_groupOf[0][row.base.row()] = group;
        if (row.newGroup) m_groupOf[1][row.newGroup.row()] = group;
    }
    /// Parts and clones are counted in the row of their function.
    void takeParts(const CountedSide& counted, std::size_t side) {
        for (const auto& entry : counted.groups)
            if (entry.how == CountedWith::Whole)
                m_groupOf[side][entry.group.row()] = m_groupOf[side][entry.with.row()];
    }

    static FrameGroup copied(const FrameGroups& groups, FrameGroupIndex index, ProfileCopier& copier) {
        auto group = groups[index];
        group.mapping = group.mapping ? copier.mapping(group.mapping) : MappingIndex();
        group.function = group.function ? copier.function(group.function) : FunctionIndex();
        group.file = group.file ? copier.string(group.file) : StringIndex();
        return group;
    }

    const Comparison& m_comparison;
    ProfileBuilder m_builder;
    ProfileCopier m_base, m_new;
    std::vector<FrameGroup> m_groups;
    std::array<std::vector<FrameGroupIndex>, 2> m_groupOf;
};

/// Adds the nodes level by level: a node's children are those of all nodes that it stands for.
class TreeMerger {
public:
    TreeMerger(const RowGroups& groups, CallTree& base, CallTree& newSide, DifferenceTree& result)
        : m_groups(groups), m_trees{&base, &newSide}, m_result(result) {}

    void run(std::shared_ptr<CallTreeShape> shape) {
        m_shape = shape.get();
        collectChildren(0, {});
        collectChildren(1, {});
        addNodes({});
        for (std::size_t node = 0; node < m_shape->size(); ++node) {
            m_shape->childrenBegin.push_back(static_cast<std::uint32_t>(m_shape->size()));
            for (auto member = m_firstMember[node]; member < endOfMembers(node); ++member)
                collectChildren(m_members[member].side, m_members[member].node);
            addNodes(CallNodeIndex(node));
        }
        m_shape->childrenBegin.push_back(static_cast<std::uint32_t>(m_shape->size()));
        m_result.base.weight = SharedValues(std::move(m_self[0]));
        m_result.newSide.weight = SharedValues(std::move(m_self[1]));
        m_result.shape = std::move(shape);
    }

private:
    struct Member {
        FrameGroupIndex group; ///< of the merged tree
        std::size_t side = 0;
        CallNodeIndex node;
    };

    std::size_t endOfMembers(std::size_t node) const {
        return node + 1 < m_firstMember.size() ? m_firstMember[node + 1] : m_members.size();
    }

    void collectChildren(std::size_t side, CallNodeIndex node) {
        for (const auto child : m_trees[side]->children(node))
            if (const auto group = m_groups.of(side, m_trees[side]->group(child)))
                m_children.push_back({group, side, child});
    }

    void addNodes(CallNodeIndex parent) {
        std::ranges::stable_sort(m_children, {}, &Member::group);
        for (std::size_t child = 0; child < m_children.size(); ++child) {
            const auto& member = m_children[child];
            if (child == 0 || m_children[child - 1].group != member.group) addNode(parent, member.group);
            m_members.push_back(member);
            auto& self = m_self[member.side].back();
            self = wrappingSum(self, m_trees[member.side]->self(member.node));
        }
        m_children.clear();
    }

    void addNode(CallNodeIndex parent, FrameGroupIndex group) {
        auto above = parent;
        while (above && m_shape->group[above.row()] != group)
            above = m_shape->parent[above.row()];
        m_shape->nodeOfStack.emplace_back(m_shape->size());
        m_shape->parent.push_back(parent);
        m_shape->group.push_back(group);
        m_shape->depth.push_back(parent ? m_shape->depth[parent.row()] + 1 : 0);
        m_shape->isRecursive.push_back(above ? 1 : 0);
        m_firstMember.push_back(m_members.size());
        m_self[0].push_back(0);
        m_self[1].push_back(0);
    }

    const RowGroups& m_groups;
    std::array<CallTree*, 2> m_trees;
    DifferenceTree& m_result;
    CallTreeShape* m_shape = nullptr;
    std::vector<Member> m_children; ///< of the node that is being added to
    std::vector<Member> m_members;  ///< what nodes stand for
    std::vector<std::size_t> m_firstMember;
    std::array<std::vector<std::int64_t>, 2> m_self;
};

/// Sets the sums of weights; `total` includes what is not in the tree.
void sumUp(StackWeights& weights, std::int64_t total) {
    std::int64_t sum = 0, magnitude = 0;
    for (const auto weight : weights.weight) {
        sum = wrappingSum(sum, weight);
        magnitude = wrappingSum(magnitude, magnitudeOf(weight));
    }
    weights.total = total;
    weights.stackless = wrappingDifference(total, sum);
    weights.magnitude = wrappingSum(magnitude, magnitudeOf(weights.stackless));
}

std::int64_t rounded(double weight) {
    constexpr double limit = 0x1p62;
    return std::llround(std::clamp(weight, -limit, limit));
}

/// The factor that brings weights of base into the scale of new.
double scaleOfBase(const Comparison& comparison) {
    constexpr std::int64_t some = 1'000'000;
    const double base = normalizedWeight(some, comparison.base, comparison.normalize);
    const double newSide = normalizedWeight(some, comparison.newSide, comparison.normalize);
    return base != 0 && newSide != 0 ? base / newSide : 1;
}

} // namespace

StackWeights DifferenceTree::weights(DifferenceWidth width) const {
    if (width == DifferenceWidth::Base) return base;
    if (width == DifferenceWidth::New) return newSide;
    const double scale = scaleOfBase(*comparison);
    const auto combined = [&](std::int64_t own, std::int64_t other) {
        const double scaled = scale * static_cast<double>(own), there = static_cast<double>(other);
        return rounded(width == DifferenceWidth::Both ? (scaled + there) / 2 : there - scaled);
    };
    std::vector<std::int64_t> self(shape->size());
    for (std::size_t node = 0; node < self.size(); ++node)
        self[node] = combined(base.weight[node], newSide.weight[node]);
    StackWeights result;
    result.weight = SharedValues(std::move(self));
    std::int64_t total = combined(base.stackless, newSide.stackless);
    for (const auto weight : result.weight)
        total = wrappingSum(total, weight);
    sumUp(result, total);
    return result;
}

DifferenceTree differenceTree(std::shared_ptr<const Comparison> comparison, CallTree& base,
                              CallTree& newSide) {
    DifferenceTree result;
    RowGroups rows(*comparison);
    auto shape = std::make_shared<CallTreeShape>();
    shape->groups = rows.make(result.rows);
    TreeMerger(rows, base, newSide, result).run(std::move(shape));
    sumUp(result.base, base.totalWeight());
    sumUp(result.newSide, newSide.totalWeight());
    result.comparison = std::move(comparison);
    return result;
}

} // namespace candela
