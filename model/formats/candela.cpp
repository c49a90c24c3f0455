/// Candela's own recordings: the stored stream of a recorder, or any profile converted to one.
#include "model/base/text/model_text.h"
#include "model/formats/format.h"
#include "model/recording/recording_reader.h"
#include "model/recording/recording_writer.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t inputPieceSize = 1 << 20;

Result<Profile> read(Input& input, Task& task) {
    const auto bytes = TRY(input.all(task));
    RecordingReader reader;
    for (std::size_t done = 0; done < bytes.size();) {
        if (task.isCancelled()) return cancelled();
        const auto piece = bytes.subspan(done, std::min(inputPieceSize, bytes.size() - done));
        reader.feed(piece);
        done += piece.size();
        task.setProgress(double(done) / double(bytes.size()));
    }
    auto profile = reader.finish();
    if (reader.progress().segments == 0 && reader.progress().needsNewerReader)
        return std::unexpected(*reader.progress().needsNewerReader);
    // A recording that was cut before its first segment's end is empty; one with only damaged bytes is not a
    // recording.
    if (reader.progress().segments == 0 && reader.damagedBytes() > 0)
        return failure(ModelText::tr("this is a damaged recording: no part of it can be read"));
    return profile;
}

Result<void> write(const Profile& profile, Output& output, Task& task) {
    output.setReaders(Output::Readers::OwnerOnly);
    return writeRecording(
        profile, [&output](std::span<const std::byte> bytes) { output.write(bytes); }, task);
}

} // namespace

Format candelaFormat() {
    return {.name = "candela",
            .description = "Candela recording",
            .extensions = ".candela",
            .recognizes = [](const FileStart& start) { return looksLikeRecording(start.bytes()); },
            .read = read,
            .write = write,
            .provenance = {}};
}

} // namespace candela
