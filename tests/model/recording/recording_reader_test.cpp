#include "model/base/text/model_text.h"
#include "model/profile/losses.h"
#include "model/recording/recording_reader.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/recording_text.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace candela;

namespace {

constexpr std::string_view fourSeconds = "10/11 100 main;draw;blit 5\n"
                                         "10/12 400 main;load 7\n"
                                         "---\n"
                                         "10/11 1500 main;draw;blit 1\n"
                                         "20/20 1700 start;work 9\n"
                                         "---\n"
                                         "10/12 2100 main;load;read 2\n"
                                         "---\n"
                                         "10/11 3300 main;draw 3\n"
                                         "20/20 3900 start;work 4\n";

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines)
        text += line + "\n";
    return text;
}

/// The profile of the recording with only some of its segments.
Profile readSome(std::vector<recording::Segment> segments, std::size_t from, std::size_t to) {
    segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(to), segments.end());
    segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(from));
    return readSegments(recordingBytes(segments));
}

std::vector<std::string> sortedSamples(const Profile& profile) {
    auto lines = ProfileDump(profile).samples();
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace

class RecordingReaderTest : public QObject {
    Q_OBJECT
private slots:
    void dataOfTheSegmentsIsInTheProfile() {
        const auto profile = readSegments(recordingFromText(fourSeconds));
        QCOMPARE(check(profile), std::string());
        QCOMPARE(joined(profile.warnings), std::string());
        QCOMPARE(
            profileToText(profile),
            std::string("main;draw 3\nmain;draw;blit 6\nmain;load 7\nmain;load;read 2\nstart;work 13\n"));
        QCOMPARE(profile.samples[0].time.front(), 100 * millisecond);
        QCOMPARE(profile.origin.duration, 4 * second);
        QCOMPARE(profile.text(profile.threads[0].name), std::string_view("thread-11"));
        QCOMPARE(profile.text(profile.processes[0].name), std::string_view("process-10"));
    }
    void theSameThreadInManySegmentsIsOneRow() {
        const auto profile = readSegments(recordingFromText(fourSeconds));
        QCOMPARE(profile.processes.size(), 2u);
        QCOMPARE(profile.threads.size(), 3u);
    }
    void aReusedPidIsANewProcess() {
        const auto profile =
            readSegments(recordingFromText("10@0/10 100 a 1\n---\n10@1500/10 1600 b 1\n10@0/10 1700 a 1\n"));
        QCOMPARE(profile.processes.size(), 2u);
        QCOMPARE(profile.threads.size(), 2u);
        QCOMPARE(profile.processes[1].startTime, 1500 * millisecond);
    }
    void aStartThatIsLearnedLaterKeepsTheProcess() {
        auto segments = segmentsFromText("10/10 100 a 1\n---\n10@20/10 1600 b 1\n");
        segments[0].mutable_processes(0)->set_start_time(0);
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(profile.processes.size(), 1u);
        QCOMPARE(profile.threads.size(), 1u);
        QCOMPARE(profile.processes[0].startTime, 20 * millisecond);
    }
    void parentsAreFoundAlsoWhenTheyComeLater() {
        auto segments = segmentsFromText("10/10 100 a 1\n---\n9/9 1600 b 1\n10/10 1700 a 1\n");
        const auto start = segments[0].processes(0).start_time();
        for (auto* process : {segments[0].mutable_processes(0), segments[1].mutable_processes(1)}) {
            process->set_parent_pid(9);
            process->set_parent_start_time(start);
        }
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(profile.processes[0].parent, ProcessIndex(1));
        QVERIFY(profile.processes[1].parent.isNone());
    }
    void parentsNeverFormACycle() {
        auto segments = segmentsFromText("1/1 100 a 1\n2/2 200 a 1\n3/3 300 a 1\n");
        for (int row = 0; row < 3; ++row) {
            segments[0].mutable_processes(row)->set_parent_pid(segments[0].processes((row + 1) % 3).pid());
            segments[0].mutable_processes(row)->set_parent_start_time(segments[0].processes(0).start_time());
        }
        const auto profile = readSegments(recordingBytes(segments));
        for (std::size_t row = 0; row < 3; ++row) {
            int steps = 0;
            for (auto process = ProcessIndex(row); process; process = profile.processes[process.row()].parent)
                QVERIFY(++steps <= 3);
        }
    }

    void whatDamageAndCutsCostIsTimeThatIsLost() {
        using Times = std::vector<LostTime>;
        const auto segments = segmentsFromText(fourSeconds);
        const auto timesOf = [](std::vector<recording::Segment> some) {
            return lostTimes(readSegments(recordingBytes(some)));
        };
        QVERIFY(timesOf(segments).empty());
        auto gap = segments;
        gap.erase(gap.begin() + 1, gap.begin() + 3);
        QVERIFY((timesOf(gap) == Times{{1 * second, 3 * second}}));
        QVERIFY((timesOf({segments.begin() + 1, segments.end()}) == Times{{0, 1 * second}}));
        QVERIFY((timesOf({segments.begin(), segments.begin() + 2}) == Times{{2 * second, noTime}}));
        auto bytes = recordingBytes(segments);
        const auto second2 = recordingBytes({segments.begin(), segments.begin() + 1}).size() + 40;
        bytes[second2] = static_cast<char>(bytes[second2] ^ 0xFF);
        QVERIFY((lostTimes(readSegments(bytes)) == Times{{1 * second, 2 * second}}));
        // Bytes between whole segments cause no loss.
        bytes = recordingBytes(segments);
        bytes.insert(recordingBytes({segments.begin(), segments.begin() + 1}).size(), "strange");
        QVERIFY(lostTimes(readSegments(bytes)).empty());
    }

    void thePiecesThatBytesArriveInMakeNoDifference() {
        const auto bytes = recordingFromText(fourSeconds);
        const auto whole = dump(readSegments(bytes));
        for (const std::size_t size : {1, 2, 3, 7, 64, 1000})
            QCOMPARE(dump(readSegments(bytes, size)), whole);
        auto damaged = bytes;
        damaged[bytes.size() / 2] ^= 0x10;
        for (const std::size_t size : {1, 2, 3, 7, 64, 1000})
            QCOMPARE(dump(readSegments(damaged, size)), dump(readSegments(damaged)));
    }
    void eachSegmentAloneHasAllItsNames() {
        const auto segments = segmentsFromText(fourSeconds);
        const auto whole = sortedSamples(readSegments(recordingBytes(segments)));
        std::vector<std::string> parts;
        for (std::size_t row = 0; row < segments.size(); ++row) {
            const auto profile = readSome(segments, row, row + 1);
            QCOMPARE(check(profile), std::string());
            for (auto& line : ProfileDump(profile).samples())
                parts.push_back(line);
        }
        std::sort(parts.begin(), parts.end());
        QCOMPARE(joined(parts), joined(whole));
    }
    void aReaderThatJoinsLateHasAllThatFollows() {
        const auto profile = readSome(segmentsFromText(fourSeconds), 2, 4);
        QCOMPARE(profileToText(profile), std::string("main;draw 3\nmain;load;read 2\nstart;work 4\n"));
        QCOMPARE(joined(profile.warnings), std::string("The recording's first 2 s are not in it.\n"));
    }
    void aSnapshotHoldsWhatArrivedSoFar() {
        const auto segments = segmentsFromText(fourSeconds);
        const auto bytes = recordingBytes(segments);
        const auto start =
            recordingMagic.size() + segmentBytes(segments[0]).size() + segmentBytes(segments[1]).size();
        RecordingReader reader;
        reader.feed(asBytes(bytes).first(start + 5));
        QCOMPARE(reader.progress().segments, 2u);
        QCOMPARE(reader.progress().samples, 4u);
        QCOMPARE(reader.progress().recordedTime, 2 * second);
        QVERIFY(!reader.progress().hasEnded);
        QCOMPARE(profileToText(reader.snapshot()),
                 std::string("main;draw;blit 6\nmain;load 7\nstart;work 9\n"));
        reader.feed(asBytes(bytes).subspan(start + 5));
        QVERIFY(reader.progress().hasEnded);
        QCOMPARE(dump(reader.finish()), dump(readSegments(bytes)));
    }

    void cutAnywhereItOpensWithAllBeforeTheCutAndOneWarning() {
        const auto segments = segmentsFromText(fourSeconds);
        const auto bytes = recordingBytes(segments);
        std::vector<std::size_t> ends;
        auto end = recordingMagic.size();
        for (const auto& segment : segments)
            ends.push_back(end += segmentBytes(segment).size());
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto whole =
                static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
            const auto profile = readSegments(std::string_view(bytes).substr(0, size));
            QCOMPARE(check(profile), std::string());
            QCOMPARE(profile.warnings.size(), 1u);
            QCOMPARE(joined(sortedSamples(profile)), joined(sortedSamples(readSome(segments, 0, whole))));
        }
    }
    void aFlippedByteCostsAtMostItsSegmentAndIsReported() {
        const auto segments = segmentsFromText(fourSeconds);
        const auto bytes = recordingBytes(segments);
        const auto intact = dump(readSegments(bytes));
        int reported = 0;
        int harmless = 0;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            // The segment that contains the byte; a damaged magic number causes no loss.
            auto hit = segments.size();
            for (std::size_t row = 0, end = recordingMagic.size(); row < segments.size(); ++row) {
                const auto begin = end;
                end += segmentBytes(segments[row]).size();
                if (at >= begin && at < end) hit = row;
            }
            auto others = segments;
            if (hit < segments.size()) others.erase(others.begin() + static_cast<std::ptrdiff_t>(hit));
            const auto rest = sortedSamples(readSegments(recordingBytes(others)));
            for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255, 0x55}) {
                auto damaged = bytes;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                const auto profile = readSegments(damaged);
                QCOMPARE(check(profile), std::string());
                if (dump(profile) == intact) {
                    ++harmless;
                    continue;
                }
                ++reported;
                QCOMPARE(profile.warnings.size(), 1u);
                if (hit < segments.size()) QCOMPARE(joined(sortedSamples(profile)), joined(rest));
            }
        }
        qInfo("%d flips reported, %d harmless", reported, harmless);
        QVERIFY(harmless < reported / 50); // only the unused bit in zstd's header is harmless
    }
    /// Data of a later version that this version would show wrongly.
    void aPartWithAnUnknownFeatureIsLeftOutAndReported() {
        auto segments = segmentsFromText(fourSeconds);
        for (const auto row : {1, 2})
            segments[static_cast<std::size_t>(row)].add_required_features("two weights a sample");
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.samples[0].size(), 4u);
        QCOMPARE(joined(profile.warnings),
                 std::string("From 1 s to 3 s the recording uses \"two weights a sample\", which only newer "
                             "versions of Candela know; that part was left out.\n"));
        QCOMPARE(profile.losses.size(), 1u);
    }

    void aRecordingOfAnUnknownFeatureIsRefused() {
        auto segments = segmentsFromText(fourSeconds);
        for (auto& segment : segments) {
            segment.add_required_features("two weights a sample");
            segment.set_written_by("7.1");
            segment.set_format_version(9);
            segment.mutable_stacks()->add_frame(1'000'000); // invalid for this version
        }
        RecordingReader reader;
        reader.feed(asBytes(recordingBytes(segments)));
        QCOMPARE(reader.progress().segments, 0u);
        const auto& problem = reader.progress().needsNewerReader;
        QVERIFY(problem.has_value());
        QCOMPARE(
            problem->message,
            std::string("needs a newer version of Candela: it uses \"two weights a sample\", which this one "
                        "does not know"));
        QCOMPARE(problem->hint,
                 std::string("it was recorded by Candela 7.1 (format 9); this one reads format 1"));
    }

    /// Only required features matter.
    void aLaterFormatWithoutUnknownFeaturesIsRead() {
        auto segments = segmentsFromText(fourSeconds);
        for (auto& segment : segments)
            segment.set_format_version(9);
        const auto profile = readSegments(recordingBytes(segments));
        QVERIFY(profile.warnings.empty());
        QCOMPARE(profileToText(profile), profileToText(readSegments(recordingFromText(fourSeconds))));
    }

    void aMissingSegmentIsAGap() {
        auto segments = segmentsFromText(fourSeconds);
        segments.erase(segments.begin() + 1);
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(
            joined(profile.warnings),
            std::string("The recording has a gap from 1 s to 2 s: what was recorded then is missing.\n"));
    }
    void aSegmentThatComesTwiceCountsOnce() {
        auto segments = segmentsFromText(fourSeconds);
        segments.insert(segments.begin() + 1, segments[0]);
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(profile.warnings.size(), 1u);
        QCOMPARE(joined(sortedSamples(profile)),
                 joined(sortedSamples(readSegments(recordingFromText(fourSeconds)))));
    }
    void aSecondRecordingInTheFileIsNotMixedIn() {
        const auto bytes = recordingFromText(fourSeconds);
        const auto profile = readSegments(bytes + bytes);
        QCOMPARE(profile.warnings.size(), 1u);
        QCOMPARE(joined(sortedSamples(profile)), joined(sortedSamples(readSegments(bytes))));
    }
    void bytesAfterTheEndAreReported() {
        const auto profile =
            readSegments(recordingFromText(fourSeconds) + "some more text that is not needed");
        QCOMPARE(
            joined(profile.warnings),
            std::string(
                "Bytes that belong to no segment follow the end of the recording; nothing is missing.\n"));
    }
    void aFatalFailureIsTheReasonForTheEnd() {
        auto segments = segmentsFromText(fourSeconds);
        segments.back().set_is_last(false);
        auto& failure = *segments.back().add_failures();
        failure.set_code(recording::Failure::NOT_PERMITTED);
        failure.set_message("the recorder may not read the kernel's events");
        failure.set_hint("run it as root");
        failure.set_is_fatal(true);
        RecordingReader reader;
        reader.feed(asBytes(recordingBytes(segments)));
        const auto profile = reader.finish();
        QCOMPARE(reader.failures().size(), 1u);
        QVERIFY(reader.failures()[0].error.code == ErrorCode::NotPermitted);
        QCOMPARE(
            joined(profile.warnings),
            std::string(
                "The recorder reported: the recorder may not read the kernel's events (run it as root).\n"));
    }
    /// The recorder writes English, and the number is no part of the pattern.
    void aFailureWithANumberIsTranslated() {
        auto segments = segmentsFromText(fourSeconds);
        segments.back().add_failures()->set_message("names are missing for 47 addresses: too busy");
        segments.back().add_failures()->set_message("47 others {} remain 11");
        ModelText::setTranslator([](std::string_view text) -> std::string {
            if (text == "names are missing for {} addresses: too busy") return "zu beschäftigt: {} Namen";
            return std::string(text);
        });
        const auto profile = readSegments(recordingBytes(segments));
        ModelText::setTranslator(nullptr);
        QCOMPARE(joined(profile.warnings), std::string("The recorder reported: zu beschäftigt: 47 Namen.\n"
                                                       "The recorder reported: 47 others {} remain 11.\n"));
    }
    void lossesAddUpAndUsageIsTheLatest() {
        auto segments = segmentsFromText(fourSeconds);
        for (auto& segment : segments) {
            auto& loss = *segment.add_losses();
            loss.set_reason("ring buffer full");
            loss.set_count(3);
            loss.set_value("cpu");
            loss.set_weight(30);
            segment.mutable_recorder()->set_cpu_time(100 * (segment.sequence() + 1));
            segment.add_idle_time(5);
            segment.add_idle_time(6);
        }
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(profile.losses.size(), 1u);
        QCOMPARE(profile.losses[0].count, 12u);
        QCOMPARE(profile.losses[0].value, std::string("cpu"));
        QCOMPARE(profile.losses[0].weight, 120u);
        QCOMPARE(profile.recorder.cpuTime, 400);
        QCOMPARE(profile.origin.idleTime, 44);
    }
    void whatTheKernelCountedAddsUpAlsoOfThreadsWithoutSamples() {
        QVERIFY(!readSegments(recordingFromText(fourSeconds)).hasCpuAccount);
        auto segments = segmentsFromText(fourSeconds);
        for (auto& segment : segments) {
            segment.set_has_cpu_account(true);
            segment.add_stolen_time(7);
            for (auto& thread : *segment.mutable_threads())
                thread.set_cpu_time(1000);
            auto& unseen = *segment.add_threads();
            unseen.set_tid(99);
            unseen.set_cpu_time(5);
        }
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(check(profile), std::string());
        QVERIFY(profile.hasCpuAccount);
        QCOMPARE(profile.origin.stolenTime, 28);
        std::map<std::int32_t, std::int64_t> counted;
        for (const auto& thread : profile.threads)
            counted[thread.tid] += thread.cpuTime;
        QCOMPARE(counted,
                 (std::map<std::int32_t, std::int64_t>{{11, 3000}, {12, 2000}, {20, 2000}, {99, 20}}));
    }
};

QTEST_GUILESS_MAIN(RecordingReaderTest)
#include "recording_reader_test.moc"
