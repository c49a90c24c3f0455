/// Captures for the tests of the perf.data reader, and the profiles read from them as text.
#pragma once

#include "model/formats/format.h"
#include "tests/perf_data_writer.h"

#include <fmt/format.h>

#include <QStringList>

#include <memory>
#include <zstd.h>

namespace candela {

inline Result<Profile> readBytes(std::vector<std::byte> bytes) {
    auto input = Input::fromBytes("perf.data", std::move(bytes));
    Task task;
    return readProfile(input, task);
}

/// "module+0x10", or the function's name if it has one.
inline std::string frameText(const Profile& profile, FrameIndex frame) {
    const auto row = frame.row();
    if (const auto function = profile.frames.function[row])
        return std::string(profile.text(profile.functions[function.row()].name));
    const auto mapping = profile.frames.mapping[row];
    const auto module = mapping ? profile.text(profile.mappings[mapping.row()].path) : "?";
    return fmt::format("{}+{:#x}", module, profile.frames.address[row]);
}

/// "process/thread time: root;…;leaf weight" of each sample, in the profile's order.
inline QStringList linesOf(const Profile& profile, std::string_view value) {
    QStringList lines;
    const auto found = profile.findValue(value);
    if (!found) return {"no such value"};
    const auto& table = profile.samples[found.row()];
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::string stack;
        for (auto at = table.stack[row]; at; at = profile.stacks.parent[at.row()]) {
            const auto name = frameText(profile, profile.stacks.frame[at.row()]);
            stack = stack.empty() ? name : name + ";" + stack;
        }
        const auto& thread = profile.threads[table.threadAt(row).row()];
        const auto& process = profile.processes[thread.process.row()];
        lines << QString::fromStdString(fmt::format("{}/{} {}: {} {}", profile.text(process.name),
                                                    profile.text(thread.name), table.timeAt(row), stack,
                                                    table.weight[row]));
    }
    return lines;
}

inline WrittenSample userSample(std::uint32_t pid, std::uint32_t tid, std::uint64_t time,
                                std::vector<std::uint64_t> addresses) {
    WrittenSample sample;
    sample.pid = pid;
    sample.tid = tid;
    sample.time = time;
    if (!addresses.empty()) sample.chain = {perf::ChainUser};
    sample.chain.insert(sample.chain.end(), addresses.begin(), addresses.end());
    return sample;
}

/// A zstd stream that was flushed every few dozen bytes, also inside records.
inline std::vector<std::vector<std::byte>> packedInPieces(std::span<const std::byte> plain) {
    const std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream(ZSTD_createCStream(),
                                                                            &ZSTD_freeCStream);
    std::vector<std::vector<std::byte>> pieces;
    const std::size_t step = std::max<std::size_t>(77, plain.size() / 300);
    for (std::size_t done = 0; done < plain.size(); done += step) {
        std::vector<std::byte> piece(60'000);
        const auto part = plain.subspan(done, std::min(step, plain.size() - done));
        ZSTD_inBuffer in{part.data(), part.size(), 0};
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        ZSTD_compressStream2(stream.get(), &out, &in, ZSTD_e_flush);
        piece.resize(out.pos);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

inline PerfDataWriter writerOfOneEvent(ByteOrder order = ByteOrder::Own) {
    PerfDataWriter writer(order);
    writer.addEvent({.name = "cpu-clock",
                     .flags = std::uint64_t(1) << perf::SampleIdAll | std::uint64_t(1) << perf::ReportsExec,
                     .ids = {1}});
    writer.addText(perf::HostName, "elsewhere");
    writer.addText(perf::KernelRelease, "6.1.0");
    writer.addText(perf::Architecture, "x86_64");
    writer.addText(perf::CpuDescription, "Intel 80486");
    return writer;
}

/// Two processes on two processors: kernel and user frames, and a thread with its own name.
inline PerfDataWriter writerOfASmallCapture(ByteOrder order = ByteOrder::Own) {
    auto writer = writerOfOneEvent(order);
    writer.addMap(~0u, 0xffffffff81000000, 0x1000000, 0xffffffff81000000, "[kernel.kallsyms]_text", 0,
                  perf::ModeKernel);
    writer.addName(10, 10, "server");
    writer.addMap(10, 0x400000, 0x10000, 0x1000, "/opt/server");
    writer.addName(10, 11, "worker");
    writer.addSample({.ip = 0x400100,
                      .pid = 10,
                      .tid = 11,
                      .time = 5000,
                      .cpu = 1,
                      .period = 7,
                      .chain = {perf::ChainUser, 0x400100, 0x400201, 0x400301}});
    writer.addSample({.ip = 0xffffffff81000020,
                      .pid = 10,
                      .tid = 10,
                      .time = 4000,
                      .period = 3,
                      .chain = {perf::ChainKernel, 0xffffffff81000020, 0xffffffff81000101, perf::ChainUser,
                                0x400400, 0x400301},
                      .mode = perf::ModeKernel});
    return writer;
}

/// The event sched:sched_switch, and the file's description of its fields.
inline PerfDataWriter writerOfSwitches() {
    constexpr std::uint64_t id = 316;
    PerfDataWriter writer;
    writer.addEvent({.type = perf::Tracepoint,
                     .config = id,
                     .sampleType = perf::Identifier | perf::Ip | perf::Tid | perf::Time | perf::Cpu |
                                   perf::Period | perf::Callchain | perf::Raw,
                     .ids = {1}});
    const std::string format = "name: sched_switch\nID: 316\nformat:\n"
                               "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                               "\n"
                               "\tfield:pid_t prev_pid;\toffset:8;\tsize:4;\tsigned:1;\n"
                               "\tfield:pid_t next_pid;\toffset:12;\tsize:4;\tsigned:1;\n"
                               "\nprint fmt: \"\"\n";
    auto section = writer.body();
    section.bytes(asBytes(std::string_view("\x17\x08\x44tracing", 10))).text("0.6", 4);
    section.number(std::uint8_t(0)).number(std::uint8_t(8)).u32(4096);
    section.text("header_page", 12).u64(0).text("header_event", 13).u64(0);
    section.u32(0).u32(1).text("sched", 6).u32(1).u64(format.size()).bytes(asBytes(format));
    writer.addFeature(perf::TracingData, section);
    return writer;
}

/// Samples with the registers fp, sp and pc and the memory of the stack.
inline PerfDataWriter writerOfStacks() {
    PerfDataWriter writer;
    writer.addEvent({.sampleType = perf::Ip | perf::Tid | perf::Time | perf::Period | perf::Callchain |
                                   perf::UserRegisters | perf::UserStack,
                     .userRegisters = 1u << 6 | 1u << 7 | 1u << 8,
                     .userStackSize = 8192,
                     .ids = {1}});
    return writer;
}

inline const QStringList smallCapture{
    "server/server 0: /opt/server+0x1300;/opt/server+0x1400;[kernel.kallsyms]+0x100;[kernel.kallsyms]+0x20 3",
    "server/worker 1000: /opt/server+0x1300;/opt/server+0x1200;/opt/server+0x1100 7",
};

} // namespace candela
