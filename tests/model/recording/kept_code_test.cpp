#include "model/profile/profile_builder.h"
#include "model/profile/profile_copier.h"
#include "tests/model/recording/written_recording.h"
#include "tests/profile_dump.h"
#include "tests/recording_text.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace candela;

namespace {

std::vector<std::byte> keptBytes(std::string_view text) {
    const auto all = asBytes(text);
    return {all.begin(), all.end()};
}

KeptCode plainCode(MappingIndex mapping, std::uint64_t start, std::size_t size) {
    return {.mapping = mapping,
            .machine = 62,
            .isCut = false,
            .parts = {{start, std::vector<std::byte>(size, std::byte{0x90})}},
            .functions = {},
            .lines = {},
            .frames = {},
            .targets = {}};
}

/// A function in two parts with inlined code, in a profile with a sample.
Profile profileWithCode() {
    ProfileBuilder builder;
    const auto module =
        builder.mapping({.path = builder.string("/bin/tool"), .buildId = builder.string("abcd")});
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto frame = builder.frame({.function = {}, .mapping = module, .address = 0x1004});
    builder.addSample(value, {.stack = builder.stack({}, frame), .thread = {}, .labels = {}});
    auto code = plainCode(module, 0x1000, 0);
    code.isCut = true;
    code.parts = {{0x1000, keptBytes({"\x55\x48\x89\xe5\0\xc3", 6})}, {0x4000, keptBytes("\x90\xff")}};
    const auto file = builder.string("tool.cpp");
    code.functions = {{.name = builder.string("run(int)"),
                       .rawName = builder.string("_Z3runi"),
                       .file = file,
                       .startLine = 12,
                       .mapping = {}},
                      {.name = builder.string("step"), .rawName = {}, .file = file, .mapping = {}}};
    code.lines = {{0x1000, 0}, {0x1001, 1}, {0x1003, 3}, {0x4000, 3}};
    code.frames = {{0, 12}, {1, 70}, {0, 14}, {0, 20}};
    code.targets = {{0x2000, builder.string("memcpy@plt")}, {0xfffffffffffffff0, builder.string("far")}};
    builder.addCode(std::move(code));
    return builder.build();
}

/// The profile of two segments, of which the second has the code of a function, which `change` makes
/// hostile.
Profile readWith(const std::function<void(recording::FunctionCode&)>& change) {
    auto segments = segmentsFromText("1/1 10 main 5\n---\n1/1 1010 main 5");
    auto& segment = segments.back();
    segment.add_mappings()->set_path(1);
    auto& code = *segment.add_code();
    code.set_machine(62);
    code.set_bytes("\x55\x90\x90\xc3");
    for (const std::uint64_t start : {0x1000, 0x2000}) {
        code.add_part_start(start);
        code.add_part_size(2);
    }
    code.add_line_delta(0x1000);
    code.add_line_frames(1);
    code.add_frame_function(0);
    code.add_frame_line(7);
    code.add_function_name(1);
    code.add_function_raw_name(0);
    code.add_function_file(0);
    code.add_function_start_line(3);
    code.add_target_delta(0x3000);
    code.add_target_name(1);
    change(code);
    return readSegments(recordingBytes(segments));
}

} // namespace

class KeptCodeTest : public QObject {
    Q_OBJECT

private slots:
    void codeIsReadAsItWasWritten() {
        const auto profile = profileWithCode();
        QCOMPARE(check(profile), std::string());
        const auto again = writtenAndRead(profile);
        QCOMPARE(again.code.size(), std::size_t{1});
        QCOMPARE(dump(again), dump(profile));
        QCOMPARE(check(again), std::string());
    }
    void codeOfASegmentIsInTheProfile() {
        const auto profile = readWith([](auto&) {});
        QCOMPARE(profile.code.size(), std::size_t{1});
        const auto& code = *profile.code.front();
        QVERIFY(code.covers(0x1001) && code.covers(0x2000) && !code.covers(0x1002));
        QCOMPARE(code.frames.front().line, 7u);
        QCOMPARE(profile.warnings, std::vector<std::string>());
    }
    void aCopyOfTheProfileHasTheCodeOfItsModules() {
        const auto profile = profileWithCode();
        ProfileBuilder with;
        ProfileCopier copier(profile, with);
        copier.addSample(ValueTypeIndex(0), 0, copier.valueType(ValueTypeIndex(0)));
        copier.copyCode();
        copier.copyCode(); // the second copy overlaps the first
        const auto copy = with.build();
        QCOMPARE(copy.code.size(), std::size_t{1});
        QCOMPARE(check(copy), std::string());
        ProfileBuilder without;
        ProfileCopier(profile, without).copyCode();
        QCOMPARE(without.build().code.size(), std::size_t{0});
    }
    void codeThatOverlapsKeptCodeIsNotAdded() {
        using enum ProfileBuilder::Kept;
        ProfileBuilder builder;
        const auto first = builder.mapping({.path = builder.string("/a"), .buildId = {}});
        const auto second = builder.mapping({.path = builder.string("/b"), .buildId = {}});
        QVERIFY(builder.addCode(plainCode(first, 0x1000, 0x100)) == Yes);
        for (const std::uint64_t start : {0xf01, 0x1000, 0x10ff})
            QVERIFY(builder.addCode(plainCode(first, start, 0x100)) == Known);
        QVERIFY(builder.addCode(plainCode(first, 0x1010, 1)) == Known);
        QVERIFY(builder.addCode(plainCode(first, 0x800, 0x1000)) == Known);
        QVERIFY(builder.addCode(plainCode(first, 0xf00, 0x100)) == Yes);
        QVERIFY(builder.addCode(plainCode(first, 0x1100, 0x100)) == Yes);
        QVERIFY(builder.addCode(plainCode(second, 0x1000, 0x100)) == Yes);
        QCOMPARE(check(builder.build()), std::string());
    }
    void aProfileKeepsNoMoreThanTheMaximum() {
        ProfileBuilder builder;
        const auto module = builder.mapping({.path = builder.string("/a"), .buildId = {}});
        std::uint64_t start = 0;
        for (; start < maximumKeptCode; start += maximumKeptFunction)
            QVERIFY(builder.addCode(plainCode(module, start, maximumKeptFunction)) ==
                    ProfileBuilder::Kept::Yes);
        QVERIFY(builder.addCode(plainCode(module, start, 1)) == ProfileBuilder::Kept::Full);
        QCOMPARE(check(builder.build()), std::string());
    }
    void aLargeProfileOfCodeIsManySegments() {
        ProfileBuilder builder;
        const auto module = builder.mapping({.path = builder.string("/a"), .buildId = {}});
        for (std::uint64_t row = 0; row < 100; ++row)
            builder.addCode(plainCode(module, row << 20, maximumKeptFunction));
        const auto profile = builder.build();
        QCOMPARE(dump(writtenAndRead(profile)), dump(profile));
    }

