#include "model/comparison/matching/counted_shape.h"

namespace candela {

namespace {

class ShapeCounter {
public:
    ShapeCounter(const CallTreeShape& shape, const std::vector<CountedGroup>& counted,
                 const std::vector<bool>& hasPartner)
        : m_result(std::make_shared<CallTreeShape>(shape)), m_hasPartner(hasPartner),
          m_groupOf(shape.groups->size()), m_isJoined(m_groupOf.size()), m_isMoved(m_groupOf.size()) {
        for (const auto& entry : counted) {
            if (entry.how == CountedWith::Whole) {
                m_groupOf[entry.group.row()] = entry.with;
                m_isJoined[entry.with.row()] = true;
            } else {
                m_isMoved[entry.group.row()] = true;
            }
        }
    }

    std::shared_ptr<const CallTreeShape> run() {
        joinGroups();
        moveSelf();
        return m_result;
    }

private:
    /// Only functions with clones can become recursive. They are few, so a search through the functions above
    /// each of them is cheap.
    void joinGroups() {
        auto& shape = *m_result;
        std::vector<CallNodeIndex> above(shape.size()); // the nearest node above whose group has clones
        for (std::size_t node = 0; node < shape.size(); ++node) {
            if (const auto group = m_groupOf[shape.group[node].row()]) shape.group[node] = group;
            const auto parent = shape.parent[node];
            if (parent)
                above[node] = m_isJoined[shape.group[parent.row()].row()] ? parent : above[parent.row()];
            if (!m_isJoined[shape.group[node].row()]) continue;
            auto joined = above[node];
            while (joined && shape.group[joined.row()] != shape.group[node])
                joined = above[joined.row()];
            shape.isRecursive[node] = joined ? 1 : 0;
        }
    }

    void moveSelf() {
        auto& shape = *m_result;
        std::vector<CallNodeIndex> anchors(shape.size());
        for (std::size_t node = 0; node < shape.size(); ++node) {
            const auto parent = shape.parent[node];
            if (m_hasPartner[shape.group[node].row()])
                anchors[node] = CallNodeIndex(node);
            else if (parent)
                anchors[node] = anchors[parent.row()];
            if (m_isMoved[shape.group[node].row()] && anchors[node]) shape.isRecursive[node] = 1;
        }
        for (auto& node : shape.nodeOfStack)
            if (node && m_isMoved[shape.group[node.row()].row()] && anchors[node.row()])
                node = anchors[node.row()];
    }

    std::shared_ptr<CallTreeShape> m_result;
    const std::vector<bool>& m_hasPartner;
    std::vector<FrameGroupIndex> m_groupOf; // none: its own
    std::vector<bool> m_isJoined, m_isMoved;
};

} // namespace

std::shared_ptr<const CallTreeShape> countedShape(const CallTreeShape& shape,
                                                  const std::vector<CountedGroup>& counted,
                                                  const std::vector<bool>& hasPartner) {
    return ShapeCounter(shape, counted, hasPartner).run();
}

} // namespace candela
