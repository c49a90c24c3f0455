/// A profile after it was written as a recording and read again.
#pragma once

#include "model/recording/recording_reader.h"
#include "model/recording/recording_writer.h"

namespace candela {

/// An empty profile if it can't be written.
inline Profile writtenAndRead(const Profile& profile) {
    RecordingReader reader;
    Task task;
    const auto written = writeRecording(
        profile, [&](std::span<const std::byte> piece) { reader.feed(piece); }, task);
    return written ? reader.finish() : Profile();
}

} // namespace candela
