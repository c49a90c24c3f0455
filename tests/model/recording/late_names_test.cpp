/// Names that a recording receives after the samples that need them.
#include "model/recording/recording_reader.h"
#include "tests/recording_text.h"

#include <QTest>

#include <map>

using namespace candela;

namespace {

/// Removes the name from the frames of a function, and puts the frames at an address in generated code.
void makeNameless(recording::Segment& segment, const std::string& name, std::uint64_t address) {
    auto& frames = *segment.mutable_frames();
    auto& mapping = *segment.add_mappings();
    mapping.set_path(static_cast<std::uint32_t>(segment.strings_size()));
    segment.add_strings("[generated code]");
    for (int row = 0; row < frames.function_plus_one_size(); ++row) {
        const auto function = frames.function_plus_one(row);
        const bool isIt =
            segment.strings(static_cast<int>(segment.functions(static_cast<int>(function) - 1).name())) ==
            name;
        if (isIt) frames.set_function_plus_one(row, 0);
        frames.add_mapping_plus_one(isIt ? 1 : 0);
        frames.add_address(isIt ? address : 0);
    }
}

/// Gives that name to the frames at an address of a process.
void addLateName(recording::Segment& segment, std::uint32_t process, std::uint64_t address,
                 const std::string& name) {
    auto& frames = *segment.mutable_frames();
    segment.mutable_late_names()->add_process(process);
    segment.mutable_late_names()->add_frame(static_cast<std::uint32_t>(frames.function_plus_one_size()));
    segment.add_functions()->set_name(static_cast<std::uint32_t>(segment.strings_size()));
    segment.add_strings(name);
    frames.add_function_plus_one(static_cast<std::uint32_t>(segment.functions_size()));
    frames.add_mapping_plus_one(1);
    frames.add_address(address);
}

} // namespace

class LateNamesTest : public QObject {
    Q_OBJECT
private slots:
    void namesThatComeLateAreThoseOfEarlierSegments() {
        auto segments = segmentsFromText("10/11 100 main;jit;jit;leaf 5\n"
                                         "20/20 200 main;jit 7\n"
                                         "---\n"
                                         "10/12 1100 main;jit 2\n"
                                         "---\n"
                                         "10/11 2100 main;other 3\n"
                                         "20/20 2200 main 4\n");
        makeNameless(segments[0], "jit", 0x1000);
        makeNameless(segments[1], "jit", 0x1000);
        makeNameless(segments[2], "other", 0x2000);
        addLateName(segments[2], 0, 0x1000, "compiled");
        addLateName(segments[2], 0, 0x3000, "unused");
        const auto bytes = recordingBytes(segments);
        RecordingReader reader;
        reader.feed(asBytes(bytes));
        for (const auto& profile : {reader.snapshot(), reader.finish()}) {
            QCOMPARE(check(profile), std::string());
            std::map<std::string, std::int64_t> weights;
            const auto& table = profile.samples.front();
            for (std::size_t row = 0; row < table.size(); ++row) {
                std::string names;
                for (auto at = table.stack[row]; at; at = profile.stacks.parent[at.row()]) {
                    const auto function = profile.frames.function[profile.stacks.frame[at.row()].row()];
                    names +=
                        function ? std::string(profile.text(profile.functions[function.row()].name)) : "?";
                    names += ' ';
                }
                weights[names] += table.weight[row];
            }
            const std::map<std::string, std::int64_t> expected{
                {"leaf compiled compiled main ", 5}, {"? main ", 10}, {"compiled main ", 2}, {"main ", 4}};
            QCOMPARE(weights, expected);
        }
    }
    void lateNamesOfNothingAreRefused() {
        for (const bool isProcess : {true, false}) {
            auto segments = segmentsFromText("10/11 100 main 5\n---\n10/11 1100 main 5\n");
            segments[1].mutable_late_names()->add_process(isProcess ? 1 : 0);
            segments[1].mutable_late_names()->add_frame(isProcess ? 0 : 1);
            const auto profile = readSegments(recordingBytes(segments));
            QCOMPARE(profile.samples.front().size(), std::size_t(1));
            QVERIFY(!profile.warnings.empty());
        }
        auto segments = segmentsFromText("10/11 100 main 5\n");
        segments[0].mutable_late_names()->add_frame(0);
        QVERIFY(!readSegments(recordingBytes(segments)).warnings.empty());
    }
};

QTEST_APPLESS_MAIN(LateNamesTest)
#include "late_names_test.moc"
