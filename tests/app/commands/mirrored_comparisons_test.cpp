/// Comparisons of real and made captures, by every key and in every normalization: exchanging the sides
/// mirrors every number and word, and a capture compared with itself shows no change.
#include "app/commands/profiles/diff_side.h"
#include "app/commands/profiles/report_rows.h"
#include "model/comparison/change_parts.h"
#include "model/comparison/change_text.h"
#include "model/comparison/compared_profiles.h"
#include "model/comparison/match_text.h"
#include "tests/app/commands/compared_captures.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

using namespace candela;

class MirroredComparisonsTest : public QObject, ComparedCaptures {
    Q_OBJECT

    struct Side {
        OpenedRuns opened;
        std::vector<double> work;
    };
    using Names = std::tuple<std::string, std::string, std::string, std::string>;

    static QString corpus(const char* path) { return QString(FIXTURES "/corpus/") + path; }

    static Side open(const QString& files, double work) {
        LookupOptions lookup;
        lookup.isOff = true;
        auto opened = openRuns(files.toStdString(), lookup, {});
        if (!opened) qFatal("%s", opened.error().message.c_str());
        return {std::move(*opened), {work}};
    }
    /// As `candela diff` does it.
    static Result<Comparison> compared(Side base, Side newSide, const std::string& by, Normalize normalize,
                                       const HandLinks& links) {
        const ComparedProfiles profiles(base.opened.profile, newSide.opened.profile);
        base.opened.profile = profiles.base();
        newSide.opened.profile = profiles.newSide();
        const auto key = TRY(DiffKey::create(by));
        auto one = TRY(DiffSide::create(base.opened, {}, {}, key, base.work));
        auto other = TRY(DiffSide::create(newSide.opened, {}, {}, key, newSide.work));
        const auto matching = std::make_shared<const Matching>(matchSides(one.rows(), other.rows(), links));
        return compare(one.side(matching->base), other.side(matching->newSide), one.type(), other.type(),
                       normalize, matching);
    }

    static std::string nameOf(const ComparisonSide& side, FrameGroupIndex group) {
        return group ? (*side.groups)[group].name : std::string();
    }
    static std::string moduleOf(const ComparisonSide& side, FrameGroupIndex group) {
        return group ? std::string(side.groups->moduleName(group)) : std::string();
    }
    /// Rows of one pair of names are in the order of their weights.
    static std::multimap<Names, const ComparisonRow*> byNames(const Comparison& comparison, bool isMirrored) {
        std::multimap<Names, const ComparisonRow*> rows;
        for (const auto& row : comparison.rows) {
            Names names{nameOf(comparison.base, row.base), nameOf(comparison.newSide, row.newGroup),
                        moduleOf(comparison.base, row.base), moduleOf(comparison.newSide, row.newGroup)};
            if (isMirrored)
                names = {std::get<1>(names), std::get<0>(names), std::get<3>(names), std::get<2>(names)};
            rows.emplace(names, &row);
        }
        return rows;
    }

    static Verdict opposite(Verdict verdict) {
        return verdict == Verdict::Slower   ? Verdict::Faster
               : verdict == Verdict::Faster ? Verdict::Slower
                                            : verdict;
    }
    static bool isNear(double left, double right) {
        constexpr double nearlyInfinite = 1e7;
        if (left > nearlyInfinite || right > nearlyInfinite)
            return left > nearlyInfinite && right > nearlyInfinite;
        return std::abs(left - right) <= 1e-6 * std::max({1.0, std::abs(left), std::abs(right)});
    }
    /// Close to −1, a change has no digits left for what remains.
    static bool isInverse(double change, double other) {
        constexpr double nearlyNothing = 1e-8, nearlyAll = 1e7;
        if (1 + change < nearlyNothing) return other > nearlyAll;
        if (1 + other < nearlyNothing) return change > nearlyAll;
        return std::abs((1 + change) * (1 + other) - 1) < 1e-6;
    }
    static bool isInverse(const std::optional<double>& change, const std::optional<double>& other) {
        if (!change || !other) return (!change || *change == -1) && (!other || *other == -1);
        return isInverse(*change, *other);
    }
    static bool isInverse(const std::optional<ChangeInterval>& own,
                          const std::optional<ChangeInterval>& other) {
        if (!own || !other) return !own && !other;
        return isInverse(own->low, other->high) && isInverse(own->high, other->low);
    }
    static bool isOpposite(const ChangeParts& own, const ChangeParts& other) {
        return own.recorded == -other.recorded && own.work == -other.work && own.callees == -other.callees;
    }
    static std::multiset<std::string> countedOf(const ComparisonRow& row, const Comparison& comparison,
                                                bool isMirrored) {
        std::multiset<std::string> counted;
        for (const auto& entry : countedIn(row, comparison))
            counted.insert(entry.name + ((entry.side == "base") != isMirrored ? " base " : " new ") +
                           std::to_string(entry.self));
        return counted;
    }

