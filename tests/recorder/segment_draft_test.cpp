/// Stacks of a segment: each sample leads to its own path, and equal paths are stored once.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/samples/segment_draft.h"
#include "tests/recorder/made_up_processes.h"

#include <algorithm>
#include <map>
#include <random>

using namespace candela;

namespace {

using Path = std::vector<CodeLocation>;

CodeLocation unmapped(std::uint64_t address) {
    return {CodeKind::Unmapped, {}, address};
}

/// A draft, and the path that each of its samples was added with.
struct FilledDraft {
    Fixture f;
    SharedProcess process;
    LiveThread thread;
    SegmentDraft draft{second};
    std::vector<Path> paths;

    FilledDraft() {
        f.living(7, "program", second, "/bin/program");
        readAll(f.table);
        process = f.table.processOf(7, 2 * second);
    }
    void add(std::uint32_t cpu, const Path& path) {
        sample_event event{};
        event.cpu = cpu;
        event.tid = 7;
        std::vector<CodeLocation> newLocations;
        draft.add(event, {}, path, process, thread, newLocations);
        paths.push_back(path);
    }
    /// The path of a sample as the draft has it, from the root.
    Path stored(std::size_t sample) const {
        Path path;
        for (auto row = draft.samples()[sample].stack; row != SegmentDraft::noRow;
             row = draft.stacks()[row].parent)
            path.push_back(draft.locations()[draft.stacks()[row].location]);
        std::ranges::reverse(path);
        return path;
    }
};

// The hash of a path, as the draft makes it. A program chooses addresses, so it can choose hashes.
constexpr std::uint64_t factor = 0x9fb21c651e98df25;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * factor;
    return hash ^ hash >> 29;
}

/// The state between the two numbers that an unmapped frame adds to a hash.
std::uint64_t withKind(std::uint64_t hash) {
    const auto none = std::uint64_t{unmapped(0).module.row()};
    return mixed(hash, none << 8 | static_cast<std::uint64_t>(CodeKind::Unmapped));
}

std::uint64_t withFrame(std::uint64_t hash, std::uint64_t address) {
    return mixed(withKind(hash), address);
}

/// The address of an unmapped root whose path of one frame has this hash.
std::uint64_t rootOf(std::uint64_t hash) {
    std::uint64_t inverse = 1;
    for (int bits = 1; bits < 64; bits *= 2)
        inverse *= 2 - factor * inverse;
    const auto product = hash ^ hash >> 29 ^ hash >> 58;
    return (product * inverse) ^ withKind(0);
}

} // namespace

class SegmentDraftTest : public QObject {
    Q_OBJECT
private slots:
    void eachSampleLeadsToItsPath() {
        FilledDraft filled;
        std::minstd_rand random(1);
        Path path;
        for (int sample = 0; sample < 5000; ++sample) {
            path.resize(random() % (path.size() + 1));
            for (auto more = random() % 6; more > 0; --more)
                path.push_back(unmapped(1 + random() % 3));
            filled.add(random() % 200, path);
        }
        std::map<std::vector<std::uint64_t>, std::uint32_t> rows;
        for (std::size_t sample = 0; sample < filled.paths.size(); ++sample) {
            QVERIFY(filled.stored(sample) == filled.paths[sample]);
            std::vector<std::uint64_t> key;
            for (const auto& location : filled.paths[sample])
                key.push_back(location.address);
            const auto stack = filled.draft.samples()[sample].stack;
            QCOMPARE(rows.try_emplace(key, stack).first->second, stack);
        }
    }
    void pathsOfDifferentDepthsMayHaveTheSameHash() {
        FilledDraft filled;
        const auto hash = withFrame(withFrame(0, 10), 20);
        const auto root = rootOf(hash);
        QCOMPARE(withFrame(0, root), hash);
        filled.add(0, {unmapped(root)});
        filled.add(0, {unmapped(10), unmapped(20)});
        filled.add(0, {unmapped(10), unmapped(20), unmapped(30)});
        filled.add(1, {unmapped(10), unmapped(20), unmapped(30)});
        filled.add(1, {unmapped(root)});
        for (std::size_t sample = 0; sample < filled.paths.size(); ++sample)
            QVERIFY2(filled.stored(sample) == filled.paths[sample], qPrintable(QString::number(sample)));
    }
};

QTEST_GUILESS_MAIN(SegmentDraftTest)
#include "segment_draft_test.moc"
