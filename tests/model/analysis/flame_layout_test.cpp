#include "model/analysis/call_tree/flame_layout.h"
#include "tests/model/analysis/call_tree_text.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <fmt/format.h>

#include <cmath>

using namespace candela;

namespace {

std::string nameOf(const CallTree& tree, const FlameLayout& layout, const FlameBox& box) {
    if (!box.isMerged()) return tree.groups()[tree.group(box.node)].name;
    const auto& merged = layout.merged[box.merged];
    return fmt::format("{} more ({})", merged.count, merged.total);
}

/// One row per line: "name 0.00-0.75", or "3 more (12) 0.75-1.00" for several nodes and their weight.
std::string layoutText(CallTree& tree, const FlameLayout& layout) {
    std::string text;
    for (std::size_t row = 0; row < layout.rows(); ++row) {
        std::string line;
        for (const auto& box : layout.row(row))
            line += fmt::format("{}{} {:.2f}-{:.2f}", line.empty() ? "" : ", ", nameOf(tree, layout, box),
                                box.left, box.right);
        text += line + "\n";
    }
    return text;
}

const auto boxes = "main;draw;blit 12\n"
                   "main;draw 3\n"
                   "main;load;blit 1\n"
                   "idle 4\n";

std::vector<CallNodeIndex> drawnChildren(CallTree& tree, CallNodeIndex node, FlameOrder order) {
    const auto children = tree.children(node);
    std::vector ordered(children.begin(), children.end());
    if (order == FlameOrder::ByName)
        std::ranges::stable_sort(ordered, {}, [&](CallNodeIndex child) -> const std::string& {
            return tree.groups()[tree.group(child)].name;
        });
    return ordered;
}

/// What flameLayout() should make of a node's children, one after the other: the row of each wide one, and
/// the sums of the narrow ones between them.
std::string expectedChildren(CallTree& tree, CallNodeIndex node, FlameOrder order, double minimumShare,
                             double left) {
    const auto total = static_cast<double>(tree.totalMagnitude());
    std::string text;
    MergedNodes run;
    const auto endRun = [&] {
        if (run.count > 0)
            text += fmt::format("({} {} {} {} {:.6f}) ", run.count, run.total, run.magnitude,
                                run.heaviest.node.row(), run.heaviestLeft);
        run = {};
    };
    for (const auto child : drawnChildren(tree, node, order)) {
        const auto magnitude = tree.magnitude(child);
        if (static_cast<double>(magnitude) < minimumShare * total) {
            if (run.count == 0 || magnitude > run.heaviest.magnitude) run.heaviestLeft = left;
            run.add({magnitude, tree.total(child), child});
        } else {
            endRun();
            text += fmt::format("{} ", child.row());
        }
        left += static_cast<double>(magnitude) / total;
    }
    endRun();
    return text;
}

std::string foundRow(const FlameLayout& layout, std::size_t row) {
    std::string text;
    for (const auto& box : row < layout.rows() ? layout.row(row) : std::span<const FlameBox>()) {
        if (!box.isMerged()) {
            text += fmt::format("{} ", box.node.row());
            continue;
        }
        const auto& run = layout.merged[box.merged];
        text += fmt::format("({} {} {} {} {:.6f}) ", run.count, run.total, run.magnitude,
                            run.heaviest.node.row(), run.heaviestLeft);
    }
    return text;
}

void checkMerged(const std::shared_ptr<Profile>& profile, Direction direction, FlameOrder order) {
    auto tree = callTreeOf(profile, direction);
    for (const double share : {0.003, 0.02, 0.1}) {
        const auto layout = flameLayout(tree, {}, share, order);
        QCOMPARE(foundRow(layout, 0), expectedChildren(tree, {}, order, share, 0));
        for (std::size_t row = 0; row < layout.rows(); ++row) {
            std::string expected;
            for (const auto& box : layout.row(row))
                if (!box.isMerged())
                    expected +=
                        expectedChildren(tree, box.node, order, share, wholeSpan(tree, box.node, order).left);
            QCOMPARE(foundRow(layout, row + 1), expected);
        }
    }
}

void checkSpans(CallTree& tree, FlameOrder order) {
    const auto layout = flameLayout(tree, {}, 0, order);
    for (std::size_t row = 0; row < layout.rows(); ++row)
        for (const auto& box : layout.row(row)) {
            const auto span = wholeSpan(tree, box.node, order);
            QVERIFY(std::abs(span.left - static_cast<double>(box.left)) < 1e-6);
            QVERIFY(std::abs(span.right - static_cast<double>(box.right)) < 1e-6);
            const auto depth = static_cast<std::uint32_t>(row);
            const auto middle = (span.left + span.right) / 2;
            QCOMPARE(callNodeAt(tree, middle, depth, order), box.node);
            // Where nothing is deeper, a larger depth means the same call node.
            if (!tree.hasChildren(box.node)) QCOMPARE(callNodeAt(tree, middle, depth + 5, order), box.node);
        }
    QCOMPARE(wholeSpan(tree, {}, order).right, 1.0);
}

} // namespace

