/// Stacks of a segment: each sample leads to its own path, and equal paths are stored once.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/samples/segment_draft.h"
#include "tests/recorder/made_up_processes.h"

#include <algorithm>
#include <array>
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
    /// Stacks as they are in the rings, which share callers, while processes fork and map files.
    void eachSampleLeadsToTheLocationsOfItsFrames() {
        FilledDraft filled;
        auto& [f, process, thread, draft, paths] = filled;
        const auto late = 20 * second;
        f.table.apply(fork(late, 7, 8));
        f.table.apply(map(late, 7, 0x5000, "//anon")); // generated code: each process has its own
        f.table.apply(fork(late + 1, 7, 9));
        const std::array<SharedProcess, 3> processes{process, f.table.processOf(8, late),
                                                     f.table.processOf(9, late + 1)};
        std::minstd_rand random(1);
        std::vector<std::uint64_t> user; // the outermost frame first
        for (int sample = 0; sample < 5000; ++sample) {
            if (sample % 500 == 499)
                f.table.apply(map(late + sample, 7, 0x1000, sample % 1000 < 500 ? "/bin/a" : "/bin/b"));
            user.resize(random() % (user.size() + 1));
            for (auto more = random() % 6; more > 0; --more)
                user.push_back(0x1000 * (1 + random() % 5) + random() % 3);
            std::vector<std::uint64_t> frames(user.rbegin(), user.rend());
            const std::size_t kernel = random() % 3;
            frames.insert(frames.begin(), kernel, 0xffffffff81000000 + random() % 2);
            sample_event event{};
            event.cpu = random() % 2;
            event.kernel_frames = static_cast<std::uint16_t>(kernel);
            event.user_frames = static_cast<std::uint16_t>(user.size());
            const SampleRecord record{event, {}, frames, {}};
            const auto& owner = processes[random() % processes.size()];
            Path expected;
            SegmentDraft::locate(record, *owner, f.modules, expected);
            std::vector<CodeLocation> newLocations;
            draft.add(record, owner, thread, f.modules, newLocations);
            QVERIFY(filled.stored(draft.samples().size() - 1) == expected);
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