    void aSegmentWhoseCodeContradictsItselfIsLeftOut_data() {
        using Change = std::function<void(recording::FunctionCode&)>;
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << std::move(change); };
        row("a mapping that is not there", [](auto& code) { code.set_mapping(1); });
        row("more bytes than parts", [](auto& code) { code.mutable_bytes()->push_back('x'); });
        row("fewer bytes than parts", [](auto& code) { code.set_bytes("x"); });
        row("a huge part", [](auto& code) { code.set_part_size(0, 0xffffffff); });
        row("sizes whose sum wraps in 32 bits", [](auto& code) {
            code.set_part_size(0, 0xffffffff);
            code.set_part_size(1, 5);
        });
        row("a size without a start", [](auto& code) { code.add_part_size(0); });
        row("a line without frames", [](auto& code) { code.add_line_delta(1); });
        row("more frames than there are", [](auto& code) { code.set_line_frames(0, 0xffffffff); });
        row("a frame without a line", [](auto& code) { code.clear_frame_line(); });
        row("a function that is not there", [](auto& code) { code.set_frame_function(0, 1); });
        row("a name that is not there", [](auto& code) { code.set_function_name(0, 0xffffffff); });
        row("a file that is not there", [](auto& code) { code.set_function_file(0, 1000); });
        row("a name without a file", [](auto& code) { code.clear_function_file(); });
        row("a name without a first line", [](auto& code) { code.clear_function_start_line(); });
        row("a target without a name", [](auto& code) { code.add_target_delta(1); });
        row("a target's name that is not there", [](auto& code) { code.set_target_name(0, 1000); });
        row("a processor beyond 16 bits", [](auto& code) { code.set_machine(1 << 16); });
    }
    void aSegmentWhoseCodeContradictsItselfIsLeftOut() {
        QFETCH(const std::function<void(recording::FunctionCode&)>, change);
        const auto profile = readWith(change);
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.code.size(), std::size_t{0});
        QVERIFY(std::ranges::any_of(profile.warnings,
                                    [](const auto& text) { return text.contains("contradicts itself"); }));
    }

    void codeThatCannotBeIsLeftOutWithoutItsSegment_data() {
        using Change = std::function<void(recording::FunctionCode&)>;
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << std::move(change); };
        row("no bytes", [](auto& code) {
            code.clear_bytes();
            code.clear_part_start();
            code.clear_part_size();
        });
        row("an empty part", [](auto& code) {
            code.set_part_size(0, 0);
            code.set_part_size(1, 4);
        });
        row("overlapping parts", [](auto& code) { code.set_part_start(1, 0x1001); });
        row("parts out of order", [](auto& code) { code.set_part_start(1, 0x10); });
        row("a part beyond the address space", [](auto& code) { code.set_part_start(1, ~std::uint64_t{0}); });
        row("lines out of order", [](auto& code) {
            code.add_line_delta(~std::uint64_t{0});
            code.add_line_frames(0);
        });
        row("two lines at an address", [](auto& code) {
            code.add_line_delta(0);
            code.add_line_frames(0);
        });
        row("targets out of order", [](auto& code) {
            code.add_target_delta(~std::uint64_t{0});
            code.add_target_name(0);
        });
        row("a function above the limit", [](auto& code) {
            code.set_part_size(1, maximumKeptFunction - 1);
            code.set_bytes(std::string(maximumKeptFunction + 1, 'x'));
        });
    }
    void codeThatCannotBeIsLeftOutWithoutItsSegment() {
        QFETCH(const std::function<void(recording::FunctionCode&)>, change);
        const auto profile = readWith(change);
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.code.size(), std::size_t{0});
        QCOMPARE(profile.samples.front().size(), std::size_t{2});
        QCOMPARE(profile.warnings.size(), std::size_t{1});
        QVERIFY(profile.warnings.front().starts_with("Machine code of a function was left out: "));
    }
};

QTEST_GUILESS_MAIN(KeptCodeTest)
#include "kept_code_test.moc"
