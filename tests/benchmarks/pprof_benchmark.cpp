#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/measured_run.h"
#include "tests/benchmarks/synthetic_pprof.h"

#include <QCoreApplication>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace candela {

namespace {

constexpr int pprofRuns = 7;

/// Packed by gzip, because gzip's unpacking is compared with Candela's.
Result<void> writePacked(const std::string& message, const std::string& path) {
    const auto plain = path.substr(0, path.rfind('.'));
    std::ofstream(plain, std::ios::binary)
        .write(message.data(), static_cast<std::streamsize>(message.size()));
    TRY(runMeasured({"gzip", "-f", plain}, 120));
    return {};
}

/// Runs the whole program and gzip, which only unpacks the file, in turns.
void compareWithGzip(Report& report, std::string_view kind, const std::string& message,
                     const std::string& path) {
    if (const auto written = writePacked(message, path); !written)
        return report.skip("report of pprof", written.error().message);
    const auto size = double(message.size());
    const auto input = fmt::format("pprof, 1 M samples{}, {}, packed {}", kind, formatBytes(message.size()),
                                   formatBytes(std::filesystem::file_size(path)));
    const auto candela = (QCoreApplication::applicationDirPath() + "/candela").toStdString();
    std::vector<double> gzip, ours, ratio, memory;
    for (int run = 0; run < pprofRuns; ++run) {
        const auto unpacked = runTimed({"gzip", "-dc", path});
        const auto reported = runTimed({candela, "report", path});
        if (!unpacked || !reported)
            return report.skip("report of pprof", (unpacked ? reported : unpacked).error().message);
        gzip.push_back(unpacked->wallSeconds);
        ours.push_back(reported->wallSeconds);
        ratio.push_back(reported->wallSeconds / unpacked->wallSeconds);
        memory.push_back(reported->peakMemory / size);
    }
    report.values("gzip -dc", input, std::move(gzip), "s");
    report.values("candela report", input, std::move(ours), "s");
    report.values("candela / gzip", input, std::move(ratio), "");
    report.values("peak memory / unpacked", input, std::move(memory), "");
    if (QStandardPaths::findExecutable("go").isEmpty())
        return report.skip("go tool pprof -top", "go is not installed (Debian: golang-go)");
    const auto peer = runTimed({"go", "tool", "pprof", "-top", path});
    if (!peer) return report.skip("go tool pprof -top", peer.error().message);
    report.values("go tool pprof -top", input, {peer->wallSeconds}, "s");
}

} // namespace

/// Two pprof files of a million samples: one of a call tree, one of stacks that share almost nothing.
void benchmarkPprof(Report& report) {
    const QTemporaryDir folder;
    const auto path = folder.filePath("profile.pb.gz").toStdString();
    compareWithGzip(report, "", treePprof(), path);
    compareWithGzip(report, " that share nothing", unsharedPprof(), path);
}

} // namespace candela
