/// JSON files written by other tools (tests/fixtures/corpus, see corpus_test.cpp) in more detail: threads,
/// functions and times too, counted by another program.
#include "model/formats/format.h"
#include "tests/corpus.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <set>

using namespace candela;

namespace {

/// Files that can't be opened have an error instead.
struct Expected {
    const char* file; ///< below the corpus
    const char* format;
    std::vector<std::pair<std::string, std::int64_t>> totals; ///< totals by value type
    std::size_t samples = 0;                                  ///< number of samples of all value types
    std::size_t threads = 0;                                  ///< number of threads that have samples
    std::size_t functions = 0;                                ///< number of different names in stacks of
                                                              ///< samples
    std::int64_t duration = 0; ///< nanoseconds until the last timed event has ended; 0 without times
    std::size_t warnings = 0;
    const char* error = ""; ///< for a file that can't be opened, instead of all other members
};

const Expected allExpected[]{
    {"speedscope/0.0.1/simple.speedscope.json", "speedscope", {{"samples", 14}}, 4, 1, 4},
    {"speedscope/0.0.1/simple-no-pretty-print.speedscope.json", "speedscope", {{"samples", 14}}, 4, 1, 4},
    {"speedscope/0.1.2/simple-sampled.speedscope.json",
     "speedscope",
     {{"time", 14'000'000'000}},
     5,
     1,
     4,
     14'000'000'000},
    {"speedscope/0.6.0/two-sampled.speedscope.json",
     "speedscope",
     {{"time", 28'000'000'000}},
     10,
     2,
     4,
     14'000'000'000},
    {"speedscope/invalid/incomplete-trace.json", "speedscope", {{"samples", 100}}, 1, 1, 1, 0, 1},
    {"speedscope/invalid/out-of-order-events.json", "speedscope", {{"samples", 3}}, 3, 1, 2, 0, 1},
    {"firefox/Firefox/61/recursion.json", "firefox", {{"samples", 15}}, 15, 1, 36, 14'114'334},
    {"firefox/Firefox/63/simple-firefox.json", "firefox", {{"samples", 39}}, 39, 1, 63, 37'775'204},
    {"chrome/Chrome/116/Trace-20230603T221323.json",
     "chrome-trace",
     {{"duration", 154'495'000}, {"cpu", 34'747'000}, {"samples", 224}},
     4127,
     12,
     86,
     285'315'000},
    {"chrome/Chrome/141/no-arg-data.json", "chrome-trace", {{"cpu", 55'862'000}}, 421, 1, 18, 371'739'000, 1},
    {"chrome/Chrome/65/simple-timeline.json",
     "chrome-trace",
     {{"duration", 356'807'000}, {"cpu", 36'125'000}, {"samples", 263}},
     4157,
     21,
     30,
     564'444'000,
     1},
    {"chrome/Chrome/65/simple.cpuprofile",
     "cpuprofile",
     {{"cpu", 36'317'000}, {"samples", 28}},
     32,
     1,
     5,
     47'892'000},
    {"chrome/Chrome/65/sucrase.cpuprofile",
     "cpuprofile",
     {{"cpu", 22'003'906'000}, {"samples", 17'837}},
     20'853,
     1,
     331,
     22'012'290'000},
    {"chrome/Chrome/66/worker.json",
     "chrome-trace",
     {{"duration", 645'554'000}, {"cpu", 1'049'066'000}, {"samples", 4487}},
     7059,
     21,
     45,
     1'100'878'000,
     1},
    {"chrome/Chrome/69/simple.json",
     "chrome-trace",
     {{"duration", 109'629'000}, {"cpu", 43'746'000}},
     1660,
     16,
     31,
     303'246'000},
    {"chrome/trace-event/bex-interaction.json", "chrome-trace", {{"duration", 12'000}}, 10, 1, 12, 52'000},
    {"chrome/trace-event/end-event-with-empty-stack.json",
     "chrome-trace",
     {{"duration", 1000}},
     1,
     1,
     1,
     1000,
     1},
    {"chrome/trace-event/end-non-top-of-stack.json",
     "chrome-trace",
     {{"duration", 11'000}},
     3,
     1,
     3,
     11'000,
     2},
    {"chrome/trace-event/event-reordering-name-match.json",
     "chrome-trace",
     {{"duration", 10'000}},
     3,
     1,
     3,
     10'000},
    {"chrome/trace-event/hermes-multiple-frames.json",
     "chrome-trace",
     {{"duration", 14'000}},
     6,
     1,
     3,
     14'000},
    {"chrome/trace-event/invalid-x-nesting.json", "chrome-trace", {{"duration", 15'000}}, 3, 1, 2, 15'000, 1},
    {"chrome/trace-event/matching-x.json", "chrome-trace", {{"duration", 10'000}}, 5, 1, 3, 10'000},
    {"chrome/trace-event/mismatched-args.json", "chrome-trace", {{"duration", 10'000}}, 1, 1, 1, 10'000},
    {"chrome/trace-event/mismatched-name.json", "chrome-trace", {{"duration", 10'000}}, 1, 1, 1, 10'000, 2},
    {"chrome/trace-event/multi-thread-with-samples.json",
     "chrome-trace",
     {{"samples", 8}},
     8,
     2,
     6,
     1'995'671'000},
    {"chrome/trace-event/multiprocess.json", "chrome-trace", {{"duration", 8000}}, 8, 8, 8, 1000},
    {"chrome/trace-event/must-retain-original-order.json",
     "chrome-trace",
     {{"duration", 9000}},
     7,
     1,
     4,
     10'000},
    {"chrome/trace-event/not-enough-end-events.json",
     "chrome-trace",
     {{"duration", 11'000}},
     3,
     1,
     1,
     11'000,
     1},
    {"chrome/trace-event/only-begin-events.json", "chrome-trace", {{"duration", 2000}}, 2, 1, 2, 2000, 1},
    {"chrome/trace-event/out-of-order-unbalanced-name.json",
     "chrome-trace",
     {{"duration", 10'000}},
     3,
     1,
     2,
     10'000,
     1},
};

const QString& corpus() {
    static const QString folder = corpusFolder() + "/";
    return folder;
}

std::size_t namesInSamples(const Profile& profile) {
    std::set<StringIndex> names;
    std::vector<bool> isSeen(profile.stacks.size());
    for (const auto& table : profile.samples) {
        for (auto stack : table.stack) {
            for (; stack && !isSeen[stack.row()]; stack = profile.stacks.parent[stack.row()]) {
                isSeen[stack.row()] = true;
                const auto function = profile.frames.function[profile.stacks.frame[stack.row()].row()];
                if (function) names.insert(profile.functions[function.row()].name);
            }
        }
    }
    return names.size();
}

} // namespace

class JsonCorpusTest : public QObject {
    Q_OBJECT

private slots:
    void eachFileIsInTheTable() {
        QStringList known;
        for (const auto& expected : allExpected)
            known << expected.file;
        for (const QString folder : {"speedscope", "firefox", "chrome"}) {
            QDirIterator files(corpus() + folder, {"*.json", "*.cpuprofile"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const auto file = files.next().mid(corpus().size());
                QVERIFY2(known.contains(file), qPrintable(file));
            }
        }
    }

    void eachFileHoldsWhatIsExpected_data() {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const auto& expected : allExpected)
            QTest::newRow(expected.file) << row++;
    }
    void eachFileHoldsWhatIsExpected() {
        QFETCH(int, row);
        const auto& expected = allExpected[row];
        if (!QFile::exists(corpus() + expected.file))
            QSKIP("this file of the corpus is too large for the repository");
        Task task;
        const auto profile = readProfile((corpus() + expected.file).toStdString(), task);
        if (*expected.error) {
            QVERIFY(!profile);
            QCOMPARE(profile.error().message, std::string(expected.error));
            return;
        }
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(check(*profile), std::string());
        QCOMPARE(profile->origin.format, std::string(expected.format));

        std::vector<std::pair<std::string, std::int64_t>> totals;
        std::size_t samples = 0;
        std::set<ThreadIndex> threads;
        for (std::size_t value = 0; value < profile->samples.size(); ++value) {
            const auto& table = profile->samples[value];
            totals.emplace_back(profile->text(table.type.name), profile->totalWeight(ValueTypeIndex(value)));
            samples += table.size();
            threads.insert(table.thread.begin(), table.thread.end());
        }
        QCOMPARE(totals, expected.totals);
        QCOMPARE(samples, expected.samples);
        QCOMPARE(threads.size(), expected.threads);
        QCOMPARE(namesInSamples(*profile), expected.functions);
        QCOMPARE(profile->origin.duration, expected.duration);
        QCOMPARE(profile->warnings.size(), expected.warnings);
    }
};

QTEST_APPLESS_MAIN(JsonCorpusTest)
#include "json_corpus_test.moc"