class FlameLayoutTest : public QObject {
    Q_OBJECT
private slots:
    void aRowIsADepthAndWidthsAreShares() {
        auto tree = treeOf(boxes);
        const auto layout = flameLayout(tree, {}, 0, FlameOrder::ByWeight);
        QCOMPARE(layout.total, 20);
        QCOMPARE(layoutText(tree, layout), std::string("main 0.00-0.80, idle 0.80-1.00\n"
                                                       "draw 0.00-0.75, load 0.75-0.80\n"
                                                       "blit 0.00-0.60, blit 0.75-0.80\n"));
    }
    void orderByNameKeepsTheWidths() {
        auto tree = treeOf(boxes);
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0, FlameOrder::ByName)),
                 std::string("idle 0.00-0.20, main 0.20-1.00\n"
                             "draw 0.20-0.95, load 0.95-1.00\n"
                             "blit 0.20-0.80, blit 0.95-1.00\n"));
    }
    void anInvertedTreeIsLaidOutTheSameWay() {
        auto tree = treeOf(boxes, Direction::Inverted);
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0, FlameOrder::ByWeight)),
                 std::string("blit 0.00-0.65, idle 0.65-0.85, draw 0.85-1.00\n"
                             "draw 0.00-0.60, load 0.60-0.65, main 0.85-1.00\n"
                             "main 0.00-0.60, main 0.60-0.65\n"));
    }
    void aZoomedRootSpansTheWidth() {
        auto tree = treeOf(boxes);
        const auto main = tree.children({})[0];
        const auto draw = tree.children(main)[0];
        const auto layout = flameLayout(tree, draw, 0, FlameOrder::ByWeight);
        QCOMPARE(layout.total, 15);
        QCOMPARE(layoutText(tree, layout), std::string("draw 0.00-1.00\nblit 0.00-0.80\n"));
    }
    void narrowNeighboursAreOneBoxWithoutWhatTheyCall() {
        auto tree = treeOf("main;a 40\nmain;b;x 2\nmain;c 3\nmain;d 20\nmain;e 1\nmain;f 34\n");
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0.1, FlameOrder::ByWeight)),
                 std::string("main 0.00-1.00\n"
                             "a 0.00-0.40, f 0.40-0.74, d 0.74-0.94, 3 more (6) 0.94-1.00\n"));
        // Ordered by name, they are adjacent if their names are.
        const auto byName = flameLayout(tree, {}, 0.1, FlameOrder::ByName);
        QCOMPARE(layoutText(tree, byName),
                 std::string("main 0.00-1.00\n"
                             "a 0.00-0.40, 2 more (5) 0.40-0.45, d 0.45-0.65, 1 more (1) 0.65-0.66, "
                             "f 0.66-1.00\n"));
        const auto& first = byName.merged[0];
        QCOMPARE(tree.groups()[tree.group(first.heaviest.node)].name, std::string("c"));
        QVERIFY(std::abs(first.heaviestLeft - 0.42) < 1e-9);
    }
    void aPictureOfOnlyNarrowNodesIsOneBox() {
        std::string many;
        for (int number = 0; number < 1000; ++number)
            many += fmt::format("root{};leaf{} 3\n", number, number);
        auto tree = treeOf(many);
        for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName})
            QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0.01, order)),
                     std::string("1000 more (3000) 0.00-1.00\n"));
    }
    void whatLiesOutsideTheSpanIsLeftOut() {
        auto tree = treeOf(boxes);
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0, FlameOrder::ByWeight, {0.76, 0.9})),
                 std::string("main 0.00-0.80, idle 0.80-1.00\n"
                             "load 0.75-0.80\n"
                             "blit 0.75-0.80\n"));
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0.1, FlameOrder::ByWeight, {0, 0.5})),
                 std::string("main 0.00-0.80\n"
                             "draw 0.00-0.75\n"
                             "blit 0.00-0.60\n"));
    }
    /// All weight above a box is in some box, however narrow the nodes are.
    void boxesOfARowAddUpToWhatTheirParentsCall() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            auto tree = callTreeOf(profile, Direction::TopDown);
            for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName}) {
                const auto layout = flameLayout(tree, {}, 0.02, order);
                for (std::size_t row = 0; row < layout.rows(); ++row) {
                    for (const auto& box : layout.row(row)) {
                        if (box.isMerged()) continue;
                        double expected = 0;
                        for (const auto child : tree.children(box.node))
                            expected += double(tree.magnitude(child)) / double(layout.total);
                        expected = std::min<double>(expected, double(box.right) - double(box.left));
                        double found = 0;
                        const auto above =
                            row + 1 < layout.rows() ? layout.row(row + 1) : std::span<const FlameBox>();
                        for (const auto& child : above)
                            if (child.left >= box.left - 1e-7F && child.right <= box.right + 1e-7F)
                                found += double(child.right) - double(child.left);
                        QVERIFY2(std::abs(found - expected) < 1e-5,
                                 fmt::format("{} instead of {}", found, expected).c_str());
                    }
                }
            }
        }
    }
    void whatIsNotLaidOutIsNotExpanded() {
        auto tree = treeOf(boxes, Direction::Inverted);
        flameLayout(tree, {}, 0.3, FlameOrder::ByWeight);
        QCOMPARE(tree.size(), 6u); // blit, idle, draw; draw and load below blit; main below that draw
    }
    void samplesWithoutFramesLeaveAGap() {
        auto tree = treeOf("main 6\n 2\n");
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0, FlameOrder::ByWeight)),
                 std::string("main 0.00-0.75\n"));
    }
    void anEmptyProfileHasNoRows() {
        auto empty = treeOf("");
        QCOMPARE(flameLayout(empty, {}, 0, FlameOrder::ByWeight).rows(), 0u);
    }
    void whatBecameLessIsAsWideAsWhatBecameMore() {
        auto tree = treeOf("main;a 6\nmain;b 4\nmain;c -5\nother -5\n");
        const auto layout = flameLayout(tree, {}, 0, FlameOrder::ByWeight);
        QCOMPARE(layout.total, std::int64_t(20));
        QCOMPARE(layoutText(tree, layout),
                 std::string("main 0.00-0.75, other 0.75-1.00\na 0.00-0.30, c 0.30-0.55, b 0.55-0.75\n"));
    }
    void whatCancelsOutIsStillSeen() {
        auto tree = treeOf("main;a 4\nmain;b -4\n");
        QCOMPARE(tree.totalWeight(), std::int64_t(0));
        QCOMPARE(layoutText(tree, flameLayout(tree, {}, 0, FlameOrder::ByWeight)),
                 std::string("main 0.00-1.00\na 0.00-0.50, b 0.50-1.00\n"));
    }
    void aBoxIsFoundByItsPosition() {
        auto tree = treeOf(boxes);
        const auto layout = flameLayout(tree, {}, 0, FlameOrder::ByWeight);
        const auto nameAt = [&](std::size_t row, float x) {
            const auto* box = layout.boxAt(row, x);
            return box ? tree.groups()[tree.group(box->node)].name : "-";
        };
        QCOMPARE(nameAt(0, 0), std::string("main"));
        QCOMPARE(nameAt(0, 0.9f), std::string("idle"));
        QCOMPARE(nameAt(1, 0.76f), std::string("load"));
        QCOMPARE(nameAt(2, 0.7f), std::string("-"));
        QCOMPARE(nameAt(2, -0.1f), std::string("-"));
        QCOMPARE(nameAt(0, 1.0f), std::string("-"));
        QCOMPARE(nameAt(3, 0.1f), std::string("-"));
    }
    void boxesLieSideBySideWithinTheirParents() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
                auto tree = callTreeOf(profile, direction);
                for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName}) {
                    const auto layout = flameLayout(tree, {}, 0.001, order);
                    QVERIFY(layout.rows() > 2);
                    for (std::size_t row = 0; row < layout.rows(); ++row) {
                        float edge = 0;
                        for (const auto& box : layout.row(row)) {
                            QVERIFY(box.left >= edge && box.right > box.left && box.right <= 1);
                            const auto node =
                                box.isMerged() ? layout.merged[box.merged].heaviest.node : box.node;
                            QCOMPARE(tree.depth(node), row);
                            edge = box.right;
                            if (row == 0) continue;
                            const auto* below = layout.boxAt(row - 1, (box.left + box.right) / 2);
                            QVERIFY(below && below->node == tree.parent(node));
                        }
                    }
                }
            }
        }
    }
    /// Sorting all children and going through them is the oracle.
    void narrowNodesAreMergedBetweenWideOnes() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            const auto difference = std::make_shared<Profile>(*profile); // some weights are negative
            for (std::size_t row = 0; row < difference->samples[0].size(); row += 3)
                difference->samples[0].weight[row] *= -1;
            for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
                for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName}) {
                    checkMerged(profile, direction, order);
                    checkMerged(difference, direction, order);
                }
            }
        }
    }
    /// The layout without merged boxes is the oracle.
    void theWholesSpansAreThoseOfTheLayout() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
                auto tree = callTreeOf(profile, direction);
                for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName})
                    checkSpans(tree, order);
            }
        }
    }
};

QTEST_GUILESS_MAIN(FlameLayoutTest)
#include "flame_layout_test.moc"
