/// Segments with hostile contents but correct checksums: the input is split into serialized Segments at a
/// mark, and each is packed as a recorder would do it.
#include "model/base/byte_reader.h"
#include "model/recording/recording_reader.h"
#include "model/recording/recording_writer.h"
#include "model/recording/segment_writer.h"
#include "tests/fuzz/required.h"

#include <string_view>

using namespace candela;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static constexpr std::string_view mark = "\xff\xff\xff\xff";
    std::string_view rest(reinterpret_cast<const char*>(bytes), size);
    RecordingReader reader;
    SegmentWriter writer(1);
    reader.feed(asBytes(recordingMagic));
    while (!rest.empty()) {
        const auto content = rest.substr(0, rest.find(mark));
        rest.remove_prefix(std::min(rest.size(), content.size() + mark.size()));
        if (const auto segment = writer.write(asBytes(content))) reader.feed(*segment);
    }
    const auto profile = reader.finish();
    requireInvariants(profile);

    // The profile can be written and read again.
    RecordingReader again;
    Task task;
    const auto written = writeRecording(
        profile, [&](std::span<const std::byte> piece) { again.feed(piece); }, task);
    if (written) requireInvariants(again.finish());
    return 0;
}