    /// What is not mirrored; empty if all is.
    static std::string difference(const Comparison& forth, const ComparisonRow& row, const Comparison& back,
                                  const ComparisonRow& other) {
        if (row.baseSelf != other.newSelf || row.newSelf != other.baseSelf) return "self";
        if (row.baseTotal != other.newTotal || row.newTotal != other.baseTotal) return "total";
        if (row.selfDifference != -other.selfDifference) return "self difference";
        if (row.totalDifference != -other.totalDifference) return "total difference";
        if (!isInverse(row.selfChange, other.selfChange)) return "self change";
        if (!isInverse(row.totalChange, other.totalChange)) return "total change";
        if (!isInverse(row.evidence().selfInterval, other.evidence().selfInterval)) return "self interval";
        if (!isInverse(row.evidence().totalInterval, other.evidence().totalInterval)) return "total interval";
        if (row.verdict != opposite(other.verdict)) return "verdict";
        if (row.selfVerdict != opposite(other.selfVerdict)) return "verdict of self";
        if (row.totalVerdict != opposite(other.totalVerdict)) return "verdict of total";
        if (row.match != mirrored(other.match)) return "match";
        if (row.confidence != other.confidence) return "confidence";
        if (!isNear(row.evidence().noChangeBeyond, other.evidence().noChangeBeyond))
            return "no change beyond";
        if (!isNear(row.evidence().timesAsMuch, other.evidence().timesAsMuch)) return "times as much";
        if (!isOpposite(selfParts(forth, row), selfParts(back, other))) return "parts of self";
        if (!isOpposite(totalParts(forth, row), totalParts(back, other))) return "parts of total";
        if (countedOf(row, forth, false) != countedOf(other, back, true)) return "what is counted";
        return {};
    }
    static void areMirrored(const Comparison& forth, const Comparison& back) {
        QCOMPARE(forth.rows.size(), back.rows.size());
        QCOMPARE(forth.verdict, opposite(back.verdict));
        QVERIFY(isInverse(forth.totalChange, back.totalChange));
        QVERIFY(isInverse(forth.totalInterval, back.totalInterval));
        const auto rows = byNames(forth, false), others = byNames(back, true);
        for (auto found = rows.begin(); found != rows.end();) {
            const auto [begin, end] = others.equal_range(found->first);
            std::vector<const ComparisonRow*> open;
            for (auto row = begin; row != end; ++row)
                open.push_back(row->second);
            // Of several rows with one pair of names, each is mirrored by another one.
            for (const auto last = rows.upper_bound(found->first); found != last; ++found) {
                std::string why = "row";
                const auto mirror = std::ranges::find_if(open, [&](const ComparisonRow* other) {
                    why = difference(forth, *found->second, back, *other);
                    return why.empty();
                });
                QVERIFY2(mirror != open.end(), (why + " of " + found->second->name).c_str());
                open.erase(mirror);
            }
        }
    }
    static void showsNoChange(const Comparison& comparison) {
        QVERIFY(comparison.verdict == Verdict::Same || comparison.verdict == Verdict::Unknown);
        QCOMPARE(comparison.totalChange.value_or(0), 0.0);
        for (const auto& row : comparison.rows) {
            QVERIFY2(row.base == row.newGroup, row.name.c_str());
            QCOMPARE(row.selfDifference, 0.0);
            QCOMPARE(row.totalDifference, 0.0);
            QCOMPARE(row.selfChange.value_or(0), 0.0);
            QCOMPARE(row.totalChange.value_or(0), 0.0);
            for (const auto verdict : {row.verdict, row.selfVerdict, row.totalVerdict})
                QVERIFY2(verdict == Verdict::Same || verdict == Verdict::Unknown, row.name.c_str());
            for (const auto& interval : {row.evidence().selfInterval, row.evidence().totalInterval})
                if (interval) QVERIFY2(interval->low <= 0 && interval->high >= 0, row.name.c_str());
            const auto parts = totalParts(comparison, row);
            QVERIFY(parts.recorded == 0 && parts.work == 0 && parts.callees == 0);
            QVERIFY(countedIn(row, comparison).empty());
        }
    }

    static std::vector<std::string> keys() {
        return {"function", "module", "file", "line", "address", "stack", "process", "thread", "label:bytes"};
    }
    static constexpr Normalize normalizations[]{Normalize::Share, Normalize::None, Normalize::Duration,
                                                Normalize::CpuTime, Normalize::Work};

