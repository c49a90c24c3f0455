#include "model/base/units.h"
#include "model/formats/format.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <fmt/core.h>

#include <cstdlib>

namespace candela {

namespace {

/// Whether the bytes are packed is the writer's choice; as they are, and unpacked.
struct Written {
    std::vector<std::byte> packed;
    std::vector<std::byte> plain;
};

Written write(const Format& format, const Profile& profile) {
    Task task;
    Output output;
    if (!format.write(profile, output, task)) std::abort();
    const auto packed = output.bytes();
    auto input = Input::fromBytes("packed", {packed.begin(), packed.end()});
    const auto plain = input.all(task);
    if (!plain) std::abort();
    return {{packed.begin(), packed.end()}, {plain->begin(), plain->end()}};
}

void open(const std::vector<std::byte>& bytes) {
    Task task;
    auto input = Input::fromBytes("benchmark", bytes);
    if (!readProfile(input, task)) std::abort();
}

} // namespace

void benchmarkFormats(Report& report) {
    const SyntheticRecording recording(1'000'000, 200'000);
    const auto profile = recording.build();
    const auto samples = double(recording.samples().size());
    for (const auto& format : allFormats()) {
        if (!format.read || !format.write) continue;
        const auto written = write(format, profile);
        const auto size = double(written.plain.size());
        const auto name = fmt::format("open {}", format.name);
        const auto input = fmt::format("1 M samples, 200,000 stacks, {}", formatBytes(written.plain.size()));
        report.time(name, input, {{size, "bytes"}, {samples, "samples"}}, [&] { open(written.plain); });
        if (written.packed != written.plain) {
            report.time(name, input + ", packed", {{size, "bytes"}, {samples, "samples"}},
                        [&] { open(written.packed); });
        }
    }
}

} // namespace candela
