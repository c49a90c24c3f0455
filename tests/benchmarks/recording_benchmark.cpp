#include "model/base/byte_reader.h"
#include "model/base/units.h"
#include "model/recording/recording_reader.h"
#include "model/recording/recording_writer.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <fmt/core.h>

#include <string>

namespace candela {

namespace {

std::string written(const Profile& profile) {
    std::string bytes;
    Task task;
    const auto append = [&bytes](std::span<const std::byte> piece) { bytes += asText(piece); };
    return writeRecording(profile, append, task) ? bytes : std::string();
}

} // namespace

void benchmarkRecording(Report& report) {
    const SyntheticRecording recording(SyntheticSize::Large);
    const auto profile = recording.build();
    const auto samples = double(recording.samples().size());
    const auto bytes = written(profile);
    const auto input = fmt::format("{}, {}", recording.description(), formatBytes(bytes.size()));
    report.time("open .candela", input, {{double(bytes.size()), "bytes"}, {samples, "samples"}}, [&bytes] {
        RecordingReader reader;
        reader.feed(asBytes(bytes));
        reader.finish();
    });
    report.time("write .candela", input, {{double(bytes.size()), "bytes"}, {samples, "samples"}},
                [&profile] { written(profile); });
}

} // namespace candela
