#include "bpf/unwind_tables.h"
#include "model/base/file.h"
#include "model/base/units.h"
#include "model/unwind/call_frames/dumped_stack.h"
#include "model/unwind/call_frames/unwind_table.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/compiler_load.h"
#include "tests/benchmarks/stopped_program.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace candela {

namespace {

constexpr std::size_t stackCount = 500;
constexpr std::size_t maximumUnwoundFrames = 2048;
constexpr int unwindRuns = 9;

Result<MappedFile> mapFile(const std::string& path) {
    const auto file = TRY(openToRead(path));
    return MappedFile::map(file.get(), MappedFile::Pages::PrivateCopy);
}

std::string nameOf(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

/// The path of the compiler proper; empty if GCC is not installed.
std::string compilerProper() {
    QProcess compiler;
    compiler.start("g++", {"-print-prog-name=cc1plus"});
    compiler.waitForFinished();
    return QFileInfo(QString::fromLocal8Bit(compiler.readAllStandardOutput()).trimmed())
        .canonicalFilePath()
        .toStdString();
}

/// Code of a process with the tables of its files.
class UnwoundProgram {
public:
    explicit UnwoundProgram(const std::vector<SeenMapping>& mappings) {
        for (const auto& mapping : mappings) {
            auto& table = m_tables[mapping.path];
            if (table.rows.empty()) {
                auto file = mapFile(mapping.path);
                if (!file) continue;
                auto built = buildUnwindTable(file->writableBytes());
                if (built) table = std::move(*built);
            }
            m_code.push_back({mapping.start, mapping.end, mapping.fileOffset, &table});
        }
    }

    /// Whether the walk reached the thread's start; counts the frames.
    bool walk(const SeenStack& seen, std::size_t& frames) const {
        auto registers = seen.registers;
        unwind_saved_frames savedFrames;
        DumpedStack memory{registers.sp, seen.memory, false, &savedFrames};
        auto result = UNWIND_STEPPED_SIGNAL;
        for (std::size_t depth = 0; depth < maximumUnwoundFrames; ++depth) {
            ++frames;
            const auto* row = rowAt(registers.pc - (result == UNWIND_STEPPED_SIGNAL ? 0 : 1));
            result = row ? stepByRow(registers, *row, memory)
                         : stepWithoutRow(registers, UNWIND_CODE_OF_FILE, memory);
            if (result != UNWIND_STEPPED && result != UNWIND_STEPPED_SIGNAL) break;
        }
        return result == UNWIND_COMPLETE;
    }

private:
    struct Code {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::uint64_t fileOffset = 0;
        const UnwindTable* table = nullptr;
    };

    const unwind_row* rowAt(std::uint64_t address) const {
        const auto behind =
            std::upper_bound(m_code.begin(), m_code.end(), address,
                             [](std::uint64_t value, const Code& code) { return value < code.start; });
        if (behind == m_code.begin() || address >= (behind - 1)->end) return nullptr;
        const auto& code = *(behind - 1);
        return findUnwindRow(*code.table, address - code.start + code.fileOffset);
    }

    std::map<std::string, UnwindTable> m_tables;
    std::vector<Code> m_code;
};

void reportWalks(Report& report, const std::string& compiler) {
    const QTemporaryDir folder;
    const auto path = folder.filePath("unit.cpp");
    QFile unit(path);
    if (!unit.open(QFile::WriteOnly)) return report.skip("unwind", "no file can be written");
    unit.write(CompilerLoad::largeUnit.data(), CompilerLoad::largeUnit.size());
    unit.close();
    const auto seen = stopAgainAndAgain({compiler, "-quiet", "-O2", "-std=c++20", "-imultiarch",
                                         "x86_64-linux-gnu", "-o", "/dev/null", path.toStdString()},
                                        stackCount);
    if (!seen) return report.skip("unwind", "the compiler " + seen.error().message);
    const UnwoundProgram program(seen->mappings);
    std::vector<double> nanoseconds;
    std::size_t frames = 0;
    std::size_t complete = 0;
    for (int run = -1; run < unwindRuns; ++run) {
        frames = complete = 0;
        const auto start = std::chrono::steady_clock::now();
        for (const auto& stack : seen->stacks)
            complete += program.walk(stack, frames);
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        if (run >= 0) nanoseconds.push_back(time.count() / double(frames)); // the first run is not counted
    }
    std::size_t bytes = 0;
    for (const auto& stack : seen->stacks)
        bytes += stack.memory.size();
    const auto input = fmt::format("{} cc1plus stacks, {} frames, {}", stackCount,
                                   formatCount(static_cast<std::int64_t>(frames)), formatBytes(bytes));
    report.values("unwind a frame", input, nanoseconds, "ns");
    report.values("complete stacks", input, {100 * double(complete) / stackCount}, "%");
}

void reportTable(Report& report, const std::string& path) {
    const auto file = mapFile(path);
    if (!file) return report.skip("build unwind table", nameOf(path) + ": " + file.error().message);
    std::size_t rows = 0;
    const auto build = [&] {
        auto fresh = mapFile(path); // libelf writes into its input
        const auto table = fresh ? buildUnwindTable(fresh->writableBytes()) : failure("is gone");
        rows = table ? table->rows.size() : 0;
    };
    build();
    if (rows == 0) return report.skip("build unwind table", nameOf(path) + " has no unwind information");
    const auto input =
        fmt::format("{}, {}, {} rows", nameOf(path), formatBytes(file->bytes().size()), formatCount(rows));
    report.time("build unwind table", input, {{double(rows), "rows"}}, build);
    const auto chunks = (rows + unwind_chunk_rows - 1) / unwind_chunk_rows;
    const auto bytes = chunks * (sizeof(unwind_chunk) + sizeof(unwind_directory_entry));
    report.values("unwind table in the kernel", input, {double(bytes) / double(rows)}, "bytes a row");
}

} // namespace

void benchmarkUnwind(Report& report) {
    const auto compiler = compilerProper();
    if (compiler.empty())
        report.skip("unwind", "GCC's C++ compiler is not installed");
    else
        reportWalks(report, compiler);
    for (const auto& path : {std::string("/lib/x86_64-linux-gnu/libc.so.6"),
                             std::string("/usr/lib/x86_64-linux-gnu/libQt6Widgets.so.6"), compiler}) {
        if (!path.empty()) reportTable(report, path);
    }
}

} // namespace candela
