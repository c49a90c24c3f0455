#include "model/base/units.h"
#include "model/formats/encoding/wire_writer.h"
#include "model/formats/pprof/pprof_file.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/measured_run.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <QCoreApplication>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace candela {

namespace {

constexpr std::uint32_t syntheticSamples = 1'000'000;
constexpr std::uint32_t nodes = 300'000;
constexpr std::uint32_t locations = 60'000;
constexpr std::uint32_t functions = 20'000;
constexpr std::uint32_t threads = 64;
constexpr std::uint32_t walkers = 24; ///< nodes of the tree that samples come from at a time
constexpr std::uint32_t jitter = 24;  ///< nodes, how far samples lie from where their walker is
constexpr std::size_t maximumStackFrames = 120;
constexpr int pprofRuns = 7;

/// Numbers of texts in the string table.
enum Text : std::uint64_t {
    Empty,
    SampleName,
    Count,
    ThreadKey,
    Path,
    FirstThread,
    FirstFunction = FirstThread + threads
};

/// A pprof message of samples that a program would give whose threads walk a deep call tree: a sample has
/// most callers in common with one a little before.
class PprofText {
public:
    std::string write() {
        growTree();
        WireWriter type;
        type.number(pprof_field::Type, SampleName);
        type.number(pprof_field::Unit, Count);
        m_out.message(pprof_field::SampleType, type);
        std::array<std::uint32_t, walkers> samplesOf{};
        for (std::uint32_t row = 0; row < syntheticSamples; ++row) {
            const auto walker = m_random.below(walkers);
            const auto step = std::uint64_t{samplesOf[walker]++} * nodes / syntheticSamples;
            writeSample(static_cast<std::uint32_t>(
                (walker * (nodes / walkers) + step + m_random.below(jitter)) % nodes));
        }
        writeLocations();
        writeTexts();
        return m_out.bytes();
    }

private:
    /// Calls and returns, at a depth of some tens of frames.
    void growTree() {
        std::vector<std::uint32_t> path;
        while (m_parents.size() < nodes) {
            const bool isDeep = path.size() > 72;
            if (path.size() == maximumStackFrames ||
                (path.size() > 20 && m_random.below(100) < (isDeep ? 40 : 8)))
                path.resize(path.size() - 1 - m_random.skewedBelow(16));
            m_parents.push_back(path.empty() ? none : path.back());
            m_locations.push_back(1 + m_random.below(locations));
            path.push_back(static_cast<std::uint32_t>(m_parents.size() - 1));
        }
    }

    void writeSample(std::uint32_t node) {
        m_ids.clear();
        for (; node != none; node = m_parents[node])
            m_ids.varint(m_locations[node]);
        WireWriter label;
        label.number(pprof_field::Key, ThreadKey);
        label.number(pprof_field::Text, FirstThread + m_random.skewedBelow(threads));
        m_message.clear();
        m_message.message(pprof_field::LocationId, m_ids);
        m_message.number(pprof_field::Value, 1);
        m_message.message(pprof_field::Label, label);
        m_out.message(pprof_field::Sample, m_message);
    }

    void writeLocations() {
        WireWriter mapping;
        mapping.number(pprof_field::MappingId, 1);
        mapping.number(pprof_field::MemoryStart, 0x400000);
        mapping.number(pprof_field::MemoryLimit, 0x4000000);
        mapping.number(pprof_field::FileName, Path);
        m_out.message(pprof_field::Mapping, mapping);
        for (std::uint32_t id = 1; id <= locations; ++id) {
            WireWriter line;
            line.number(pprof_field::LineFunction, 1 + id % functions);
            line.number(pprof_field::LineNumber, id % 1000);
            m_message.clear();
            m_message.number(pprof_field::LocationRowId, id);
            m_message.number(pprof_field::LocationMapping, 1);
            m_message.number(pprof_field::Address, 0x400000 + std::uint64_t{16} * id);
            m_message.message(pprof_field::Line, line);
            m_out.message(pprof_field::Location, m_message);
        }
        for (std::uint32_t id = 1; id <= functions; ++id) {
            m_message.clear();
            m_message.number(pprof_field::FunctionId, id);
            m_message.number(pprof_field::Name, FirstFunction + id - 1);
            m_message.number(pprof_field::FunctionFile, Path);
            m_out.message(pprof_field::Function, m_message);
        }
    }

    void writeTexts() {
        for (const auto* text : {"", "samples", "count", "thread", "/usr/bin/program"})
            m_out.bytes(pprof_field::StringTable, text);
        for (std::uint32_t row = 0; row < threads; ++row)
            m_out.bytes(pprof_field::StringTable, fmt::format("worker-{}", row));
        for (std::uint32_t row = 0; row < functions; ++row)
            m_out.bytes(pprof_field::StringTable, fmt::format("part{}.(*Worker).step{}", row % 100, row));
    }

    static constexpr std::uint32_t none = 0xffffffff;
    SteadyRandom m_random;
    std::vector<std::uint32_t> m_parents;   // of each node, or none
    std::vector<std::uint32_t> m_locations; // the location of each node
    WireWriter m_out;
    WireWriter m_message; // these two are kept only for their memory
    WireWriter m_ids;
};

/// The message's size; packed by gzip itself, whose unpacking is what we are compared with.
Result<double> writePacked(const std::string& path) {
    const auto message = PprofText().write();
    const auto plain = path.substr(0, path.rfind('.'));
    std::ofstream(plain, std::ios::binary)
        .write(message.data(), static_cast<std::streamsize>(message.size()));
    TRY(runMeasured({"gzip", "-f", plain}, 120));
    return double(message.size());
}

} // namespace

/// A pprof of a million samples through the whole program, against what only unpacks the file.
void benchmarkPprof(Report& report) {
    const QTemporaryDir folder;
    const auto path = folder.filePath("profile.pb.gz").toStdString();
    const auto size = writePacked(path);
    if (!size) return report.skip("report of pprof", size.error().message);
    const auto input = fmt::format("pprof, 1 M samples, {}, packed {}", formatBytes(std::uint64_t(*size)),
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
        memory.push_back(reported->peakMemory / *size);
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

} // namespace candela
