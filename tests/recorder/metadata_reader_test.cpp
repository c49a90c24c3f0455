/// Providers that fail and hang, and repeated requests for labels.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/metadata/label_table.h"
#include "tests/nanoseconds.h"

#include <atomic>
#include <fcntl.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

using namespace candela;

namespace {

std::atomic<bool> isReleased = false;
std::atomic<int> asked = 0;

void first(ObservedProcess&, LabelList& labels) {
    labels.add("first", std::to_string(++asked));
}
void hang(ObservedProcess&, LabelList& labels) {
    while (!isReleased)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    labels.add("hanging", "late");
}
void fail(ObservedProcess&, LabelList& labels) {
    labels.add("failing", "half");
    throw std::runtime_error("no more");
}
void last(ObservedProcess& process, LabelList& labels) {
    labels.add("last", std::to_string(process.user()));
}

constexpr MetadataProvider providers[]{{"first", first, nullptr},
                                       {"hanging", hang, nullptr},
                                       {"failing", fail, nullptr},
                                       {"last", last, nullptr}};
constexpr MetadataProvider quickProviders[]{{"first", first, nullptr}, {"last", last, nullptr}};

SharedProcess ourselves() {
    auto process = std::make_shared<LiveProcess>();
    process->identity->pid = ::getpid();
    process->identity->exactStart =
        *processStart(FileDescriptor(::open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    return process;
}

/// Ticks until the process has an answer, with the timeout counted from `now`.
bool waitForAnswer(LabelTable& table, const LiveProcess& process) {
    return QTest::qWaitFor([&] {
        table.tick(monotonicTime(), std::numeric_limits<std::int64_t>::max());
        return process.metadata.question == 0;
    });
}

std::string labelOf(const LiveProcess& process, std::string_view key) {
    return process.metadata.labels ? std::string(process.metadata.labels->find(key)) : std::string();
}

} // namespace

class MetadataReaderTest : public QObject {
    Q_OBJECT
private slots:
    void init() { isReleased = false; }
    void cleanup() { isReleased = true; }

    void aProviderThatHangsOrFailsCostsItsLabelOnly() {
        MetadataReader reader(providers);
        QVERIFY(reader.ask({7, {.pid = ::getpid(), .startTime = 0, .cgroup = 0, .user = 12}}));
        std::vector<MetadataReader::Answer> answers;
        QVERIFY(QTest::qWaitFor([&] {
            // Acts as if its timeout were over at each check.
            reader.watch(monotonicTime() + MetadataReader::maximumWorkTime);
            for (auto& answer : reader.takeAnswers())
                answers.push_back(std::move(answer));
            return !answers.empty();
        }));
        QCOMPARE(answers.size(), 1u);
        QCOMPARE(answers[0].number, 7u);
        QVERIFY(answers[0].labels.find("hanging").empty());
        QVERIFY(answers[0].labels.find("last") == "12");
    }

    void aProviderThatHangsRepeatedlyIsNotAskedAnyMore() {
        MetadataReader reader(providers);
        std::vector<std::string_view> givenUp;
        std::size_t answers = 0;
        constexpr std::size_t questions = 20;
        for (std::uint64_t number = 1; number <= questions; ++number)
            QVERIFY(reader.ask({number, {.pid = ::getpid()}}));
        QVERIFY(QTest::qWaitFor(
            [&] {
                answers += reader.takeAnswers().size();
                if (answers < questions)
                    for (const auto name : reader.watch(monotonicTime()))
                        givenUp.push_back(name);
                return answers == questions;
            },
            30'000));
        QCOMPARE(givenUp.size(), 1u);
        QVERIFY(givenUp[0] == "hanging");
    }

    void theEndDoesNotWaitForAProviderThatHangs() {
        auto reader = std::make_unique<MetadataReader>(providers);
        QVERIFY(reader->ask({1, {.pid = ::getpid()}}));
        const auto before = asked.load();
        QVERIFY(QTest::qWaitFor([&] { return asked > before; }));
        reader.reset(); // returns although `hang` does not
        QVERIFY(!isReleased);
    }

    void tooManyQuestionsAreRefused() {
        MetadataReader reader(providers);
        std::size_t taken = 0;
        while (taken < 2 * MetadataReader::maximumWaiting && reader.ask({taken + 1, {.pid = ::getpid()}}))
            ++taken;
        QVERIFY(taken >= MetadataReader::maximumWaiting);
        QVERIFY(taken <= MetadataReader::maximumWaiting + 1);
    }

    void labelsAreAskedForOnce() {
        LabelTable table(quickProviders);
        const auto process = ourselves();
        table.want(process, 1, 0);
        QVERIFY(waitForAnswer(table, *process));
        const auto label = labelOf(*process, "first");
        QVERIFY(!label.empty());
        for (int sample = 0; sample < 100; ++sample)
            table.want(process, 1, 0);
        QCOMPARE(process->metadata.question, 0u);
        QCOMPARE(labelOf(*process, "first"), label);
    }

    void whatWasReadAfterTheProgramsEndIsNotItsOwn() {
        LabelTable table(allProviders());
        const auto process = ourselves();
        table.want(process, 0, 0);
        process->identity->endTime = 1; // the process ran another program meanwhile
        QVERIFY(waitForAnswer(table, *process));
        QVERIFY(labelOf(*process, "command_line").empty());
        QCOMPARE(labelOf(*process, "user"), "root");
    }

    void anAnswerWaitsForTheEventsBeforeIt() {
        LabelTable table(quickProviders);
        const auto process = ourselves();
        const auto before = asked.load();
        table.want(process, 1, 0);
        QVERIFY(QTest::qWaitFor([&] { return asked > before; }));
        QTest::qWait(20);
        table.tick(monotonicTime(), process->metadata.askedAt - second);
        QVERIFY(!process->metadata.labels);
        QVERIFY(waitForAnswer(table, *process));
        QVERIFY(process->metadata.labels);
    }

    void aProcessThatMovedOrChangedItsUserIsAskedAbout() {
        LabelTable table(quickProviders);
        const auto process = ourselves();
        table.want(process, 1, 0);
        QVERIFY(waitForAnswer(table, *process));
        QCOMPARE(labelOf(*process, "last"), "0");
        table.want(process, 2, 0);
        QVERIFY(process->metadata.question != 0);
        QVERIFY(!labelOf(*process, "last").empty()); // the old labels stay until the new ones arrive
        QVERIFY(waitForAnswer(table, *process));
        table.want(process, 2, 5);
        QVERIFY(waitForAnswer(table, *process));
        QCOMPARE(labelOf(*process, "last"), "5");
    }

    void aProcessThatExitedHasWhatTheKernelReported() {
        LabelTable table(allProviders());
        const auto process = ourselves();
        process->identity->exactStart -= 1000 * second; // another process with the pid of this one
        table.want(process, 0, 0);
        QVERIFY(waitForAnswer(table, *process));
        QCOMPARE(labelOf(*process, "user"), "root");
        QVERIFY(labelOf(*process, "command_line").empty());
        const auto before = process->metadata.question;
        table.want(process, 0, 0); // no more will be known
        QCOMPARE(process->metadata.question, before);
    }

    void aSegmentDoesNotWaitForeverForLabels() {
        LabelTable table(providers);
        const auto process = ourselves();
        table.want(process, 1, 0);
        const auto at = process->metadata.askedAt;
        QVERIFY(!table.isSettled(*process, at));
        QVERIFY(table.isSettled(*process, at + LabelTable::answerTimeout));
    }

    void tooManyLabelsAreForgottenAndComeAgain() {
        LabelTable table(quickProviders);
        std::vector<SharedProcess> processes;
        const auto old = ourselves();
        table.want(old, 1, 0);
        QVERIFY(waitForAnswer(table, *old));
        // Adds answers until the table's memory, as the table counts it, exceeds its limit.
        const auto process = ourselves();
        for (std::uint64_t cgroup = 1; table.memory() <= LabelTable::maximumMemory; ++cgroup) {
            for (int more = 0; more < 2000; ++more) {
                processes.push_back(ourselves());
                table.want(processes.back(), cgroup, 0);
            }
            QVERIFY(waitForAnswer(table, *processes.back()));
        }
        table.endSegment(100, 1);
        QVERIFY(table.memory() <= LabelTable::maximumMemory);
        QVERIFY(table.evicted() >= processes.size());
        QVERIFY(!old->metadata.labels);
        table.want(old, 1, 0);
        QVERIFY(waitForAnswer(table, *old));
        QVERIFY(old->metadata.labels);
    }
};

QTEST_GUILESS_MAIN(MetadataReaderTest)
#include "metadata_reader_test.moc"
