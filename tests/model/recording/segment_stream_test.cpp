#include "model/recording/recording_reader.h"
#include "model/recording/segment_stream.h"
#include "tests/recording_text.h"

#include <QTest>

#include <zstd.h>

#include <cstring>

using namespace candela;

namespace {

using Event = SegmentStream::Event;

std::string withLength(const std::string& frame) {
    const auto length = static_cast<std::uint32_t>(frame.size());
    std::string bytes(lengthFieldSize, '\0');
    std::memcpy(bytes.data(), &length, lengthFieldSize);
    return bytes + frame;
}

enum class Checksum { Without, With };

std::string compressed(std::string_view content, Checksum checksum) {
    auto* compressor = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, checksum == Checksum::With);
    std::string frame(ZSTD_compressBound(content.size()), '\0');
    frame.resize(ZSTD_compress2(compressor, frame.data(), frame.size(), content.data(), content.size()));
    ZSTD_freeCCtx(compressor);
    return frame;
}

std::vector<std::string> contents(const std::string& bytes) {
    SegmentStream stream;
    stream.feed(asBytes(bytes));
    stream.end();
    std::vector<std::string> found;
    for (auto event = stream.next(); event != Event::End && event != Event::Cut; event = stream.next())
        if (event == Event::Segment) found.emplace_back(stream.content());
    return found;
}

} // namespace

class SegmentStreamTest : public QObject {
    Q_OBJECT
private slots:
    void aFrameWithoutChecksumIsNoSegment() {
        const std::string magic(recordingMagic);
        const std::string content = "some content of a segment";
        QCOMPARE(contents(magic + withLength(compressed(content, Checksum::With))), std::vector{content});
        QVERIFY(contents(magic + withLength(compressed(content, Checksum::Without))).empty());
    }
    void aFrameThatUnpacksOutOfProportionIsNoSegment() {
        const auto bomb = compressed(std::string(8 << 20, '\0'), Checksum::With);
        QVERIFY(bomb.size() < 2000);
        QVERIFY(contents(std::string(recordingMagic) + withLength(bomb)).empty());
    }
    void aFrameThatClaimsTooMuchIsRefusedBeforeItIsUnpacked() {
        // Magic number, descriptor (8 bytes of content size, one segment, checksum), then 2^60 bytes.
        const std::string claim("\x28\xb5\x2f\xfd\xe4\0\0\0\0\0\0\0\x10\x01\0\0\0\0\0\0", 20);
        QVERIFY(contents(std::string(recordingMagic) + withLength(claim)).empty());
    }
    void aLengthThatIsTooLongHidesNoSegment() {
        auto bytes = recordingFromText("1/1 1 a 1\n---\n1/1 1500 b 1\n---\n1/1 2500 c 1\n");
        QCOMPARE(contents(bytes).size(), 3u);
        bytes[recordingMagic.size() + 1] = 0x7f;
        QCOMPARE(contents(bytes).size(), 2u);
        bytes[recordingMagic.size() + 3] = 0x7f;
        QCOMPARE(contents(bytes).size(), 2u);
    }
    void bytesThatWereInsertedOrRemovedCostOneSegment() {
        const auto bytes = recordingFromText("1/1 1 a 1\n---\n1/1 1500 b 1\n---\n1/1 2500 c 1\n");
        const auto last = contents(bytes).back();
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            for (const auto& damaged :
                 {bytes.substr(0, at) + "x" + bytes.substr(at), bytes.substr(0, at) + bytes.substr(at + 1)}) {
                const auto found = contents(damaged);
                QVERIFY(found.size() >= 2);
                QVERIFY(at > bytes.size() / 2 || found.back() == last);
            }
        }
    }
    void manyStartsOfSegmentsEndTheSearchInTime() {
        // Each looks like a complete frame whose blocks extend over everything that follows.
        std::string frames;
        for (int row = 0; row < 100'000; ++row)
            frames += std::string("\x40\x0d\x03\0\x28\xb5\x2f\xfd\x24\xff\0\0\0", 13);
        const auto good = segmentBytes(segmentsFromText("1/1 1 a 1\n")[0]);
        QCOMPARE(contents(std::string(recordingMagic) + good + frames).size(), 1u);
    }
    void aSegmentThatContradictsItselfLeavesNothingBehind() {
        const auto read = [](auto&& change) {
            auto segments = segmentsFromText("1/1 1 a;b 1\n---\n1/1 1500 b 1\n");
            change(segments[0]);
            RecordingReader reader;
            reader.feed(asBytes(recordingBytes(segments)));
            return reader.finish();
        };
        const std::vector<std::function<void(recording::Segment&)>> changes{
            [](auto& s) { s.mutable_samples(0)->set_stack_plus_one(0, 4); },
            [](auto& s) { s.mutable_samples(0)->set_thread_plus_one(0, 2); },
            [](auto& s) { s.mutable_samples(0)->add_weight(4); },
            [](auto& s) { s.mutable_samples(0)->add_label_set(1); },
            [](auto& s) { s.mutable_stacks()->set_parent_plus_one(0, 1); },
            [](auto& s) { s.mutable_stacks()->set_frame(1, 2); },
            [](auto& s) { s.mutable_frames()->set_function_plus_one(0, 9); },
            [](auto& s) { s.mutable_functions(0)->set_name(100); },
            [](auto& s) { s.mutable_functions(0)->set_mapping_plus_one(1); },
            [](auto& s) { s.mutable_threads(0)->set_process(1); },
            [](auto& s) { s.mutable_processes(0)->set_label_set(3); },
            [](auto& s) { s.mutable_label_sets()->add_size(1); },
            [](auto& s) { s.add_mappings()->set_path(77); },
        };
        QCOMPARE(read([](auto&) {}).warnings.size(), 0u);
        for (const auto& change : changes) {
            const auto profile = read(change);
            QCOMPARE(check(profile), std::string());
            QCOMPARE(profile.warnings.size(), 1u);
            QCOMPARE(profile.samples[0].size(), 1u);
            QCOMPARE(profile.functions.size(), 1u);
        }
    }
};

QTEST_GUILESS_MAIN(SegmentStreamTest)
#include "segment_stream_test.moc"