    void addPairs() {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("newFiles");
        const auto many = [](const char* number) {
            return corpus("pprof/parca/many/16445092") + number + ".pb.gz";
        };
        QTest::newRow("samples without times") << corpus("compare/async-profiler/sample1.collapsed")
                                               << corpus("compare/async-profiler/sample2.collapsed");
        QTest::newRow("heaps") << many("72337470000") << many("96350592000");
        QTest::newRow("several runs")
            << many("72337470000") + "," + many("75338070000") + "," + many("78338696000")
            << many("93338714000") + "," + many("96350592000");
        QTest::newRow("one run against several")
            << many("72337470000") << many("93338714000") + "," + many("96350592000");
        QTest::newRow("processes and threads")
            << corpus("perf_script/system-wide.linux-perf.txt") << corpus("perf_script/forks.linux-perf.txt");
        const std::vector<QStringList> even(12, {"draw", "load"}), uneven(10, {"draw", "draw", "load"});
        QTest::newRow("times") << timed("even.cpuprofile", even, 1) << timed("uneven.cpuprofile", uneven, 2);
        QTest::newRow("runs with times")
            << timed("a.cpuprofile", even, 3) + "," + timed("b.cpuprofile", even, 4)
            << timed("c.cpuprofile", uneven, 5) + "," + timed("d.cpuprofile", even, 6);
        QTest::newRow("renamed, inlined, split and recursive functions")
            << file("before", "main;parse 10\nmain;parse;scan 30\nmain;draw 40\nmain;draw;blend 30\n"
                              "main;load 100\nmain;walk;walk 20\nmain;old::tree(int) 12\n")
            << file("after", "main;decode 11\nmain;decode;scan 29\nmain;draw 72\nmain;load 60\n"
                             "main;load;load.cold 40\nmain;walk;step;walk 25\nmain;fresh::tree(int) 13\n");
    }

private slots:
    void exchangedSidesMirrorEveryNumber_data() { addPairs(); }
    void exchangedSidesMirrorEveryNumber() {
        QFETCH(QString, base);
        QFETCH(QString, newFiles);
        const auto one = open(base, 1000), other = open(newFiles, 1300);
        const HandLinks none,
            links{{HandLinkKind::Link, "parse", "load"}, {HandLinkKind::Unlink, "draw", "draw"}},
            back{{HandLinkKind::Link, "load", "parse"}, {HandLinkKind::Unlink, "draw", "draw"}};
        std::size_t compared = 0;
        for (const auto& by : keys()) {
            for (const auto normalize : normalizations) {
                for (const bool hasLinks : {false, true}) {
                    if (hasLinks && by != "function") continue;
                    const auto forth = this->compared(one, other, by, normalize, hasLinks ? links : none);
                    const auto mirror = this->compared(other, one, by, normalize, hasLinks ? back : none);
                    // What can't be compared fails in both directions.
                    QCOMPARE(bool(forth), bool(mirror));
                    if (!forth) {
                        QVERIFY(!forth.error().message.empty());
                        continue;
                    }
                    ++compared;
                    areMirrored(*forth, *mirror);
                    if (QTest::currentTestFailed()) {
                        qInfo("by %s, %s", by.c_str(), std::string(normalizeName(normalize)).c_str());
                        return;
                    }
                }
            }
        }
        QVERIFY(compared > 10);
    }
    void aCaptureComparedWithItselfShowsNoChange_data() { addPairs(); }
    void aCaptureComparedWithItselfShowsNoChange() {
        QFETCH(QString, base);
        QFETCH(QString, newFiles);
        for (const auto& files : {base, newFiles}) {
            const auto side = open(files, 1000);
            for (const auto& by : keys()) {
                for (const auto normalize : normalizations) {
                    const auto found = compared(side, side, by, normalize, {});
                    if (!found) continue;
                    showsNoChange(*found);
                    if (QTest::currentTestFailed()) {
                        qInfo("%s by %s, %s", qPrintable(files), by.c_str(),
                              std::string(normalizeName(normalize)).c_str());
                        return;
                    }
                }
            }
        }
    }
    void whatCannotBeComparedIsRefusedWithTheReason() {
        const auto heap = open(corpus("pprof/google-pprof/legacy/cppbench.heap"), 1);
        const auto cpu = open(corpus("pprof/google-pprof/legacy/cppbench.cpu"), 1);
        const auto units = compared(heap, cpu, "function", Normalize::Share, {});
        QVERIFY(!units && units.error().message.find("can't be compared: one") != std::string::npos);
        const auto one = open(file("one", "main;draw 10\n"), 1),
                   two = open(file("two", "start;load 10\n"), 1);
        const auto apart = compared(one, two, "function", Normalize::Share, {});
        QVERIFY(!apart && apart.error().message.find("no function is on both") != std::string::npos);
        const auto times = compared(one, one, "function", Normalize::Duration, {});
        QVERIFY(!times && times.error().message.find("no duration") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(MirroredComparisonsTest)
#include "mirrored_comparisons_test.moc"
