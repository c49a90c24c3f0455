/// Source lines that a capture keeps: which ones segments name, which files are taken, and what is appended.
#include "app/recording/recording_sink.h"
#include "app/recording/source_names.h"
#include "model/formats/format.h"
#include "tests/file_bytes.h"
#include "tests/recording_text.h"
#include "tests/test_folder.h"

#include <QDateTime>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

using namespace candela;

namespace {

/// Text whose lines are their numbers.
QByteArray numberedLines(int count) {
    QByteArray text;
    for (int line = 1; line <= count; ++line)
        text += "line " + QByteArray::number(line) + "\n";
    return text;
}

/// A segment whose samples hit one function.
class HitSegment {
public:
    HitSegment() : m_segment(segmentsFromText("1/1 10 main 5").front()) {
        m_segment.set_recording_start_unix(QDateTime::currentMSecsSinceEpoch() * 1'000'000);
    }

    std::uint32_t string(const QString& text) {
        m_segment.add_strings(text.toStdString());
        return static_cast<std::uint32_t>(m_segment.strings_size() - 1);
    }
    /// The function of the samples begins in one line and was hit in another one.
    HitSegment& frame(const QString& file, std::uint32_t start, std::uint32_t line) {
        auto& function = *m_segment.mutable_functions(0);
        function.set_file(string(file));
        function.set_start_line(start);
        m_segment.mutable_frames()->clear_line();
        m_segment.mutable_frames()->add_line(line);
        return *this;
    }
    /// Kept code of a module: a function with lines.
    HitSegment& code(const QString& module, const QString& file, std::uint32_t start,
                     std::vector<std::uint32_t> lines) {
        m_segment.add_mappings()->set_path(string(module));
        auto& code = *m_segment.add_code();
        code.set_mapping(static_cast<std::uint32_t>(m_segment.mappings_size() - 1));
        code.set_bytes("\x90");
        code.add_part_start(0x1000);
        code.add_part_size(1);
        for (const auto line : lines) {
            code.add_line_delta(1);
            code.add_line_frames(1);
            code.add_frame_function(0);
            code.add_frame_line(line);
        }
        code.add_function_name(0);
        code.add_function_raw_name(0);
        code.add_function_file(string(file));
        code.add_function_start_line(start);
        return *this;
    }
    const recording::Segment& segment() const { return m_segment; }

private:
    recording::Segment m_segment;
};

/// The lines of all segments, as "NAME:NUMBER TEXT".
std::vector<std::string> keptIn(const std::vector<recording::Segment>& segments) {
    std::vector<std::string> lines;
    const auto profile = readSegments(recordingBytes(segments));
    for (const auto& source : profile.sources) {
        const std::filesystem::path file(profile.text(source->file));
        for (const auto& run : source->runs)
            for (std::size_t row = 0; row < run.lines.size(); ++row)
                lines.push_back(file.filename().string() + ":" + std::to_string(run.first + row) + " " +
                                run.lines[row]);
    }
    return lines;
}

std::vector<recording::Segment> keptOf(SourceKeeper& keeper, const HitSegment& hit) {
    Task task;
    keeper.observe(hit.segment());
    return keeper.segments(task);
}

std::vector<std::string> linesOfFile(const std::string& name, int first, int last) {
    std::vector<std::string> lines;
    for (int line = first; line <= last; ++line)
        lines.push_back(name + ":" + std::to_string(line) + " line " + std::to_string(line));
    return lines;
}

} // namespace

class SourceKeeperTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;

    /// Sets when the file was changed, in seconds from now.
    static void setChange(const QString& path, int seconds) {
        QFile file(path);
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(seconds),
                                 QFileDevice::FileModificationTime));
    }

