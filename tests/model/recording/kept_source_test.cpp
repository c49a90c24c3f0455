/// Source lines in recordings: what is written is read again, and hostile lines are left out.
#include "model/comparison/merge_profiles.h"
#include "model/profile/profile_builder.h"
#include "model/profile/profile_copier.h"
#include "model/profile/thinned_profile.h"
#include "tests/model/recording/written_recording.h"
#include "tests/profile_dump.h"
#include "tests/recording_text.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace candela;

namespace {

using Lines = std::vector<std::string>;

/// Two functions with a sample each, of two files.
void addTwoFunctions(ProfileBuilder& builder) {
    const auto value = builder.valueType("cpu", "nanoseconds");
    for (const auto* name : {"draw", "read"}) {
        const auto function = builder.function({.name = builder.string(name),
                                                .rawName = {},
                                                .file = builder.string("/src/" + std::string(name) + ".cpp"),
                                                .mapping = {}});
        const auto frame = builder.frame({.function = function, .mapping = {}});
        builder.addSample(value, {.stack = builder.stack({}, frame), .thread = {}, .labels = {}});
    }
}

ProfileBuilder::Kept add(ProfileBuilder& builder, std::string_view file, std::uint32_t first, Lines lines) {
    return builder.addSource({.file = builder.string(file), .runs = {{first, std::move(lines)}}});
}

Profile profileWithSource() {
    ProfileBuilder builder;
    addTwoFunctions(builder);
    builder.addSource({.file = builder.string("/src/draw.cpp"),
                       .runs = {{1, {"#include <x>", "", "\tvoid draw() {"}},
                                {90, {"}"}},
                                {4'000'000'000, {std::string("\0\r\xff", 3)}}}});
    add(builder, "/src/read.cpp", 7, {"read();"});
    return builder.build();
}

/// The lines that are kept of a file, each as "NUMBER TEXT".
Lines linesOf(const Profile& profile, std::string_view file) {
    Lines lines;
    for (const auto& source : profile.sources) {
        if (profile.text(source->file) != file) continue;
        for (const auto& run : source->runs)
            for (std::size_t row = 0; row < run.lines.size(); ++row)
                lines.push_back(std::to_string(run.first + row) + " " + run.lines[row]);
    }
    std::ranges::sort(lines);
    return lines;
}

/// The profile of two segments, of which the second has lines of a file, which `change` makes hostile.
Profile readWithSource(const std::function<void(recording::SourceText&)>& change) {
    auto segments = segmentsFromText("1/1 10 main 5\n---\n1/1 1010 main 5");
    auto& source = *segments.back().add_sources();
    source.set_file(1);
    source.add_run_first(10);
    source.add_run_lines(2);
    source.add_run_first(20);
    source.add_run_lines(1);
    source.set_text("first\nsecond\nthird\n");
    change(source);
    return readSegments(recordingBytes(segments));
}

using Change = std::function<void(recording::SourceText&)>;

void addRow(const char* name, Change change) {
    QTest::newRow(name) << std::move(change);
}

} // namespace

class KeptSourceTest : public QObject {
    Q_OBJECT

private slots:
    void linesAreReadAsTheyWereWritten() {
        const auto profile = profileWithSource();
        QCOMPARE(check(profile), std::string());
        const auto again = writtenAndRead(profile);
        QCOMPARE(check(again), std::string());
        QCOMPARE(again.sources.size(), std::size_t{2});
        QCOMPARE(dump(again), dump(profile));
        QVERIFY(dump(again).contains("source /src/draw.cpp:3 \tvoid draw() {\n"));
    }
    void linesOfASegmentAreInTheProfile() {
        const auto profile = readWithSource([](auto&) {});
        QCOMPARE(profile.warnings, Lines());
        QCOMPARE(profile.sources.size(), std::size_t{1});
        QCOMPARE(profile.sources.front()->lines(), std::size_t{3});
        QCOMPARE(profile.sources.front()->size(), std::size_t{19});
        QCOMPARE(linesOf(profile, profile.text(profile.sources.front()->file)),
                 Lines({"10 first", "11 second", "20 third"}));
    }
    void segmentsMayRepeatLines() {
        auto segments = segmentsFromText("1/1 10 main 5\n---\n1/1 1010 main 5");
        for (auto& segment : segments) {
            auto& source = *segment.add_sources();
            source.set_file(1);
            source.add_run_first(static_cast<std::uint32_t>(5 + segment.sequence()));
            source.add_run_lines(2);
            source.set_text(segment.sequence() == 0 ? "a\nb\n" : "b\nc\n");
        }
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.warnings, Lines());
        QCOMPARE(linesOf(profile, profile.text(profile.sources.front()->file)), Lines({"5 a", "6 b", "7 c"}));
    }
    void linesOfAnotherVersionAreNotAdded() {
        using enum ProfileBuilder::Kept;
        ProfileBuilder builder;
        QVERIFY(add(builder, "a.c", 10, {"ten", "eleven"}) == Yes);
        QVERIFY(add(builder, "a.c", 10, {"ten"}) == Known);
        QVERIFY(add(builder, "a.c", 9, {"nine", "TEN"}) == Known);
        QVERIFY(add(builder, "a.c", 11, {"eleven", "twelve"}) == Yes);
        QVERIFY(add(builder, "a.c", 8, {"eight", "nine", "ten", "eleven", "twelve", "13"}) == Yes);
        QVERIFY(add(builder, "b.c", 10, {"another"}) == Yes);
        const auto profile = builder.build();
        QCOMPARE(check(profile), std::string());
        QCOMPARE(linesOf(profile, "a.c"),
                 Lines({"10 ten", "11 eleven", "12 twelve", "13 13", "8 eight", "9 nine"}));
    }
    void aProfileKeepsNoMoreBytesThanTheMaximum() {
        using enum ProfileBuilder::Kept;
        ProfileBuilder builder;
        const Lines lines(64, std::string(maximumKeptLine - 1, 'x'));
        std::uint32_t first = 1;
        for (std::size_t bytes = 0; bytes < maximumKeptSources; bytes += maximumKeptText, first += 64)
            QVERIFY(add(builder, "a.c", first, lines) == Yes);
        QVERIFY(add(builder, "a.c", first, {"one more"}) == Full);
        QVERIFY(add(builder, "a.c", 1, lines) == Known);
        QCOMPARE(check(builder.build()), std::string());
    }
    void aProfileKeepsNoMoreLinesThanTheMaximum() {
        using enum ProfileBuilder::Kept;
        ProfileBuilder builder;
        std::uint32_t first = 1;
        for (; first < maximumKeptLines; first += 100'000)
            QVERIFY(add(builder, "a.c", first, Lines(100'000)) == Yes);
        QVERIFY(add(builder, "a.c", first, {"one more"}) == Full);
        QCOMPARE(check(builder.build()), std::string());
    }
    void muchSourceIsManySegments() {
        ProfileBuilder builder;
        for (std::uint32_t row = 0; row < 30; ++row)
            add(builder, "a.c", 1 + row * 100, Lines(64, std::string(16'000, char('a' + row % 26))));
        const auto profile = builder.build();
        QCOMPARE(dump(writtenAndRead(profile)), dump(profile));
    }

    void aPartOfAProfileHasTheLinesOfItsFiles() {
        const auto profile = std::make_shared<const Profile>(profileWithSource());
        ProfileBuilder builder;
        ProfileCopier copier(*profile, builder);
        copier.copySources();
        copier.addSample(ValueTypeIndex(0), 1, copier.valueType(ValueTypeIndex(0)));
        copier.copySources();
        const auto part = builder.build();
        QCOMPARE(part.sources.size(), std::size_t{1});
        QCOMPARE(linesOf(part, "/src/read.cpp"), Lines({"7 read();"}));
        QCOMPARE(check(part), std::string());
        QCOMPARE(thinnedCopy(*profile, 1).sources.size(), std::size_t{2});
    }
    void aSideOfAComparisonHasTheLinesOfItsRuns() {
        const auto run = std::make_shared<const Profile>(profileWithSource());
        ProfileBuilder builder;
        addTwoFunctions(builder);
        add(builder, "/src/read.cpp", 7, {"read();", "done"});
        const auto other = std::make_shared<const Profile>(builder.build());
        Task task;
        const std::vector<std::shared_ptr<const Profile>> runs{run, other};
        const auto merged = mergeProfiles(runs, task).value();
        QCOMPARE(check(merged), std::string());
        QCOMPARE(linesOf(merged, "/src/draw.cpp").size(), std::size_t{5});
        QCOMPARE(linesOf(merged, "/src/read.cpp"), Lines({"7 read();", "8 done"}));
    }

    void aSegmentWhoseLinesContradictThemselvesIsLeftOut_data() {
        QTest::addColumn<Change>("change");
        addRow("a file that is not there", [](auto& source) { source.set_file(1000); });
        addRow("more lines than runs", [](auto& source) { source.set_text("a\nb\nc\nd\n"); });
        addRow("fewer lines than runs", [](auto& source) { source.set_text("a\nb\n"); });
        addRow("a huge run", [](auto& source) { source.set_run_lines(0, 0xffffffff); });
        addRow("sizes whose sum wraps in 32 bits", [](auto& source) {
            source.set_run_lines(0, 0xffffffff);
            source.set_run_lines(1, 4);
        });
        addRow("an empty run", [](auto& source) {
            source.add_run_first(30);
            source.add_run_lines(0);
        });
        addRow("a run without a number of lines", [](auto& source) { source.add_run_first(30); });
        addRow("a last line without an end", [](auto& source) { source.mutable_text()->append("rest"); });
        addRow("more lines than a recording has", [](auto& source) {
            source.set_run_lines(1, maximumKeptLines);
            source.mutable_text()->append(maximumKeptLines - 1, '\n');
        });
    }
    void aSegmentWhoseLinesContradictThemselvesIsLeftOut() {
        QFETCH(const Change, change);
        const auto profile = readWithSource(change);
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.sources.size(), std::size_t{0});
        QVERIFY(std::ranges::any_of(profile.warnings,
                                    [](const auto& text) { return text.contains("contradicts itself"); }));
    }

    void linesThatCannotBeAreLeftOutWithoutTheirSegment_data() {
        QTest::addColumn<Change>("change");
        addRow("no file", [](auto& source) { source.set_file(0); });
        addRow("no lines", [](auto& source) {
            source.clear_run_first();
            source.clear_run_lines();
            source.clear_text();
        });
        addRow("line 0", [](auto& source) { source.set_run_first(0, 0); });
        addRow("runs that overlap", [](auto& source) { source.set_run_first(1, 11); });
        addRow("runs out of order", [](auto& source) { source.set_run_first(1, 5); });
        addRow("a line behind the last number", [](auto& source) { source.set_run_first(1, 0xffffffff); });
        addRow("a line above the limit", [](auto& source) {
            source.set_text("a\nb\n" + std::string(maximumKeptLine + 1, 'x') + "\n");
        });
        addRow("more text than a file may have at once", [](auto& source) {
            source.set_run_lines(1, 65);
            source.clear_text();
            for (int line = 0; line < 67; ++line)
                source.mutable_text()->append(std::string(maximumKeptLine, 'x') + "\n");
        });
    }
    void linesThatCannotBeAreLeftOutWithoutTheirSegment() {
        QFETCH(const Change, change);
        const auto profile = readWithSource(change);
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.sources.size(), std::size_t{0});
        QCOMPARE(profile.samples.front().size(), std::size_t{2});
        QCOMPARE(profile.warnings.size(), std::size_t{1});
        QVERIFY(profile.warnings.front().starts_with("Source lines of a file were left out: "));
    }
    void moreThanTheMaximumIsAWarning() {
        auto segments = segmentsFromText("1/1 10 main 5\n---\n1/1 1010 main 5");
        for (auto& segment : segments) {
            auto& source = *segment.add_sources();
            source.set_file(1);
            source.add_run_first(static_cast<std::uint32_t>(1 + segment.sequence() * maximumKeptLines));
            source.add_run_lines(maximumKeptLines);
            source.set_text(std::string(maximumKeptLines, '\n'));
        }
        const auto profile = readSegments(recordingBytes(segments));
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.sources.size(), std::size_t{1});
        QCOMPARE(profile.warnings, Lines({tooMuchSourceSentence()}));
    }
};

QTEST_GUILESS_MAIN(KeptSourceTest)
#include "kept_source_test.moc"
