/// The parts of lists of lines and instructions: jumps in lanes, links between rows, called functions, and
/// path mappings.
#include <QTest>

#include "model/code/annotation_rows.h"
#include "tests/profile_text.h"

#include <bit>
#include <random>
#include <set>

using namespace candela;

namespace {

struct DrawnJump {
    std::size_t from = 0;
    std::size_t to = 0;
    unsigned lane = 0;

    bool covers(std::size_t row) const { return row >= std::min(from, to) && row <= std::max(from, to); }
    bool overlaps(const DrawnJump& other) const {
        return std::min(from, to) <= std::max(other.from, other.to) &&
               std::min(other.from, other.to) <= std::max(from, to);
    }
};

std::vector<InstructionWeight> randomJumps(unsigned seed, std::size_t rows) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
    };
    std::vector<InstructionWeight> instructions(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        auto& instruction = instructions[row].instruction;
        instruction.address = 0x1000 + 4 * row;
        instruction.size = 4;
        if (below(3) != 0) continue;
        instruction.kind = below(2) == 0 ? InstructionKind::Jump : InstructionKind::Branch;
        // Some lead out of the function, and some to a few common targets.
        instruction.target = 0x1000 + 4 * (below(2) == 0 ? below(rows + 5) : below(4) * rows / 4);
    }
    return instructions;
}

/// "draw 5" for each call.
QStringList callsOf(const Profile& profile, const std::string& function) {
    const auto groups = groupFrames(std::make_shared<const Profile>(profile), Grouping::Function);
    std::vector<FrameGroupIndex> found;
    for (std::size_t row = 0; row < groups->size(); ++row)
        if (groups->groups[row].name == function) found.emplace_back(row);
    Task task;
    SampleSelector selector(groups->profile);
    const auto weights = selector.stackWeights(ValueTypeIndex(0), {}, task);
    const auto calls =
        functionCalls(*groups, found, CountedStacks(profile, *weights, nullptr), nullptr, task);
    QStringList texts;
    for (const auto& call : *calls)
        texts << QString("%1 %2").arg((*groups)[call.callee].name.c_str()).arg(call.total);
    return texts;
}

} // namespace

class AnnotationRowsTest : public QObject {
    Q_OBJECT
private slots:
    void jumpsAreWholeAndNeverCrossInTheirLane() {
        std::size_t leftOut = 0, shared = 0;
        for (unsigned seed = 0; seed < 200; ++seed) {
            const auto instructions = randomJumps(seed, 5 + seed % 60);
            const auto lanes = jumpLanes(instructions);
            QCOMPARE(lanes.cells.size(), instructions.size());
            std::vector<DrawnJump> drawn, missing;
            for (std::size_t row = 0; row < instructions.size(); ++row) {
                const auto& instruction = instructions[row].instruction;
                const auto target = instruction.target ? (*instruction.target - 0x1000) / 4 : 0;
                const bool isInside = instruction.target && target < instructions.size();
                const auto& cell = lanes.cells[row];
                if (!isInside) {
                    QVERIFY(cell.leaves == 0 && !cell.isLeftOut);
                } else if (cell.isLeftOut) {
                    QCOMPARE(cell.leaves, 0);
                    missing.push_back({row, target});
                } else {
                    QCOMPARE(std::popcount(cell.leaves), 1);
                    drawn.push_back({row, target, static_cast<unsigned>(std::countr_zero(cell.leaves))});
                }
            }
            for (std::size_t row = 0; row < instructions.size(); ++row) {
                JumpCell expected;
                for (const auto& jump : drawn) {
                    const auto bit = static_cast<std::uint8_t>(1U << jump.lane);
                    if (!jump.covers(row)) continue;
                    if (row > std::min(jump.from, jump.to)) expected.above |= bit;
                    if (row < std::max(jump.from, jump.to)) expected.below |= bit;
                    if (row == jump.to) expected.arrives |= bit;
                }
                QCOMPARE(lanes.cells[row].above, expected.above);
                QCOMPARE(lanes.cells[row].below, expected.below);
                QCOMPARE(lanes.cells[row].arrives, expected.arrives);
            }
            for (const auto& left : drawn) {
                QVERIFY(left.lane < lanes.lanes);
                for (const auto& right : drawn) {
                    if (left.lane != right.lane || !left.overlaps(right)) continue;
                    QCOMPARE(left.to, right.to);
                    shared += left.from != right.from;
                }
            }
            for (const auto& jump : missing) {
                std::set<unsigned> taken;
                for (const auto& other : drawn)
                    if (other.overlaps(jump) && other.to != jump.to) taken.insert(other.lane);
                QCOMPARE(taken.size(), std::size_t(JumpLanes::maximumLanes));
            }
            leftOut += missing.size();
        }
        QVERIFY(leftOut > 0 && shared > 0);
    }
    void linksLeadBack() {
        std::mt19937 random(7);
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (int pair = 0; pair < 200; ++pair)
            pairs.emplace(random() % 40, random() % 30);
        RowLinks links;
        links.setRows(40);
        for (const auto& [row, linked] : pairs)
            links.add(row, linked);
        links.finish();
        const auto back = links.inverse(30);
        std::set<std::pair<std::uint32_t, std::uint32_t>> forth, there;
        for (std::uint32_t row = 0; row < 40; ++row)
            for (const auto linked : links.of(row))
                forth.emplace(row, linked);
        for (std::uint32_t row = 0; row < 30; ++row)
            for (const auto linked : back.of(row))
                there.emplace(linked, row);
        QCOMPARE(forth, pairs);
        QCOMPARE(there, pairs);
        QVERIFY(links.of(100).empty());
    }
    void callsAreThoseOfTheStacksHeaviestFirst() {
        const auto profile = profileFromText("main;draw;blit 3\nmain;draw;copy;draw 5\nmain;draw 9\n"
                                             "main;draw;draw;blit 1\nmain;blit 100\n");
        QCOMPARE(callsOf(profile, "draw"), (QStringList{"copy 5", "blit 4", "draw 1"}));
        QCOMPARE(callsOf(profile, "main"), (QStringList{"blit 100", "draw 18"}));
        QCOMPARE(callsOf(profile, "blit"), QStringList());
    }
    void aPathMappingIsMadeOfAFileAndWhereItIs_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("mapping");
        QTest::newRow("folders in common") << "/build/app/src/a.cpp"
                                           << "/home/me/app/src/a.cpp"
                                           << "/build=/home/me";
        QTest::newRow("other name") << "/build/src/a.cpp"
                                    << "/home/b.cpp"
                                    << "/build/src/a.cpp=/home/b.cpp";
        QTest::newRow("relative") << "src/a.cpp"
                                  << "/home/me/src/a.cpp"
                                  << "=/home/me";
        QTest::newRow("relative, other folder") << "lib/a.cpp"
                                                << "/home/me/src/a.cpp"
                                                << "lib=/home/me/src";
        QTest::newRow("below the found one") << "/src/a.cpp"
                                             << "/home/src/a.cpp"
                                             << "/src=/home/src";
        QTest::newRow("above the found one") << "/home/src/a.cpp"
                                             << "/src/a.cpp"
                                             << "/home/src=/src";
    }
    void aPathMappingIsMadeOfAFileAndWhereItIs() {
        QFETCH(QString, file);
        QFETCH(QString, found);
        const auto mapping = mappingTo(file.toStdString(), found.toStdString());
        QTEST(QString::fromStdString(mapping.from + "=" + mapping.to), "mapping");
    }
};

QTEST_GUILESS_MAIN(AnnotationRowsTest)
#include "annotation_rows_test.moc"
