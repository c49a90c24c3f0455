#include "model/formats/perf_data/perf_data_sample.h"

#include <bit>

namespace candela {

namespace {

/// `count` words. If they are missing, the result is empty and the reader fails.
PerfWords words(PerfDataBytes& bytes, std::uint64_t count, std::uint64_t wordsEach = 1) {
    if (!bytes.canHold(count, wordsEach * wordSize)) {
        bytes.skip(bytes.remaining() + 1);
        return {};
    }
    return {bytes.bytes(count * wordsEach * wordSize), bytes.order()};
}

void readCounters(const PerfEvent& event, PerfDataBytes& bytes, PerfSample& sample) {
    const auto format = event.readFormat;
    const bool isGroup = (format & perf::ReadGroup) != 0;
    const auto count = isGroup ? bytes.u64() : 1;
    PerfReading reading;
    if (!isGroup) reading.value = bytes.u64();
    if (format & perf::ReadTimeEnabled) bytes.u64();
    if (format & perf::ReadTimeRunning) bytes.u64();
    if (!bytes.canHold(count, wordSize)) {
        bytes.skip(bytes.remaining() + 1);
        return;
    }
    for (std::uint64_t row = 0; row < count; ++row) {
        if (isGroup) reading.value = bytes.u64();
        if (format & perf::ReadId) reading.id = bytes.u64();
        if (format & perf::ReadLost) bytes.u64();
        if (format & perf::ReadId) sample.readings.push_back(reading);
    }
}

void readBranches(const PerfEvent& event, PerfDataBytes& bytes, PerfSample& sample) {
    constexpr std::uint64_t wordsOfBranch = 3;
    const auto count = bytes.u64();
    if (event.branchSampleType & perf::branchHardwareIndex) bytes.u64();
    sample.branches = words(bytes, count, wordsOfBranch);
    if (event.branchSampleType & perf::branchCounters) words(bytes, count);
}

void readUserStack(const PerfEvent& event, PerfDataBytes& bytes, PerfSample& sample) {
    const auto size = bytes.u64();
    if (size == 0) return;
    sample.stack = bytes.bytes(size);
    const auto used = bytes.u64();
    // The kernel states how much it copied. If that is less than requested, the stack's memory ends there.
    sample.isStackFull = used >= size || used >= event.userStackSize;
    sample.stack = sample.stack.first(std::min<std::uint64_t>(used, sample.stack.size()));
}

} // namespace

bool readPerfSample(const PerfEvent& event, std::span<const std::byte> body, ByteOrder order,
                    PerfSample& sample) {
    auto readings = std::move(sample.readings);
    readings.clear();
    sample = PerfSample{};
    sample.readings = std::move(readings);
    PerfDataBytes bytes(body, order);
    if (event.has(perf::Identifier)) bytes.u64();
    if (event.has(perf::Ip)) sample.ip = bytes.u64();
    if (event.has(perf::Tid)) {
        sample.pid = bytes.u32();
        sample.tid = bytes.u32();
    }
    if (event.has(perf::Time)) sample.time = bytes.u64();
    if (event.has(perf::Address)) bytes.u64();
    if (event.has(perf::Id)) bytes.u64();
    if (event.has(perf::StreamId)) bytes.u64();
    if (event.has(perf::Cpu)) {
        sample.cpu = bytes.u32();
        bytes.u32();
    }
    // Without its own period, a sample represents the event's configured period.
    if (event.has(perf::Period))
        sample.period = bytes.u64();
    else
        sample.period = event.hasFlag(perf::IsFrequency) || event.period == 0 ? 1 : event.period;
    if (event.has(perf::ReadValues)) readCounters(event, bytes, sample);
    if (event.has(perf::Callchain)) sample.chain = words(bytes, bytes.u64());
    if (event.has(perf::Raw)) sample.raw = bytes.bytes(bytes.u32());
    if (event.has(perf::BranchStack)) readBranches(event, bytes, sample);
    if (event.has(perf::UserRegisters)) {
        sample.registerWidth = bytes.u64();
        if (sample.registerWidth != 0)
            sample.registers = words(bytes, static_cast<std::uint64_t>(std::popcount(event.userRegisters)));
    }
    if (event.has(perf::UserStack)) readUserStack(event, bytes, sample);
    return !bytes.failed();
}

PerfSampleId readPerfSampleId(const PerfEvent& event, std::span<const std::byte> body, ByteOrder order) {
    PerfSampleId result;
    if (!event.hasFlag(perf::SampleIdAll)) return result;
    constexpr std::uint64_t fields =
        perf::Tid | perf::Time | perf::Id | perf::StreamId | perf::Cpu | perf::Identifier;
    const auto size = wordSize * static_cast<std::size_t>(std::popcount(event.sampleType & fields));
    if (size > body.size()) return result;
    PerfDataBytes bytes(body.last(size), order);
    if (event.has(perf::Tid)) {
        result.pid = bytes.u32();
        result.tid = bytes.u32();
    }
    if (event.has(perf::Time)) result.time = bytes.u64();
    if (event.has(perf::Id)) bytes.u64();
    if (event.has(perf::StreamId)) bytes.u64();
    if (event.has(perf::Cpu)) result.cpu = bytes.u32();
    return result;
}

} // namespace candela
