#include "model/base/units.h"
#include "model/formats/format.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/measured_run.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace candela {

namespace {

/// A format's bytes as its writer stores them, which may be packed, and the same unpacked.
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

/// Stores a file as a user's file that is in the page cache.
std::string store(const QTemporaryDir& folder, const char* name, const std::vector<std::byte>& bytes) {
    const auto path = folder.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
}

void open(const std::string& path) {
    Task task;
    if (!readProfile(path, task)) std::abort();
}

/// The peak memory of the whole program, in bytes per byte of the file.
void reportMemory(Report& report, std::string_view input, const std::string& path) {
    const auto run =
        runTimed({(QCoreApplication::applicationDirPath() + "/candela").toStdString(), "report", path});
    if (!run) return report.skip("peak memory / file", run.error().message);
    report.values("peak memory / file", input, {run->peakMemory / double(std::filesystem::file_size(path))},
                  "");
}

} // namespace

void benchmarkFormats(Report& report) {
    const SyntheticRecording recording(1'000'000, 200'000);
    const auto profile = recording.build();
    const auto samples = double(recording.samples().size());
    for (const auto& format : allFormats()) {
        if (!format.read || !format.write) continue;
        const QTemporaryDir folder;
        const auto written = write(format, profile);
        const auto plain = store(folder, "plain", written.plain);
        const auto size = double(written.plain.size());
        const auto name = fmt::format("open {}", format.name);
        const auto input = fmt::format("1 M samples, 200,000 stacks, {}", formatBytes(written.plain.size()));
        report.time(name, input, {{size, "bytes"}, {samples, "samples"}}, [&] { open(plain); });
        if (written.packed != written.plain) {
            const auto packed = store(folder, "packed", written.packed);
            report.time(name, input + ", packed", {{size, "bytes"}, {samples, "samples"}},
                        [&] { open(packed); });
        }
        reportMemory(report, input, plain);
    }
}

} // namespace candela