private slots:
    void rangesThatTouchAreOne() {
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round) {
            LineRanges ranges;
            std::set<std::uint32_t> expected;
            for (int added = 0; added < 12; ++added) {
                const auto first = static_cast<std::uint32_t>(1 + random() % 60);
                const auto last = first + static_cast<std::uint32_t>(random() % 8);
                ranges.add(first, last);
                for (auto line = first; line <= last; ++line)
                    expected.insert(line);
            }
            std::set<std::uint32_t> lines;
            std::uint32_t before = 0;
            for (const auto& [first, last] : ranges.lasts()) {
                QVERIFY(before == 0 || first > before + 1);
                before = last;
                for (auto line = first; line <= last; ++line)
                    lines.insert(line);
            }
            QCOMPARE(lines, expected);
        }
        LineRanges extreme;
        extreme.add(0xffffffff, 0xffffffff);
        extreme.add(1, 0xfffffffe);
        QCOMPARE(extreme.size(), std::size_t{1});
    }
    void namesOfSources() {
        for (const auto* path :
             {"/home/a/x.cpp", "/home/a/x.F90", "/home/a/.hidden/y.rs", "/usr/include/c++/12/tuple"})
            QVERIFY2(isSourcePath(path), path);
        for (const auto* path : {"/home/a/.ssh/id_rsa", "/home/a/.py", "/etc/passwd", "/home/a/x.json",
                                 "/home/a/x.", "", "/usr", "/home/usr/key", "/home/a.cpp/key"})
            QVERIFY2(!isSourcePath(path), path);
    }
    void theLinesOfAFunctionWithCodeAreKept() {
        const auto file = m_folder.write("whole.cpp", numberedLines(100));
        SourceKeeper keeper({}, RecordedMachine::This);
        const auto segments = keptOf(keeper, HitSegment().code("/nowhere", file, 20, {40, 0, 22, 31}));
        QCOMPARE(keptIn(segments), linesOfFile("whole.cpp", 17, 43));
        QCOMPARE(keeper.counts().files, std::size_t{1});
        QCOMPARE(keeper.counts().lines, std::size_t{27});
        QCOMPARE(keeper.counts().bytes, std::size_t{27 * 8});
    }
    void withoutCodeTheLinesToTheHitOneAreKept() {
        const auto file = m_folder.write("hit.cpp", numberedLines(30));
        SourceKeeper keeper({}, RecordedMachine::This);
        QCOMPARE(keptIn(keptOf(keeper, HitSegment().frame(file, 2, 28))), linesOfFile("hit.cpp", 1, 30));
        SourceKeeper another({}, RecordedMachine::This);
        QCOMPARE(keptIn(keptOf(another, HitSegment().frame(file, 29, 9))), linesOfFile("hit.cpp", 6, 12));
        SourceKeeper none({}, RecordedMachine::This);
        QVERIFY(keptOf(none, HitSegment().frame(file, 9, 0)).empty());
    }
    void linesOfInlinedCodeInOtherFilesAreKept() {
        const auto file = m_folder.write("outer.cpp", numberedLines(30));
        const auto header = m_folder.write("inner.h", numberedLines(30));
        SourceKeeper keeper({}, RecordedMachine::This);
        const auto lines = keptIn(
            keptOf(keeper, HitSegment().code("/nowhere", file, 10, {12}).code("/nowhere", header, 5, {5})));
        QVERIFY(std::ranges::find(lines, "outer.cpp:12 line 12") != lines.end());
        QVERIFY(std::ranges::find(lines, "inner.h:5 line 5") != lines.end());
        QCOMPARE(lines.size(), std::size_t{9 + 7});
    }
    void aFileThatIsNewerThanItsProgramIsNotKept() {
        const auto program = m_folder.write("program", "");
        const auto file = m_folder.write("edited.cpp", numberedLines(9));
        setChange(program, -100);
        setChange(file, -50);
        const auto hit = HitSegment().code(program, file, 2, {3});
        SourceKeeper keeper({}, RecordedMachine::This);
        QVERIFY(keptOf(keeper, hit).empty());
        QCOMPARE(keeper.counts().newer, std::size_t{1});
        // The program of another machine is not the file of that name here.
        SourceKeeper remote({}, RecordedMachine::Another);
        QCOMPARE(keptIn(keptOf(remote, hit)).size(), std::size_t{6});
        setChange(file, -100);
        SourceKeeper unchanged({}, RecordedMachine::This);
        QCOMPARE(keptIn(keptOf(unchanged, hit)).size(), std::size_t{6});
    }
    void aFileThatChangedSinceTheRecordingBeganIsNotKept() {
        const auto file = m_folder.write("later.cpp", numberedLines(9));
        setChange(file, 50);
        SourceKeeper keeper({}, RecordedMachine::Another);
        QVERIFY(keptOf(keeper, HitSegment().frame(file, 2, 3)).empty());
        QCOMPARE(keeper.counts().newer, std::size_t{1});
    }
    void whatIsNoSourceIsNotKept() {
        const auto secret = m_folder.write("id_rsa", numberedLines(9));
        const auto link = m_folder.filePath("link.cpp");
        QVERIFY(QFile::link(secret, link));
        for (const auto& path : {secret, link}) {
            SourceKeeper keeper({}, RecordedMachine::This);
            QVERIFY(keptOf(keeper, HitSegment().frame(path, 2, 3)).empty());
            QCOMPARE(keeper.counts().others, std::size_t{1});
        }
        SourceKeeper keeper({}, RecordedMachine::This);
        const auto binary = m_folder.write("binary.c", QByteArray("\0\1\n", 3));
        QVERIFY(keptOf(keeper, HitSegment().frame(binary, 1, 1)).empty());
        QCOMPARE(keeper.counts().missing, std::size_t{1});
    }
    void filesAreLookedForAtMappedPaths() {
        m_folder.write("checkout/src/a.c", numberedLines(9));
        const auto hit = HitSegment().frame("/build/src/a.c", 2, 3);
        SourceKeeper without({}, RecordedMachine::Another);
        QVERIFY(keptOf(without, hit).empty());
        QCOMPARE(without.counts().missing, std::size_t{1});
        SourceKeeper with({{"/build", m_folder.filePath("checkout").toStdString()}},
                          RecordedMachine::Another);
        const auto segments = keptOf(with, hit);
        QCOMPARE(keptIn(segments), linesOfFile("a.c", 1, 6));
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(profile.text(profile.sources.front()->file), std::string_view("/build/src/a.c"));
    }
    void muchTextIsSeveralSegmentsUpToTheLimit() {
        // 40 MB of lines of 16,000 bytes; those that are too long are left out.
        QByteArray text(20'000, 'y');
        text += '\n';
        const QByteArray line = QByteArray(15'999, 'x') + '\n';
        for (int number = 0; number < 2000; ++number)
            text += line;
        const auto large = m_folder.write("large.c", text);
        const auto small = m_folder.write("small.c", line.repeated(600));
        SourceKeeper keeper({}, RecordedMachine::This);
        Task task;
        keeper.observe(HitSegment().code("/nowhere", large, 1, {2001}).segment());
        keeper.observe(HitSegment().code("/nowhere", large, 1, {2001}).segment());
        keeper.observe(HitSegment().code("/nowhere", small, 1, {600}).segment());
        const auto segments = keeper.segments(task);
        QVERIFY(segments.size() >= 4);
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(check(profile), std::string());
        QVERIFY(std::ranges::find(profile.warnings, tooMuchSourceSentence()) != profile.warnings.end());
        QVERIFY(keeper.counts().bytes <= maximumKeptSources);
        QVERIFY(keeper.counts().bytes > maximumKeptSources - 2 * maximumKeptText);
        const auto lines = keptIn(segments);
        QCOMPARE(lines.size(), keeper.counts().lines);
        QVERIFY(!lines.front().starts_with("large.c:1 ")); // it is too long
        // The file that is named more often comes first.
        QVERIFY(std::ranges::count_if(lines, [](const auto& each) { return each.starts_with("large.c:"); }) >=
                2000);
    }
    void theRecordingIsThatOfTheRecorderAndOneSegmentMore() {
        const auto source = m_folder.write("sink.cpp", numberedLines(9));
        auto hit = HitSegment().frame(source, 2, 3).segment();
        hit.mutable_machine()->set_host("here");
        hit.mutable_recorder()->set_cpu_time(12);
        hit.mutable_recorder()->add_probes()->set_name("cpu");
        hit.add_tables()->set_name("modules");
        const auto stream = QByteArray::fromStdString(recordingBytes({hit}));
        for (const auto view : {LiveView::Wanted, LiveView::NotWanted}) {
            RecordingSink sink(
                m_folder.filePath("out.candela"), Existing::ReplaceCaptures, view,
                std::make_unique<SourceKeeper>(std::vector<PathMapping>(), RecordedMachine::This));
            QVERIFY(sink.add(stream));
            const auto file = sink.finish(StreamEnd::Whole);
            QVERIFY(file.sources && !file.sourceProblem);
            QCOMPARE(file.sources->lines, std::size_t{6});
            const auto bytes = readBytes(file.path);
            QCOMPARE(file.bytes, static_cast<std::uint64_t>(bytes.size()));
            QVERIFY(bytes.startsWith(stream) && bytes.size() > stream.size());
            QVERIFY(file.progress.hasEnded);
            QCOMPARE(file.progress.segments, 2u);
            QCOMPARE(file.progress.samples, 1u);
            QCOMPARE(file.progress.usage.cpuTime, 12);
            QCOMPARE(file.progress.costOfProbes.size(), std::size_t{1});
            QCOMPARE(file.progress.tables.size(), std::size_t{1});
            Task task;
            const auto read = readProfile(file.path.toStdString(), task);
            QVERIFY(read);
            QCOMPARE(read->warnings, std::vector<std::string>());
            QCOMPARE(read->origin.host, std::string("here"));
            QCOMPARE(read->sources.size(), std::size_t{1});
            if (view == LiveView::Wanted) QCOMPARE(file.profile->sources.size(), std::size_t{1});
        }
    }
    void nothingIsAppendedWithoutAnEnd() {
        const auto source = m_folder.write("cut.cpp", numberedLines(9));
        auto hit = HitSegment().frame(source, 2, 3).segment();
        hit.set_is_last(false);
        const auto stream = QByteArray::fromStdString(recordingBytes({hit})) + "half a";
        RecordingSink sink(m_folder.filePath("cut.candela"), Existing::ReplaceCaptures, LiveView::NotWanted,
                           std::make_unique<SourceKeeper>(std::vector<PathMapping>(), RecordedMachine::This));
        QVERIFY(sink.add(stream));
        const auto file = sink.finish(StreamEnd::Failed);
        QVERIFY(!file.sources);
        QCOMPARE(readBytes(file.path), stream);
    }
};

QTEST_GUILESS_MAIN(SourceKeeperTest)
#include "source_keeper_test.moc"
