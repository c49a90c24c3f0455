#include "app/recording/recording_sink.h"
#include "tests/recording_text.h"
#include "tests/tighter_memory.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

/// Segments whose stacks are all different.
std::vector<QByteArray> growingRecording(int segments) {
    std::vector<QByteArray> pieces;
    int function = 0;
    for (int number = 0; number < segments; ++number) {
        TextSegment segment(static_cast<std::uint64_t>(number));
        for (int line = 0; line < 2000; ++line, ++function)
            segment.addLine("10/11 " + std::to_string(1000 * number) + " main;function_with_a_long_name_" +
                            std::to_string(function) + ";leaf" + std::to_string(function) + " 1");
        const auto bytes = segmentBytes(segment.take());
        const auto start = number == 0 ? std::string(recordingMagic) : std::string();
        pieces.push_back(QByteArray::fromStdString(start + bytes));
    }
    return pieces;
}

} // namespace

class RecordingSinkTest : public QObject {
    Q_OBJECT
private slots:
    void theFileAndTheViewHaveAllThatArrived() {
        RecordingSink sink(m_folder.filePath("all.candela"), Existing::ReplaceCaptures, LiveView::Wanted);
        qint64 bytes = 0;
        for (const auto& piece : growingRecording(3)) {
            QVERIFY(sink.add(piece));
            bytes += piece.size();
        }
        QCOMPARE(sink.progress().segments, 3u);
        const auto file = sink.finish(StreamEnd::Whole);
        QCOMPARE(QFile(file.path).size(), bytes);
        QVERIFY(file.profile);
        QCOMPARE(file.profile->samples[0].size(), 6000u);
    }
    void withoutMemoryTheFileGoesOn() {
        if (!isMemoryCounted) QSKIP("a sanitizer takes more memory than any limit allows");
        const auto pieces = growingRecording(60);
        RecordingSink sink(m_folder.filePath("large.candela"), Existing::ReplaceCaptures, LiveView::Wanted);
        qint64 bytes = 0;
        RecordedFile file;
        {
            const TighterMemory limit(40 << 20);
            for (const auto& piece : pieces) {
                QVERIFY(sink.add(piece));
                bytes += piece.size();
            }
            file = sink.finish(StreamEnd::Whole);
        }
        QVERIFY(!file.profile);
        QCOMPARE(file.progress.segments, 60u);
        QCOMPARE(file.progress.samples, 120'000u);
        QCOMPARE(QFile(file.path).size(), bytes);
        QVERIFY(!file.warnings.empty());
        QVERIFY2(file.warnings[0].starts_with("To show it needs more memory than there is: "),
                 file.warnings[0].c_str());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(RecordingSinkTest)
#include "recording_sink_test.moc"
